"""The steps of setting up a cafe."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.errors import CafeError


class StepsNotOverError(CafeError):
    """Some steps are neither done nor skipped."""


class Step(StrEnum):
    """A step, in order; the values are stored and shown by the desk's page."""

    ABOUT = "about"
    HOURS = "hours"
    DISHES = "dishes"
    ALLERGENS = "allergens"
    BOT = "bot"
    STAFF_CHAT = "staff_chat"
    TEST_ORDER = "test_order"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class StepState:
    """The state of a step: done, or what is missing, in codes that the page translates."""

    step: Step
    missing: tuple[str, ...]
    is_skipped: bool
    """Whether the owner marked it as right as it is."""

    @property
    def is_done(self) -> bool:
        return not self.missing


@dataclass(frozen=True, slots=True)
class SetupChecklist:
    """All steps."""

    steps: tuple[StepState, ...]
    own_dishes: int
    """Dishes on offer that differ from the demo menu."""
    needed_dishes: int
    unstated_dishes: int
    """Dishes on offer without a statement on allergens."""
    keeps_unpaid: bool
    """Whether card orders are paid for here and stay open forever if unpaid: they can be set to end by themselves."""
    is_menu_empty: bool
    is_hidden: bool

    @property
    def is_over(self) -> bool:
        """Whether all steps are done or skipped."""
        return all(state.is_done or state.is_skipped for state in self.steps)


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo cafe's data, to detect what has been changed: dishes by slug with name and price."""

    settings: Mapping[str, object]
    dishes: Mapping[str, tuple[str, int]]

"""The first steps of a new cafe."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.errors import CafeError


class StepsNotOverError(CafeError):
    """Some of the first steps are neither done nor skipped."""


class Step(StrEnum):
    """A step, in the order in which they are taken; the values are stored and shown by the desk's page."""

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
    """A step as it is: done, or else what is missing, in codes that the page puts into words."""

    step: Step
    missing: tuple[str, ...]
    is_skipped: bool
    """The owner said that it is right as it is."""

    @property
    def is_done(self) -> bool:
        return not self.missing


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """All of them."""

    steps: tuple[StepState, ...]
    own_dishes: int
    """Dishes on offer that are not just as in the demo menu."""
    needed_dishes: int
    unstated_dishes: int
    """Dishes on offer of which nobody has said which allergens they have, or that they have none."""
    keeps_unpaid: bool
    """Whether card orders are paid for here, and stand for ever if nobody does: they can end by themselves."""
    is_menu_empty: bool
    is_hidden: bool

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        return all(state.is_done or state.is_skipped for state in self.steps)


@dataclass(frozen=True, slots=True)
class Demo:
    """What the demo cafe has, to tell whether somebody made it their own: dishes by slug with name and price."""

    settings: Mapping[str, object]
    dishes: Mapping[str, tuple[str, int]]

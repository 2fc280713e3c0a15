"""Bottles with excise marks, and the drinks that need one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.kernel.texts import Texts


@dataclass(frozen=True, slots=True)
class Bottle:
    """An open bottle; amounts in the unit of its ingredient."""

    id: int
    mark: str
    ingredient_id: int
    code: str
    """The ingredient's."""
    name: str
    unit: str
    amount: int
    """When it was opened."""
    remaining: int
    scanned_at: int
    """Unix seconds."""
    scanned_by: str


@dataclass(frozen=True, slots=True)
class Marked:
    """An ingredient whose bottles have excise marks; `bottle` is what one holds, in its unit."""

    id: int
    code: str
    name: str
    unit: str
    bottle: int


@dataclass(frozen=True, slots=True)
class Drink:
    """Goods of an order that need excise marks: by the `code` that its receipt has, with what one piece takes.

    A drink that takes no marked ingredient is sold in its own bottle: each piece has its own mark.
    """

    code: str
    name: OwnText
    pieces: int
    takes: Mapping[int, int] = field(default_factory=dict)
    """Amounts by ingredient id."""


@dataclass(frozen=True, slots=True)
class Pour:
    """What a piece of a drink takes from a bottle."""

    code: str
    piece: int
    bottle_id: int
    amount: int


@dataclass(frozen=True, slots=True)
class MissingMark:
    """What is to be scanned: another bottle of an ingredient, or the bottles of a drink that is sold unopened."""

    name: OwnText
    drink: str = ""
    """The code of the drink; empty: a bottle to be opened."""
    pieces: int = 0
    """How many of the drink have no mark yet."""
    ingredient: str = ""
    """The code of the ingredient."""
    unit: str = ""
    remaining: int = 0
    """What its open bottles still hold."""
    needed: int = 0

    def describe(self, texts: Texts, locale: Locale) -> str:
        """Return it in words."""
        name = self.name.in_locale(locale)
        if self.drink:
            return texts.format(locale, "mark-missing-piece", name=name, pieces=self.pieces)
        unit = f"unit-{self.unit.lower()}"
        told = texts.format(locale, unit) if texts.has(unit) else self.unit
        return texts.format(
            locale, "mark-missing-bottle", name=name, remaining=self.remaining, needed=self.needed, unit=told
        )


class MarksMissingError(CafeError):
    """The order cannot become ready before these marks are scanned."""

    def __init__(self, missing: tuple[MissingMark, ...]) -> None:
        super().__init__()
        self.missing = missing


class MarkProblem(StrEnum):
    """Why a mark is refused, as text ids."""

    INVALID = "mark-invalid"
    USED = "mark-used"
    NO_INGREDIENT = "mark-no-ingredient"
    NOT_NEEDED = "mark-not-needed"
    NO_BOTTLE = "mark-no-bottle"


class MarkError(CafeError):
    """A bottle cannot be opened, sold or emptied so; nothing was changed."""

    def __init__(self, problem: MarkProblem) -> None:
        super().__init__()
        self.problem = problem

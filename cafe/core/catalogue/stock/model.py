"""Ingredients, and what the staff do to their stock."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.catalogue.changes.actor import Actor


@dataclass(frozen=True, slots=True)
class Ingredient:
    """An ingredient in stock; amounts in `unit`."""

    id: int
    code: str
    name: str
    unit: str
    stock: int
    low_stock: int

    @property
    def is_low(self) -> bool:
        return self.stock < self.low_stock


@dataclass(frozen=True, slots=True)
class StockLevel:
    """An ingredient with the id of its newest move; 0 if it has none.

    `held` is what orders took that nobody cooks yet, in its unit: gone from the stock, and still on the shelf.
    """

    ingredient: Ingredient
    last_move: int
    held: int

    @property
    def shelf(self) -> int:
        """What stands on the shelf by the books."""
        return self.ingredient.stock + self.held


class MoveKind(StrEnum):
    """What was done; the values are stored."""

    DELIVERY = "delivery"
    WRITE_OFF = "write_off"
    COUNT = "count"

    def change(self, amount: int, shelf: int) -> int:
        """Return what the stock changes by, if this amount came, was written off, or was counted on the shelf."""
        if self is MoveKind.COUNT:
            return amount - shelf
        return amount if self is MoveKind.DELIVERY else -amount


@dataclass(frozen=True, slots=True)
class StockEntry:
    """An amount of one ingredient, in its unit: what came or was written off (above 0), or was counted (0 or more).

    `seen` is the ingredient's newest move that the person knew of; None: whatever it is. `shelf` is what stood on the
    shelf by the books when it was counted, since orders go on; None: what does so when the count is stored.
    """

    code: str
    amount: int
    seen: int | None = None
    shelf: int | None = None


@dataclass(frozen=True, slots=True)
class StockMove:
    """A move as stored, with the ingredient as it was then; `change` of the stock in `unit`, `at` in Unix seconds."""

    id: int
    code: str
    name: str
    unit: str
    kind: MoveKind
    change: int
    stock_before: int
    stock_after: int
    note: str
    actor: Actor
    at: int


@dataclass(frozen=True, slots=True)
class StockDifference:
    """What a count would change if it was stored now; amounts in the ingredient's unit."""

    ingredient: Ingredient
    shelf: int
    """What should be there: `shelf` of the entry, or of now."""
    counted: int

    @property
    def change(self) -> int:
        return MoveKind.COUNT.change(self.counted, self.shelf)


@dataclass(frozen=True, slots=True)
class StockUse:
    """A dish, or an option of a group, whose recipe has an ingredient; `amount` in its unit, below 0: it takes back."""

    name: str
    name_en: str
    amount: int
    product: str | None = None
    """The dish's slug; None for an option."""
    group: str | None = None
    """The slug of the option's group; None for a dish."""

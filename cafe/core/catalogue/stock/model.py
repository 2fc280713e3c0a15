"""Ingredients, and the staff's changes of their stock."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.catalogue.changes.actor import Actor


@dataclass(frozen=True, slots=True)
class Ingredient:
    """An ingredient in stock; amounts in `unit`.

    `cost` of one unit in millionths of a hryvnia, the weighted average of what there is; None: not known. `bottle` is
    what a bottle of it with an excise mark holds; 0: its bottles have none.
    """

    id: int
    code: str
    name: str
    unit: str
    stock: int
    low_stock: int
    cost: int | None = None
    bottle: int = 0

    @property
    def is_low(self) -> bool:
        return self.stock < self.low_stock


@dataclass(frozen=True, slots=True)
class StockLevel:
    """An ingredient with the id of its newest move; 0 if it has none.

    `held` is the amount in orders that are not being cooked yet, in its unit: deducted from the stock, but still on the
    shelf.
    """

    ingredient: Ingredient
    last_move: int
    held: int

    @property
    def shelf(self) -> int:
        """The amount that should be on the shelf."""
        return self.ingredient.stock + self.held


class MoveKind(StrEnum):
    """Kinds of moves; the values are stored."""

    DELIVERY = "delivery"
    WRITE_OFF = "write_off"
    COUNT = "count"

    def change(self, amount: int, shelf: int) -> int:
        """Return the change of the stock if this amount was delivered, written off, or counted on the shelf."""
        if self is MoveKind.COUNT:
            return amount - shelf
        return amount if self is MoveKind.DELIVERY else -amount


@dataclass(frozen=True, slots=True)
class StockEntry:
    """An amount of one ingredient, in its unit: delivered or written off (above 0), or counted (0 or more).

    `seen` is the newest move of the ingredient that the person knew of; None skips this check. `shelf` is the expected
    amount on the shelf at the time of the count, since orders go on; None: at the time of storing. `paid` for all of a
    delivery, in kopiykas; None: not stated. `undoes` is the id of the move that this one takes back.
    """

    code: str
    amount: int
    seen: int | None = None
    shelf: int | None = None
    paid: int | None = None
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class NewMove:
    """A move to be stored; the ingredient is locked and as it was before it."""

    ingredient: Ingredient
    change: int
    cost_after: int | None
    paid: int | None = None
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class StockMove:
    """A stored move, with the ingredient's data of that time; `change` of the stock in `unit`, `at` in Unix seconds.

    `paid`, `cost_before` and `cost_after` as in `StockEntry` and `Ingredient`.
    """

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
    paid: int | None = None
    cost_before: int | None = None
    cost_after: int | None = None
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class StockDifference:
    """The change that a count would make if it were stored now; amounts in the ingredient's unit."""

    ingredient: Ingredient
    shelf: int
    """The expected amount: `shelf` of the entry, or of now."""
    counted: int

    @property
    def change(self) -> int:
        return MoveKind.COUNT.change(self.counted, self.shelf)


@dataclass(frozen=True, slots=True)
class StockUse:
    """A dish or option whose recipe has an ingredient; `amount` in its unit, negative if it reduces the dish's."""

    name: str
    name_en: str
    amount: int
    product: str | None = None
    """The dish's slug; None for an option."""
    group: str | None = None
    """The slug of the option's group; None for a dish."""

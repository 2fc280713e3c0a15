"""The board: open orders grouped by the next action, sorted by due time."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.catalogue.options.diets import Diet
from cafe.core.kernel.ids import CategoryId, ProductId
from cafe.core.kernel.locale import OwnText
from cafe.core.ordering.orders.model import Order, OrderLine


class Section(StrEnum):
    """The next action for an order, the most urgent first."""

    LATE = "late"
    """Overdue and not ready."""
    NEW = "new"
    """To be accepted."""
    COOKING = "cooking"
    """Accepted, to be made now."""
    READY = "ready"
    """Waiting for the guest or courier, or under way."""
    LATER = "later"
    """Accepted, but too early to begin."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of an order with current catalogue data of its product; None or empty if that was deleted."""

    line: OrderLine
    category_id: CategoryId | None
    allergens: tuple[str, ...]
    """Codes of `menu.allergens`."""
    diets: tuple[Diet, ...]
    """What only the choice makes it: the guest may have chosen that for it."""

    @property
    def is_done(self) -> bool:
        return self.line.done_at is not None


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """An open order. Times in Unix seconds."""

    order: Order
    section: Section
    due_at: int
    """When it should be ready: as promised, else as requested."""
    start_at: int
    """When to begin in order to be ready in time."""
    lines: tuple[BoardLine, ...]
    can_step_back: bool
    may_be_free: bool
    """Whether all that was paid for it was refunded: the guest pays anew, or not at all."""

    @property
    def is_payment_asked(self) -> bool:
        """Whether the staff are asked how the guest paid before it is completed."""
        return self.order.is_payment_asked or self.may_be_free


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of a product to make, whatever options were chosen."""

    product_id: ProductId | None
    name: OwnText
    quantity: int


@dataclass(frozen=True, slots=True)
class Board:
    """The board at a moment (`at`, Unix seconds)."""

    at: int
    orders: tuple[BoardOrder, ...]
    """By section, then by due time."""
    pieces: tuple[Pieces, ...]
    """What to make for all orders except those for later, the most first. Finished lines do not count."""
    left_out: int
    """Number of open orders beyond the limit of the board."""
    done: tuple[BoardOrder, ...]
    """The orders that became ready or were handed over most recently, the latest first."""

    def of(self, section: Section) -> tuple[BoardOrder, ...]:
        """Return the orders of a section."""
        return tuple(order for order in self.orders if order.section is section)

"""The board: open orders by what is to be done with them, sorted by when they are due."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.ids import CategoryId, ProductId
from cafe.core.kernel.locale import OwnText
from cafe.core.ordering.orders.model import Order, OrderLine


class Section(StrEnum):
    """What is to be done with an order, the most urgent first."""

    LATE = "late"
    """Not ready, although its time has come."""
    NEW = "new"
    """To be accepted."""
    COOKING = "cooking"
    """Accepted: to be made now."""
    READY = "ready"
    """Waits for the guest or the courier, or is under way."""
    LATER = "later"
    """Accepted, but it is not time to begin."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A line of an order, with what the catalogue says of its product now; None or empty if it is gone."""

    line: OrderLine
    category_id: CategoryId | None
    allergens: tuple[str, ...]
    """Codes of `menu.allergens`."""

    @property
    def is_done(self) -> bool:
        return self.line.done_at is not None


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """An open order. Times in Unix seconds."""

    order: Order
    section: Section
    due_at: int
    """When it should be ready: as promised, else as wanted."""
    start_at: int
    """When to begin, so that it is ready in time."""
    lines: tuple[BoardLine, ...]
    can_step_back: bool


@dataclass(frozen=True, slots=True)
class Pieces:
    """How many of a product are to be made, whatever was chosen with it."""

    product_id: ProductId | None
    name: OwnText
    quantity: int


@dataclass(frozen=True, slots=True)
class Board:
    """The board at a moment (`at`, Unix seconds)."""

    at: int
    orders: tuple[BoardOrder, ...]
    """By section, then by when they are due."""
    pieces: tuple[Pieces, ...]
    """What is to be made for all orders but those for later; the most first. Lines that are done do not count."""
    left_out: int
    """Open orders that are not among them, when there are more than can be of any use."""
    done: tuple[BoardOrder, ...]
    """The orders that became ready or were handed over last, the latest first."""

    def of(self, section: Section) -> tuple[BoardOrder, ...]:
        """Return the orders of a section."""
        return tuple(order for order in self.orders if order.section is section)

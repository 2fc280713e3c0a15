"""Acts of a tablet, and what became of them."""

from dataclasses import dataclass

from cafe.core.catalogue.bottles.model import MarksMissingError
from cafe.core.catalogue.options.model import Pieces
from cafe.core.kernel.errors import CafeError, NotFoundError
from cafe.core.kernel.ids import OrderLineId, ProductId
from cafe.core.money.payments.errors import AlreadyPaidError
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.orders.errors import GivenBackError, IllegalTransitionError, NotPaidError, TooLateError
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentMethod

MOST_ACTS = 50
"""Of one request."""
MOST_LINES, MOST_PIECES, MOST_PRICE = 60, 1_000, 1_000_000
"""Of one sale; prices, its total too, in whole UAH."""

PRESS_REFUSALS: dict[type[CafeError], str] = {
    IllegalTransitionError: "changed",
    TooLateError: "too_late",
    GivenBackError: "given_back",
    NotPaidError: "not_paid",
    AlreadyPaidError: "already_paid",
    MarksMissingError: "marks_missing",
}
"""Why a press on an order changed nothing."""


class ActInvalidError(CafeError):
    """The act says nothing that could be done."""


REFUSALS = PRESS_REFUSALS | {NotFoundError: "not_found", ActInvalidError: "invalid"}
"""The same of an act."""


@dataclass(frozen=True, slots=True)
class Move:
    """An order's next step; `seen` is the status that the screen showed."""

    seen: OrderStatus
    to: OrderStatus


@dataclass(frozen=True, slots=True)
class StepBack:
    seen: OrderStatus


@dataclass(frozen=True, slots=True)
class MarkLine:
    line_id: OrderLineId
    is_done: bool


@dataclass(frozen=True, slots=True)
class TakePayment:
    """An unpaid order is handed over, and paid in person."""

    seen: OrderStatus
    payment: CounterPayment


@dataclass(frozen=True, slots=True)
class SoldLine:
    """A dish as it was sold; `price` of a piece with its choice in whole UAH, `pieces` None: as it comes."""

    product_id: ProductId
    name: str
    quantity: int
    price: int
    pieces: Pieces | None
    note: str


@dataclass(frozen=True, slots=True)
class Sale:
    """A guest was served at the counter, and paid `total` (whole UAH); `percent` is the discount they got."""

    number: str
    """The tablet's own: no other tablet gives it."""
    order_type: OrderType
    payment_method: PaymentMethod
    lines: tuple[SoldLine, ...]
    percent: int
    total: int
    is_handed_out: bool


@dataclass(frozen=True, slots=True)
class Act:
    """An act with the id that its tablet gave it; `at` by the tablet's clock, in Unix seconds."""

    id: str
    at: int
    what: Move | StepBack | MarkLine | TakePayment | Sale | None
    """None: nothing that could be understood."""
    order_id: int | None = None
    """The order that it is about."""
    sale_id: str | None = None
    """The act that made that order, where it has no id yet."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an act. `expected`: what a sale comes to by the prices of now, in whole UAH."""

    act_id: str
    why: str
    """It was refused for; empty: it is done."""
    order_id: int | None = None
    expected: int | None = None

"""Facts about orders. `actor` is the name shown in the order's history."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.facts import Fact
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.model import Order, OrderEdit, OrderStatus, Prevention


class CancelledBy(StrEnum):
    CUSTOMER = "customer"
    STAFF = "staff"
    TIME = "time"
    """It was not paid in time, or a held order was not accepted in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPlaced(Fact):
    """A new order was stored."""

    order_id: OrderId
    customer_id: CustomerId
    locale: Locale
    ingredients: Mapping[int, int]
    """Ingredients it uses: amounts by ingredient id."""
    actor: str
    portions: Sequence[Mapping[int, int] | None] = ()
    """The same for a piece of each line; None: it has no recipe."""
    is_for_staff_chat: bool
    """Guests' orders are posted to the staff chat only if that is configured."""
    has_printers: bool = False
    """Whether the cafe has any: most have none, and nobody should wait for a look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderMoved(Fact):
    """The staff changed an order's status; `order` as it was before."""

    order: Order
    to: OrderStatus
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSteppedBack(Fact):
    """The staff undid the last step of an order; `order` as it was before."""

    order: Order
    to: OrderStatus
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPromised(Fact):
    """The staff promised when an order will be ready (`ready_at` in Unix seconds); `order` as it was before."""

    order: Order
    minutes: int
    ready_at: int
    is_accepted: bool
    """Whether the promise also accepted a new order."""
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCancelled(Fact):
    """An order was cancelled; `order` as it was before."""

    order: Order
    by: CancelledBy
    reason: str
    reason_id: str | None = None
    """One of the predefined reasons, shown to the customer in their own language."""
    actor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderEdited(Fact):
    """What an order consists of was changed; `order` as it was before."""

    order: Order
    edit: OrderEdit
    actor: str
    is_agreed: bool = False
    """Whether the customer has just agreed to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditProposed(Fact):
    """The staff want to change an order, and its customer has to agree."""

    order: Order
    edit: OrderEdit


@dataclass(frozen=True, slots=True, kw_only=True)
class EditDeclined(Fact):
    """The customer does not want a proposed change."""

    order: Order
    edit: OrderEdit


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderAnonymised(Fact):
    """The personal data was removed from a finished order."""

    order_id: OrderId


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderUnanswered(Fact):
    """The staff have not accepted an order for a while."""

    order_id: OrderId
    is_last_call: bool
    """Whether the last reminder was sent already: now somebody has to phone the customer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderOverdue(Fact):
    """An accepted order should be further along by now."""

    order_id: OrderId
    is_late: bool
    """Whether its time has passed; otherwise it should be in preparation: a pickup due soon, or a scheduled order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersWaiting(Fact):
    """Several orders are waiting for the staff."""

    at_opening: bool
    """Whether the cafe has just opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPrevented(Fact):
    """An order for later cannot be made as ordered, by what is known now."""

    order: Order
    prevention: Prevention


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPossible(Fact):
    """An order for later, of which its guest was told the contrary, can be made after all."""

    order: Order

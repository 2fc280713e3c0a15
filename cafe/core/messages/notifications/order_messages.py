"""Messages about the course of an order, and their handlers."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import WALK_IN
from cafe.core.messages.notifications.audience import notify_customer_side, to_customer_side, to_followers
from cafe.core.messages.notifications.card_messages import StaffOrderCreated, is_shown
from cafe.core.messages.notifications.message import CustomerMessage, StaffMessage, Sums, sums_of
from cafe.core.messages.outbox.model import Priority
from cafe.core.messages.outbox.store import (
    NewMessage,
    list_unclaimed,
    queue,
    queue_to_staff,
    to_customer,
    to_staff,
    withdraw_row,
)
from cafe.core.money.payments.ledger import list_kept
from cafe.core.money.payments.returns import left_to_staff
from cafe.core.ordering.orders.facts import (
    CancelledBy,
    OrderCancelled,
    OrderMoved,
    OrderPlaced,
    OrderPromised,
    OrderSteppedBack,
)
from cafe.core.ordering.orders.model import UNANSWERED_REASON, UNPAID_REASON, Order, OrderStatus

HELD = frozenset({OrderStatus.READY, OrderStatus.COURIER, OrderStatus.COMPLETED})

HOLD_SECONDS = 5
"""The delay of a message that makes a guest come, or ends the order: most slips are noticed at once."""


@dataclass(frozen=True, slots=True)
class CustomerOrderCreated(CustomerMessage):
    """Thanks for the order."""

    kind = "customer-order-created"
    shows_order = True


@dataclass(frozen=True, slots=True)
class CustomerOrderStatus(CustomerMessage):
    """The staff changed the order's status, promised a time (`ready_at` in Unix seconds), or both."""

    kind = "customer-order-status"
    shows_order = True
    status: OrderStatus | None = None
    ready_minutes: int | None = None
    ready_at: int | None = None
    reason: str | None = None
    """Why the order was cancelled, in Ukrainian."""
    reason_id: str | None = None
    """One of the usual reasons, each with a text for the customer."""
    money_to_return: bool | None = None
    sums: Sums | None = None
    """The money to return; earlier versions did not store it: it is the order's total."""
    was_held: bool | None = None
    """Whether its sum was held on the card, and is released."""
    again: bool | None = None
    """Whether the staff sent it once more because it was missed."""

    def __post_init__(self) -> None:
        if self.status is not None:
            object.__setattr__(self, "status", OrderStatus(self.status))


@dataclass(frozen=True, slots=True)
class CustomerStatusCorrected(CustomerMessage):
    """Corrects a status that was sent by mistake."""

    kind = "customer-status-corrected"
    shows_order = True
    status: OrderStatus
    was: OrderStatus | None = None
    """The wrong status; earlier versions did not store it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "status", OrderStatus(self.status))
        if self.was is not None:
            object.__setattr__(self, "was", OrderStatus(self.was))


@dataclass(frozen=True, slots=True)
class CustomerOrderChanged(CustomerMessage):
    """Updates the order in the customer's chat after a change that is no news to them."""

    kind = "customer-order-changed"
    shows_order = True
    sums: Sums | None = None
    """The money to return after their cancellation."""
    was_held: bool | None = None
    """Whether their cancellation releases a sum that was held on the card."""


@dataclass(frozen=True, slots=True)
class CustomerNewsBelow(CustomerMessage):
    """Never queued: replaces a message that showed the order, and cannot be deleted, when a newer one does."""

    kind = "customer-news-below"


@dataclass(frozen=True, slots=True)
class StaffOrderCancelled(StaffMessage):
    """The customer cancelled, or nobody paid or accepted it in time."""

    kind = "staff-order-cancelled"
    money_to_return: bool
    sums: Sums | None = None
    """The money to return; earlier versions did not store it: it is the order's total."""
    is_unpaid: bool | None = None
    is_unanswered: bool | None = None


def announce_order(conn: Connection, fact: OrderPlaced) -> None:
    """Queue the order's card for the staff chat, and thank the customer.

    Anybody can be a guest any number of times, so the cards of customers with a chat go first.
    """
    messages = to_customer(CustomerOrderCreated(), fact.customer_id, fact.locale, fact.order_id)
    if fact.is_for_staff_chat:
        is_guest = fact.customer_id < WALK_IN
        priority = Priority.LATER if is_guest else Priority.FIRST
        messages = [to_staff(StaffOrderCreated(), fact.order_id, priority=priority), *messages]
    queue(conn, messages, fact.at)


def notify_customer_of_move(conn: Connection, fact: OrderMoved) -> None:
    delay = HOLD_SECONDS if fact.to in HELD else 0
    notify_customer_side(conn, fact.order, CustomerOrderStatus(status=fact.to), fact.at, delay=delay)


def notify_customer_of_step_back(conn: Connection, fact: OrderSteppedBack) -> None:
    """Withdraw the unsent messages about the step; recipients of the others get a correction."""
    withdrawn = {
        (row.via, row.chat_id)
        for row in list_unclaimed(conn, CustomerOrderStatus.kind, fact.order.id)
        if row.payload.get("status") == fact.order.status and withdraw_row(conn, row.id, fact.at)
    }
    messages = to_customer_side(conn, fact.order, CustomerStatusCorrected(fact.to, was=fact.order.status))
    queue(conn, [new for new in messages if (new.via, new.chat_id) not in withdrawn], fact.at)


def notify_customer_of_promise(conn: Connection, fact: OrderPromised) -> None:
    """Notify the customer of the promised time, and of the acceptance if the promise included it."""
    status = OrderStatus.CONFIRMED if fact.is_accepted else None
    message = CustomerOrderStatus(status=status, ready_minutes=fact.minutes, ready_at=fact.ready_at)
    notify_customer_side(conn, fact.order, message, fact.at)


def notify_of_cancellation(conn: Connection, fact: OrderCancelled) -> None:
    """Notify the side that did not cancel, and followers; the staff less urgently if they never saw the order.

    If the customer cancelled, the message in their chat is only updated.
    """
    kept = list_kept(conn, fact.order.id)
    sums = sums_of(payment.money for payment in kept) or None
    has_money = sums is not None
    was_held = fact.order.is_held or None
    if fact.by is CancelledBy.CUSTOMER:
        is_news = has_money or is_shown(conn, fact.order.id)
        priority = Priority.NORMAL if is_news else Priority.LATER
        left = sums_of(left_to_staff(conn, kept)) or None
        queue_to_staff(conn, StaffOrderCancelled(left is not None, left), fact.at, fact.order.id, priority=priority)
        cancelled = CustomerOrderStatus(
            status=OrderStatus.CANCELLED, money_to_return=has_money, sums=sums, was_held=was_held
        )
        changed = CustomerOrderChanged(sums, was_held)
        queue(conn, [*redrawn(fact.order, changed), *to_followers(conn, fact.order, cancelled)], fact.at)
    else:
        if fact.by is CancelledBy.TIME:
            priority = Priority.NORMAL if is_shown(conn, fact.order.id) else Priority.LATER
            message_to_staff = StaffOrderCancelled(
                money_to_return=False,
                is_unpaid=fact.reason_id == UNPAID_REASON or None,
                is_unanswered=fact.reason_id == UNANSWERED_REASON or None,
            )
            queue_to_staff(conn, message_to_staff, fact.at, fact.order.id, priority=priority)
        message = CustomerOrderStatus(
            status=OrderStatus.CANCELLED,
            reason=fact.reason,
            reason_id=fact.reason_id,
            money_to_return=has_money,
            sums=sums,
            was_held=was_held,
        )
        notify_customer_side(conn, fact.order, message, fact.at)


def redrawn(order: Order, changed: CustomerOrderChanged | None = None) -> list[NewMessage]:
    """Address an update of the message that shows an order in its customer's chat, if there is one."""
    message = changed or CustomerOrderChanged()
    return to_customer(message, order.customer_id, order.customer_locale, order.id)

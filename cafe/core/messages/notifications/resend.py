"""Sending a message about an order once more, with its current state."""

from collections.abc import Sequence
from enum import StrEnum

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import CafeError
from cafe.core.messages.notifications.audience import to_customer_side, to_others
from cafe.core.messages.notifications.card_messages import StaffCardRequested
from cafe.core.messages.notifications.message import Message, sums_of
from cafe.core.messages.notifications.order_messages import CustomerOrderCreated, CustomerOrderStatus
from cafe.core.messages.notifications.refund_messages import CustomerReceiptReady
from cafe.core.messages.outbox.store import NewMessage, queue, to_customer, to_staff
from cafe.core.money.payments.model import Money
from cafe.core.money.receipts import store as receipts
from cafe.core.money.refunds.changes import read_offer
from cafe.core.ordering.orders.errors import IllegalTransitionError
from cafe.core.ordering.orders.history import Event, EventKind, add_event, has_event_since
from cafe.core.ordering.orders.model import Order, OrderStatus
from cafe.core.ordering.orders.rules import PROMISABLE
from cafe.core.ordering.orders.staff_service import lock_any_order


class NotResendableError(CafeError):
    """There is no recipient, or no message to send."""


class AlreadySentError(CafeError):
    """The same message was sent again a moment ago."""


GAP_SECONDS = 60
"""A second press within this time is refused as a slip."""


class Resendable(StrEnum):
    """The messages that can be sent again; the values are stored in the order's history."""

    STATUS = "status"
    """The status of the order, to its customer and its followers."""
    RECEIPT = "receipt"
    """The link to the receipt, to its customer."""
    CARD = "card"
    """The order's card, at the end of the staff chat."""


class ResendService:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def resend(self, order_id: int, seen: OrderStatus, what: Resendable, actor: str) -> None:
        """Queue a message about the current state of an order; its history names the actor.

        Raises:
            NotFoundError: no such order.
            IllegalTransitionError: the status has changed.
            NotResendableError: there is no recipient, or no message to send.
            AlreadySentError: it was sent again a moment ago.
        """
        await self._database.write(_resend, order_id, seen, what, actor, unix_now(self._clock))


def list_resendable(conn: Connection, order: Order) -> Sequence[Resendable]:
    """List what can be sent again about an order."""
    return [what for what in Resendable if _messages(conn, order, what, 0)]


def _resend(conn: Connection, order_id: int, seen: OrderStatus, what: Resendable, actor: str, now: int) -> None:
    order = lock_any_order(conn, order_id)
    if order.status is not seen:
        raise IllegalTransitionError(order.status)
    messages = _messages(conn, order, what, now)
    if not messages:
        raise NotResendableError
    if has_event_since(conn, order.id, EventKind.RESENT, what, now - GAP_SECONDS):
        raise AlreadySentError
    queue(conn, messages, now)
    add_event(conn, order.id, Event(EventKind.RESENT, actor, what.value, now))


def _messages(conn: Connection, order: Order, what: Resendable, now: int) -> list[NewMessage]:
    """Address the message; empty if there is nothing to send, or no recipient."""
    match what:
        case Resendable.CARD:
            return [] if order.status.is_final else [to_staff(StaffCardRequested(), order.id)]
        case Resendable.RECEIPT:
            url = receipts.find_url(conn, order.id)
            if url is None or order.status is OrderStatus.CANCELLED:
                return []
            return to_customer_side(conn, order, CustomerReceiptReady(url))
        case Resendable.STATUS:
            return _status(conn, order, now)


def _status(conn: Connection, order: Order, now: int) -> list[NewMessage]:
    if order.status is OrderStatus.NEW:  # the thanks contain the name of the customer, which others must not learn
        thanks = to_customer(CustomerOrderCreated(), order.customer_id, order.customer_locale, order.id)
        return [*thanks, *to_others(conn, order, CustomerOrderStatus(order.status, again=True))]
    if order.status is OrderStatus.CANCELLED:
        return to_customer_side(conn, order, _cancellation(conn, order)) if order.staff_cancel_reason else []
    if order.status in PROMISABLE and order.ready_at is not None and order.ready_at > now:
        minutes = -(-(order.ready_at - now) // 60)
        promised = CustomerOrderStatus(order.status, ready_minutes=minutes, ready_at=order.ready_at, again=True)
        return to_customer_side(conn, order, promised)
    return to_customer_side(conn, order, CustomerOrderStatus(order.status, again=True))


def _cancellation(conn: Connection, order: Order) -> Message:
    """Return the message of a cancellation."""
    debts = read_offer(conn, order.id).debts
    owed = sums_of(Money(payment.left, payment.paid.currency) for payment in debts) or None
    return CustomerOrderStatus(
        OrderStatus.CANCELLED,
        reason=order.cancel_reason,
        reason_id=order.cancel_reason_id,
        money_to_return=owed is not None,
        sums=owed,
        again=True,
    )

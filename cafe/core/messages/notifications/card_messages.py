"""Messages that show the card of an order in the staff chat, and their handlers."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId
from cafe.core.messages.notifications.message import StaffMessage
from cafe.core.messages.notifications.store import find_card
from cafe.core.messages.outbox.model import Priority
from cafe.core.messages.outbox.store import is_queued, queue_to_staff, will_be_planned, withdraw
from cafe.core.messages.subscriptions.facts import SubscriptionsChanged
from cafe.core.money.payments.facts import (
    HoldLost,
    MoneyToReturn,
    OrderPaid,
    PaymentHeld,
    PaymentReversed,
    SwitchedToCash,
)
from cafe.core.money.refunds.facts import RefundDone, RefundHeld, RefundRefused, RefundRequested, RefundUnclear
from cafe.core.ordering.orders.facts import (
    EditDeclined,
    EditProposed,
    OrderAnonymised,
    OrderCancelled,
    OrderEdited,
    OrderMoved,
    OrderPromised,
    OrderSteppedBack,
)


@dataclass(frozen=True, slots=True)
class StaffCardChanged(StaffMessage):
    """Edits the order's card, without a new message."""

    kind = "staff-card-changed"
    priority = Priority.EDIT


@dataclass(frozen=True, slots=True)
class StaffCardRequested(StaffMessage):
    """Sends the card again, at the end of the chat, at the request of the staff."""

    kind = "staff-card-requested"
    priority = Priority.FIRST


@dataclass(frozen=True, slots=True)
class StaffOrderCreated(StaffMessage):
    """Shows the order's card for the first time."""

    kind = "staff-order-created"
    priority = Priority.FIRST


def update_card(
    conn: Connection,
    fact: OrderMoved
    | OrderPromised
    | OrderEdited
    | EditProposed
    | EditDeclined
    | OrderCancelled
    | OrderPaid
    | MoneyToReturn
    | PaymentReversed
    | PaymentHeld
    | HoldLost
    | SwitchedToCash
    | RefundRequested
    | RefundDone
    | RefundRefused
    | RefundHeld
    | RefundUnclear
    | SubscriptionsChanged,
) -> None:
    """Queue an update of the order's card in the staff chat."""
    queue_card(conn, fact.order.id, fact.at)


def clear_card(conn: Connection, fact: OrderAnonymised) -> None:
    """Queue an edit that removes the person from the order's card, if it has one."""
    if find_card(conn, fact.order_id) is not None:
        queue_card(conn, fact.order_id, fact.at)


def show_card_again(conn: Connection, fact: OrderSteppedBack) -> None:
    """Update the order's card; queue one if the order had ended before it was sent."""
    if is_shown(conn, fact.order.id):
        queue_card(conn, fact.order.id, fact.at)
    elif fact.order.status.is_final:
        queue_to_staff(conn, StaffOrderCreated(), fact.at, fact.order.id)


def drop_unsent_card(conn: Connection, fact: OrderMoved | OrderCancelled) -> None:
    """Withdraw the card of an order that is finished before its card was sent: the staff have nothing to do."""
    if isinstance(fact, OrderCancelled) or fact.to.is_final:
        withdraw(conn, StaffOrderCreated.kind, fact.order.id, fact.at)


def queue_card(conn: Connection, order_id: OrderId, now: int) -> None:
    """Queue an update of an order's card, unless a queued message will include this change, or there is no card."""
    for kind in (StaffCardChanged.kind, StaffOrderCreated.kind, StaffCardRequested.kind):
        if will_be_planned(conn, kind, order_id):
            return
    if is_shown(conn, order_id):
        queue_to_staff(conn, StaffCardChanged(), now, order_id)


def queue_card_again(conn: Connection, order_id: OrderId, now: int) -> None:
    """Queue an order's card as a new message that replaces the former, unless one is queued already."""
    if not (
        is_queued(conn, StaffCardRequested.kind, order_id) or will_be_planned(conn, StaffOrderCreated.kind, order_id)
    ):
        queue_to_staff(conn, StaffCardRequested(), now, order_id)


def is_shown(conn: Connection, order_id: OrderId) -> bool:
    """Whether the order's card is in the staff chat, or about to be."""
    # in this order, since it may be sent between the two reads
    return is_queued(conn, StaffOrderCreated.kind, order_id) or find_card(conn, order_id) is not None

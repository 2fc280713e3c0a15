"""Messages about orders that wait for the staff, and their handlers."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.digests import find_digest
from cafe.core.messages.notifications.message import StaffMessage
from cafe.core.messages.outbox.model import Priority
from cafe.core.messages.outbox.store import is_queued, queue_to_staff
from cafe.core.ordering.orders.facts import OrderOverdue, OrdersWaiting, OrderUnanswered

LIST_GAP_SECONDS = 180
"""The shortest time between two lists of waiting orders."""


@dataclass(frozen=True, slots=True)
class StaffOrderWaiting(StaffMessage):
    """Sends the card again, since the order is not accepted yet."""

    kind = "staff-order-waiting"
    priority = Priority.LAST


@dataclass(frozen=True, slots=True)
class StaffOrderForgotten(StaffMessage):
    """The order was not accepted after all reminders."""

    kind = "staff-order-forgotten"
    priority = Priority.LAST


@dataclass(frozen=True, slots=True)
class StaffOrderLate(StaffMessage):
    """Sends the card again, since the order is late."""

    kind = "staff-order-late"
    priority = Priority.LAST


@dataclass(frozen=True, slots=True)
class StaffPickupDue(StaffMessage):
    """Sends the card again, since the pickup is due soon and not being prepared."""

    kind = "staff-pickup-due"
    priority = Priority.LAST


@dataclass(frozen=True, slots=True)
class StaffOrdersWaiting(StaffMessage):
    """A list of waiting orders, at opening or instead of many reminders. Belongs to no order."""

    kind = "staff-orders-waiting"
    priority = Priority.LAST
    at_opening: bool


def remind_staff(conn: Connection, fact: OrderUnanswered) -> None:
    """Send the card again, or after the last reminder a last call."""
    message = StaffOrderForgotten() if fact.is_last_call else StaffOrderWaiting()
    queue_to_staff(conn, message, fact.at, fact.order_id)


def remind_of_overdue(conn: Connection, fact: OrderOverdue) -> None:
    queue_to_staff(conn, StaffOrderLate() if fact.is_late else StaffPickupDue(), fact.at, fact.order_id)


def list_waiting_orders(conn: Connection, fact: OrdersWaiting) -> None:
    """Queue a list of the waiting orders, unless one is queued already or was sent a moment ago."""
    is_recent = 0 <= fact.at - find_digest(conn, StaffOrdersWaiting.kind).changed_at < LIST_GAP_SECONDS
    if not is_queued(conn, StaffOrdersWaiting.kind) and (fact.at_opening or not is_recent):
        queue_to_staff(conn, StaffOrdersWaiting(fact.at_opening), fact.at)

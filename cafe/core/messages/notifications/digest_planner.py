"""Planning messages about many orders."""

from zoneinfo import ZoneInfo

from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications import digests, store
from cafe.core.messages.notifications.overdue import overdue
from cafe.core.messages.notifications.rendering import Renderer, WaitingContents
from cafe.core.messages.notifications.waiting_messages import StaffOrdersWaiting
from cafe.core.messages.outbox.deliveries import finish_delivery
from cafe.core.messages.outbox.model import Delivery, DeliveryState
from cafe.core.messages.outbox.plan import Plan
from cafe.core.ordering.orders.model import OrderStatus

LISTED = 10
"""Orders in the list of waiting orders; the others are only counted."""


def plan_cancelled(conn: Connection, renderer: Renderer, delivery: Delivery, chat_id: int, now: int) -> Plan | None:
    """Plan one message in place of many about cancelled orders that the staff never saw; None if there are few."""
    orders = digests.list_cancelled(conn, delivery)
    if not orders:
        return None

    def close(conn: Connection, _message_id: int) -> None:
        for order in orders:
            finish_delivery(conn, order.delivery_id, DeliveryState.SENT, now)

    return Plan(chat_id, renderer.render_cancelled(orders), after_sent=close)


def plan_waiting(
    conn: Connection, renderer: Renderer, message: StaffOrdersWaiting, chat_id: int, zone: ZoneInfo, now: int
) -> Plan | None:
    """Plan the list of waiting orders, which replaces the last one."""
    accepted = [order for order in store.list_timed(conn) if order.times.status is not OrderStatus.NEW]
    late = [order.id for order in accepted if overdue(order.times, zone, now) is not None]
    total = len(late) + store.count_new(conn)
    if total == 0:
        return None
    late_orders = [order for order_id in late[:LISTED] if (order := store.find_waiting(conn, order_id))]
    orders = tuple([*late_orders, *store.list_new(conn, LISTED)][:LISTED])
    kind = message.kind
    return Plan(
        chat_id,
        renderer.render_waiting(WaitingContents(orders, total, zone, at_opening=message.at_opening)),
        retires=digests.find_digest(conn, kind).message_in(chat_id),
        after_sent=lambda conn, message_id: digests.save_digest_message(conn, kind, chat_id, message_id, "", now),
    )

"""Planning messages about many orders."""

from zoneinfo import ZoneInfo

from cafe.core.kernel.database import Connection
from cafe.core.notifications import digests, store
from cafe.core.notifications.gathering import FEW, is_over, shown, waiting_minutes
from cafe.core.notifications.messages import MessageKind, StaffOrdersWaiting
from cafe.core.notifications.overdue import overdue
from cafe.core.notifications.rendering import GatheredContents, Renderer, WaitingContents
from cafe.core.orders.model import OrderStatus
from cafe.core.outbox.plan import Plan

LISTED = 10
"""Orders in the list of waiting orders; the others are only counted."""


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


def plan_gathered(conn: Connection, renderer: Renderer, chat_id: int, now: int) -> Plan | None:
    """Plan the message about cards that are not sent yet; the same one is edited until none is left."""
    kind = MessageKind.STAFF_ORDERS_GATHERED
    backlog, digest = digests.read_backlog(conn), digests.find_digest(conn, kind)
    current_message = digest.message_in(chat_id)
    if current_message is None and backlog.waiting <= FEW and backlog.cancelled == 0:
        return None
    is_last = is_over(backlog, digest, now)
    oldest_minutes = waiting_minutes(backlog, now)
    rendered = renderer.render_gathered(GatheredContents(backlog.waiting, oldest_minutes, backlog.cancelled))

    def note(conn: Connection, message_id: int) -> None:
        if is_last:
            digests.forget_digest(conn, kind)
        else:
            digests.save_digest_message(conn, kind, chat_id, message_id, shown(backlog, now), now)

    def forget(conn: Connection) -> None:
        digests.forget_digest_message(conn, kind)

    return Plan(chat_id, rendered, edits=current_message, after_sent=note, when_gone=forget)

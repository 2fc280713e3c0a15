"""SQL for the staff's order cards and their reminders."""

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.messages.notifications.model import REMINDERS, Card, OrderTimes, TimedOrder, WaitingOrder, less_way
from cafe.core.messages.notifications.question_messages import StaffGuestQuestion
from cafe.core.ordering.orders.model import OrderStatus, OrderType, order_number

WAITING = (
    "SELECT o.id, o.sequence_number, o.order_type, o.status, o.created_at "
    "FROM orders o JOIN staff_cards c ON c.order_id = o.id"
)

LATEST_SECONDS = 60
"""A time further ahead than this was stored before the clock was set back."""


def find_card(conn: Connection, order_id: OrderId) -> Card | None:
    row = conn.one("SELECT chat_id, message_id FROM staff_cards WHERE order_id = :id", {"id": order_id})
    return None if row is None else Card(row["chat_id"], row["message_id"])


def count_questions(conn: Connection, customer_id: CustomerId, since: int) -> int:
    """Count the questions that a customer has asked the staff since a time (Unix seconds)."""
    row = conn.one(
        "SELECT COUNT(*) AS n FROM outbox WHERE order_id IS NULL AND kind = :kind AND created_at >= :since "
        "AND payload LIKE :by_customer",
        {"kind": StaffGuestQuestion.kind, "since": since, "by_customer": f'{{"customer_id":{customer_id},%'},
    )
    return 0 if row is None else int(row["n"])


def save_new_card(conn: Connection, order_id: OrderId, chat_id: int, message_id: int, now: int) -> None:
    """Store the message of an order's card. Reminders count from the time it was sent."""
    conn.run(
        "INSERT INTO staff_cards (order_id, chat_id, message_id, reminded_at) VALUES (:order, :chat, :message, :now) "
        "ON CONFLICT (order_id) DO UPDATE SET "
        "chat_id = excluded.chat_id, message_id = excluded.message_id, reminded_at = excluded.reminded_at",
        {"order": order_id, "chat": chat_id, "message": message_id, "now": now},
    )


def has_open_card(conn: Connection) -> bool:
    """Whether an unfinished order was shown to the staff."""
    row = conn.one(
        "SELECT 1 FROM orders o JOIN staff_cards c ON c.order_id = o.id "
        "WHERE o.status NOT IN ('completed', 'cancelled') LIMIT 1"
    )
    return row is not None


def count_open_cards_below(conn: Connection, chat_id: int, message_id: int) -> int:
    """Count the cards of unfinished orders that were sent to a chat after a message."""
    row = conn.one(
        "SELECT COUNT(*) AS n FROM orders o JOIN staff_cards c ON c.order_id = o.id "
        "WHERE o.status NOT IN ('completed', 'cancelled') AND c.chat_id = :chat AND c.message_id > :message",
        {"chat": chat_id, "message": message_id},
    )
    return 0 if row is None else int(row["n"])


def forget_card_message(conn: Connection, order_id: OrderId) -> None:
    """Store that the message of an order's card is gone."""
    conn.run("UPDATE staff_cards SET message_id = 0 WHERE order_id = :order", {"order": order_id})


def list_unanswered(conn: Connection, now: int, gap: int) -> list[OrderId]:
    """List new orders whose card was last sent `gap` seconds ago or longer, except those after the last reminder.

    Orders whose last reminder is not sent yet are left out too.
    """
    rows = conn.all(
        "SELECT o.id FROM orders o JOIN staff_cards c ON c.order_id = o.id "
        "WHERE o.status = 'new' AND c.reminders <= :most AND (c.reminded_at <= :before OR c.reminded_at > :latest) "
        "AND NOT EXISTS (SELECT 1 FROM outbox m WHERE m.order_id = o.id AND m.state = 'queued' "
        "AND m.kind IN ('staff-order-waiting', 'staff-order-forgotten')) ORDER BY o.id",
        {"before": now - gap, "latest": now + LATEST_SECONDS, "most": REMINDERS},
    )
    return [OrderId(row["id"]) for row in rows]


def count_reminder(conn: Connection, order_id: OrderId, now: int) -> int:
    """Count one more reminder and return the number."""
    row = conn.one(
        "UPDATE staff_cards SET reminders = reminders + 1, reminded_at = :now WHERE order_id = :id RETURNING reminders",
        {"id": order_id, "now": now},
    )
    return 0 if row is None else int(row["reminders"])


def list_timed(conn: Connection) -> list[TimedOrder]:
    """List orders that are not ready but have a time to be ready at, oldest first; new ones after all reminders."""
    settings = get_settings(conn)
    rows = conn.all(
        "SELECT o.id, o.status, o.order_type, o.created_at, o.ready_at, o.pickup_time, o.scheduled_for, "
        "o.zone_minutes, c.due_reminders, c.due_reminded_at "
        "FROM orders o JOIN staff_cards c ON c.order_id = o.id "
        "WHERE (o.status IN ('confirmed', 'cooking') OR o.status = 'new' AND c.reminders > :most) "
        "AND (o.ready_at IS NOT NULL OR o.scheduled_for IS NOT NULL OR o.order_type = 'pickup') ORDER BY o.id",
        {"most": REMINDERS},
    )
    return [
        TimedOrder(
            OrderId(row["id"]),
            OrderTimes(
                OrderStatus(row["status"]),
                row["created_at"] or 0,
                row["ready_at"],
                row["pickup_time"],
                less_way(row["scheduled_for"], settings.way_minutes(row["order_type"], row["zone_minutes"])),
                settings.prep_minutes_at(row["scheduled_for"]) if row["scheduled_for"] else None,
            ),
            row["due_reminders"],
            row["due_reminded_at"],
        )
        for row in rows
    ]


def list_new(conn: Connection, limit: int) -> list[WaitingOrder]:
    """List new orders that have a card, oldest first."""
    rows = conn.all(f"{WAITING} WHERE o.status = 'new' ORDER BY o.id LIMIT :limit", {"limit": limit})
    return [_waiting(row) for row in rows]


def count_new(conn: Connection) -> int:
    """Count new orders that have a card."""
    row = conn.one("SELECT COUNT(*) AS n FROM orders o JOIN staff_cards c ON c.order_id = o.id WHERE o.status = 'new'")
    return 0 if row is None else int(row["n"])


def has_new_before(conn: Connection, moment: int) -> bool:
    """Whether a new order that has a card was placed before a time (Unix seconds)."""
    row = conn.one(
        "SELECT 1 FROM orders o JOIN staff_cards c ON c.order_id = o.id "
        "WHERE o.status = 'new' AND o.created_at < :moment LIMIT 1",
        {"moment": moment},
    )
    return row is not None


def find_waiting(conn: Connection, order_id: OrderId) -> WaitingOrder | None:
    row = conn.one(f"{WAITING} WHERE o.id = :id", {"id": order_id})
    return None if row is None else _waiting(row)


def count_due_reminder(conn: Connection, order_id: OrderId, times: int, now: int) -> None:
    """Store the number of reminders of an order's time, and that the last was now."""
    conn.run(
        "UPDATE staff_cards SET due_reminders = :times, due_reminded_at = :now WHERE order_id = :id",
        {"id": order_id, "times": times, "now": now},
    )


def _waiting(row: Row) -> WaitingOrder:
    return WaitingOrder(
        id=OrderId(row["id"]),
        number=order_number(row["id"], row["sequence_number"]),
        order_type=OrderType(row["order_type"]),
        status=OrderStatus(row["status"]),
        created_at=row["created_at"] or 0,
    )

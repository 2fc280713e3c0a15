"""The staff's card of each order: where it stands, and when the order was last brought up."""

from dataclasses import dataclass

from cafe.core.ports import Connection
from cafe.core.values import OrderId


@dataclass(frozen=True, slots=True)
class Card:
    """A message in the staff chat."""

    chat_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was done to an order; `created_at` in Unix seconds."""

    kind: str
    actor: str
    detail: str
    created_at: int


def find_card(conn: Connection, order_id: OrderId) -> Card | None:
    """An order's card, if it has one."""
    row = conn.one("SELECT chat_id, message_id FROM staff_cards WHERE order_id = :id", {"id": order_id})
    return None if row is None else Card(row["chat_id"], row["message_id"])


def save_card(conn: Connection, order_id: OrderId, chat_id: int, message_id: int, since: int) -> None:
    """Remember where an order's card stands now. Reminders count from `since` (Unix seconds) on, once for all."""
    conn.run(
        "INSERT INTO staff_cards (order_id, chat_id, message_id, reminded_at) VALUES (:order, :chat, :message, :now) "
        "ON CONFLICT (order_id) DO UPDATE SET chat_id = excluded.chat_id, message_id = excluded.message_id",
        {"order": order_id, "chat": chat_id, "message": message_id, "now": since},
    )


def list_events(conn: Connection, order_id: OrderId) -> list[Event]:
    """What happened to an order, oldest first."""
    rows = conn.all(
        "SELECT kind, actor, detail, created_at FROM order_events WHERE order_id = :id ORDER BY id", {"id": order_id}
    )
    return [Event(row["kind"], row["actor"], row["detail"], row["created_at"]) for row in rows]


def has_due_reminder(conn: Connection, now: int, gap: int, most: int) -> bool:
    """Whether `claim_reminders` would find anything."""
    row = conn.one(
        "SELECT 1 FROM orders o JOIN staff_cards c ON c.order_id = o.id "
        "WHERE o.status = 'new' AND c.reminders < :most AND c.reminded_at <= :before LIMIT 1",
        {"before": now - gap, "most": most},
    )
    return row is not None


def claim_reminders(conn: Connection, now: int, gap: int, most: int) -> list[tuple[OrderId, int]]:
    """Count one more reminder for each order that stayed new for `gap` seconds since the last; up to `most` of them.

    Returns each order with its count.
    """
    rows = conn.all(
        "UPDATE staff_cards SET reminders = reminders + 1, reminded_at = :now "
        "WHERE reminders < :most AND reminded_at <= :before "
        "AND order_id IN (SELECT id FROM orders WHERE status = 'new') RETURNING order_id, reminders",
        {"now": now, "before": now - gap, "most": most},
    )
    return [(OrderId(row["order_id"]), row["reminders"]) for row in rows]

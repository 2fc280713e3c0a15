"""SQL for messages in the staff chat about many orders: there is one of each kind, which is edited or replaced."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.model import CancelledOrder
from cafe.core.messages.notifications.order_messages import StaffOrderCancelled
from cafe.core.messages.outbox.model import Delivery, Priority
from cafe.core.ordering.orders.model import order_number

FEW = 5
"""The most messages about unseen cancelled orders that are sent one by one; more are sent as one."""
MOST = 100
"""The most orders in such a message; the next one has the others."""


@dataclass(frozen=True, slots=True)
class Digest:
    """Such a message; `message_id` is None if it is not sent yet, or gone."""

    chat_id: int | None
    message_id: int | None
    shown: str
    """Its content, to detect changes."""
    changed_at: int

    def message_in(self, chat_id: int) -> int | None:
        """Return its message id in this chat, if it is there."""
        return self.message_id if self.chat_id == chat_id else None


EMPTY = Digest(None, None, "", 0)


def find_digest(conn: Connection, kind: str) -> Digest:
    """Return the digest of a kind; an empty one if there is none."""
    row = conn.one(
        "SELECT chat_id, message_id, shown, changed_at FROM staff_digests WHERE kind = :kind", {"kind": kind}
    )
    if row is None:
        return EMPTY
    return Digest(row["chat_id"], row["message_id"], row["shown"], row["changed_at"])


def save_digest_message(conn: Connection, kind: str, chat_id: int, message_id: int, shown: str, now: int) -> None:
    """Store the message and the content of a digest."""
    conn.run(
        "INSERT INTO staff_digests (kind, chat_id, message_id, shown, changed_at) "
        "VALUES (:kind, :chat, :message, :shown, :now) ON CONFLICT (kind) DO UPDATE SET chat_id = excluded.chat_id, "
        "message_id = excluded.message_id, shown = excluded.shown, changed_at = excluded.changed_at",
        {"kind": kind, "chat": chat_id, "message": message_id, "shown": shown, "now": now},
    )


def forget_digest_message(conn: Connection, kind: str) -> None:
    """Store that the message of a digest is gone."""
    conn.run("UPDATE staff_digests SET message_id = NULL WHERE kind = :kind", {"kind": kind})


def list_cancelled(conn: Connection, delivery: Delivery) -> list[CancelledOrder]:
    """List the orders of waiting messages about cancelled orders that the staff never saw, if these are many.

    They are sent as one message. Empty if there are few, or the message is not about a cancelled order.
    """
    if delivery.priority is not Priority.LATER or delivery.kind != StaffOrderCancelled.kind:
        return []
    rows = conn.all(
        "SELECT m.id AS delivery, o.id, o.sequence_number, o.total FROM outbox m JOIN orders o ON o.id = m.order_id "
        "WHERE m.state = 'queued' AND m.recipient = 'staff' AND m.priority = :later AND m.kind = :kind "
        "ORDER BY m.id LIMIT :most",
        {"later": Priority.LATER.value, "kind": StaffOrderCancelled.kind, "most": MOST},
    )
    if len(rows) <= FEW:
        return []
    return [
        CancelledOrder(row["delivery"], order_number(row["id"], row["sequence_number"]), row["total"]) for row in rows
    ]

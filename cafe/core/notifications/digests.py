"""SQL for messages in the staff chat about many orders: there is one of each kind, which is edited or replaced."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.notifications.messages import MessageKind
from cafe.core.notifications.model import Backlog
from cafe.core.outbox.model import Priority


@dataclass(frozen=True, slots=True)
class Digest:
    """Such a message; `message_id` is None if it is not sent yet, or gone."""

    chat_id: int | None
    message_id: int | None
    shown: str
    """A key of its content, to notice when it changes."""
    cancelled: int
    changed_at: int

    def message_in(self, chat_id: int) -> int | None:
        """Return its message id in this chat, if it is there."""
        return self.message_id if self.chat_id == chat_id else None


EMPTY = Digest(None, None, "", 0, 0)


def find_digest(conn: Connection, kind: MessageKind) -> Digest:
    """Return the digest of a kind; an empty one if there is none."""
    row = conn.one(
        "SELECT chat_id, message_id, shown, cancelled, changed_at FROM staff_digests WHERE kind = :kind", {"kind": kind}
    )
    if row is None:
        return EMPTY
    return Digest(row["chat_id"], row["message_id"], row["shown"], row["cancelled"], row["changed_at"])


def save_digest_message(
    conn: Connection, kind: MessageKind, chat_id: int, message_id: int, shown: str, now: int
) -> None:
    """Store the message and the content of a digest."""
    conn.run(
        "INSERT INTO staff_digests (kind, chat_id, message_id, shown, changed_at) "
        "VALUES (:kind, :chat, :message, :shown, :now) ON CONFLICT (kind) DO UPDATE SET chat_id = excluded.chat_id, "
        "message_id = excluded.message_id, shown = excluded.shown, changed_at = excluded.changed_at",
        {"kind": kind.value, "chat": chat_id, "message": message_id, "shown": shown, "now": now},
    )


def forget_digest_message(conn: Connection, kind: MessageKind) -> None:
    """Note that the message of a digest is gone."""
    conn.run("UPDATE staff_digests SET message_id = NULL WHERE kind = :kind", {"kind": kind.value})


def forget_digest(conn: Connection, kind: MessageKind) -> None:
    """Finish a digest: the next one is a new message."""
    conn.run("DELETE FROM staff_digests WHERE kind = :kind", {"kind": kind.value})


def read_backlog(conn: Connection) -> Backlog:
    """Count the cards that are not sent yet, and the orders cancelled before that."""
    row = conn.one(
        "SELECT COUNT(*) AS n, MIN(created_at) AS oldest FROM outbox WHERE state = 'queued' AND recipient = 'staff' "
        "AND priority IN (:first, :later) AND kind = :kind",
        {
            "first": Priority.FIRST.value,
            "later": Priority.LATER.value,
            "kind": MessageKind.STAFF_ORDER_CREATED.value,
        },
    )
    cancelled = find_digest(conn, MessageKind.STAFF_ORDERS_GATHERED).cancelled
    return Backlog(0, None, cancelled) if row is None else Backlog(row["n"], row["oldest"], cancelled)


def count_unseen_cancellations(conn: Connection) -> int:
    """Count queued messages about cancelled orders that the staff never saw."""
    row = conn.one(f"SELECT COUNT(*) AS n FROM outbox WHERE {UNSEEN_CANCELLATION}", _unseen())
    return 0 if row is None else int(row["n"])


def gather_cancellations(conn: Connection, now: int) -> None:
    """Close these messages and add their number to the digest."""
    closed = conn.run(
        f"UPDATE outbox SET state = 'closed', finished_at = :now, last_error = 'gathered' WHERE {UNSEEN_CANCELLATION}",
        {**_unseen(), "now": now},
    )
    conn.run(
        "INSERT INTO staff_digests (kind, cancelled, changed_at) VALUES (:kind, :closed, :now) "
        "ON CONFLICT (kind) DO UPDATE SET cancelled = staff_digests.cancelled + excluded.cancelled",
        {"kind": MessageKind.STAFF_ORDERS_GATHERED.value, "closed": closed, "now": now},
    )


UNSEEN_CANCELLATION = (
    "state = 'queued' AND recipient = 'staff' AND priority = :later AND kind = :kind AND claimed_by IS NULL"
)


def _unseen() -> dict[str, object]:
    return {"later": Priority.LATER.value, "kind": MessageKind.STAFF_ORDER_CANCELLED.value}

"""The half of the outbox that delivers: taking queued rows, and writing down what came of them."""

from dataclasses import dataclass
from typing import Any

import orjson

from cafe.core.ports import Connection, Row
from cafe.core.values import Locale, OrderId

STAFF = "staff"

OLDEST = "SELECT MIN(id) FROM outbox WHERE state = 'queued' GROUP BY recipient, chat_id"
"""Each chat's oldest queued row."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A row of the outbox: one message to one chat. Times in Unix seconds."""

    id: int
    recipient: str
    chat_id: int | None
    kind: str
    order_id: OrderId | None
    locale: Locale
    payload: dict[str, Any]
    attempts: int
    created_at: int


def claim_deliveries(conn: Connection, now: int, until: int, most: int) -> list[Delivery]:
    """Take the oldest row of each chat that is due and in nobody's hands.

    A chat's rows go out one after another, so its oldest row alone decides when the chat is served. Nobody else takes
    them before `until`; when this process dies, they are free again then.
    """
    rows = conn.all(
        "UPDATE outbox SET claimed_until = :until WHERE state = 'queued' AND claimed_until <= :now AND id IN "
        f"(SELECT id FROM outbox WHERE id IN ({OLDEST}) AND due_at <= :now AND claimed_until <= :now "
        "ORDER BY id LIMIT :most) "
        "RETURNING id, recipient, chat_id, kind, order_id, locale, payload, attempts, created_at",
        {"now": now, "until": until, "most": most},
    )
    return sorted((_delivery(row) for row in rows), key=lambda delivery: delivery.id)


def keep_claim(conn: Connection, delivery_id: int, until: int) -> None:
    """Keep a row in hand for longer."""
    conn.run("UPDATE outbox SET claimed_until = :until WHERE id = :id", {"id": delivery_id, "until": until})


def finish_delivery(conn: Connection, delivery_id: int, state: str, now: int, error: str | None = None) -> None:
    """Close a row: `sent`, `closed` (nobody to send it to) or `given_up`."""
    conn.run(
        "UPDATE outbox SET state = :state, finished_at = :now, last_error = :error WHERE id = :id",
        {"id": delivery_id, "state": state, "now": now, "error": error},
    )


def postpone_delivery(
    conn: Connection, delivery_id: int, due_at: int, *, is_failure: bool, error: str | None = None
) -> None:
    """Put a row back until `due_at`; failures are counted, waiting for one's turn is not."""
    conn.run(
        "UPDATE outbox SET claimed_until = 0, due_at = :due, attempts = attempts + :failed, last_error = :error "
        "WHERE id = :id",
        {"id": delivery_id, "due": due_at, "failed": int(is_failure), "error": error},
    )


def next_due(conn: Connection) -> int | None:
    """When a row can be taken at the earliest, Unix seconds."""
    row = conn.one(
        "SELECT MIN(CASE WHEN claimed_until > due_at THEN claimed_until ELSE due_at END) AS due "
        f"FROM outbox WHERE id IN ({OLDEST})"
    )
    return None if row is None else row["due"]


def forget_finished(conn: Connection, before: int) -> int:
    """Delete rows that were finished before a moment; how many."""
    return conn.run("DELETE FROM outbox WHERE state <> 'queued' AND finished_at < :before", {"before": before})


def current_chat(conn: Connection, chat_id: int) -> int:
    """Where a group lives now: the platform gives it another id when it grows into a supergroup."""
    row = conn.one("SELECT new_chat_id FROM migrated_chats WHERE chat_id = :id", {"id": chat_id})
    return chat_id if row is None else int(row["new_chat_id"])


def remember_migration(conn: Connection, chat_id: int, new_chat_id: int) -> None:
    """Remember a group's new id."""
    conn.run(
        "INSERT INTO migrated_chats (chat_id, new_chat_id) VALUES (:old, :new) "
        "ON CONFLICT (chat_id) DO UPDATE SET new_chat_id = excluded.new_chat_id",
        {"old": chat_id, "new": new_chat_id},
    )
    conn.run(
        "UPDATE migrated_chats SET new_chat_id = :new WHERE new_chat_id = :old", {"old": chat_id, "new": new_chat_id}
    )


def _delivery(row: Row) -> Delivery:
    return Delivery(
        row["id"],
        row["recipient"],
        row["chat_id"],
        row["kind"],
        row["order_id"],
        Locale(row["locale"]),
        orjson.loads(row["payload"]),
        row["attempts"],
        row["created_at"],
    )

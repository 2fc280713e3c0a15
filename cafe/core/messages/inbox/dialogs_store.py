"""SQL for conversations."""

from dataclasses import dataclass, field
from typing import Any

import orjson

from cafe.core.kernel.database import Connection


@dataclass(frozen=True, slots=True)
class Dialog:
    """A conversation's state and the data collected so far."""

    state: str | None = None
    data: dict[str, Any] = field(default_factory=dict)


def get_dialog(conn: Connection, dialog_id: str, now: int) -> Dialog:
    """Return a conversation; an empty one if there is none or it has expired."""
    row = conn.one(
        "SELECT state, data FROM dialogs WHERE id = :id AND expires_at > :now", {"id": dialog_id, "now": now}
    )
    return Dialog() if row is None else Dialog(row["state"], orjson.loads(row["data"]))


def save_state(conn: Connection, dialog_id: str, state: str | None, now: int, expires_at: int) -> None:
    """Store a conversation's state; its data stay, unless it has expired. Times in Unix seconds."""
    conn.run(
        "INSERT INTO dialogs (id, state, data, expires_at) VALUES (:id, :state, '{}', :expires_at) "
        "ON CONFLICT (id) DO UPDATE SET state = excluded.state, expires_at = excluded.expires_at, "
        "data = CASE WHEN dialogs.expires_at > :now THEN dialogs.data ELSE '{}' END",
        {"id": dialog_id, "state": state, "expires_at": expires_at, "now": now},
    )


def save_data(conn: Connection, dialog_id: str, data: dict[str, Any], now: int, expires_at: int) -> None:
    """Store a conversation's data; its state stays, unless it has expired. Times in Unix seconds."""
    conn.run(
        "INSERT INTO dialogs (id, data, expires_at) VALUES (:id, :data, :expires_at) "
        "ON CONFLICT (id) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at, "
        "state = CASE WHEN dialogs.expires_at > :now THEN dialogs.state END",
        {"id": dialog_id, "data": orjson.dumps(data).decode(), "expires_at": expires_at, "now": now},
    )


def delete_dialogs_of(conn: Connection, person_id: int) -> None:
    """Delete all dialogs of a person; ids consist of bot, chat and person ids separated by colons."""
    conn.run("DELETE FROM dialogs WHERE id LIKE :person", {"person": f"%:{person_id}:%"})


def delete_empty_dialog(conn: Connection, dialog_id: str) -> None:
    """Delete a conversation that has neither state nor data."""
    conn.run("DELETE FROM dialogs WHERE id = :id AND state IS NULL AND data = '{}'", {"id": dialog_id})

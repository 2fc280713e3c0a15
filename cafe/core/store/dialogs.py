"""Conversations under way."""

from dataclasses import dataclass, field
from typing import Any

import orjson

from cafe.core.ports import Connection


@dataclass(frozen=True, slots=True)
class Dialog:
    """How far a conversation is, and what was said in it."""

    state: str | None = None
    data: dict[str, Any] = field(default_factory=dict)


def get_dialog(conn: Connection, dialog_id: str, now: int) -> Dialog:
    """A conversation; an empty one when there is none or its time is over."""
    row = conn.one(
        "SELECT state, data FROM dialogs WHERE id = :id AND expires_at > :now", {"id": dialog_id, "now": now}
    )
    return Dialog() if row is None else Dialog(row["state"], orjson.loads(row["data"]))


def save_dialog(conn: Connection, dialog_id: str, dialog: Dialog, expires_at: int) -> None:
    """Store a conversation until a moment in Unix seconds."""
    conn.run(
        "INSERT INTO dialogs (id, state, data, expires_at) VALUES (:id, :state, :data, :expires_at) "
        "ON CONFLICT (id) DO UPDATE SET state = excluded.state, data = excluded.data, expires_at = excluded.expires_at",
        {
            "id": dialog_id,
            "state": dialog.state,
            "data": orjson.dumps(dialog.data).decode(),
            "expires_at": expires_at,
        },
    )


def delete_dialog(conn: Connection, dialog_id: str) -> None:
    """End a conversation."""
    conn.run("DELETE FROM dialogs WHERE id = :id", {"id": dialog_id})


def forget_dialogs(conn: Connection, now: int) -> None:
    """Delete every conversation whose time is over."""
    conn.run("DELETE FROM dialogs WHERE expires_at <= :now", {"now": now})

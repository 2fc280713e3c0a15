"""SQL for updates of the bot: each is stored once, and handled by one process at a time."""

from dataclasses import dataclass
from typing import Any

import orjson

from cafe.core.kernel.database import Connection
from cafe.core.kernel.runs import ALIVE, RunId, alive_params

WAITING = f"is_handled = 0 AND (claimed_by IS NULL OR claimed_by NOT IN ({ALIVE}))"


@dataclass(frozen=True, slots=True)
class StoredUpdate:
    id: int
    body: dict[str, Any]


def add_update(conn: Connection, update_id: int, body: str, now: int) -> None:
    """Store an update; one that was stored before, handled or not, stays as it is."""
    conn.run(
        "INSERT INTO telegram_updates (update_id, body, received_at) VALUES (:id, :body, :now) "
        "ON CONFLICT (update_id) DO NOTHING",
        {"id": update_id, "body": body, "now": now},
    )


def claim_updates(conn: Connection, run_id: RunId, now: int, limit: int) -> list[StoredUpdate]:
    """Claim the oldest updates that no living process has claimed."""
    rows = conn.all(
        f"SELECT update_id FROM telegram_updates WHERE {WAITING} ORDER BY update_id LIMIT :limit",
        {"limit": limit, **alive_params(now)},
    )
    claimed = [
        row
        for found in rows
        for row in conn.all(
            f"UPDATE telegram_updates SET claimed_by = :run WHERE update_id = :id AND {WAITING} "
            "RETURNING update_id, body",
            {"run": run_id, "id": found["update_id"], **alive_params(now)},
        )
    ]
    return [StoredUpdate(row["update_id"], orjson.loads(row["body"])) for row in claimed]


def finish_update(conn: Connection, update_id: int) -> None:
    """Mark an update as handled. Its id is kept for a while, its content is deleted."""
    conn.run("UPDATE telegram_updates SET is_handled = 1, body = '' WHERE update_id = :id", {"id": update_id})


def release_update(conn: Connection, update_id: int) -> None:
    """Let an update be claimed again."""
    conn.run("UPDATE telegram_updates SET claimed_by = NULL WHERE update_id = :id", {"id": update_id})


def release_all_of(conn: Connection, run_id: RunId) -> None:
    """Release the updates that this process claimed when it led before."""
    conn.run("UPDATE telegram_updates SET claimed_by = NULL WHERE claimed_by = :run", {"run": run_id})


def delete_old_updates(conn: Connection, before: int, limit: int) -> int:
    """Delete updates received before a time (Unix seconds), which Telegram no longer repeats; return their number."""
    return conn.run(
        "DELETE FROM telegram_updates WHERE update_id IN "
        "(SELECT update_id FROM telegram_updates WHERE received_at < :before LIMIT :limit)",
        {"before": before, "limit": limit},
    )

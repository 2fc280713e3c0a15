"""SQL for acts."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.kernel.runs import RunId, is_alive

LIFETIME = 3600
"""Seconds for which an act is stored: a client without an answer retries within minutes."""


@dataclass(frozen=True, slots=True)
class StoredAct:
    """An act begun by an earlier request. `created_at` in Unix seconds."""

    answer: str | None
    is_alive: bool
    """Whether its process is alive."""
    created_at: int


def begin(conn: Connection, act_id: str, run_id: RunId, now: int) -> StoredAct | None:
    """Begin an act and return None, or return the one begun by an earlier request with the same id."""
    conn.run("DELETE FROM acts WHERE id = :id AND created_at <= :since", {"id": act_id, "since": now - LIFETIME})
    is_new = conn.run(
        "INSERT INTO acts (id, run_id, created_at) VALUES (:id, :run_id, :now) ON CONFLICT (id) DO NOTHING",
        {"id": act_id, "run_id": run_id, "now": now},
    )
    row = None if is_new else conn.one("SELECT answer, run_id, created_at FROM acts WHERE id = :id", {"id": act_id})
    if row is None:
        return None
    return StoredAct(row["answer"], is_alive(conn, row["run_id"], now), row["created_at"])


def store_answer(conn: Connection, act_id: str, answer: str) -> None:
    conn.run("UPDATE acts SET answer = :answer WHERE id = :id", {"id": act_id, "answer": answer})


def delete(conn: Connection, act_id: str) -> None:
    conn.run("DELETE FROM acts WHERE id = :id", {"id": act_id})


def delete_expired(conn: Connection, now: int, limit: int) -> int:
    """Delete expired acts; return their number."""
    return conn.run(
        "DELETE FROM acts WHERE id IN (SELECT id FROM acts WHERE created_at <= :since LIMIT :limit)",
        {"since": now - LIFETIME, "limit": limit},
    )

"""SQL for acts of tablets."""

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import DeviceId
from cafe.core.ordering.device_acts.model import Act, Outcome


def claim(conn: Connection, device_id: DeviceId, act: Act, now: int) -> Outcome | None:
    """Begin an act and return None, or return what became of it before; waits for a request that does the same now."""
    is_new = conn.run(
        "INSERT INTO device_acts (act_id, device_id, done_at, at) VALUES (:id, :device_id, :done_at, :now) "
        "ON CONFLICT (act_id) DO NOTHING",
        {"id": act.id, "device_id": device_id, "done_at": act.at, "now": now},
    )
    return None if is_new else _find(conn, act.id)


def store_outcome(conn: Connection, outcome: Outcome) -> None:
    conn.run(
        "UPDATE device_acts SET why = :why, order_id = :order_id, expected = :expected WHERE act_id = :id",
        {
            "id": outcome.act_id,
            "why": outcome.why,
            "order_id": outcome.order_id,
            "expected": outcome.expected,
        },
    )


def find_order_of(conn: Connection, act_id: str) -> int | None:
    """Find the order that an act has made."""
    found = _find(conn, act_id)
    return None if found is None else found.order_id


def delete_old(conn: Connection, before: int, limit: int) -> int:
    """Delete acts that came before a time (Unix seconds); return their number."""
    return conn.run(
        "DELETE FROM device_acts WHERE act_id IN (SELECT act_id FROM device_acts WHERE at < :before LIMIT :limit)",
        {"before": before, "limit": limit},
    )


def _find(conn: Connection, act_id: str) -> Outcome | None:
    row = conn.one("SELECT act_id, why, order_id, expected FROM device_acts WHERE act_id = :id", {"id": act_id})
    return None if row is None else _outcome(row)


def _outcome(row: Row) -> Outcome:
    return Outcome(row["act_id"], row["why"], row["order_id"], row["expected"])

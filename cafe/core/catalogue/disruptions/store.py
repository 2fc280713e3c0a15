"""SQL for disruptions and their sources."""

from cafe.core.catalogue.disruptions.model import Cut, Disruption, DisruptionKind, EndedBy, Origin, Told
from cafe.core.catalogue.disruptions.sources import SourceState, Trouble
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.meta import get_meta, set_meta

LIGHT_UNTIL = "light_until"
"""The key of the moment until which planned cuts are over, as the staff said."""


def list_disruptions(conn: Connection) -> list[Disruption]:
    """List all disruptions, the soonest first."""
    return [_disruption(row) for row in conn.all("SELECT * FROM disruptions ORDER BY from_at, id")]


def find_disruption(conn: Connection, disruption_id: int) -> Disruption | None:
    row = conn.one("SELECT * FROM disruptions WHERE id = :id", {"id": disruption_id})
    return None if row is None else _disruption(row)


def list_untold(conn: Connection, now: int) -> list[Disruption]:
    """List what has begun of which the staff may not know something, the soonest first."""
    rows = conn.all(
        "SELECT * FROM disruptions WHERE told <> 'ended' AND from_at <= :now ORDER BY from_at, id", {"now": now}
    )
    return [_disruption(row) for row in rows]


def add_disruption(conn: Connection, kind: DisruptionKind, origin: Origin, from_at: int, until_at: int | None) -> None:
    conn.run(
        "INSERT INTO disruptions (kind, origin, from_at, until_at) VALUES (:kind, :origin, :from_at, :until_at)",
        {"kind": kind.value, "origin": origin.value, "from_at": from_at, "until_at": until_at},
    )


def add_cut(conn: Connection, cut: Cut) -> None:
    add_disruption(conn, DisruptionKind.POWER_CUT, Origin.PLAN, cut.from_at, cut.until_at)


def end_disruption(conn: Connection, disruption_id: int, now: int, by: EndedBy | None) -> None:
    conn.run(
        "UPDATE disruptions SET until_at = :now, ended_by = :by WHERE id = :id",
        {"id": disruption_id, "now": now, "by": None if by is None else by.value},
    )


def prolong(conn: Connection, disruption_id: int, until_at: int | None) -> None:
    """Change when one ends."""
    conn.run("UPDATE disruptions SET until_at = :until_at WHERE id = :id", {"id": disruption_id, "until_at": until_at})


def set_told(conn: Connection, disruption_id: int, told: Told) -> None:
    conn.run("UPDATE disruptions SET told = :told WHERE id = :id", {"id": disruption_id, "told": told.value})


def delete_disruption(conn: Connection, disruption_id: int) -> None:
    conn.run("DELETE FROM disruptions WHERE id = :id", {"id": disruption_id})


def delete_old(conn: Connection, before: int, limit: int) -> int:
    """Delete what was over before a time (Unix seconds); return the number of rows."""
    return conn.run(
        "DELETE FROM disruptions WHERE id IN (SELECT id FROM disruptions WHERE until_at < :before LIMIT :limit)",
        {"before": before, "limit": limit},
    )


def get_light_until(conn: Connection) -> int:
    return int(get_meta(conn, LIGHT_UNTIL) or 0)


def set_light_until(conn: Connection, until: int) -> None:
    set_meta(conn, LIGHT_UNTIL, str(until))


def get_source(conn: Connection, kind: DisruptionKind, asked: str, now: int) -> SourceState:
    """Return what is known of a source; of another one than before, nothing."""
    found = find_source(conn, kind)
    return found if found is not None and found.asked == asked else SourceState(asked, now)


def find_source(conn: Connection, kind: DisruptionKind) -> SourceState | None:
    row = conn.one("SELECT * FROM disruption_sources WHERE kind = :kind", {"kind": kind.value})
    if row is None:
        return None
    return SourceState(
        row["asked"],
        row["since"],
        row["heard_at"],
        Trouble(row["trouble"]) if row["trouble"] else None,
        row["told_at"],
        row["calm_since"],
        bool(row["is_overruled"]),
        row["digest"],
    )


def set_source(conn: Connection, kind: DisruptionKind, state: SourceState) -> None:
    """Store what is known of a source, except whether the staff overruled it: they may do so at the same time."""
    conn.run(
        "INSERT INTO disruption_sources "
        "(kind, asked, since, heard_at, trouble, told_at, calm_since, digest) "
        "VALUES (:kind, :asked, :since, :heard_at, :trouble, :told_at, :calm_since, :digest) "
        "ON CONFLICT (kind) DO UPDATE SET asked = excluded.asked, since = excluded.since, "
        "heard_at = excluded.heard_at, trouble = excluded.trouble, told_at = excluded.told_at, "
        "calm_since = excluded.calm_since, digest = excluded.digest, "
        "is_overruled = CASE WHEN disruption_sources.asked = excluded.asked "
        "THEN disruption_sources.is_overruled ELSE 0 END",
        {
            "kind": kind.value,
            "asked": state.asked,
            "since": state.since,
            "heard_at": state.heard_at,
            "trouble": None if state.trouble is None else state.trouble.value,
            "told_at": state.told_at,
            "calm_since": state.calm_since,
            "digest": state.digest,
        },
    )


def set_overruled(conn: Connection, kind: DisruptionKind, *, is_overruled: bool) -> None:
    """Have what a source says now not count, as it has been ended by hand; or count again."""
    conn.run(
        "UPDATE disruption_sources SET is_overruled = :is_overruled WHERE kind = :kind",
        {"kind": kind.value, "is_overruled": int(is_overruled)},
    )


def _disruption(row: Row) -> Disruption:
    return Disruption(
        row["id"],
        DisruptionKind(row["kind"]),
        Origin(row["origin"]),
        row["from_at"],
        row["until_at"],
        Told(row["told"]),
        EndedBy(row["ended_by"]) if row["ended_by"] else None,
    )

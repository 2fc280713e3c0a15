"""The processes that serve this database, so that the claims of a dead process can be taken over.

A claim stores the claiming process's `RunId`. A run is alive while its row is refreshed.
"""

from collections.abc import Callable
from typing import NewType

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.meta import get_meta, set_meta, take_turn

RunId = NewType("RunId", str)
"""The id of a process from its start to its end."""

REFRESH_SECONDS = 1.0
LEASE_SECONDS = 5
"""A run not seen for longer is dead; a busy machine may delay the refresh by a second or two."""

ALIVE = "SELECT id FROM process_runs WHERE seen_at >= :alive_since AND seen_at <= :alive_until"
"""Selects the ids of live runs; its parameters are `alive_params`."""


STOPPED_AT = "stopped_at"
"""The key in `meta` of when a process last ended by itself, in Unix seconds."""

NoteReturn = Callable[[Connection, int, int], None]
"""Is told when a process last lived, and what time it is now: no process lived in between."""


def alive_params(now: int) -> dict[str, int]:
    """Return the parameters of `ALIVE`. A run last seen in the future is dead, too: the clock was set back since."""
    return {"alive_since": now - LEASE_SECONDS, "alive_until": now + LEASE_SECONDS}


def is_alive(conn: Connection, run_id: RunId | None, now: int) -> bool:
    """Whether the process with this id is alive; None is for claims of earlier versions without ids."""
    return conn.one(f"{ALIVE} AND id = :id", {"id": run_id, **alive_params(now)}) is not None


class ProcessRun:
    """This process's own row."""

    def __init__(self, database: Database, clock: Clock, run_id: RunId) -> None:
        self.id = run_id
        self._database = database
        self._clock = clock
        self._started_at = unix_now(clock)

    async def begin(self, note_return: NoteReturn = lambda *_: None, *, is_alone: bool) -> None:
        """Register this process. If it is alone, all other runs are dead, whatever their rows say."""
        begin = self._begin_alone if is_alone else self._begin
        await self._database.write(begin, unix_now(self._clock), note_return)

    async def refresh(self) -> None:
        """Refresh the row."""
        await self._database.write_relaxed(self._refresh, unix_now(self._clock))

    async def end(self) -> None:
        """Unregister this process, so that its claims are free at once."""
        await self._database.write_relaxed(self._end, unix_now(self._clock))

    def _begin(self, conn: Connection, now: int, note_return: NoteReturn) -> None:
        take_turn(conn, "begin")
        others = conn.one(ALIVE, alive_params(now))
        last_life = _last_life(conn)
        conn.run(f"DELETE FROM process_runs WHERE id NOT IN ({ALIVE})", alive_params(now))
        self._refresh(conn, now)
        if others is None and last_life is not None:
            note_return(conn, last_life, now)

    def _begin_alone(self, conn: Connection, now: int, note_return: NoteReturn) -> None:
        last_life = _last_life(conn)
        conn.run("DELETE FROM process_runs")
        self._refresh(conn, now)
        if last_life is not None:
            note_return(conn, last_life, now)

    def _refresh(self, conn: Connection, now: int) -> None:
        conn.run(
            "INSERT INTO process_runs (id, started_at, seen_at) VALUES (:id, :started, :now) "
            "ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at",
            {"id": self.id, "started": self._started_at, "now": now},
        )

    def _end(self, conn: Connection, now: int) -> None:
        conn.run("DELETE FROM process_runs WHERE id = :id", {"id": self.id})
        set_meta(conn, STOPPED_AT, str(now))


def _last_life(conn: Connection) -> int | None:
    """Return when a process was last seen; None for a new database."""
    row = conn.one("SELECT MAX(seen_at) AS at FROM process_runs")
    seen, stopped = row["at"] if row is not None else None, get_meta(conn, STOPPED_AT)
    return max((int(at) for at in (seen, stopped) if at is not None), default=None)

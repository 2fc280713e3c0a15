"""The processes that serve this database, so that the claims of a dead process can be taken over.

A claim stores the claiming process's `RunId`. A run is alive while its row is refreshed.
"""

from typing import NewType

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database

RunId = NewType("RunId", str)
"""The id of a process from its start to its end."""

REFRESH_SECONDS = 1.0
LEASE_SECONDS = 5
"""A run not seen for longer is dead; a busy machine may delay the refresh by a second or two."""

ALIVE = "SELECT id FROM process_runs WHERE seen_at >= :alive_since AND seen_at <= :alive_until"
"""Selects the ids of live runs; its parameters are `alive_params`."""


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

    async def begin(self, *, is_alone: bool) -> None:
        """Register this process. If it is alone, all other runs are dead, whatever their rows say."""
        await self._database.write(self._begin_alone if is_alone else self._begin, unix_now(self._clock))

    async def refresh(self) -> None:
        """Refresh the row."""
        await self._database.write_relaxed(self._refresh, unix_now(self._clock))

    async def end(self) -> None:
        """Unregister this process, so that its claims are free at once."""
        await self._database.write_relaxed(self._end)

    def _begin(self, conn: Connection, now: int) -> None:
        conn.run(f"DELETE FROM process_runs WHERE id NOT IN ({ALIVE})", alive_params(now))
        self._refresh(conn, now)

    def _begin_alone(self, conn: Connection, now: int) -> None:
        conn.run("DELETE FROM process_runs")
        self._refresh(conn, now)

    def _refresh(self, conn: Connection, now: int) -> None:
        conn.run(
            "INSERT INTO process_runs (id, started_at, seen_at) VALUES (:id, :started, :now) "
            "ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at",
            {"id": self.id, "started": self._started_at, "now": now},
        )

    def _end(self, conn: Connection) -> None:
        conn.run("DELETE FROM process_runs WHERE id = :id", {"id": self.id})

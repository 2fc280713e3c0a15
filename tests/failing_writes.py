"""Has one statement or one commit of the write transactions fail, by an error that the engine itself raises.

What is executed is counted as it runs, so that a statement that a transaction gets later is counted, too. SQLite works
in the loop's own thread here (a virtual loop), so what is done to the process around a commit meets nobody else.
"""

import resource
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import asyncpg
import pytest

from cafe.core.kernel.database import Connection
from cafe.db.postgres.engine import BEGIN_READ, BEGIN_RELAXED, BEGIN_WRITE, PostgresDatabase
from cafe.db.sqlite import _BatchWriter, _Job

COMMIT = "COMMIT"
FRAME = ("SAVEPOINT", "RELEASE", "ROLLBACK")
"""What the engine puts around a transaction."""
DISK_FULL = "DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;"
REFUSE_COMMIT = f"""
CREATE TABLE doomed ();
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $body$ BEGIN {DISK_FULL.replace("$$", "$do$")} END $body$;
CREATE CONSTRAINT TRIGGER refusing AFTER INSERT ON doomed DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION refuse();
INSERT INTO doomed DEFAULT VALUES;
"""
"""Has the server refuse the transaction at its commit, and take all of this back with it."""


class Loss(Enum):
    """When the connection to the server is lost at a commit, which nobody can tell afterwards."""

    BEFORE = auto()
    AFTER = auto()


@dataclass(slots=True)
class Faults:
    """The statements and commits of all write transactions since `arm`, in their order."""

    steps: list[str] = field(default_factory=list)
    commits: int = 0
    """How many transactions were committed before the fault; all of them if there was none."""
    has_failed: bool = False
    loss: Loss | None = None
    largest_batch: int = 0
    """How many of SQLite's transactions had one commit, at most."""
    _is_armed: bool = False
    _fails_at: int | None = None

    def arm(self, fails_at: int | None = None, loss: Loss | None = None) -> None:
        """Count from now on, and have the step of this index fail once."""
        self.steps.clear()
        self.commits, self.has_failed, self._is_armed = 0, False, True
        self._fails_at, self.loss = fails_at, loss

    def disarm(self) -> None:
        self._is_armed = False

    def reach(self, statement: str) -> bool:
        """Note that a statement is about to run, and return whether it is to fail."""
        if not self._is_armed:
            return False
        is_failing = len(self.steps) == self._fails_at
        self.steps.append(statement)
        self.has_failed |= is_failing
        if statement == COMMIT:
            self.commit()
        return is_failing

    def commit(self) -> None:
        """Note that a transaction is committed."""
        if self._is_armed and not self.has_failed:
            self.commits += 1


@contextmanager
def failing_writes() -> Iterator[Faults]:
    """Watch the write transactions of every database of the process."""
    faults = Faults()
    run_together, transact = _BatchWriter._run_together, PostgresDatabase._transact
    write_once = PostgresDatabase._write_once

    def run_watched(writer: _BatchWriter, raw: sqlite3.Connection, jobs: list[_Job]) -> None:
        faults.largest_batch = max(faults.largest_batch, len(jobs))
        run_together(writer, _WatchedSqlite(raw, faults), jobs)  # type: ignore[arg-type]

    async def transact_watched(
        database: PostgresDatabase, begin: str, work: Callable[[Connection], Any], raw: Any
    ) -> Any:
        watched: Any = raw if begin == BEGIN_READ else _WatchedPostgres(raw, faults)
        return await transact(database, begin, work, watched)

    async def write_once_watched(database: PostgresDatabase, work: Callable[[Connection], Any], raw: Any) -> Any:
        """Its statement commits it."""
        result = await write_once(database, work, _WatchedPostgres(raw, faults))  # type: ignore[arg-type]
        faults.commit()
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_BatchWriter, "_run_together", run_watched)
        patch.setattr(PostgresDatabase, "_write_once", write_once_watched)
        patch.setattr(PostgresDatabase, "_transact", transact_watched)
        yield faults


class _WatchedSqlite:
    """A connection during one transaction."""

    def __init__(self, raw: sqlite3.Connection, faults: Faults) -> None:
        self._raw, self._faults = raw, faults
        self._changes_before = raw.total_changes

    @property
    def in_transaction(self) -> bool:
        return self._raw.in_transaction

    def execute(self, sql: str, params: Any = ()) -> sqlite3.Cursor:
        if sql == COMMIT:
            has_written = self._raw.total_changes > self._changes_before  # else there is nothing that could fail
            with _no_room() if has_written and self._faults.reach(sql) else _as_ever():
                return self._raw.execute(sql)
        if sql.startswith(FRAME):
            return self._raw.execute(sql)
        with _interrupted(self._raw) if self._faults.reach(sql) else _as_ever():
            return self._raw.execute(sql, params)

    def executemany(self, sql: str, params: Sequence[Any]) -> sqlite3.Cursor:
        with _interrupted(self._raw) if self._faults.reach(sql) else _as_ever():
            return self._raw.executemany(sql, params)


@contextmanager
def _as_ever() -> Iterator[None]:
    yield


@contextmanager
def _interrupted(raw: sqlite3.Connection) -> Iterator[None]:
    """Have SQLite break off what runs; after a statement that writes it rolls the whole transaction back."""
    raw.set_progress_handler(lambda: 1, 1)
    try:
        yield
    finally:
        raw.set_progress_handler(None, 1)


@contextmanager
def _no_room() -> Iterator[None]:
    """Have the system refuse every write to a file: SQLite's `disk I/O error`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


class _WatchedPostgres:
    """A connection during one transaction."""

    def __init__(self, raw: asyncpg.Connection, faults: Faults) -> None:
        self._raw, self._faults = raw, faults

    def terminate(self) -> None:
        self._raw.terminate()

    async def fetch(self, sql: str, *arguments: Any) -> Any:
        return await self._raw.fetch(DISK_FULL if self._faults.reach(sql) else sql, *arguments)

    async def executemany(self, sql: str, arguments: Any) -> None:
        if self._faults.reach(sql):
            await self._raw.execute(DISK_FULL)
        await self._raw.executemany(sql, arguments)

    async def execute(self, sql: str, *arguments: Any) -> str:
        if sql == COMMIT:
            return await self._commit()
        begin = next((each for each in (BEGIN_RELAXED, BEGIN_WRITE) if sql.startswith(each)), "")
        statement = sql.removeprefix(begin)
        if statement and not statement.startswith(FRAME) and self._faults.reach(statement):
            return await self._raw.execute(begin + DISK_FULL)
        return await self._raw.execute(sql, *arguments)

    async def _commit(self) -> str:
        if not self._faults.reach(COMMIT):
            return await self._raw.execute(COMMIT)
        if self._faults.loss is None:
            await self._raw.execute(REFUSE_COMMIT)
            return await self._raw.execute(COMMIT)
        if self._faults.loss is Loss.AFTER:
            await self._raw.execute(COMMIT)
        self._raw.terminate()
        raise asyncpg.ConnectionDoesNotExistError

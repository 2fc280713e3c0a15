"""Stops one transaction before a chosen statement while a rival runs: made to happen what may happen."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, TypeVar

from cafe.core.kernel.database import Connection, Database, Lockable, Row
from cafe.core.kernel.rehearsal import Rehearsal
from cafe.db.postgres.connection import PostgresConnection
from cafe.db.postgres.engine import PostgresDatabase
from cafe.db.postgres.greenlets import wait_for
from cafe.db.sqlite import SqliteDatabase

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

COMMIT = "COMMIT"
"""Stops a transaction when all its statements are done."""
PATIENCE = 10
"""Seconds after which a stopped transaction goes on by itself, so that a broken test ends."""


class Stop:
    """Stops the first transaction that is about to run a statement with this text in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_reached = asyncio.Event()
        self._is_used = False
        self._loop = asyncio.get_running_loop()
        self._goes_on, self._thread_goes_on = asyncio.Event(), threading.Event()

    def go_on(self) -> None:
        self._goes_on.set()
        self._thread_goes_on.set()

    def before(self, conn: Connection, statement: str) -> None:
        if self._is_used or self.text not in statement:
            return
        self._is_used = True
        self._loop.call_soon_threadsafe(self.is_reached.set)
        if isinstance(conn, PostgresConnection):
            conn.flush()  # what is executed before the statement on SQLite
            wait_for(asyncio.wait_for(self._goes_on.wait(), PATIENCE))
        else:
            self._thread_goes_on.wait(PATIENCE)


class StoppingConnection:
    def __init__(self, conn: Connection, stop: Stop) -> None:
        self._conn, self._stop = conn, stop

    @property
    def for_update(self) -> str:
        return self._conn.for_update

    def all(self, sql: str, params: Mapping[str, Any] | None = None) -> list[Row]:
        self._stop.before(self._conn, sql)
        return self._conn.all(sql, params or {})

    def one(self, sql: str, params: Mapping[str, Any] | None = None) -> Row | None:
        self._stop.before(self._conn, sql)
        return self._conn.one(sql, params or {})

    def run(self, sql: str, params: Mapping[str, Any] | None = None) -> int:
        self._stop.before(self._conn, sql)
        return self._conn.run(sql, params or {})

    def run_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        self._stop.before(self._conn, sql)
        self._conn.run_many(sql, params)

    def later(self, table: str, sql: str, params: Mapping[str, Any] | None = None) -> Callable[[], Any]:
        self._stop.before(self._conn, sql)
        return self._conn.later(table, sql, params or {})

    def insert(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        self._stop.before(self._conn, f"INSERT INTO {table}")
        self._conn.insert(table, rows)

    def lock(self, table: Lockable, row_id: int) -> None:
        self._conn.lock(table, row_id)

    def next_value(self, sequence: str) -> str:
        return self._conn.next_value(sequence)

    def next_id(self, table: str) -> str:
        return self._conn.next_id(table)


class StoppingDatabase:
    """A database whose transactions can be stopped, and that counts how often they ran."""

    def __init__(self, database: Database, stop: Stop) -> None:
        self._database, self._stop = database, stop
        self.runs = 0

    async def read(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.read(work, *args, **kwargs)

    async def read_long(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.read_long(work, *args, **kwargs)

    async def rehearse(
        self, tables: Sequence[str], work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Rehearsal[T]:
        return await self._database.rehearse(tables, work, *args, **kwargs)

    async def write(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._database.write(self._stopping(lambda conn: work(conn, *args, **kwargs)))

    async def write_relaxed(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._database.write_relaxed(self._stopping(lambda conn: work(conn, *args, **kwargs)))

    async def write_then_read(self, write: Callable[[Connection], T], read: Callable[[Connection, T], R]) -> R:
        return await self._database.write_then_read(self._stopping(write), read)

    async def run_as_leader(self, work: Callable[[], Awaitable[None]]) -> None:
        await self._database.run_as_leader(work)

    def _stopping(self, work: Callable[[Connection], T]) -> Callable[[Connection], T]:
        def run(conn: Connection) -> T:
            self.runs += 1
            result = work(StoppingConnection(conn, self._stop))
            self._stop.before(conn, COMMIT)
            return result

        return run


async def interleave(engine: Database, stop: Stop, held: Awaitable[Any], rival: Awaitable[Any]) -> tuple[Any, Any]:
    """Run `held` up to its stop, then `rival` as far as it gets, then both to their ends; give results or errors."""
    first = asyncio.ensure_future(held)
    reaching = asyncio.ensure_future(stop.is_reached.wait())
    await asyncio.wait((first, reaching), return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
    assert stop.is_reached.is_set(), f"no statement has {stop.text!r}: {first}"
    second = asyncio.ensure_future(rival)
    async with asyncio.timeout(PATIENCE):
        while not second.done() and not await _is_waiting(engine):  # noqa: ASYNC110 - the database sends no events
            await asyncio.sleep(0.005)
    stop.go_on()
    results = await asyncio.gather(first, second, return_exceptions=True)
    return results[0], results[1]


async def _is_waiting(engine: Database) -> bool:
    """Whether somebody waits for the stopped transaction."""
    if isinstance(engine, SqliteDatabase):
        return bool(engine._writer.queue)
    assert isinstance(engine, PostgresDatabase)
    waiting = await engine.read(
        lambda conn: conn.all(
            "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
    )
    return bool(waiting)

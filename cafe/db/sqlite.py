"""The embedded engine: one writing and a few reading SQLite connections, each in a thread of aiosqlite's.

Transactions are plain functions. While a connection's thread works, calls for it gather; then they all run in one go:
one hop to the thread and one commit for many calls, which is where the throughput comes from.
"""

import asyncio
import os
import sqlite3
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import aiosqlite

from cafe.core.ports import Connection, Row
from cafe.db.migrations import migrate

P = ParamSpec("P")
T = TypeVar("T")

READERS = 2
BATCH = 64
BUSY_TIMEOUT_MS = 5_000
PATIENCE = 0.005
"""Seconds that reads wait for others to finish before they go to another connection. Short reads that run one after
another in one thread cost much less than in two, which take the interpreter's lock from each other."""

NO_PARAMS: Mapping[str, Any] = {}


class SqliteConnection:
    """The core's `Connection` over a sqlite3 one."""

    __slots__ = ("raw",)

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw

    def all(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> list[Row]:
        """See `Connection.all`."""
        return self.raw.execute(sql, params).fetchall()

    def one(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> Row | None:
        """See `Connection.one`."""
        # All rows are read: a statement with RETURNING works only as far as it is read.
        rows = self.raw.execute(sql, params).fetchall()
        return rows[0] if rows else None

    def run(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> int:
        """See `Connection.run`."""
        return self.raw.execute(sql, params).rowcount

    def run_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        """See `Connection.run_many`."""
        self.raw.executemany(sql, params)


class _Thread(aiosqlite.Connection):
    """An aiosqlite connection that also runs a function of ours in its thread."""

    stopping: asyncio.Future[Any] | None = None
    """Done when the thread has nothing more to say to the event loop."""

    def stop(self) -> asyncio.Future[Any] | None:
        """See aiosqlite, which stops a connection that could not be opened but does not wait for it."""
        self.stopping = super().stop()
        return self.stopping

    def submit(self, function: Callable[[sqlite3.Connection], T]) -> asyncio.Future[T]:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((future, partial(function, self._conn)))
        return future


@dataclass(slots=True)
class _Job:
    work: Callable[[Connection], Any]
    future: asyncio.Future[Any]
    is_durable: bool
    result: Any = None
    error: BaseException | None = None


@dataclass(slots=True)
class _Lane:
    """One connection and the calls that wait for its thread."""

    thread: _Thread
    run: Callable[[sqlite3.Connection, list[_Job]], None]
    after: Callable[[list[_Job]], None] = lambda _: None
    waiting: deque[_Job] = field(default_factory=deque)
    is_busy: bool = False
    busy_since: float = 0.0

    @property
    def is_held_up(self) -> bool:
        """Whether something long is going on."""
        return self.is_busy and asyncio.get_running_loop().time() - self.busy_since > PATIENCE

    def submit(self, work: Callable[[Connection], T], *, is_durable: bool = False) -> asyncio.Future[T]:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting.append(_Job(work, future, is_durable))
        if not self.is_busy:
            self._start()
        return future

    def _start(self) -> None:
        jobs: list[_Job] = []
        while self.waiting and len(jobs) < BATCH:
            job = self.waiting.popleft()
            if not job.future.cancelled():  # the caller is gone before anything was done
                jobs.append(job)
        if not jobs:
            self.is_busy = False
            return
        self.is_busy = True
        self.busy_since = asyncio.get_running_loop().time()
        done = self.thread.submit(lambda raw: self.run(raw, jobs))
        done.add_done_callback(partial(self._finish, jobs))

    def _finish(self, jobs: list[_Job], done: asyncio.Future[None]) -> None:
        failure = done.exception()
        for job in jobs:
            if job.future.done():  # cancelled while the transaction ran: it is committed or not, never half
                continue
            error = job.error or failure
            if isinstance(error, StopIteration):  # futures cannot carry it
                error = RuntimeError("a transaction raised StopIteration")
            if error is not None:
                job.future.set_exception(error)
            else:
                job.future.set_result(job.result)
        self.after(jobs)
        self._start()


def _run_reads(raw: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Run reads on one snapshot."""
    connection = SqliteConnection(raw)
    raw.execute("BEGIN")
    try:
        for job in jobs:
            try:
                job.result = job.work(connection)
            except Exception as error:  # noqa: BLE001 - handed to the caller who asked
                job.error = error
    finally:
        raw.execute("COMMIT")


class _Writes:
    """Runs writes, several in a commit, each all or nothing."""

    def __init__(self) -> None:
        self._is_full: bool | None = None

    def __call__(self, raw: sqlite3.Connection, jobs: list[_Job]) -> None:
        self._set_durability(raw, is_full=any(job.is_durable for job in jobs))
        raw.execute("BEGIN IMMEDIATE")  # when a lock outlasts the timeout, all who wait here are told at once
        try:
            self._run_together(raw, jobs)
        except Exception as error:  # noqa: BLE001 - handed to the callers
            if len(jobs) == 1:
                jobs[0].error = error
                return
            # One of them spoilt the common transaction (a full disk, say): let each fail or succeed by itself.
            for job in jobs:
                job.result = job.error = None
                try:
                    raw.execute("BEGIN IMMEDIATE")
                    self._run_together(raw, [job])
                except Exception as its_own:  # noqa: BLE001 - handed to the caller
                    job.error = its_own

    def _set_durability(self, raw: sqlite3.Connection, *, is_full: bool) -> None:
        if is_full is not self._is_full:
            raw.execute(f"PRAGMA synchronous = {'FULL' if is_full else 'NORMAL'}")
            self._is_full = is_full

    def _run_together(self, raw: sqlite3.Connection, jobs: list[_Job]) -> None:
        """Run and commit the jobs in the transaction that has begun, or roll it back and raise."""
        connection = SqliteConnection(raw)
        try:
            for job in jobs:
                raw.execute("SAVEPOINT job")
                try:
                    job.result = job.work(connection)
                except Exception as error:
                    if not raw.in_transaction:  # SQLite itself gave up on everything
                        raise
                    raw.execute("ROLLBACK TO job")
                    job.error = error
                raw.execute("RELEASE job")
            raw.execute("COMMIT")
        except BaseException:
            if raw.in_transaction:
                raw.execute("ROLLBACK")
            raise


class SqliteDatabase:
    """The core's `Database` over one SQLite file. Use as an async context manager."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer: _Lane
        self._readers: list[_Lane]
        self._threads: list[_Thread] = []
        self.after_write: Callable[[], None] = lambda: None
        """Called after each commit of durable writes: there may be something new to do."""

    async def __aenter__(self) -> Self:
        """Open the file, make it if it is missing, and bring its schema up to date.

        Raises:
            NewerDatabaseError: a newer program made it.
            sqlite3.Error: it cannot be opened or is not a database.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        _make_private(self.path)
        try:
            writer = await self._open(partial(_connect_writer, self.path))
            self._writer = _Lane(writer, _Writes(), self._tell_of_writes)
            self._readers = [
                _Lane(await self._open(partial(_connect_reader, self.path)), _run_reads) for _ in range(READERS)
            ]
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._close()

    async def read(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """See `Database.read`."""
        lane = next((lane for lane in self._readers if not lane.is_held_up), self._readers[0])
        return await lane.submit(lambda connection: work(connection, *args, **kwargs))

    async def write(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """See `Database.write`."""
        return await self._writer.submit(lambda connection: work(connection, *args, **kwargs), is_durable=True)

    async def write_relaxed(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """See `Database.write_relaxed`."""
        return await self._writer.submit(lambda connection: work(connection, *args, **kwargs))

    def _tell_of_writes(self, jobs: list[_Job]) -> None:
        if any(job.is_durable for job in jobs):
            self.after_write()

    async def backup(self, target: Path) -> None:
        """Write a consistent copy to `target` while others go on reading and writing."""
        _make_private(target)

        def copy(raw: sqlite3.Connection) -> None:
            connection = sqlite3.connect(target)
            try:
                raw.backup(connection)  # in one step, so that no commit in between makes it begin anew
            finally:
                connection.close()

        await self._readers[0].thread.submit(copy)

    async def _open(self, connect: Callable[[], sqlite3.Connection]) -> _Thread:
        thread = _Thread(connect, iter_chunk_size=64)
        try:
            await thread
        except BaseException:
            if thread.stopping is not None:
                await thread.stopping
            raise
        self._threads.append(thread)
        return thread

    async def _close(self) -> None:
        while self._threads:
            await self._threads.pop().close()


def _make_private(path: Path) -> None:
    """Make the file, if it is missing, for its owner's eyes only: it will hold names, phones and addresses."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _connect(path: Path) -> sqlite3.Connection:
    raw = sqlite3.connect(path, isolation_level=None, cached_statements=256, timeout=BUSY_TIMEOUT_MS / 1000)
    raw.row_factory = sqlite3.Row
    raw.execute("PRAGMA foreign_keys = ON")
    raw.execute("PRAGMA temp_store = MEMORY")
    return raw


def _connect_writer(path: Path) -> sqlite3.Connection:
    raw = _connect(path)
    try:
        raw.execute("PRAGMA journal_mode = WAL")
        migrate(raw)
    except BaseException:
        raw.close()
        raise
    return raw


def _connect_reader(path: Path) -> sqlite3.Connection:
    raw = _connect(path)
    raw.execute("PRAGMA query_only = ON")
    return raw

"""The SQLite engine: short reads run at once, on the event loop; writes and long reads in threads of their own.

Transactions are plain functions. A short read takes less than changing threads for it would, so the reads of one turn
of the loop run at its end, as one batch. Calls for a thread that is busy are queued, and then run as one batch, too:
one change of threads and one commit for many calls.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import aiosqlite

from cafe.core.kernel.database import Connection, DatabaseState
from cafe.core.kernel.rehearsal import Rehearsal
from cafe.db.copies import create_private_file
from cafe.db.migrations import migrate
from cafe.db.rehearsing import AT_ONCE, copy_rows, rehearse
from cafe.db.sqlite_connection import SqliteConnection

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

Prepare = Callable[[sqlite3.Connection], object]

LONG_READERS = 2
BATCH = 64
BUSY_TIMEOUT_MS = 5_000


class _Thread(aiosqlite.Connection):
    """An aiosqlite connection that can also run a function in its thread."""

    stopping: asyncio.Future[Any] | None = None
    """Done when the thread no longer calls into the event loop."""

    def stop(self) -> asyncio.Future[Any] | None:
        """Keep the future of the stop: aiosqlite stops a connection that failed to open, but does not wait for it."""
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
class _Worker:
    """A connection with its thread and the queue of calls for it."""

    thread: _Thread
    run: Callable[[sqlite3.Connection, list[_Job]], None]
    on_done: Callable[[list[_Job]], None] = lambda _: None
    queue: deque[_Job] = field(default_factory=deque)
    is_busy: bool = False

    def submit(self, work: Callable[[Connection], T], *, is_durable: bool = False) -> asyncio.Future[T]:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.queue.append(_Job(work, future, is_durable))
        if not self.is_busy:
            self._start()
        return future

    def _start(self) -> None:
        jobs: list[_Job] = []
        while self.queue and len(jobs) < BATCH:
            job = self.queue.popleft()
            if not job.future.cancelled():  # cancelled before it started
                jobs.append(job)
        if not jobs:
            self.is_busy = False
            return
        self.is_busy = True
        done = self.thread.submit(lambda raw: self.run(raw, jobs))
        done.add_done_callback(partial(self._finish, jobs))

    def _finish(self, jobs: list[_Job], done: asyncio.Future[None]) -> None:
        _resolve(jobs, done.exception())
        self.on_done(jobs)
        self._start()


def _resolve(jobs: list[_Job], failure: BaseException | None) -> None:
    """Hand results and errors to the callers; `failure` is that of the whole batch."""
    for job in jobs:
        if job.future.done():  # cancelled during the transaction, which is committed completely or not at all
            continue
        error = job.error or failure
        if isinstance(error, StopIteration):  # futures cannot carry it
            error = RuntimeError("a transaction raised StopIteration")
        if error is not None:
            job.future.set_exception(error)
        else:
            job.future.set_result(job.result)


def _begin(raw: sqlite3.Connection, statement: str) -> None:
    """Begin a transaction; roll back one left open by a disk error at its end."""
    if raw.in_transaction:
        raw.execute("ROLLBACK")
    raw.execute(statement)


def _commit(raw: sqlite3.Connection) -> None:
    raw.execute("COMMIT")


def _run_reads(raw: sqlite3.Connection, jobs: list[_Job]) -> None:
    """Run a batch of reads on one snapshot."""
    connection = SqliteConnection(raw)
    _begin(raw, "BEGIN")
    try:
        for job in jobs:
            try:
                job.result = job.work(connection)
            except Exception as error:  # noqa: BLE001 - raised to the caller
                job.error = error
    finally:
        _commit(raw)


class _LoopReader:
    """A connection of the event loop's own: the reads of one turn of the loop run at its end."""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw
        self._queue: deque[_Job] = deque()

    def submit(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        if not self._queue:
            loop.call_soon(self._run)
        self._queue.append(_Job(work, future, is_durable=False))
        return future

    def _run(self) -> None:
        jobs = [self._queue.popleft() for _ in range(min(BATCH, len(self._queue)))]
        if self._queue:
            asyncio.get_running_loop().call_soon(self._run)
        failure = None
        try:
            _run_reads(self.raw, jobs)
        except sqlite3.Error as error:
            failure = error
        _resolve(jobs, failure)


class _BatchWriter:
    """Runs a batch of writes in one commit; each write is atomic by itself."""

    def __init__(self) -> None:
        self._is_full: bool | None = None

    def __call__(self, raw: sqlite3.Connection, jobs: list[_Job]) -> None:
        self._set_durability(raw, is_full=any(job.is_durable for job in jobs))
        _begin(raw, "BEGIN IMMEDIATE")  # if the lock is held beyond the timeout, the whole batch fails at once
        try:
            self._run_together(raw, jobs)
        except Exception as error:  # noqa: BLE001 - raised to the callers
            if len(jobs) == 1:
                jobs[0].error = error
                return
            # The common transaction failed as a whole (disk full, for example): run each write by itself.
            for job in jobs:
                job.result = job.error = None
                try:
                    _begin(raw, "BEGIN IMMEDIATE")
                    self._run_together(raw, [job])
                except Exception as job_error:  # noqa: BLE001 - raised to the caller
                    job.error = job_error

    def _set_durability(self, raw: sqlite3.Connection, *, is_full: bool) -> None:
        if is_full is not self._is_full:
            raw.execute(f"PRAGMA synchronous = {'FULL' if is_full else 'NORMAL'}")
            self._is_full = is_full

    def _run_together(self, raw: sqlite3.Connection, jobs: list[_Job]) -> None:
        """Run and commit the jobs in the open transaction, or roll it back and raise."""
        connection = SqliteConnection(raw)
        try:
            for job in jobs:
                raw.execute("SAVEPOINT job")
                try:
                    job.result = job.work(connection)
                except Exception as error:
                    if not raw.in_transaction:  # SQLite rolled everything back
                        raise
                    raw.execute("ROLLBACK TO job")
                    job.error = error
                raw.execute("RELEASE job")
            _commit(raw)
        except BaseException:
            if raw.in_transaction:
                raw.execute("ROLLBACK")
            raise


class SqliteDatabase:
    """The core's `Database` on one SQLite file. Use as an async context manager."""

    def __init__(
        self,
        path: Path,
        on_commit: Callable[[], None] = lambda: None,
        *,
        prepare: Prepare = migrate,
        is_read_only: bool = False,
    ) -> None:
        """Prepare to open. `on_commit` is called after each durable commit, which may have queued messages.

        `prepare` is called first with the writing connection: it migrates or checks the schema. If `is_read_only`,
        there is no writing connection, the file must exist, and `prepare` only checks.
        """
        self.path = path
        self._prepare = prepare
        self._is_read_only = is_read_only
        self._writer: _Worker
        self._reader: _LoopReader | None = None
        self._long_readers: list[_Worker]
        self._rehearsing = asyncio.Semaphore(AT_ONCE)
        self._threads: list[_Thread] = []
        self._on_commit = on_commit

    async def __aenter__(self) -> Self:
        """Open the file, create it if missing, and prepare it.

        Raises:
            SchemaError: the database was created by a newer version, or by an older one and may not be migrated.
            sqlite3.Error: the file cannot be opened or is not a database.
        """
        try:
            if not self._is_read_only:
                await self._open_writer()
            prepare = self._prepare if self._is_read_only else None
            connect = partial(_connect_reader, self.path, prepare)
            self._long_readers = [_Worker(await self._open(connect), _run_reads) for _ in range(LONG_READERS)]
            self._reader = _LoopReader(connect())
        except BaseException:
            await self._close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._close()

    async def read(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        if self._reader is None:
            raise sqlite3.ProgrammingError("the database is closed")
        return await self._reader.submit(lambda connection: work(connection, *args, **kwargs))

    async def read_long(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Read in a thread, so that the event loop goes on."""
        reader = min(self._long_readers, key=lambda reader: (reader.is_busy, len(reader.queue)))
        return await reader.submit(lambda connection: work(connection, *args, **kwargs))

    async def rehearse(
        self, tables: Sequence[str], work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Rehearsal[T]:
        async with self._rehearsing:
            rows = await self.read_long(copy_rows, tables)
            return await asyncio.to_thread(rehearse, rows, lambda connection: work(connection, *args, **kwargs))

    async def write(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._writer.submit(lambda connection: work(connection, *args, **kwargs), is_durable=True)

    async def write_relaxed(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._writer.submit(lambda connection: work(connection, *args, **kwargs))

    async def write_then_read(self, write: Callable[[Connection], T], read: Callable[[Connection, T], R]) -> R:
        return await self.write_relaxed(lambda connection: read(connection, write(connection)))

    async def run_as_leader(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run it at once: a file is served by one process, and a second one beside it claims its work row by row."""
        await work()

    async def inspect(self) -> DatabaseState:
        """Return the state of the file; a connection is busy while its thread works."""
        workers = [*self._long_readers, *([] if self._is_read_only else [self._writer])]
        busy = sum(worker.is_busy for worker in workers)
        return DatabaseState("sqlite", await self.read(_size), len(workers) + 1, busy)

    async def shares_sessions(self) -> bool:
        """Return False: there is no server."""
        return False

    async def _open_writer(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        create_private_file(self.path)
        writer = await self._open(partial(_connect_writer, self.path, self._prepare))
        self._writer = _Worker(writer, _BatchWriter(), self._notify_commit)

    def _notify_commit(self, jobs: list[_Job]) -> None:
        if any(job.is_durable for job in jobs):
            self._on_commit()

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
        if self._reader is not None:
            self._reader.raw.close()
            self._reader = None
        while self._threads:
            await self._threads.pop().close()


def _connect(path: Path) -> sqlite3.Connection:
    raw = sqlite3.connect(path, isolation_level=None, cached_statements=256, timeout=BUSY_TIMEOUT_MS / 1000)
    raw.row_factory = sqlite3.Row
    raw.execute("PRAGMA foreign_keys = ON")
    raw.execute("PRAGMA temp_store = MEMORY")
    return raw


def _connect_writer(path: Path, prepare: Prepare) -> sqlite3.Connection:
    raw = _connect(path)
    try:
        raw.execute("PRAGMA journal_mode = WAL")
        raw.execute("PRAGMA secure_delete = ON")  # forgotten data leaves no bytes behind in the file
        prepare(raw)
    except BaseException:
        raw.close()
        raise
    return raw


def _connect_reader(path: Path, prepare: Prepare | None) -> sqlite3.Connection:
    raw = _connect(path)
    try:
        raw.execute("PRAGMA query_only = ON")
        if prepare is not None:
            prepare(raw)
    except BaseException:
        raw.close()
        raise
    return raw


def _size(conn: Connection) -> int:
    row = conn.one("SELECT page_count * page_size AS size FROM pragma_page_count(), pragma_page_size()")
    return 0 if row is None else int(row["size"])

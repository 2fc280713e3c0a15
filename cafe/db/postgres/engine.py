"""The core's `Database` on PostgreSQL, for several processes.

A transaction is a plain function that runs in a greenlet on the event loop. Writers work at READ COMMITTED and lock the
rows that they decide by; readers of several statements see one snapshot.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

import asyncpg

from cafe.core.kernel.clock import SYSTEM_CLOCK, Clock
from cafe.core.kernel.database import Connection, DatabaseState, UnavailableError
from cafe.core.kernel.rehearsal import Rehearsal
from cafe.db.errors import OutcomeUnknownError
from cafe.db.migrations import log_migration
from cafe.db.postgres import greenlets
from cafe.db.postgres.connection import PostgresConnection, SeveralStatements, SingleRead, SingleWrite
from cafe.db.postgres.errors import CONFLICTS, LOST, ROLLED_BACK, STALE, refusal, strip_values
from cafe.db.postgres.hosts import Raw, connect, is_behind_pool
from cafe.db.postgres.leadership import lead
from cafe.db.postgres.migrations import DURABLE, KeepCopy, applied_to, check_schema, migrate
from cafe.db.postgres.pool import Pool
from cafe.db.rehearsing import AT_ONCE, copy_rows, rehearse

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")

MAX_ATTEMPTS = 10
"""How often a transaction is attempted that the server rolls back in favour of others."""
LONG_READS = 2
"""Maximum simultaneous long reads, from the pool's connections."""
MAX_PAUSE = 0.1
"""Maximum pause between attempts, in seconds; random, so that two transactions do not collide again."""

UNUSABLE = (*LOST, *STALE, asyncpg.InterfaceError, asyncpg.ReadOnlySQLTransactionError, asyncio.CancelledError)
"""Errors that leave a connection in an unknown state, or with a server that is no longer the right one."""

BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;"
BEGIN_RELAXED = "BEGIN ISOLATION LEVEL READ COMMITTED;"
BEGIN_WRITE = f"{BEGIN_RELAXED} {DURABLE};"
RELAXED_SESSION = "SET synchronous_commit TO off"
"""For writes of a single statement, which have no `BEGIN` to say so."""


class PostgresDatabase:
    """The core's `Database` on a PostgreSQL server. Use as an async context manager."""

    def __init__(
        self,
        url: str,
        on_commit: Callable[[], None] = lambda: None,
        *,
        clock: Clock = SYSTEM_CLOCK,
        migrates: bool = True,
        sets_up: bool = True,
        keep_copy: KeepCopy | None = None,
    ) -> None:
        """Prepare to connect.

        Args:
            url: of the database.
            on_commit: called after each durable commit.
            clock: what it waits through before it tries again.
            migrates: whether missing migrations are applied; otherwise another schema is refused.
            sets_up: whether an empty database is set up although it `migrates` none.
            keep_copy: keeps the database as it is before it is migrated, if it was in use before.
        """
        self._url = url
        self._clock = clock
        self._on_commit = on_commit
        self._migrates = migrates
        self._sets_up = sets_up
        self._keep_copy = keep_copy
        self._pool = Pool(self._connect_relaxed, clock)
        self._long_reads = asyncio.Semaphore(LONG_READS)
        self._rehearsing = asyncio.Semaphore(AT_ONCE)
        self._prepares = False
        """Whether statements are prepared; known once the first connection is open."""
        self._several: set[Any] = set()
        """The code of reads known to take several statements."""

    async def __aenter__(self) -> Self:
        """Connect, and apply migrations.

        Raises:
            UnavailableError: the server cannot be reached, or refuses us.
            SchemaError: the database was created by a newer version, by an older one and may not be migrated, or has
                another encoding than UTF8.
        """
        try:
            async with self._pool.connection() as raw:
                if self._migrates or (self._sets_up and not await applied_to(raw)):
                    started = self._clock.now()
                    log_migration(await migrate(raw, self._keep_copy), self._clock.now() - started)
                else:
                    await check_schema(raw)
                self._prepares = not await is_behind_pool(raw)
                await raw.close()  # it prepares nothing
        except asyncpg.PostgresError as error:
            await self._pool.close()
            raise UnavailableError(refusal(error)) from None
        except BaseException:
            await self._pool.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._pool.close()

    async def read(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        code = getattr(work, "__code__", work)
        call = partial(self._read, code, lambda connection: work(connection, *args, **kwargs))
        return await self._repeat(call)

    async def read_long(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._long_reads:
            return await self.read(work, *args, **kwargs)

    async def rehearse(
        self, tables: Sequence[str], work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Rehearsal[T]:
        async with self._rehearsing:
            rows = await self.read_long(copy_rows, tables)
            return await asyncio.to_thread(rehearse, rows, lambda connection: work(connection, *args, **kwargs))

    async def write(self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        result = await self._write(BEGIN_WRITE, lambda connection: work(connection, *args, **kwargs))
        self._on_commit()
        return result

    async def write_relaxed(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._write(BEGIN_RELAXED, lambda connection: work(connection, *args, **kwargs))

    async def write_then_read(self, write: Callable[[Connection], T], read: Callable[[Connection, T], R]) -> R:
        written = await self._repeat(partial(self._write_once, write))
        return await self.read(read, written)

    async def run_as_leader(self, work: Callable[[], Awaitable[None]]) -> None:
        await lead(self._connect, self._clock, work)

    async def inspect(self) -> DatabaseState:
        """Return the database's state, and whether its server's clock agrees with this machine's."""
        size, ahead = await self.read(_read_size_and_time)
        return DatabaseState("postgresql", size, self._pool.size, self._pool.lent, ahead)

    async def shares_sessions(self) -> bool:
        return not self._prepares

    async def _connect(self) -> Raw:
        return await connect(self._url)

    async def _connect_relaxed(self) -> Raw:
        return await connect(self._url, RELAXED_SESSION, prepares=self._prepares)

    async def _write(self, begin: str, work: Callable[[Connection], T]) -> T:
        return await self._repeat(partial(self._transact, begin, work))

    async def _repeat(self, call: Callable[[Raw], Awaitable[T]]) -> T:
        """Run a transaction, and repeat it where that helps; never after a COMMIT whose outcome is unknown."""
        tries, losses, overtakings = 0, 0, 0
        while True:
            try:
                async with self._pool.connection() as raw:
                    return await self._use(raw, call)
            except (*ROLLED_BACK, *STALE):
                tries += 1
                if tries == MAX_ATTEMPTS:
                    raise
                await self._clock.sleep(random.uniform(0, MAX_PAUSE))  # noqa: S311 - no secret
            except CONFLICTS:
                overtakings += 1
                if overtakings == 2:  # noqa: PLR2004
                    raise
            except (*LOST, asyncpg.ReadOnlySQLTransactionError) as error:
                self._pool.drop_idle()
                losses += 1
                if losses < 2:  # noqa: PLR2004 - connecting has its own patience
                    continue
                if isinstance(error, (asyncpg.ReadOnlySQLTransactionError, asyncpg.InternalClientError)):
                    raise  # not because of a replaced server or ended session
                raise UnavailableError("the connection to the database server is lost") from None

    async def _use(self, raw: Raw, call: Callable[[Raw], Awaitable[T]]) -> T:
        """Close the connection after a failure that leaves its state unknown, or the connection outdated."""
        try:
            return await call(raw)
        except BaseException as error:
            if isinstance(error, asyncpg.InterfaceError) and raw.is_closed():
                # Lost between two statements.
                raise asyncpg.ConnectionDoesNotExistError from None
            if isinstance(error, UNUSABLE):
                raw.terminate()
            if isinstance(error, asyncpg.PostgresError):
                strip_values(error)
            raise

    async def _read(self, code: object, work: Callable[[Connection], T], raw: Raw) -> T:
        """Run a read; without BEGIN if it is known to make at most one query."""
        if code not in self._several:
            try:
                return await greenlets.run(lambda: work(SingleRead(raw)))
            except SeveralStatements:
                self._several.add(code)
        return await self._transact(BEGIN_READ, work, raw)

    async def _transact(self, begin: str, work: Callable[[Connection], T], raw: Raw) -> T:
        connection = PostgresConnection(raw, begin)
        try:
            result = await greenlets.run(partial(_complete, connection, work))
        except UNUSABLE:
            raise
        except BaseException:
            if connection.has_begun:
                await raw.execute("ROLLBACK")
            raise
        if connection.has_begun:
            await self._commit(raw)
        return result

    async def _write_once(self, work: Callable[[Connection], T], raw: Raw) -> T:
        """Run a write that the server commits with its only statement."""
        connection = SingleWrite(raw)
        try:
            return await greenlets.run(partial(_complete, connection, work))
        except (*LOST, asyncpg.InterfaceError):
            if not connection.is_sent:
                raise
            raw.terminate()
            raise OutcomeUnknownError("the connection was lost during a write") from None

    async def _commit(self, raw: Raw) -> None:
        try:
            await raw.execute("COMMIT")
        except (*LOST, asyncpg.InterfaceError):
            raw.terminate()
            raise OutcomeUnknownError("the connection was lost during a commit") from None


def _complete(connection: PostgresConnection, work: Callable[[Connection], T]) -> T:
    """Run a transaction's function, and send what still waits."""
    result = work(connection)
    connection.flush()
    return result


def _read_size_and_time(conn: Connection) -> tuple[int, float]:
    row = conn.one("SELECT pg_database_size(current_database()) AS size, clock_timestamp() AS told_at")
    if row is None:
        raise LookupError("the database's size")
    return int(row["size"]), SYSTEM_CLOCK.now().timestamp() - row["told_at"].timestamp()

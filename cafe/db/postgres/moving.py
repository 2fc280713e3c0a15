"""Copies a database or a copy of one from one engine to the other, row by row; compares counts and sums."""

import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from cafe.core.kernel.clock import SYSTEM_CLOCK, Clock, unix_now
from cafe.core.kernel.database import UnavailableError
from cafe.core.kernel.meta import MOVED
from cafe.db.copies import COPIED_AT, become_original, create_private_file, mark_copy
from cafe.db.errors import MoveError
from cafe.db.migrations import NewerDatabaseError, check_schema, migrate, migration_files, newer_than
from cafe.db.postgres import migrations
from cafe.db.postgres.errors import REFUSALS, name_of, refusal
from cafe.db.postgres.hosts import Raw, connect
from cafe.db.postgres.pool import Pool
from cafe.db.postgres.statements import without_nul
from cafe.db.restoring import Checked, import_copy

BATCH = 5_000
SEEDED = {"migrations", "meta", "sequences", "customers"}
"""Tables that have rows even in an empty database."""
NOT_COPIED = {"migrations", "process_runs"}
"""Tables that are not copied: each engine has its own migrations, and no process serves the other database."""
ALIVE_SECONDS = 5
MODULUS = 1_000_000_007
"""Numbers are summed modulo this, so that no sum overflows: some stand for 'forever'."""

NOT_EMPTY = (
    "the database is not empty: make another (CREATE DATABASE cafe_restored OWNER cafe ENCODING 'UTF8' "
    "LOCALE 'C.UTF-8' TEMPLATE template0), set CAFE_DATABASE_URL to it, and restore again; this one stays as it is"
)

Sums = Mapping[str, Sequence[int]]


class NotEmptyError(MoveError):
    """The target has rows."""

    def __init__(self) -> None:
        super().__init__("the target is not empty")


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its columns; `numbers` are the numeric ones; if it `is_numbered`, it generates ids."""

    name: str
    columns: tuple[str, ...]
    numbers: tuple[str, ...]
    is_numbered: bool

    @property
    def select(self) -> str:
        return f"SELECT {', '.join(self.columns)} FROM {self.name}"  # noqa: S608 - the schema's own names

    @property
    def insert(self) -> str:
        marks = ", ".join("?" for _ in self.columns)
        return f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({marks})"  # noqa: S608 - likewise

    @property
    def sums(self) -> str:
        """Select the number of rows, of values in each column, and a sum of each numeric column."""
        parts = [f"COUNT({column})" for column in self.columns]
        parts += [f"COALESCE(SUM({column} % {MODULUS}), 0)" for column in self.numbers]
        return f"SELECT COUNT(*), {', '.join(parts)} FROM {self.name}"  # noqa: S608 - likewise


async def move_to_server(source: Path, url: str) -> int:
    """Copy an SQLite file into an empty PostgreSQL database and mark the file as moved; return the number of rows.

    Raises:
        MoveError: the target is not empty, or the source is being served; nothing is changed.
        SchemaError: the source's schema is not this version's.
        UnavailableError: the server cannot be reached, or refuses us.
    """
    with closing(_open_file(source)) as file:
        check_schema(file)
        if _find(file, "SELECT value FROM meta WHERE key = ?", COPIED_AT) is not None:
            raise MoveError(f"{source}: is a copy; serve it once, so that it gets an identity of its own")
        now = int(_find(file, "SELECT CAST(strftime('%s', 'now') AS INTEGER)"))
        if _find(file, "SELECT COUNT(*) FROM process_runs WHERE seen_at >= ?", now - ALIVE_SECONDS):
            raise MoveError("the database is being served: stop every process first")
        _mark(file, "postgresql")
        try:
            async with _connected(url) as raw:
                await _prepare_target(raw, file)
                async with raw.transaction():
                    await raw.execute(migrations.DURABLE)
                    return await _fill(raw, file)
        except BaseException:
            file.execute("DELETE FROM meta WHERE key = ?", (MOVED,))
            raise


async def restore_to_server(copy: Path, url: str, checked: Checked, clock: Clock = SYSTEM_CLOCK) -> None:
    """Restore a copy into an empty PostgreSQL database, with an identity of its own; the copy is only read.

    Raises:
        MoveError: the database is not empty, or being served; nothing is changed.
        RestoreError, NotADatabaseError: the copy cannot be used.
        UnavailableError: the server cannot be reached, or refuses us.
    """
    with tempfile.TemporaryDirectory(prefix="cafe-restore-") as folder:
        own = Path(folder) / "cafe.db"
        facts = import_copy(copy, own)
        with closing(_open_file(own)) as file:
            migrate(file, keeps_copy=False)
            become_original(file, unix_now(clock))
            async with _connected(url) as raw:
                if await _is_served(raw):
                    raise MoveError("the database is being served: stop every process first")
                try:
                    await _prepare_target(raw, file)
                    async with raw.transaction():
                        await raw.execute(migrations.DURABLE)
                        await _fill(raw, file)
                        checked(facts)
                except NotEmptyError:
                    raise MoveError(NOT_EMPTY) from None


async def move_to_file(url: str, target: Path) -> int:
    """Copy a PostgreSQL database into a new SQLite file and mark the database as moved; return the number of rows.

    Raises:
        MoveError: the file exists, or the source is being served; nothing is changed.
        SchemaError: the source's schema is not this version's.
        UnavailableError: the server cannot be reached, or refuses us.
    """
    if target.exists():  # noqa: ASYNC240 - a command that does nothing else meanwhile
        raise MoveError(f"{target}: is there already")
    async with _connected(url) as raw:
        await migrations.check_schema(raw)
        if await _is_served(raw):
            raise MoveError("the database is being served: stop every process first")
        await raw.execute("INSERT INTO meta (key, value) VALUES ($1, 'sqlite') ON CONFLICT DO NOTHING", MOVED)
        try:
            return await _write_file(raw, target)
        except BaseException:
            await raw.execute("DELETE FROM meta WHERE key = $1", MOVED)
            target.unlink(missing_ok=True)  # noqa: ASYNC240 - likewise
            raise


async def copy_to_file(
    url: str, target: Path, keep_going: Callable[[], None] = lambda: None, clock: Clock = SYSTEM_CLOCK
) -> None:
    """Write a consistent copy into an SQLite file of the same version, marked as one, while services go on.

    `keep_going` is called now and then, and may raise to abort.

    Raises:
        SchemaError: the database is from a newer version, or not a cafe's.
        UnavailableError: the server cannot be reached, or refuses us.
    """
    async with _connected(url) as raw:
        version = await migrations.applied_to(raw)
        if not version:
            await migrations.check_schema(raw)
        if unknown := newer_than(version, migration_files()):
            raise NewerDatabaseError(
                unknown, "its own version alone can copy it to a file (pg_dump can to another server)"
            )
        await _write_file(raw, target, keep_going, version)
    with closing(_open_file(target)) as file:
        mark_copy(file, unix_now(clock))


async def _write_file(
    raw: Raw, target: Path, keep_going: Callable[[], None] = lambda: None, version: Collection[str] | None = None
) -> int:
    """Write the server's data of this moment; `version` is its migrations, possibly an older version's."""
    create_private_file(target)
    with closing(_open_file(target)) as file:
        migrate(file, only=version)
        tables = _tables(file)
        async with raw.transaction(isolation="repeatable_read", readonly=True):
            file.execute("BEGIN")
            for table in reversed(tables):
                file.execute(f"DELETE FROM {table.name}")  # noqa: S608 - the schema's own names
            for table in tables:
                async for batch in _batches(raw, table):
                    keep_going()
                    file.executemany(table.insert, batch)
            file.execute("DELETE FROM meta WHERE key = ?", (MOVED,))
            last = await _last_number(raw, "order_number_sequence")
            file.execute("UPDATE sequences SET value = ? WHERE name = 'order_number'", (last,))
            for table in tables:
                if table.is_numbered:
                    last = await _last_number(raw, await _sequence_of(raw, table))
                    file.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
                    file.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, last))
            sums = _sums_of_file(file, tables)
            _compare(await _sums_of_server(raw, tables), sums)
            file.execute("COMMIT")
    return _count_rows(sums)


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Raw]:
    pool = Pool(lambda: connect(url), SYSTEM_CLOCK, 1)
    try:
        async with pool.connection() as raw:
            yield raw
    except tuple(REFUSALS) as error:
        raise UnavailableError(refusal(error)) from None
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise MoveError(f"the database server failed: {name_of(error)}") from None
    finally:
        await pool.close()


def _open_file(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def _tables(file: sqlite3.Connection) -> list[Table]:
    """List the tables to copy, each after those that it refers to."""
    names = "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    found, referred = {}, {}
    for name, sql in file.execute(names).fetchall():
        columns = file.execute(f"PRAGMA table_info({name})").fetchall()
        numbers = tuple(column[1] for column in columns if column[2] != "TEXT")
        found[name] = Table(name, tuple(column[1] for column in columns), numbers, "AUTOINCREMENT" in sql)
        referred[name] = {row[2] for row in file.execute(f"PRAGMA foreign_key_list({name})")} - {name}
    ordered: list[Table] = []
    while found:
        done = {table.name for table in ordered}
        name = next(name for name in found if referred[name] <= done)
        ordered.append(found.pop(name))
    return [table for table in ordered if table.name not in NOT_COPIED]


def _find(file: sqlite3.Connection, sql: str, *params: object) -> Any:
    row = file.execute(sql, params).fetchone()
    return None if row is None else row[0]


def _mark(file: sqlite3.Connection, engine: str) -> None:
    file.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (MOVED, engine))


async def _is_served(raw: Raw) -> bool:
    alive = "SELECT COUNT(*) FROM process_runs WHERE seen_at >= EXTRACT(EPOCH FROM now())::bigint - $1"
    return "process_runs" in await _names(raw) and bool(await raw.fetchval(alive, ALIVE_SECONDS))


async def _names(raw: Raw) -> set[str]:
    """Return the names of the server's tables."""
    found = await raw.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return {row["tablename"] for row in found}


async def _prepare_target(raw: Raw, file: sqlite3.Connection) -> None:
    """Create the tables if there are none; a database in use is left as it is, whatever its version."""
    await _check_empty(raw, _tables(file))
    await migrations.migrate(raw)


async def _fill(raw: Raw, file: sqlite3.Connection) -> int:
    """Send all rows into an empty database and compare, in the caller's transaction. Return the number of rows."""
    tables = _tables(file)
    await _check_empty(raw, tables)
    await _empty(raw, tables)
    for table in tables:
        await _send(raw, table, file.execute(table.select))
    await raw.execute("DELETE FROM meta WHERE key = $1", MOVED)
    await _continue_numbers(raw, tables, file)
    sums = await _sums_of_server(raw, tables)
    _compare(_sums_of_file(file, tables), sums)
    return _count_rows(sums)


async def _check_empty(raw: Raw, tables: Iterable[Table]) -> None:
    there = await _names(raw)
    wanted = [table.name for table in tables if table.name not in SEEDED] + ["process_runs"]
    questions = [name for name in wanted if name in there]
    if "customers" in there:
        questions.append("customers WHERE id <> -1")
    for question in questions:
        if await raw.fetchval(f"SELECT 1 FROM {question} LIMIT 1") is not None:  # noqa: S608 - the schema's own names
            raise NotEmptyError


async def _empty(raw: Raw, tables: Iterable[Table]) -> None:
    await raw.execute(f"TRUNCATE {', '.join(table.name for table in tables)}")


async def _send(raw: Raw, table: Table, rows: sqlite3.Cursor) -> None:
    while batch := rows.fetchmany(BATCH):
        records = [tuple(without_nul(value) for value in row) for row in batch]
        await raw.copy_records_to_table(table.name, records=records, columns=table.columns)


async def _batches(raw: Raw, table: Table) -> AsyncIterator[list[tuple[Any, ...]]]:
    await raw.execute(f"DECLARE batches NO SCROLL CURSOR FOR {table.select}")
    while batch := await raw.fetch(f"FETCH {BATCH:d} FROM batches"):
        yield [tuple(record) for record in batch]
    await raw.execute("CLOSE batches")


async def _continue_numbers(raw: Raw, tables: Iterable[Table], file: sqlite3.Connection) -> None:
    """Continue ids and order numbers after the last ones used."""
    numbered = {
        await _sequence_of(raw, table): _find(file, "SELECT seq FROM sqlite_sequence WHERE name = ?", table.name)
        for table in tables
        if table.is_numbered
    }
    numbered["order_number_sequence"] = _find(file, "SELECT value FROM sequences WHERE name = 'order_number'")
    for sequence, last in numbered.items():
        if last:
            await raw.execute("SELECT setval($1::text::regclass, $2)", sequence, last)


async def _sequence_of(raw: Raw, table: Table) -> str:
    return str(await raw.fetchval("SELECT pg_get_serial_sequence($1, 'id')", table.name))


async def _last_number(raw: Raw, sequence: str) -> int:
    row = await raw.fetchrow(f"SELECT last_value, is_called FROM {sequence}")  # noqa: S608 - the schema's own names
    return int(row["last_value"]) if row is not None and row["is_called"] else 0


def _sums_of_file(file: sqlite3.Connection, tables: Iterable[Table]) -> Sums:
    return {table.name: [int(value) for value in file.execute(table.sums).fetchone()] for table in _compared(tables)}


async def _sums_of_server(raw: Raw, tables: Iterable[Table]) -> Sums:
    return {table.name: [int(value) for value in await raw.fetchrow(table.sums) or ()] for table in _compared(tables)}


def _compared(tables: Iterable[Table]) -> list[Table]:
    """Leave out intended differences: the mark of the move, and the engines' ways of counting orders."""
    return [table for table in tables if table.name not in {"meta", "sequences"}]


def _compare(source: Sums, target: Sums) -> None:
    for name, sums in source.items():
        if target[name] != sums:
            raise MoveError(f"the table {name} is not the same on both sides; nothing is moved")


def _count_rows(sums: Sums) -> int:
    return sum(rows for rows, *_ in sums.values())

"""Runs a function of a connection on an in-memory copy of some tables, for either engine."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache
from typing import TypeVar

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.rehearsal import Rehearsal, Table, TableChanges, Values
from cafe.db.migrations import migrate
from cafe.db.sqlite_connection import SqliteConnection

T = TypeVar("T")

AT_ONCE = 2
"""So that a dish can be stopped while a large file is checked, and no more threads compete with the loop."""


def copy_rows(conn: Connection, tables: Sequence[str]) -> dict[str, list[Row]]:
    """Read all rows of these tables."""
    return {table: conn.all(f"SELECT * FROM {table}") for table in tables}  # noqa: S608 - our own names


def rehearse(rows: dict[str, list[Row]], work: Callable[[Connection], T]) -> Rehearsal[T]:
    """Run `work` on an in-memory database with only these tables, and return what it changed there."""
    with closing(_connect()) as raw:
        tables = [_create(raw, name) for name in rows]
        before = {table.name: _fill(raw, table, rows[table.name]) for table in tables}
        result = work(SqliteConnection(raw))
        changes = [TableChanges.between(table, before[table.name], _read(raw, table)) for table in tables]
    return Rehearsal(result, tuple(changes))


def _connect() -> sqlite3.Connection:
    raw = sqlite3.connect(":memory:", isolation_level=None, cached_statements=256)
    raw.row_factory = sqlite3.Row
    raw.execute("PRAGMA foreign_keys = ON")
    return raw


@cache
def _schema() -> dict[str, tuple[str, ...]]:
    """Return the statements that create each table of a new database, with its indexes."""
    with closing(_connect()) as raw:
        migrate(raw)
        found: dict[str, tuple[str, ...]] = {}
        for row in raw.execute("SELECT tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"):
            found[row["tbl_name"]] = (*found.get(row["tbl_name"], ()), row["sql"])
        return found


def _create(raw: sqlite3.Connection, name: str) -> Table:
    for statement in _schema()[name]:
        raw.execute(statement)
    columns = raw.execute(f"PRAGMA table_info({name})").fetchall()
    key = tuple(each["name"] for each in sorted(columns, key=lambda each: each["pk"]) if each["pk"])
    return Table(
        name,
        tuple(each["name"] for each in columns),
        key,
        key == ("id",),
        _names(raw, name),
        {each["from"]: each["table"] for each in raw.execute(f"PRAGMA foreign_key_list({name})")},
    )


def _names(raw: sqlite3.Connection, table: str) -> tuple[str, ...]:
    """Return a table's unique columns other than its key."""
    for index in raw.execute(f"PRAGMA index_list({table})").fetchall():
        if index["origin"] == "u":
            return tuple(each["name"] for each in raw.execute(f"PRAGMA index_info({index['name']})"))
    return ()


def _fill(raw: sqlite3.Connection, table: Table, rows: Sequence[Row]) -> list[Values]:
    values = [tuple(row[column] for column in table.columns) for row in rows]
    raw.executemany(
        f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({', '.join('?' * len(table.columns))})",  # noqa: S608 - our own names
        values,
    )
    return values


def _read(raw: sqlite3.Connection, table: Table) -> list[Values]:
    return [tuple(row) for row in raw.execute(f"SELECT {', '.join(table.columns)} FROM {table.name}")]  # noqa: S608 - our own names

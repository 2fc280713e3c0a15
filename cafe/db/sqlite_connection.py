"""The core's `Connection` on top of sqlite3."""

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from cafe.core.kernel.database import Lockable, Row

NO_PARAMS: Mapping[str, Any] = {}
INCREMENT = "UPDATE sequences SET value = value + 1 WHERE name = :name"


_NAME = re.compile(r"'(?:[^']|'')*'|:([a-z_][a-z0-9_]*)")


@lru_cache(maxsize=256)
def _positional(sql: str) -> tuple[str, Callable[[Mapping[str, Any]], tuple[Any, ...]]]:
    """Return a statement with numbered parameters, and a function that puts the parameters in order.

    Named ones cost a third of the time of many rows.
    """
    numbers: dict[str, int] = {}

    def number(match: re.Match[str]) -> str:
        return match[0] if match[1] is None else f"?{numbers.setdefault(match[1], len(numbers) + 1)}"

    text = _NAME.sub(number, sql)
    if len(numbers) == 1:
        [name] = numbers
        return text, lambda params: (params[name],)
    return text, itemgetter(*numbers)


@lru_cache(maxsize=64)
def _insert(table: str, columns: tuple[str, ...]) -> str:
    names = ", ".join(columns)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join(':' + name for name in columns)})"  # noqa: S608 - our own


class SqliteConnection:
    """An open transaction."""

    __slots__ = ("raw",)
    for_update = ""

    def __init__(self, raw: sqlite3.Connection) -> None:
        self.raw = raw

    def all(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> list[Row]:
        return self.raw.execute(sql, params).fetchall()

    def one(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> Row | None:
        # Fetch all rows: a statement with RETURNING runs only as far as its rows are fetched.
        rows = self.raw.execute(sql, params).fetchall()
        return rows[0] if rows else None

    def run(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> int:
        return self.raw.execute(sql, params).rowcount

    def run_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        if params:
            text, values_of = _positional(sql)
            self.raw.executemany(text, map(values_of, params))

    def later(self, table: str, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> Callable[[], Any]:  # noqa: ARG002
        row = self.one(sql, params)
        return lambda: row and row[0]

    def insert(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            self.run_many(_insert(table, tuple(rows[0])), rows)

    def lock(self, table: Lockable, row_id: int) -> None:
        """Do nothing: there is one writer at a time."""

    def next_value(self, sequence: str) -> str:
        if not self.raw.execute(INCREMENT, {"name": sequence}).rowcount:
            raise LookupError(sequence)
        return f"(SELECT value FROM sequences WHERE name = '{sequence}')"  # noqa: S608 - our own name

    def next_id(self, table: str) -> str:
        return f"(SELECT COALESCE(MAX(seq), 0) + 1 FROM sqlite_sequence WHERE name = '{table}')"  # noqa: S608 - our own name

"""Joins statements that nobody waits for with the next one: one round trip for all of them.

A joint statement runs each of them on the rows as they were before it, and checks foreign keys at its end.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson

from cafe.core.kernel.database import Row
from cafe.db.postgres.statements import MAX_CACHED, Statement, without_nul

_NUMBER = re.compile(r"'(?:[^']|'')*'|\$([0-9]+)")
NUL = b"\\u0000"


@dataclass(slots=True, eq=False)
class Waiting:
    """A statement that waits for the next one."""

    table: str
    """The table that it changes."""
    statement: Statement
    arguments: Sequence[Any]
    value: Any = None
    """What it returned."""

    @property
    def text(self) -> str:
        return self.statement.text

    @property
    def returns(self) -> bool:
        return _returns(self.statement)


def insert_of(table: str, rows: Sequence[Mapping[str, Any]]) -> Waiting:
    """Return the statement that inserts rows; it has the same text for any number of them."""
    sent = orjson.dumps(rows)
    if NUL in sent:
        sent = orjson.dumps([{name: without_nul(value) for name, value in row.items()} for row in rows])
    return Waiting(table, _insert(table, tuple(rows[0])), [sent.decode()])


@lru_cache(maxsize=64)
def _insert(table: str, columns: tuple[str, ...]) -> Statement:
    names = ", ".join(columns)
    source = f"json_populate_recordset(NULL::{table}, $1)"
    return Statement(f"INSERT INTO {table} ({names}) SELECT {names} FROM {source}", ("rows",))  # noqa: S608 - our own names


def can_join(waiting: Sequence[Waiting], sql: str) -> bool:
    """Whether a statement that changes rows can join waiting ones: not if it names a table that they change."""
    return not any(each.table in sql for each in waiting)


def join(waiting: Sequence[Waiting]) -> tuple[str, list[Any]]:
    """Return a statement with its arguments that runs the waiting ones and returns their values."""
    return _alone(tuple(each.statement for each in waiting)), _arguments(waiting)


def join_query(waiting: Sequence[Waiting], main: Statement, arguments: Sequence[Any]) -> tuple[str, list[Any]]:
    """Return a statement with its arguments that runs the waiting ones and one with `RETURNING`.

    It returns the rows of the latter with `is_row`, or a single row without it; each has the values of the others, too.
    """
    return _before_query(tuple(each.statement for each in waiting), main), [*_arguments(waiting), *arguments]


def join_change(waiting: Sequence[Waiting], main: Statement, arguments: Sequence[Any]) -> tuple[str, list[Any]]:
    """Return a statement with its arguments that runs the waiting ones and `main`, whose status is the result."""
    return _before_change(tuple(each.statement for each in waiting), main), [*_arguments(waiting), *arguments]


def settle(waiting: Sequence[Waiting], row: Row) -> None:
    """Take the values of the waiting statements from a row of the joint one."""
    for at, each in enumerate(waiting):
        if each.returns:
            each.value = row[f"value{at}"]


@lru_cache(maxsize=MAX_CACHED)
def _alone(waiting: tuple[Statement, ...]) -> str:
    return f"WITH {_parts(waiting)} SELECT {', '.join(_values(waiting))}"


@lru_cache(maxsize=MAX_CACHED)
def _before_query(waiting: tuple[Statement, ...], main: Statement) -> str:
    values = ", ".join(["main.*", *_values(waiting)])  # the columns of `main` keep their places
    rows = "(SELECT) AS once LEFT JOIN (SELECT main.*, TRUE AS is_row FROM main) AS main ON TRUE"
    parts = f"{_parts(waiting)}, main AS ({_renumbered(main, _count(waiting))})"
    return f"WITH {parts} SELECT {values} FROM {rows}"  # noqa: S608 - our own texts


@lru_cache(maxsize=MAX_CACHED)
def _before_change(waiting: tuple[Statement, ...], main: Statement) -> str:
    return f"WITH {_parts(waiting)} {_renumbered(main, _count(waiting))}"


def _parts(waiting: tuple[Statement, ...]) -> str:
    return ", ".join(f"waiting{at} AS ({_renumbered(each, _count(waiting[:at]))})" for at, each in enumerate(waiting))


def _values(waiting: tuple[Statement, ...]) -> list[str]:
    return [f"(TABLE waiting{at}) AS value{at}" for at, each in enumerate(waiting) if _returns(each)]


def _returns(statement: Statement) -> bool:
    return " RETURNING " in statement.text


def _arguments(waiting: Sequence[Waiting]) -> list[Any]:
    return [argument for each in waiting for argument in each.arguments]


def _count(waiting: Sequence[Statement]) -> int:
    return sum(len(each.names) for each in waiting)


def _renumbered(statement: Statement, before: int) -> str:
    """Return a statement's text with its parameters numbered after `before` others."""
    return _NUMBER.sub(lambda match: f"${int(match[1]) + before}" if match[1] else match[0], statement.text)

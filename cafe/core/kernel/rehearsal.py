"""The changes of a transaction, computed on a copy of some tables and then applied in a short transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Self, TypeVar

from cafe.core.kernel.database import Connection

T = TypeVar("T")

Key = tuple[Any, ...]
Values = tuple[Any, ...]
Params = dict[str, Any]
Ids = Mapping[str, Mapping[int, int]]
"""For each table the ids given to its new rows, by their ids in the copy."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its keys and references."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    has_own_ids: bool
    """Whether the database assigns ids; then `key` is the `id`."""
    names: tuple[str, ...]
    """Columns that identify a row independently of its id."""
    references: Mapping[str, str]
    """The tables that its columns refer to."""

    def by_key(self, rows: Sequence[Values]) -> dict[Key, Values]:
        """Return rows by their keys."""
        places = [self.columns.index(column) for column in self.key]
        return {tuple(values[place] for place in places): values for values in rows}


@dataclass(frozen=True, slots=True)
class TableChanges:
    """The difference between two states of a table, as parameters of statements, prepared while nobody waits."""

    table: Table
    last_id: int
    """The highest id of the copied rows."""
    deleted: list[Params]
    added: list[Params]
    changed: Mapping[tuple[str, ...], list[Params]]
    """New values with the key, by the set of changed columns."""

    @classmethod
    def between(cls, table: Table, before: Sequence[Values], after: Sequence[Values]) -> Self:
        """Compare the rows of a table."""
        old, new = table.by_key(before), table.by_key(after)
        added: list[Params] = []
        changed: dict[tuple[str, ...], list[Params]] = {}
        for key, values in new.items():
            if key not in old:
                added.append(dict(zip(table.columns, values, strict=True)))
            elif values != old[key]:
                pairs = zip(table.columns, old[key], values, strict=True)
                columns = {column: value for column, was, value in pairs if value != was}
                changed.setdefault(tuple(columns), []).append(columns | dict(zip(table.key, key, strict=True)))
        return cls(
            table,
            max((key[0] for key in old), default=0) if table.has_own_ids else 0,
            [dict(zip(table.key, key, strict=True)) for key in old if key not in new],
            added,
            changed,
        )

    @property
    def rows(self) -> int:
        """Number of changed rows."""
        return len(self.deleted) + len(self.added) + sum(map(len, self.changed.values()))

    def delete(self, conn: Connection) -> None:
        conn.run_many(f"DELETE FROM {self.table.name} WHERE {_equal(self.table.key, ' AND ')}", self.deleted)

    def insert(self, conn: Connection, ids: Ids, *, needs_ids: bool) -> dict[int, int]:
        """Insert the new rows, with ids from the database; if others need those, return them by the copy's ids."""
        table, added = self.table, self._referring(self.added, ids)
        columns = [column for column in table.columns if not (table.has_own_ids and column == "id")]
        conn.run_many(
            f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({', '.join(':' + column for column in columns)})",
            added,
        )
        if not (added and needs_ids):
            return {}
        rows = conn.all(
            f"SELECT id, {', '.join(table.names)} FROM {table.name} WHERE id > :last_id", {"last_id": self.last_id}
        )
        given = {tuple(row[name] for name in table.names): int(row["id"]) for row in rows}
        return {params["id"]: given[tuple(params[name] for name in table.names)] for params in added}

    def update(self, conn: Connection, ids: Ids) -> None:
        for columns, rows in self.changed.items():
            conn.run_many(
                f"UPDATE {self.table.name} SET {_equal(columns, ', ')} WHERE {_equal(self.table.key, ' AND ')}",
                self._referring(rows, ids),
            )

    def _referring(self, rows: list[Params], ids: Ids) -> list[Params]:
        """Return the rows with references to new rows of other tables replaced by their real ids."""
        new = {column: ids[table] for column, table in self.table.references.items() if ids.get(table)}
        for column, given in new.items():
            rows = [
                {**params, column: given[params[column]]} if params.get(column) in given else params for params in rows
            ]
        return rows


@dataclass(frozen=True, slots=True)
class Rehearsal(Generic[T]):
    """A function's result and its changes to a copy; referenced tables come first."""

    result: T
    changes: tuple[TableChanges, ...]

    @property
    def rows(self) -> int:
        """Number of changed rows in all tables."""
        return sum(each.rows for each in self.changes)

    def perform(self, conn: Connection) -> None:
        """Apply the changes; the transaction has made sure that there were no others since the copy was read.

        Rows and columns unchanged in the copy stay as they are.
        """
        ids: dict[str, dict[int, int]] = {}
        needed = {table for each in self.changes if each.rows for table in each.table.references.values()}
        for each in reversed(self.changes):
            each.delete(conn)
        for each in self.changes:
            ids[each.table.name] = each.insert(conn, ids, needs_ids=each.table.name in needed)
            each.update(conn, ids)


def _equal(columns: Sequence[str], between: str) -> str:
    return between.join(f"{column} = :{column}" for column in columns)

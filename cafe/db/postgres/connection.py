"""The core's `Connection` on top of asyncpg."""

from collections.abc import Mapping, Sequence
from typing import Any

from cafe.core.kernel.database import Lockable, Row
from cafe.db.postgres.greenlets import wait_for
from cafe.db.postgres.hosts import Raw
from cafe.db.postgres.statements import Statement, translate

ROWS_AT_ONCE = 500
NO_PARAMS: Mapping[str, Any] = {}


class SeveralStatements(BaseException):
    """A read makes more than one query, so it needs a snapshot. A signal, not an error; nothing else catches it."""


class PostgresConnection:
    """A transaction; usable inside `greenlets.run` only. Nothing is sent before its first statement."""

    __slots__ = ("_begin", "raw")
    for_update = " FOR NO KEY UPDATE"

    def __init__(self, raw: Raw, begin: str) -> None:
        self.raw = raw
        self._begin = begin

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to commit or roll back."""
        return not self._begin

    def all(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> list[Row]:
        statement = self._statement(sql, is_query=True)
        rows: Any = wait_for(self.raw.fetch(statement.text, *statement.arguments(params)))
        return rows  # type: ignore[no-any-return] # a Record is a Row but for the types of its stubs

    def one(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> Row | None:
        rows = self.all(sql, params)
        return rows[0] if rows else None

    def run(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> int:
        statement = self._statement(sql, is_query=False)
        status = wait_for(self.raw.execute(statement.text, *statement.arguments(params)))
        count = status.rpartition(" ")[2]  # 'UPDATE 3', 'INSERT 0 1', 'CREATE TABLE'
        return int(count) if count.isdecimal() else -1

    def run_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        statement = self._statement(sql, is_query=False)
        for first in range(0, len(params), ROWS_AT_ONCE):  # gives way to other tasks in between
            rows = params[first : first + ROWS_AT_ONCE]
            wait_for(self.raw.executemany(statement.text, [statement.arguments(each) for each in rows]))

    def lock(self, table: Lockable, row_id: int) -> None:
        """Lock a row; as a transaction's first statement, together with its `BEGIN`."""
        begin, self._begin = self._begin, ""
        wait_for(self.raw.execute(f"{begin}SELECT FROM {table} WHERE id = {int(row_id)}{self.for_update}"))

    def next_value(self, sequence: str) -> str:
        return f"nextval('{sequence}_sequence')"

    def _statement(self, sql: str, *, is_query: bool) -> Statement:  # noqa: ARG002 - for `SingleRead`
        if self._begin:
            begin, self._begin = self._begin, ""
            wait_for(self.raw.execute(begin))
        return translate(sql)


class SingleRead(PostgresConnection):
    """A read outside of any transaction, limited to one query."""

    __slots__ = ("_is_used",)

    def __init__(self, raw: Raw) -> None:
        super().__init__(raw, "")
        self._is_used = False

    def _statement(self, sql: str, *, is_query: bool) -> Statement:
        if self._is_used or not is_query or not sql.startswith("SELECT"):
            # A read-only transaction refuses writes.
            raise SeveralStatements
        self._is_used = True
        return translate(sql)

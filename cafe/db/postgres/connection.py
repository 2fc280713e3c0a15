"""The core's `Connection` on top of asyncpg."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cafe.core.kernel.database import Lockable, Row
from cafe.db.postgres.greenlets import wait_for
from cafe.db.postgres.hosts import Raw
from cafe.db.postgres.joining import Waiting, can_join, insert_of, join, join_change, join_query, settle
from cafe.db.postgres.statements import translate

ROWS_AT_ONCE = 500
NO_PARAMS: Mapping[str, Any] = {}
CHANGES = ("INSERT", "UPDATE", "DELETE")


class SeveralStatements(BaseException):
    """A read makes more than one query, so it needs a snapshot. A signal, not an error; nothing else catches it."""


class PostgresConnection:
    """A transaction; usable inside `greenlets.run` only. Nothing is sent before its first statement."""

    __slots__ = ("_begin", "_waiting", "raw")
    for_update = " FOR NO KEY UPDATE"

    def __init__(self, raw: Raw, begin: str) -> None:
        self.raw = raw
        self._begin = begin
        self._waiting: list[Waiting] = []

    @property
    def has_begun(self) -> bool:
        """Whether there is anything to commit or roll back."""
        return not self._begin

    def all(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> list[Row]:
        statement = translate(sql)
        if self._waiting and " RETURNING " in sql and can_join(self._waiting, sql):
            waiting, self._waiting = self._waiting, []
            rows = self._fetch(*join_query(waiting, statement, statement.arguments(params)))
            settle(waiting, rows[0])
            return [row for row in rows if row["is_row"]]
        self.flush()
        return self._fetch(statement.text, statement.arguments(params))

    def one(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> Row | None:
        rows = self.all(sql, params)
        return rows[0] if rows else None

    def run(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> int:
        statement = translate(sql)
        text, arguments = statement.text, statement.arguments(params)
        is_awaited = any(each.returns for each in self._waiting)
        if self._waiting and not is_awaited and sql.startswith(CHANGES) and can_join(self._waiting, sql):
            waiting, self._waiting = self._waiting, []
            text, arguments = join_change(waiting, statement, arguments)
        self.flush()
        self._start(text)
        status = wait_for(self.raw.execute(text, *arguments))
        count = status.rpartition(" ")[2]  # 'UPDATE 3', 'INSERT 0 1', 'CREATE TABLE'
        return int(count) if count.isdecimal() else -1

    def run_many(self, sql: str, params: Sequence[Mapping[str, Any]]) -> None:
        self.flush()
        statement = translate(sql)
        self._start(sql)
        for first in range(0, len(params), ROWS_AT_ONCE):  # gives way to other tasks in between
            rows = params[first : first + ROWS_AT_ONCE]
            wait_for(self.raw.executemany(statement.text, [statement.arguments(each) for each in rows]))

    def later(self, table: str, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> Callable[[], Any]:
        statement = translate(sql)
        return self._wait(Waiting(table, statement, statement.arguments(params)))

    def insert(self, table: str, rows: Sequence[Mapping[str, Any]]) -> None:
        if rows:
            self._wait(insert_of(table, rows))

    def flush(self) -> None:
        """Send the statements that wait for a later one."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            [row] = self._fetch(*join(waiting))
            settle(waiting, row)

    def lock(self, table: Lockable, row_id: int) -> None:
        """Lock a row; as a transaction's first statement, together with its `BEGIN`."""
        self.flush()
        begin, self._begin = self._begin, ""
        wait_for(self.raw.execute(f"{begin}SELECT FROM {table} WHERE id = {int(row_id)}{self.for_update}"))

    def next_value(self, sequence: str) -> str:
        return f"nextval('{sequence}_sequence')"

    def next_id(self, table: str) -> str:
        return f"(SELECT nextval(pg_get_serial_sequence('{table}', 'id')))"

    def _wait(self, statement: Waiting) -> Callable[[], Any]:
        if not can_join(self._waiting, statement.text):
            self.flush()
        self._waiting.append(statement)

        def value() -> Any:
            if statement in self._waiting:
                self.flush()
            return statement.value

        return value

    def _fetch(self, text: str, arguments: Sequence[Any]) -> list[Row]:
        self._start(text)
        rows: Any = wait_for(self.raw.fetch(text, *arguments))
        return rows  # type: ignore[no-any-return] # a Record is a Row but for the types of its stubs

    def _start(self, text: str) -> None:  # noqa: ARG002 - for those outside of a transaction
        """Begin the transaction, if that is still to do, before a statement is sent."""
        if self._begin:
            begin, self._begin = self._begin, ""
            wait_for(self.raw.execute(begin))


class SingleRead(PostgresConnection):
    """A read outside of any transaction, limited to one query."""

    __slots__ = ("_is_used",)

    def __init__(self, raw: Raw) -> None:
        super().__init__(raw, "")
        self._is_used = False

    def _start(self, text: str) -> None:
        if self._is_used or not text.startswith("SELECT"):
            # A read-only transaction refuses writes.
            raise SeveralStatements
        self._is_used = True


class SingleWrite(PostgresConnection):
    """A write outside of any transaction: one statement, which the server commits by itself."""

    __slots__ = ("is_sent",)

    def __init__(self, raw: Raw) -> None:
        super().__init__(raw, "")
        self.is_sent = False

    def _start(self, text: str) -> None:
        if self.is_sent:
            raise RuntimeError(f"more than one statement in a write of one: {text}")
        self.is_sent = True

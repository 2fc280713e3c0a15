"""What is looked up all the time, or beside guests, reads what it needs and not the whole past (SQLite)."""

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from typing import Any

import pytest

from cafe.core.kernel.database import Connection, Row
from cafe.core.money.payments import store as payments
from cafe.core.ordering.lookup.news import NEWS
from cafe.core.ordering.lookup.suggestions_store import read_demand
from cafe.core.ordering.orders import store as orders
from cafe.core.upkeep.checks import store as checks
from cafe.core.upkeep.retention import store as retention
from cafe.db.migrations import migrate
from cafe.db.sqlite_connection import NO_PARAMS, SqliteConnection

NOW = 1_800_000_000
CASES: Mapping[str, tuple[Callable[[Connection], object], set[str]]] = {
    "board": (lambda conn: orders.list_orders_done_since(conn, NOW, 10), {"order_events", "o"}),
    "news": (lambda conn: conn.one(NEWS), {"order_events", "orders", "refunds"}),
    "due invoices": (lambda conn: payments.list_due(conn, NOW, 600, 86_400, 10), {"invoices"}),
    "invoices at a start": (lambda conn: payments.check_all_soon(conn, NOW, 0), {"invoices", "p"}),
    "popular dishes": (lambda conn: read_demand(conn, NOW), {"l", "o", "orders"}),
    "backlog": (lambda conn: checks.get_backlog(conn, NOW), {"orders", "outbox", "refunds", "invoices"}),
    "refused receipts": (lambda conn: checks.count_refused_receipts(conn, NOW), {"receipts"}),
    "unsent messages": (lambda conn: retention.give_up_messages(conn, 0, NOW, 10), {"m", "o", "orders"}),
}
PARTIAL = {"orders_open", "outbox_queued"}
"""Indexes of the few rows that wait; they may be read from end to end."""


class Explained(SqliteConnection):
    """Keeps the steps that read a whole table or index, by the table's name or alias."""

    __slots__ = ("scanned",)

    def __init__(self, raw: sqlite3.Connection) -> None:
        super().__init__(raw)
        self.scanned: set[str] = set()

    def all(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> list[Row]:
        self._explain(sql, params)
        return super().all(sql, params)

    def one(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> Row | None:
        self._explain(sql, params)
        return super().one(sql, params)

    def run(self, sql: str, params: Mapping[str, Any] = NO_PARAMS) -> int:
        self._explain(sql, params)
        return super().run(sql, params)

    def _explain(self, sql: str, params: Mapping[str, Any]) -> None:
        for row in self.raw.execute(f"EXPLAIN QUERY PLAN {sql}", params):
            step = re.fullmatch(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", row["detail"])
            if step is not None and step[2] not in PARTIAL:
                self.scanned.add(step[1])


@pytest.fixture
def conn() -> Iterator[Explained]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
        raw.row_factory = sqlite3.Row
        migrate(raw)
        yield Explained(raw)


@pytest.mark.parametrize("case", CASES)
def test_a_long_past_is_not_read(conn: Explained, case: str) -> None:
    look_up, growing = CASES[case]
    look_up(conn)
    assert not conn.scanned & growing

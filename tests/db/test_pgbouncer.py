"""The shared engine behind PgBouncer in transaction mode: its sessions are lent for one transaction at a time."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cafe.core.kernel.database import Connection, Database
from cafe.db.postgres.engine import PostgresDatabase
from cafe.db.postgres.moving import copy_to_file
from tests.driver import Cafe, Visitor, config_for, open_cafe
from tests.pgbouncer import needs_pgbouncer, pgbouncer
from tests.postgres import PostgresServer

pytestmark = needs_pgbouncer
SESSIONS = 3
"""Fewer than the connections of any test, so that they are shared."""


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture(scope="module")
def pool(postgres: PostgresServer) -> Iterator[Callable[[str], str]]:
    """Returns a database's address behind the pool."""
    with pgbouncer(postgres, "transaction", SESSIONS) as port:
        yield lambda url: url.replace(f":{postgres.port}/", f":{port}/")


def note(conn: Connection, text: str) -> int:
    return conn.run("INSERT INTO meta (key, value) VALUES (:text, '')", {"text": text})


def notes(conn: Connection) -> list[str]:
    return [row["key"] for row in conn.all("SELECT key FROM meta WHERE value = '' ORDER BY key")]


def value(conn: Connection, sql: str) -> Any:
    [row] = conn.all(f"SELECT {sql} AS value")
    return row["value"]


async def test_a_pool_is_noticed(pool: Callable[[str], str], empty_database_url: str) -> None:
    for url, is_shared in ((pool(empty_database_url), True), (empty_database_url, False)):
        async with PostgresDatabase(url) as database:
            assert await database.shares_sessions() is is_shared


async def test_nobody_runs_anothers_statements(pool: Callable[[str], str], empty_database_url: str) -> None:
    """Two processes, each with statements of its own in an order of its own."""
    async with AsyncExitStack() as stack:
        both = [await stack.enter_async_context(PostgresDatabase(pool(empty_database_url))) for _ in range(2)]

        async def ask(database: Database, number: int) -> None:
            assert await database.read(value, f"{number} + 0") == number
            assert await database.write(value, f"{number} + 1") == number + 1
            assert await database.write_relaxed(value, f"'{number}'") == str(number)
            written = await database.write_then_read(
                lambda conn: note(conn, f"{number:03}"), lambda conn, count: (count, f"{number:03}" in notes(conn))
            )
            assert written == (1, True)

        await asyncio.gather(*(ask(both[turn % 2], turn) for turn in range(100)))
        assert await both[0].read(notes) == [f"{turn:03}" for turn in range(100)]


async def test_a_durable_commit_is_one_whoever_had_the_session_before(
    pool: Callable[[str], str], empty_database_url: str
) -> None:
    async with PostgresDatabase(pool(empty_database_url)) as database:
        setting = "current_setting('synchronous_commit')"
        found = await asyncio.gather(
            *((database.write if turn % 2 else database.write_relaxed)(value, setting) for turn in range(40))
        )
        assert set(found[1::2]) == {"on"}
        isolation = "current_setting('transaction_isolation')"
        assert await database.write(value, isolation) == "read committed"


IDLE_HOLDERS = (
    "SELECT a.pid FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'advisory' "
    "AND a.datname = current_database() AND a.state = 'idle in transaction' "
    "AND a.backend_xid IS NULL AND a.backend_xmin IS NULL"
)


async def test_one_leads_and_the_next_takes_over(pool: Callable[[str], str], empty_database_url: str) -> None:
    """The leader's transaction is open, and keeps nothing from being cleared away."""
    leading: asyncio.Queue[str] = asyncio.Queue()

    async def work(name: str) -> None:
        leading.put_nowait(name)
        await asyncio.Event().wait()

    async with AsyncExitStack() as stack, asyncio.timeout(30):
        both = [await stack.enter_async_context(PostgresDatabase(pool(empty_database_url))) for _ in range(2)]
        tasks = [
            asyncio.ensure_future(database.run_as_leader(lambda name=name: work(name)))  # type: ignore[misc]
            for name, database in zip(("one", "two"), both, strict=True)
        ]
        await leading.get()
        # Each session has been lent many times since.
        await asyncio.gather(
            *(database.write(note, f"{turn}{at}") for turn in range(40) for at, database in enumerate(both))
        )
        watching = await asyncpg.connect(empty_database_url)
        stack.push_async_callback(watching.close)
        while len(holders := await watching.fetch(IDLE_HOLDERS)) != 1:  # noqa: ASYNC110 - until its heartbeat
            await asyncio.sleep(0.05)
        assert leading.empty()
        await watching.fetchval("SELECT pg_terminate_backend($1)", holders[0]["pid"])
        await leading.get()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_those_who_start_at_once_migrate_once(
    pool: Callable[[str], str], postgres: PostgresServer, tmp_path: Path
) -> None:
    """And what they made can be copied, again and again."""
    url = await asyncio.to_thread(postgres.create_database)

    async def start() -> None:
        async with PostgresDatabase(pool(url)):
            pass

    await asyncio.gather(*(start() for _ in range(5)))
    for name in ("one.db", "two.db"):
        await copy_to_file(pool(url), tmp_path / name)
        with closing(sqlite3.connect(tmp_path / name)) as file:
            assert file.execute("SELECT name FROM sequences ORDER BY name").fetchall() == [
                ("guest",),
                ("order_number",),
            ]


async def test_ended_sessions_are_made_up_for(
    pool: Callable[[str], str], empty_database_url: str, postgres: PostgresServer
) -> None:
    async with PostgresDatabase(pool(empty_database_url)) as database:
        await database.write(note, "before")
        name = empty_database_url.rpartition("/")[2]
        await asyncio.to_thread(
            postgres.execute,
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",  # noqa: S608 - our own
        )
        await database.write(note, "after")
        assert await database.read(notes) == ["after", "before"]


async def test_orders_of_two_processes_are_all_there(
    pool: Callable[[str], str], database_url: str, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        cafes: list[Cafe] = [
            await stack.enter_async_context(
                open_cafe(config_for(tmp_path, database_url=pool(database_url)), catalogue=None)
            )
            for _ in range(2)
        ]
        people: list[Visitor] = [cafes[turn % 2].guest() for turn in range(30)]
        placed = await asyncio.gather(*(person.places("latte", "borscht") for person in people))
        assert len({order["order_number"] for order in placed}) == len(people)
        assert await cafes[0].value("SELECT COUNT(*) FROM orders") == len(people)
        assert await cafes[0].value("SELECT COUNT(*) FROM order_lines") == 2 * len(people)
        assert await cafes[1].value("SELECT stock FROM ingredients WHERE code = 'milk'") == 20000 - 220 * len(people)

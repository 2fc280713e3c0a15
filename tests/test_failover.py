"""Another host of the database's address takes over: what was acknowledged is there, and nobody has to do anything."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from cafe.core.kernel.database import UnavailableError
from cafe.db.postgres import hosts
from cafe.db.postgres.engine import PostgresDatabase
from cafe.db.postgres.hosts import Host, hosts_of
from tests.driver import Cafe, config_for, open_cafe
from tests.postgres import QUOTED, PostgresServer, postgres_server


@pytest.fixture
def primary() -> Iterator[PostgresServer]:
    with postgres_server() as server:
        yield server


@pytest.fixture
def standby(primary: PostgresServer) -> Iterator[PostgresServer]:
    with postgres_server(primary) as server:
        yield server


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "WAIT_SECONDS", 0.5)
    monkeypatch.setattr(hosts, "HOST_SECONDS", 0.3)


@pytest.fixture
def hung_port() -> Iterator[int]:
    """A host that takes connections and never says a word, as one whose machine hangs."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


async def is_healthy(cafe: Cafe) -> bool:
    return (await cafe.get("/healthz")).status == 200


async def until_healthy(cafe: Cafe, *, is_wanted: bool) -> None:
    async with asyncio.timeout(30):
        while await is_healthy(cafe) is not is_wanted:  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.05)


async def leads(cafe: Cafe) -> bool:
    return "sweeper" in (await cafe.get("/healthz")).json


async def test_the_standby_takes_over_with_all_that_was_acknowledged(
    primary: PostgresServer, standby: PostgresServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    name = (await asyncio.to_thread(primary.create_database)).rpartition("/")[2]
    url = f"postgresql://cafe:{QUOTED}@127.0.0.1:{standby.port},127.0.0.1:{primary.port}/{name}"
    async with open_cafe(config_for(tmp_path, database_url=url)) as cafe:
        person = cafe.person()
        placed = [await person.places("latte"), await person.places("latte")]
        assert await is_healthy(cafe)

        await asyncio.to_thread(primary.stop, "immediate")
        await until_healthy(cafe, is_wanted=False)
        assert (await person.adds("latte")).status == 500, "the standby takes no writes"

        await asyncio.to_thread(standby.promote)
        await until_healthy(cafe, is_wanted=True)
        ids = [order["id"] for order in await person.sees_orders()]
        assert sorted(ids) == sorted(order["order_id"] for order in placed)
        assert (await person.places("latte"))["order_id"] not in ids
        async with asyncio.timeout(20):
            while not await leads(cafe):  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.05)
    # asyncpg may leave a future behind whose connection was lost while it was being made; asyncio tells of that.
    failures = [record.exc_info[1] for record in caplog.records if record.exc_info and record.name != "asyncio"]
    assert [error for error in failures if not isinstance(error, UnavailableError)] == [], "an outage is no defect"


async def test_a_host_that_hangs_is_passed_over(postgres: PostgresServer, hung_port: int) -> None:
    url = await asyncio.to_thread(postgres.create_database)
    name = url.rpartition("/")[2]
    credentials = f"postgresql://cafe:{QUOTED}@"
    both = (
        f"{credentials}127.0.0.1:{hung_port},127.0.0.1:{postgres.port}/{name}",
        f"{credentials}/{name}?host=127.0.0.1,127.0.0.1&port={hung_port},{postgres.port}",
    )
    for address in both:
        async with PostgresDatabase(address) as database:
            assert await database.read(lambda conn: conn.all("SELECT 1 FROM meta")) != []
    await asyncio.to_thread(postgres.drop_database, url)


async def test_a_server_that_turned_read_only_is_left_for_another(
    postgres: PostgresServer, empty_template: str
) -> None:
    url = await asyncio.to_thread(postgres.create_database, empty_template)
    async with PostgresDatabase(url) as database:
        await database.read(lambda conn: conn.one("SELECT 1"))
        connection = await asyncpg.connect(url)
        session = await connection.fetchval(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await connection.close()
        await database.write(lambda conn: conn.run("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"))
        await database.write(lambda conn: conn.run("INSERT INTO meta (key, value) VALUES ('a', '')"))
        [row] = await database.read(lambda conn: conn.all("SELECT pg_backend_pid() AS pid"))
        assert row["pid"] != session
    await asyncio.to_thread(postgres.drop_database, url)


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        ("cafe:p@one/db", [Host("one", None)]),
        ("cafe:p@one:1,two:2/db", [Host("one", 1), Host("two", 2)]),
        ("cafe:p%40@one,two/db?sslmode=require", [Host("one", None), Host("two", None)]),
        ("cafe@/db?host=one,two&port=1,2", [Host("one", 1), Host("two", 2)]),
        ("cafe@/db?host=one,two&port=1", [Host("one", 1), Host("two", 1)]),
        ("cafe@/db?host=/run/one,two", [Host("/run/one", None), Host("two", None)]),
        ("cafe@/db", []),
    ],
)
def test_an_address_has_hosts(where: str, expected: list[Host]) -> None:
    assert hosts_of(f"postgresql://{where}") == expected

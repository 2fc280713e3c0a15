"""The operator's guide on every moment of PostgreSQL: its commands, run against a server that is lost."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import asyncpg
import pytest

from tests.postgres import PostgresServer, postgres_server

GUIDE = (Path(__file__).parents[1] / "docs" / "operator-guide.md").read_text(encoding="utf-8")
COMMANDS = (
    "pg_basebackup --write-recovery-conf --slot standby --create-slot",  # run by `PostgresServer.follow`
    "pg_receivewal --slot cafe --create-slot --if-not-exists",
    "pg_receivewal --slot cafe --synchronous --directory",
    "pg_basebackup --wal-method none --checkpoint fast --pgdata",
    "restore_command = 'cp /mnt/elsewhere/wal/%f %p || cp /mnt/elsewhere/wal/%f.partial %p'",
)
CONTINUOUSLY = ("--slot", "cafe", "--synchronous", "--directory")


@contextmanager
def receiving(server: PostgresServer, archive: Path) -> Iterator[None]:
    """What the guide has a service do on another machine."""
    address = ["--dbname", server.url("postgres")]
    server.run("pg_receivewal", *address, "--slot", "cafe", "--create-slot", "--if-not-exists")
    with server.start_program("pg_receivewal", *address, *CONTINUOUSLY, str(archive)) as process:
        try:
            yield
        finally:
            process.terminate()


async def until_received(server: PostgresServer) -> None:
    """Wait until everything committed is in the other place."""
    raw = await asyncpg.connect(server.url("postgres"))
    try:
        end = await raw.fetchval("SELECT pg_current_wal_insert_lsn()")
        sent = "SELECT COALESCE(bool_or(flush_lsn >= $1::pg_lsn), FALSE) FROM pg_stat_replication"
        async with asyncio.timeout(30):
            while not await raw.fetchval(sent, end):  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.05)
    finally:
        await raw.close()


async def until_recovered(server: PostgresServer) -> None:
    async with asyncio.timeout(30):
        while await fetch(server, "SELECT pg_is_in_recovery()"):  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_guide_has_the_commands(command: str) -> None:
    assert command in GUIDE


def test_a_moment_comes_back_from_what_was_received() -> None:
    with postgres_server() as server:
        archive, base = server.make_folder("wal"), server.make_folder("base")
        with receiving(server, archive):
            address = ["--dbname", server.url("postgres"), "--pgdata", str(base)]
            server.run("pg_basebackup", "--wal-method", "none", "--checkpoint", "fast", *address)
            server.execute("CREATE TABLE orders (number INTEGER)")
            server.execute("INSERT INTO orders VALUES (1)")
            moment = str(asyncio.run(fetch(server, "SELECT clock_timestamp()")))
            server.execute("INSERT INTO orders VALUES (2)")
            asyncio.run(until_received(server))
            server.stop("immediate")  # its machine is gone
        for until, expected in (("", [1, 2]), (moment, [1])):
            with postgres_server(prepare=partial(recover, base, archive, until)) as again:
                asyncio.run(until_recovered(again))
                rows = asyncio.run(fetch(again, "SELECT array_agg(number ORDER BY number) FROM orders"))
                assert rows == expected


def recover(base: Path, archive: Path, until: str, server: PostgresServer) -> None:
    server.recover(base, archive, until)


async def fetch(server: PostgresServer, sql: str) -> object:
    raw = await asyncpg.connect(server.url("postgres"))
    try:
        return await raw.fetchval(sql)
    finally:
        await raw.close()

"""The shared engine: what only PostgreSQL does."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cafe.app import opened
from cafe.core.kernel.database import Connection, UnavailableError
from cafe.core.kernel.request_id import request_id
from cafe.db.errors import OutcomeUnknownError
from cafe.db.migrations import NewerDatabaseError, OlderDatabaseError
from cafe.db.postgres import hosts
from cafe.db.postgres.engine import PostgresDatabase
from cafe.db.postgres.statements import translate
from cafe.engines import Opening, back_up, open_database
from tests.driver import config_for
from tests.postgres import PASSWORD, QUOTED, PostgresServer


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
async def database(empty_database_url: str) -> AsyncIterator[PostgresDatabase]:
    async with PostgresDatabase(empty_database_url) as database:
        yield database


def note(conn: Connection, text: str) -> int:
    return conn.run("INSERT INTO meta (key, value) VALUES (:text, '')", {"text": text})


def notes(conn: Connection) -> list[str]:
    return [row["key"] for row in conn.all("SELECT key FROM meta WHERE value = '' ORDER BY key")]


@pytest.mark.parametrize(
    ("sql", "text", "names"),
    [
        ("SELECT :a, :b, :a", "SELECT $1, $2, $1", ("a", "b")),
        ("SELECT ':a', ':b''s', :c", "SELECT ':a', ':b''s', $1", ("c",)),
        ("SELECT 'x'::text, :x", "SELECT 'x'::text, $1", ("x",)),
        ("SELECT 1", "SELECT 1", ()),
    ],
)
def test_parameters_get_numbers(sql: str, text: str, names: tuple[str, ...]) -> None:
    assert translate(sql) == (text, names)


async def test_a_nul_becomes_a_mark(database: PostgresDatabase) -> None:
    await database.write(note, "a\0b")
    await database.write(lambda conn: conn.insert("meta", [{"key": "c\\u0000\0d", "value": ""}]))
    assert await database.read(notes) == ["a\N{REPLACEMENT CHARACTER}b", "c\\u0000\N{REPLACEMENT CHARACTER}d"]


async def test_others_go_on_while_one_waits(database: PostgresDatabase) -> None:
    slow = asyncio.ensure_future(database.read(lambda conn: conn.one("SELECT pg_sleep(0.5)")))
    for turn in range(5):
        await database.write(note, str(turn))
    assert not slow.done()
    await slow


async def test_a_transactions_log_lines_have_its_request(database: PostgresDatabase) -> None:
    request_id.set(77)
    assert await database.write(lambda _: request_id.get()) == 77


async def test_a_deadlock_is_run_again(database: PostgresDatabase) -> None:
    """Two lock two rows in opposite orders; both get through."""
    for name in ("a", "b"):
        await database.write(note, name)
    runs = {"ab": 0, "ba": 0}
    held = asyncio.Event()

    def touch_both(conn: Connection, order: str) -> None:
        runs[order] += 1
        conn.run("UPDATE meta SET value = '' WHERE key = :key", {"key": order[0]})
        if sum(runs.values()) == 2:
            held.set()
        conn.one("SELECT pg_sleep(0.05)")
        conn.run("UPDATE meta SET value = '' WHERE key = :key", {"key": order[1]})

    async with asyncio.timeout(20):
        await asyncio.gather(database.write(touch_both, "ab"), database.write(touch_both, "ba"))
    assert held.is_set()
    assert sum(runs.values()) > 2


async def test_an_overtaken_insert_is_run_again_and_finds_the_row(database: PostgresDatabase) -> None:
    def find_or_add(conn: Connection) -> str:
        if conn.one("SELECT key FROM meta WHERE key = 'one'") is not None:
            return "found"
        conn.one("SELECT pg_sleep(0.05)")
        note(conn, "one")
        return "added"

    found = await asyncio.gather(*(database.write(find_or_add) for _ in range(3)))
    assert sorted(found) == ["added", "found", "found"]


async def test_who_leaves_meanwhile_leaves_nothing_half_done(database: PostgresDatabase) -> None:
    def two_notes(conn: Connection) -> None:
        note(conn, "first half")
        conn.one("SELECT pg_sleep(60)")
        note(conn, "second half")

    leaving = asyncio.ensure_future(database.write(two_notes))
    await asyncio.sleep(0.1)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    await database.write(note, "later")
    assert await database.read(notes) == ["later"]


async def until_one_sleeps(url: str) -> None:
    """Wait until the server runs `pg_sleep` for one of the database's sessions."""
    sleeping = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'"
    connection = await asyncpg.connect(url)
    async with asyncio.timeout(30):
        while not await connection.fetchval(sleeping):  # noqa: ASYNC110 - it is another process
            await asyncio.sleep(0.01)
    await connection.close()


async def terminate_all(url: str) -> None:
    """End every session of the database, as a restart of the server does."""
    connection = await asyncpg.connect(url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await connection.close()


async def test_a_lost_connection_before_the_commit_is_made_up_for(
    database: PostgresDatabase, empty_database_url: str
) -> None:
    runs = 0

    def write(conn: Connection) -> None:
        nonlocal runs
        runs += 1
        note(conn, "once")
        conn.one("SELECT pg_sleep(:seconds)", {"seconds": 60.0 if runs == 1 else 0.0})

    writing = asyncio.ensure_future(database.write(write))
    await until_one_sleeps(empty_database_url)
    await terminate_all(empty_database_url)
    await writing
    assert runs == 2
    assert await database.read(notes) == ["once"]


class Relay:
    """Stands before the server, and can end sessions as it does: it says why, and closes the connection later."""

    def __init__(self) -> None:
        self._farewells: list[asyncio.StreamWriter] = []

    @asynccontextmanager
    async def before(self, port: int) -> AsyncIterator[int]:
        """Pass everything on; yields the relay's own port."""

        async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(ConnectionError):
                while part := await reader.read(65536):
                    writer.write(part)
            writer.close()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            upstream, onward = await asyncio.open_connection("127.0.0.1", port)
            self._farewells.append(writer)
            await asyncio.gather(pass_on(reader, onward), pass_on(upstream, writer))

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            yield server.sockets[0].getsockname()[1]

    async def say_farewell(self) -> None:
        fields = b"SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"
        for writer in self._farewells:
            writer.write(b"E" + (4 + len(fields)).to_bytes(4, "big") + fields)
        self._farewells.clear()
        await asyncio.sleep(0.1)  # until it has been read


async def test_a_session_that_is_about_to_end_is_left(empty_database_url: str, postgres: PostgresServer) -> None:
    relay, leading, resigned = Relay(), asyncio.Event(), asyncio.Event()

    async def lead() -> None:
        leading.set()
        try:
            await asyncio.Event().wait()
        finally:
            resigned.set()

    async with relay.before(postgres.port) as port:
        url = empty_database_url.replace(f":{postgres.port}/", f":{port}/")
        async with PostgresDatabase(url) as database, asyncio.timeout(20):
            await database.write(note, "one")
            await relay.say_farewell()
            await database.write(note, "two")
            await relay.say_farewell()
            assert await database.read(notes) == ["one", "two"]
            leader = asyncio.ensure_future(database.run_as_leader(lead))
            await leading.wait()
            leading.clear()
            await relay.say_farewell()
            await resigned.wait()
            await leading.wait()
            leader.cancel()


async def test_a_session_that_ends_at_once_is_tried_again(
    database: PostgresDatabase, empty_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, opened = asyncpg.connect, 0

    async def connect_badly(*args: Any, **kwargs: Any) -> asyncpg.Connection:
        nonlocal opened
        opened += 1
        raw: asyncpg.Connection = await connect(*args, **kwargs)
        if opened == 1:
            raw.terminate()
        return raw

    await terminate_all(empty_database_url)
    monkeypatch.setattr(asyncpg, "connect", connect_badly)
    await database.write(note, "one")
    assert opened == 2


async def test_a_commit_of_unknown_outcome_is_not_repeated(
    database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = 0

    def write(conn: Connection) -> None:
        nonlocal runs
        runs += 1
        note(conn, "once")

    execute = asyncpg.Connection.execute

    async def lose_commit(connection: asyncpg.Connection, query: str, *args: object) -> str:
        if query != "COMMIT":
            return await execute(connection, query, *args)
        await execute(connection, query)
        connection.terminate()
        raise asyncpg.ConnectionDoesNotExistError

    with monkeypatch.context() as patch:
        patch.setattr(asyncpg.Connection, "execute", lose_commit)
        with pytest.raises(OutcomeUnknownError):
            await database.write(write)
    assert runs == 1
    assert await database.read(notes) == ["once"]


async def test_a_lost_write_of_one_statement_is_not_repeated(
    database: PostgresDatabase, empty_database_url: str
) -> None:
    """It may have been committed."""
    runs = 0

    def write(conn: Connection) -> None:
        nonlocal runs
        runs += 1
        conn.one("SELECT pg_sleep(60)")

    writing = asyncio.ensure_future(database.write_then_read(write, lambda _, written: written))
    await until_one_sleeps(empty_database_url)
    await terminate_all(empty_database_url)
    with pytest.raises(OutcomeUnknownError):
        await writing
    assert runs == 1
    assert await database.write_then_read(lambda conn: note(conn, "one"), lambda conn, _: notes(conn)) == ["one"]


async def test_a_write_of_one_statement_has_no_second(database: PostgresDatabase) -> None:
    def write(conn: Connection) -> None:
        note(conn, "one")
        note(conn, "two")

    with pytest.raises(RuntimeError, match="more than one statement"):
        await database.write_then_read(write, lambda _, written: written)


async def test_commits_are_as_durable_as_they_are_called(postgres: PostgresServer, empty_database_url: str) -> None:
    """By default as the server is configured; whoever has a standby may ask for more than the disk."""

    def durability(conn: Connection) -> str:
        [row] = conn.all("SELECT current_setting('synchronous_commit') AS value")
        return str(row["value"])

    async def durabilities() -> list[str]:
        async with PostgresDatabase(empty_database_url) as database:
            return [
                await database.write(durability),
                await database.write_relaxed(durability),
                await database.write_then_read(durability, lambda _, found: found),
                await database.write(durability),
            ]

    assert await durabilities() == ["on", "off", "off", "on"]
    name = empty_database_url.rpartition("/")[2]
    await asyncio.to_thread(postgres.execute, f"ALTER DATABASE {name} SET synchronous_commit = 'local'")
    assert await durabilities() == ["local", "off", "off", "local"]


async def test_a_restart_of_the_server_is_a_delay(database: PostgresDatabase, postgres: PostgresServer) -> None:
    await database.write(note, "before")
    await asyncio.to_thread(postgres.stop, "immediate")
    writing = asyncio.ensure_future(database.write(note, "after"))
    await asyncio.to_thread(postgres.start)
    await writing
    assert await database.read(notes) == ["after", "before"]


async def test_nobody_is_told_the_address(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hosts, "WAIT_SECONDS", 0.2)
    caplog.set_level(logging.DEBUG)
    wrong = {
        "no such database": postgres.url("nothing"),
        "refuses": postgres.url("postgres").replace(QUOTED, "wrong"),
        "cannot be reached": "postgresql://cafe:s3cr3t@127.0.0.1:9/cafe",
        "not valid": "postgresql://cafe:s3cr3t@127.0.0.1:port/cafe",
    }
    for reason, url in wrong.items():
        with pytest.raises(UnavailableError, match=reason) as caught:
            async with PostgresDatabase(url):
                pass
        told = str(caught.value) + caplog.text
        assert not any(part in told for part in ("s3cr3t", PASSWORD, QUOTED, "127.0.0.1"))


async def test_an_error_tells_nothing_of_a_row(database: PostgresDatabase) -> None:
    await database.write(note, "+380671234567")
    with pytest.raises(asyncpg.UniqueViolationError) as unique:
        await database.write(note, "+380671234567")
    with pytest.raises(asyncpg.DataError) as wrong:
        await database.read(lambda conn: conn.one("SELECT key FROM meta WHERE key = :key", {"key": 671234567}))
    assert "67123" not in str(unique.value) + str(wrong.value)


async def test_a_read_known_for_several_queries_begins_with_a_snapshot(database: PostgresDatabase) -> None:
    runs = 0

    def two(conn: Connection) -> int:
        nonlocal runs
        runs += 1
        return len(notes(conn)) + len(notes(conn))

    assert [await database.read(two) for _ in range(3)] == [0, 0, 0]
    assert runs == 4, "run again once, when it asked for the second"


async def test_those_who_start_at_once_migrate_once(postgres: PostgresServer) -> None:
    url = await asyncio.to_thread(postgres.create_database)

    async def start() -> None:
        async with PostgresDatabase(url):
            pass

    await asyncio.gather(*(start() for _ in range(5)))
    async with PostgresDatabase(url) as database:
        names = await database.read(lambda conn: conn.all("SELECT name FROM sequences"))
    assert len(names) == 2
    await asyncio.to_thread(postgres.drop_database, url)


async def test_an_empty_database_is_set_up_for_any_command(tmp_path: Path, postgres: PostgresServer) -> None:
    """As a file of SQLite is; `doctor` alone changes nothing."""
    url = await asyncio.to_thread(postgres.create_database)
    config = config_for(tmp_path, database_url=url)
    with pytest.raises(OlderDatabaseError):
        async with open_database(config, Opening.INSPECT):
            pass
    async with opened(config) as (_, services):
        assert "[settings]" in await services.catalogue.dump()
    await asyncio.to_thread(postgres.drop_database, url)


async def test_another_programs_database_is_refused(database: PostgresDatabase, empty_database_url: str) -> None:
    async with PostgresDatabase(empty_database_url, migrates=False):
        pass
    await database.write(lambda conn: conn.run("DELETE FROM migrations WHERE name LIKE '0008%'"))
    with pytest.raises(OlderDatabaseError, match="0008"):
        async with PostgresDatabase(empty_database_url, migrates=False):
            pass
    await database.write(lambda conn: conn.run("INSERT INTO migrations (name) VALUES ('9999_newer')"))
    for migrates in (True, False):
        with pytest.raises(NewerDatabaseError, match="9999"):
            async with PostgresDatabase(empty_database_url, migrates=migrates):
                pass


async def test_a_copy_of_a_newer_database_is_left_to_those_who_know_it(
    database: PostgresDatabase, empty_database_url: str, tmp_path: Path
) -> None:
    """Into a file we could write the tables that we know alone."""
    await database.write(lambda conn: conn.run("INSERT INTO migrations (name) VALUES ('9999_newer')"))
    config = config_for(tmp_path, database_url=empty_database_url)
    with pytest.raises(NewerDatabaseError, match=r"9999_newer.*: its own version alone can copy it.*pg_dump"):
        await back_up(config, tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_one_leads_and_the_next_takes_over(database: PostgresDatabase, empty_database_url: str) -> None:
    leading: asyncio.Queue[str] = asyncio.Queue()

    async def work(name: str) -> None:
        leading.put_nowait(name)
        await asyncio.Event().wait()

    async with PostgresDatabase(empty_database_url) as other, asyncio.timeout(20):
        first = asyncio.ensure_future(database.run_as_leader(lambda: work("first")))
        assert await leading.get() == "first"
        second = asyncio.ensure_future(other.run_as_leader(lambda: work("second")))
        await asyncio.sleep(0.7)
        assert leading.empty()
        await terminate_all(empty_database_url)
        await leading.get()
        first.cancel()
        second.cancel()
        await asyncio.gather(first, second, return_exceptions=True)


async def test_every_session_has_our_settings(database: PostgresDatabase) -> None:
    def setting(conn: Connection, name: str) -> str:
        [row] = conn.all("SELECT current_setting(:name) AS value", {"name": name})
        return str(row["value"])

    for name, wanted in hosts.SETTINGS.items():
        assert (await database.read(setting, name)).replace("1min", "60000") == wanted, name


async def test_pgbouncer_lets_us_in() -> None:
    """It refuses a start that asks for more than it keeps track of."""
    asked: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        size = int.from_bytes(await reader.readexactly(4), "big")
        message = await reader.readexactly(size - 4)
        if size == 8:  # for TLS first
            writer.write(b"N")
            message = await reader.readexactly(int.from_bytes(await reader.readexactly(4), "big") - 4)
        asked.extend(message[4:].decode().split("\0")[:-2:2])
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(asyncpg.ConnectionDoesNotExistError):
            await hosts.connect(f"postgresql://cafe:secret@127.0.0.1:{port}/cafe")
    assert set(asked) <= {"user", "database", "client_encoding", "application_name"}, asked
    assert "user" in asked

"""The embedded engine: transactions that are functions, all or nothing, against a real file."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cafe.core.kernel.database import Connection
from cafe.db.copies import copy_database
from cafe.db.sqlite import SqliteDatabase
from cafe.db.sqlite_connection import SqliteConnection


class BrokenError(Exception):
    """A reason to undo everything."""


def count(conn: Connection) -> int:
    row = conn.one("SELECT count(*) AS n FROM notes")
    assert row is not None
    return int(row["n"])


def note(conn: Connection, text: str) -> int:
    return conn.run("INSERT INTO notes (text) VALUES (:text)", {"text": text})


def note_and_break(conn: Connection, text: str) -> None:
    note(conn, text)
    raise BrokenError(text)


def texts(conn: Connection) -> list[str]:
    return [row["text"] for row in conn.all("SELECT text FROM notes ORDER BY id")]


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    async with SqliteDatabase(tmp_path / "cafe.db") as opened:
        await opened.write(
            lambda conn: conn.run("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE)")
        )
        yield opened


async def test_what_is_written_is_read_at_once(database: SqliteDatabase) -> None:
    for turn in range(50):
        write = database.write if turn % 2 else database.write_relaxed
        assert await write(note, str(turn)) == 1
        assert await database.read(count) == turn + 1


async def test_an_error_undoes_everything_and_reaches_the_caller(database: SqliteDatabase) -> None:
    with pytest.raises(BrokenError, match="lost"):
        await database.write(note_and_break, "lost")
    assert await database.read(count) == 0
    await database.write(note, "kept")
    with pytest.raises(sqlite3.IntegrityError):
        await database.write(note, "kept")
    assert await database.read(texts) == ["kept"]


async def test_those_committed_together_fail_alone(database: SqliteDatabase) -> None:
    results = await asyncio.gather(
        *(database.write(note_and_break if turn % 3 == 0 else note, str(turn)) for turn in range(200)),
        return_exceptions=True,
    )
    for turn, result in enumerate(results):
        assert isinstance(result, BrokenError) if turn % 3 == 0 else result == 1
    assert await database.read(texts) == [str(turn) for turn in range(200) if turn % 3]


async def test_a_write_that_spoils_the_common_transaction_spoils_it_for_itself_alone(
    database: SqliteDatabase,
) -> None:
    def spoil(conn: Connection) -> None:
        note(conn, "spoilt")
        conn.run("ROLLBACK")
        raise BrokenError

    results = await asyncio.gather(
        database.write(note, "one"),
        database.write(note, "two"),
        database.write(spoil),
        database.write(note, "three"),
        return_exceptions=True,
    )
    assert [isinstance(result, BrokenError) for result in results] == [False, False, True, False]
    assert sorted(await database.read(texts)) == ["one", "three", "two"]


async def test_a_caller_who_left_before_the_start_changes_nothing(database: SqliteDatabase) -> None:
    started, go_on = threading.Event(), threading.Event()

    def slow(conn: Connection) -> None:
        started.set()
        go_on.wait(30)
        note(conn, "slow")

    first = asyncio.ensure_future(database.write(slow))
    second = asyncio.ensure_future(database.write(note, "never"))
    third = asyncio.ensure_future(database.write(note, "third"))
    await asyncio.to_thread(started.wait, 5)
    second.cancel()
    go_on.set()
    await asyncio.gather(first, third)
    assert second.cancelled()
    assert await database.read(texts) == ["slow", "third"]


async def test_a_caller_who_leaves_meanwhile_leaves_all_or_nothing(database: SqliteDatabase) -> None:
    started, go_on = threading.Event(), threading.Event()

    def two_notes(conn: Connection) -> None:
        note(conn, "first half")
        started.set()
        go_on.wait(30)
        note(conn, "second half")

    leaving = asyncio.ensure_future(database.write(two_notes))
    await asyncio.to_thread(started.wait, 5)
    leaving.cancel()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    await database.write(note, "later")
    assert await database.read(texts) in (["later"], ["first half", "second half", "later"])


async def test_increments_from_everywhere_add_up(database: SqliteDatabase) -> None:
    await database.write(note, "0")
    increment = "UPDATE notes SET text = CAST(text AS INTEGER) + 1"
    async with SqliteDatabase(database.path) as other:
        await asyncio.gather(
            *((other if turn % 2 else database).write(lambda conn: conn.run(increment)) for turn in range(300))
        )
        assert await other.read(texts) == ["300"]
    assert await database.read(texts) == ["300"]


async def test_a_read_is_one_snapshot(database: SqliteDatabase) -> None:
    await database.write(note, "one")
    reading, go_on = threading.Event(), threading.Event()

    def twice(conn: Connection) -> tuple[int, int]:
        before = count(conn)
        reading.set()
        go_on.wait(30)
        return before, count(conn)

    result = asyncio.ensure_future(database.read_long(twice))
    await asyncio.to_thread(reading.wait, 30)
    await database.write(note, "two")
    assert not result.done()
    go_on.set()
    assert await result == (1, 1)
    assert await database.read(count) == 2


async def test_long_reads_have_nobody_else_wait(database: SqliteDatabase) -> None:
    reading, go_on = threading.Event(), threading.Event()

    def slow_count(conn: Connection) -> int:
        reading.set()
        go_on.wait(30)
        return count(conn)

    slow = [asyncio.ensure_future(database.read_long(slow_count)) for _ in range(5)]
    await asyncio.to_thread(reading.wait, 30)
    await database.write(note, "one")
    assert await asyncio.gather(*(database.read(count) for _ in range(5))) == [1] * 5
    assert not any(each.done() for each in slow)
    go_on.set()
    await asyncio.gather(*slow)


async def test_a_read_whose_end_fails_holds_up_no_later_one(database: SqliteDatabase) -> None:
    def break_the_end(conn: Connection) -> int:
        found = count(conn)
        assert isinstance(conn, SqliteConnection)
        conn.raw.set_progress_handler(lambda: 1, 1)  # every statement from now on fails, the COMMIT first
        return found

    def mend(conn: Connection) -> None:
        assert isinstance(conn, SqliteConnection)
        conn.raw.set_progress_handler(None, 0)

    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        await database.read(break_the_end)
    assert database._reader is not None
    mend(SqliteConnection(database._reader.raw))
    await database.write(note, "after")
    assert await database.read(texts) == ["after"]


async def test_reads_cannot_write(database: SqliteDatabase) -> None:
    with pytest.raises(sqlite3.OperationalError):
        await database.read(note, "sneaky")
    assert await database.read(count) == 0


async def test_how_durable_a_write_is(database: SqliteDatabase) -> None:
    def synchronous(conn: Connection) -> int:
        row = conn.one("PRAGMA synchronous")
        assert row is not None
        return int(row[0])  # type: ignore[call-overload,no-any-return,unused-ignore]

    full, normal = 2, 1
    for _ in range(2):
        assert await database.write_relaxed(synchronous) == normal
        assert await database.write(synchronous) == full
    both = await asyncio.gather(database.write_relaxed(synchronous), database.write(synchronous))
    assert both[1] == full


async def test_the_schema_is_guarded(database: SqliteDatabase) -> None:
    def orphan(conn: Connection) -> int:
        return conn.run("INSERT INTO cart_lines (customer_id, product_id, quantity) VALUES (5, 5, 1)")

    with pytest.raises(sqlite3.IntegrityError):
        await database.write(orphan)


async def test_another_process_is_noticed(database: SqliteDatabase) -> None:
    assert await database.read(count) == 0
    with sqlite3.connect(database.path) as connection:
        connection.execute("INSERT INTO notes (text) VALUES ('from outside')")
    connection.close()
    assert await database.read(texts) == ["from outside"]


async def test_a_backup_is_consistent_while_others_write(database: SqliteDatabase, tmp_path: Path) -> None:
    def pair(conn: Connection, text: str) -> None:
        note(conn, f"{text}a")
        note(conn, f"{text}b")

    async def keep_writing() -> None:
        for turn in range(200):
            await database.write_relaxed(pair, str(turn))

    writing = asyncio.ensure_future(keep_writing())
    for number in range(3):
        await asyncio.sleep(0.005)
        await asyncio.to_thread(copy_database, database.path, tmp_path / f"copy{number}.db")
    await writing
    for number in range(3):
        copy = sqlite3.connect(tmp_path / f"copy{number}.db")
        [(rows,)] = copy.execute("SELECT count(*) FROM notes").fetchall()
        [(verdict,)] = copy.execute("PRAGMA integrity_check").fetchall()
        copy.close()
        assert rows % 2 == 0
        assert verdict == "ok"


async def test_a_lock_that_lasts_fails_those_who_wait_together_in_one_go(
    database: SqliteDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cafe.db.sqlite.BUSY_TIMEOUT_MS", 300)
    async with SqliteDatabase(database.path) as impatient:
        other = sqlite3.connect(database.path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        clock = asyncio.get_running_loop().time
        started = clock()
        with pytest.raises(sqlite3.OperationalError):
            await impatient.write(note, "alone")
        alone, started = clock() - started, clock()
        results = await asyncio.gather(
            *(impatient.write(note, str(turn)) for turn in range(10)), return_exceptions=True
        )
        waited = clock() - started
        other.execute("ROLLBACK")
        other.close()
        assert all(isinstance(result, sqlite3.OperationalError) for result in results)
        assert waited < 5 * alone, "waited for the lock once for each of them"
        assert await impatient.write(note, "after") == 1


async def test_not_a_database(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    (tmp_path / "cafe.db").write_bytes(b"this is a shopping list, not a database" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        async with SqliteDatabase(tmp_path / "cafe.db"):
            pass
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive(), "a connection's thread was left behind"


def modes_in(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


async def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    async with SqliteDatabase(tmp_path / "cafe.db") as database:
        await database.write(lambda conn: conn.run("INSERT INTO meta (key, value) VALUES ('k', 'v')"))
        await asyncio.to_thread(copy_database, database.path, tmp_path / "copy.db")
        modes = await asyncio.to_thread(modes_in, tmp_path)
    assert modes == dict.fromkeys(modes, 0o600)
    assert {"cafe.db", "cafe.db-wal", "copy.db"} <= modes.keys()


def ends_an_iteration(_: Connection) -> None:
    next(iter(()))


async def test_a_transaction_that_ends_an_iteration_holds_up_nobody(database: SqliteDatabase) -> None:
    async with asyncio.timeout(20):
        with pytest.raises(RuntimeError):
            await database.write(ends_an_iteration)
        await database.write(lambda conn: conn.run("INSERT INTO meta (key, value) VALUES ('after', 'it')"))


async def test_a_copy_ends_while_others_write(database: SqliteDatabase, tmp_path: Path) -> None:
    async def write() -> None:
        while True:
            await database.write(lambda conn: conn.run("UPDATE sequences SET value = value + 1"))

    async with asyncio.timeout(10), asyncio.TaskGroup() as tasks:
        writing = tasks.create_task(write())
        await asyncio.to_thread(copy_database, database.path, tmp_path / "copy.db")
        writing.cancel()
    async with SqliteDatabase(tmp_path / "copy.db") as copy:
        [row] = await copy.read(lambda conn: conn.all("PRAGMA integrity_check"))
    assert row[0] == "ok"


async def test_the_guests_who_are_away_longest_are_found_by_an_index(database: SqliteDatabase) -> None:
    plan = await database.read(
        lambda conn: conn.all(
            "EXPLAIN QUERY PLAN SELECT id FROM customers WHERE id < -1000000 AND seen_at < 5 ORDER BY seen_at LIMIT 200"
        )
    )
    assert ["guests_by_age" in row["detail"] for row in plan] == [True], "by the index, without sorting"


async def test_old_orders_are_found_by_an_index(database: SqliteDatabase) -> None:
    plan = await database.read(
        lambda conn: conn.all(
            "EXPLAIN QUERY PLAN SELECT id FROM orders WHERE customer_id NOT IN (-1, 0) AND created_at < 5 "
            "AND NOT (status NOT IN ('completed', 'cancelled')) ORDER BY created_at LIMIT 200"
        )
    )
    assert ["orders_with_person" in row["detail"] for row in plan] == [True]

"""What both engines promise: transactions that are functions, all or nothing, and reads of one moment."""

import asyncio

import pytest

from cafe.core.kernel.database import Connection, Database
from tests.driver import open_engine


class BrokenError(Exception):
    """A reason to undo everything."""


def note(conn: Connection, text: str) -> int:
    return conn.run("INSERT INTO meta (key, value) VALUES (:text, '')", {"text": text})


def note_and_break(conn: Connection, text: str) -> None:
    note(conn, text)
    raise BrokenError(text)


def notes(conn: Connection) -> list[str]:
    found = conn.all("SELECT key FROM meta WHERE value = '' ORDER BY key")
    return [row["key"] for row in found]


def count(conn: Connection) -> int:
    row = conn.one("SELECT COUNT(*) AS n FROM meta WHERE value = ''")
    assert row is not None
    return int(row["n"])


async def test_what_is_written_is_read_at_once(database: Database) -> None:
    for turn in range(20):
        write = database.write if turn % 2 else database.write_relaxed
        assert await write(note, str(turn)) == 1
        assert await database.read(count) == turn + 1
        assert await asyncio.gather(*(database.read_long(count) for _ in range(5))) == [turn + 1] * 5


async def test_an_error_undoes_everything_and_reaches_the_caller(database: Database) -> None:
    with pytest.raises(BrokenError, match="lost"):
        await database.write(note_and_break, "lost")
    await database.write(note, "kept")
    with pytest.raises(Exception, match=r"(?i)unique"):
        await database.write(note, "kept")
    assert await database.read(notes) == ["kept"]


async def test_many_at_once_fail_alone(database: Database) -> None:
    works = [database.write(note_and_break if turn % 3 == 0 else note, f"{turn:03}") for turn in range(100)]
    results = await asyncio.gather(*works, return_exceptions=True)
    assert [isinstance(result, BrokenError) for result in results] == [turn % 3 == 0 for turn in range(100)]
    assert await database.read(notes) == [f"{turn:03}" for turn in range(100) if turn % 3]


async def test_increments_from_everywhere_add_up(database: Database, empty_database_url: str) -> None:
    def increment(conn: Connection) -> int:
        return conn.run("UPDATE sequences SET value = value + 1 WHERE name = 'guest'")

    async with open_engine(empty_database_url) as other:
        await asyncio.gather(*((other if turn % 2 else database).write(increment) for turn in range(60)))
        [row] = await other.read(lambda conn: conn.all("SELECT value FROM sequences WHERE name = 'guest'"))
    assert row["value"] == 60


async def test_a_read_is_of_one_moment(database: Database, empty_database_url: str) -> None:
    """Two looks of one read agree, though somebody writes all the time."""

    def look_twice(conn: Connection) -> tuple[int, int]:
        return count(conn), len(notes(conn))

    async with open_engine(empty_database_url) as other:
        writing = asyncio.gather(*(other.write(note, str(turn)) for turn in range(50)))
        looks = [await database.read(look_twice) for _ in range(50)]
        await writing
    assert all(one == two for one, two in looks)
    assert await database.read(look_twice) == (50, 50)


@pytest.mark.parametrize("returning", ["", " RETURNING key"])
async def test_reads_cannot_write(database: Database, returning: str) -> None:
    def sneak(conn: Connection) -> None:
        sql = f"INSERT INTO meta (key, value) VALUES ('sneaky', ''){returning}"  # noqa: S608
        if returning:
            conn.one(sql)
        else:
            conn.run(sql)

    with pytest.raises(Exception, match=r"(?i)read.?only"):
        await database.read(sneak)
    assert await database.read(count) == 0


async def test_the_schema_is_guarded(database: Database) -> None:
    def orphan(conn: Connection) -> int:
        return conn.run("INSERT INTO cart_lines (customer_id, product_id, quantity) VALUES (5, 5, 1)")

    with pytest.raises(Exception, match=r"(?i)foreign key"):
        await database.write(orphan)


def ends_an_iteration(_: Connection) -> None:
    next(iter(()))


async def test_a_transaction_that_ends_an_iteration_holds_up_nobody(database: Database) -> None:
    async with asyncio.timeout(20):
        with pytest.raises(RuntimeError):
            await database.write(ends_an_iteration)
        await database.write(note, "after")


async def test_a_sequence_gives_each_number_once(database: Database) -> None:
    def take(conn: Connection) -> int:
        [row] = conn.all(f"SELECT {conn.next_value('order_number')} AS value")
        return int(row["value"])

    numbers = await asyncio.gather(*(database.write(take) for _ in range(30)))
    assert sorted(numbers) == list(range(1, 31))


async def test_what_is_done_later_is_done_before_it_is_read(database: Database) -> None:
    def write(conn: Connection) -> list[str]:
        conn.later("meta", "INSERT INTO meta (key, value) VALUES ('a', '')")
        conn.insert("meta", [{"key": "b", "value": ""}, {"key": "c", "value": ""}])
        conn.insert("meta", [])
        return notes(conn)

    assert await database.write(write) == await database.read(notes) == ["a", "b", "c"]


async def test_what_is_done_later_comes_with_the_next_statement(database: Database) -> None:
    """Whatever that is: its own result stays as it is, and so does the order where it matters."""

    def write(conn: Connection) -> list[object]:
        value = conn.later("meta", "INSERT INTO meta (key, value) VALUES ('a', '7') RETURNING value")
        nobody = conn.later("meta", "UPDATE meta SET value = '8' WHERE key = 'nobody' RETURNING value")
        sequences = "UPDATE sequences SET value = value + :more WHERE name = :name RETURNING value"
        found: list[object] = [row[0] for row in conn.all(sequences, {"more": 5, "name": "guest"})]
        found += [value(), nobody(), [*conn.all(sequences, {"more": 5, "name": "nothing"})]]
        late = conn.later("sequences", "UPDATE sequences SET value = 9 WHERE name = 'guest' RETURNING value")
        found += [conn.run("UPDATE meta SET value = :value WHERE key = 'a'", {"value": "x"}), late()]
        conn.later("sequences", "UPDATE sequences SET value = 10 WHERE name = 'guest'")
        found.append(conn.run("UPDATE sequences SET value = value + 1 WHERE name = :name", {"name": "guest"}))
        conn.later("sequences", "UPDATE sequences SET value = value + 1 WHERE name = 'guest'")
        found.append(conn.run("UPDATE meta SET value = :value WHERE key = 'a'", {"value": ""}))
        conn.later("meta", "INSERT INTO meta (key, value) VALUES ('b', '')")
        return found

    assert await database.write(write) == [5, "7", None, [], 1, 9, 1, 1]
    assert await database.read(notes) == ["a", "b"]
    assert await database.read(lambda conn: [row[0] for row in conn.all(GUESTS)]) == [12]


GUESTS = "SELECT value FROM sequences WHERE name = 'guest'"


async def test_what_fails_later_undoes_everything(database: Database) -> None:
    await database.write(note, "kept")

    def write(conn: Connection) -> None:
        note(conn, "lost")
        conn.later("meta", "INSERT INTO meta (key, value) VALUES ('kept', '')")

    with pytest.raises(Exception, match=r"(?i)unique"):
        await database.write(write)
    assert await database.read(notes) == ["kept"]


async def test_a_write_and_what_is_read_after_it(database: Database) -> None:
    def write(conn: Connection) -> int:
        conn.later("sequences", "UPDATE sequences SET value = 3 WHERE name = 'guest'")
        return note(conn, "one")

    assert await database.write_then_read(write, lambda conn, written: (written, notes(conn))) == (1, ["one"])
    assert await database.read(lambda conn: [row[0] for row in conn.all(GUESTS)]) == [3]
    with pytest.raises(Exception, match=r"(?i)unique"):
        await database.write_then_read(write, lambda conn, _: notes(conn))
    assert await database.read(notes) == ["one"]


async def test_an_id_is_for_one_row(database: Database) -> None:
    def add(conn: Connection) -> int:
        [row] = conn.all(f"SELECT {conn.next_id('categories')} AS id")
        params = {"id": row["id"], "slug": f"c{row['id']}"}
        columns = "id, slug, name, name_en, sort_order, is_active"
        conn.later("categories", f"INSERT INTO categories ({columns}) VALUES (:id, :slug, '', '', 0, 1)", params)  # noqa: S608 - our own names
        return int(row["id"])

    ids = await asyncio.gather(*(database.write(add) for _ in range(5)))
    assert len(set(ids)) == 5


async def test_what_must_be_done_alone_is_done(database: Database) -> None:
    done = []

    async def work() -> None:
        done.append(await database.read(count))

    async with asyncio.timeout(20):
        await database.run_as_leader(work)
    assert done == [0]


@pytest.mark.parametrize("inserts", [False, True])
async def test_texts_of_all_kinds_come_back(database: Database, *, inserts: bool) -> None:
    texts = [
        "Дар'я",
        "a:b ':name' ::",
        "🥐",
        "",
        "tab\there",
        "\\'; DROP TABLE meta; --",
        "\\u0000",
        "$1",
        "1 RETURNING 2",
    ]

    def insert(conn: Connection) -> None:
        conn.insert("meta", [{"key": text, "value": ""} for text in texts])

    if inserts:
        await database.write(insert)
    else:
        for text in texts:
            await database.write(note, text)
    assert sorted(await database.read(notes)) == sorted(texts)

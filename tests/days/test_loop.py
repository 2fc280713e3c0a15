"""What the loop of a simulated day does to the program: it kills it, fills its disk, and is the same each time."""

import asyncio
import contextvars
import sqlite3
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from cafe.core.kernel.database import Connection
from cafe.db.sqlite import SqliteDatabase
from tests.days.loop import PROCESS, DayLoop, Process


def play(life: Coroutine[Any, Any, Any], seed: int = 1) -> Any:
    with asyncio.Runner(loop_factory=lambda: DayLoop(seed)) as runner:
        return runner.run(life)


def make(conn: Connection) -> None:
    conn.run("CREATE TABLE notes (text TEXT)")


def note(conn: Connection, text: str) -> None:
    conn.run("INSERT INTO notes VALUES (:text)", {"text": text})


def notes(file: Path) -> list[str]:
    connection = sqlite3.connect(file)
    try:
        return [row[0] for row in connection.execute("SELECT text FROM notes")]
    finally:
        connection.close()


async def as_process(process: Process, life: Coroutine[Any, Any, Any]) -> None:
    """Run to the end that it comes to by itself or by being killed."""
    context = contextvars.copy_context()
    context.run(PROCESS.set, process)
    task = asyncio.get_running_loop().create_task(life, context=context)
    await asyncio.gather(task, return_exceptions=True)


def an_open_file(tmp_path: Path) -> SqliteDatabase:
    return SqliteDatabase(tmp_path / "notes.db", prepare=lambda _: None)


@pytest.mark.parametrize("dies_before", [True, False])
def test_what_was_committed_before_a_kill_stays_and_nothing_else_comes(tmp_path: Path, *, dies_before: bool) -> None:
    heard: list[str] = []

    async def live(process: Process) -> None:
        async with an_open_file(tmp_path) as database:
            await database.write(make)
            await database.write(note, "first")
            process.dies_in, process.dies_before = 1, dies_before
            for text in ("second", "third"):
                await database.write(note, text)
                heard.append(text)

    async def day() -> None:
        process = Process()
        await as_process(process, live(process))
        assert process.is_dead
        assert not process.tasks

    play(day())
    assert heard == []
    assert notes(tmp_path / "notes.db") == (["first"] if dies_before else ["first", "second"])


def test_a_full_disk_refuses_what_needs_room_until_there_is_some(tmp_path: Path) -> None:
    async def live(process: Process) -> None:
        async with an_open_file(tmp_path) as database:
            await database.write(make)
            process.fill_disk()
            with pytest.raises(sqlite3.OperationalError, match="disk is full"):
                await database.write(note, "long" * 10_000)
            process.free_disk()
            await database.write(note, "short")

    async def day() -> None:
        process = Process()
        await as_process(process, live(process))

    play(day())
    assert notes(tmp_path / "notes.db") == ["short"]


def test_the_seed_says_who_goes_first(tmp_path: Path) -> None:
    async def day(file: Path) -> list[str]:
        async with (
            SqliteDatabase(file, prepare=lambda _: None) as one,
            SqliteDatabase(file, prepare=lambda _: None) as two,
        ):
            await one.write(make)
            await asyncio.gather(*(each.write(note, text) for each, text in ((one, "one"), (two, "two"))))
        return notes(file)

    orders = [play(day(tmp_path / f"{seed}.db"), seed) for seed in range(12)]
    assert {tuple(order) for order in orders} == {("one", "two"), ("two", "one")}
    assert orders == [play(day(tmp_path / f"again-{seed}.db"), seed) for seed in range(12)]

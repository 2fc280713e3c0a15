"""A database that is locked, full or read-only: the default 500 page, nothing half-written, and life afterwards."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from cafe.db.sqlite import SqliteDatabase
from tests.driver import Answer, Cafe, config_for, open_cafe
from tests.failing_writes import failing_writes

TABLES = ("orders", "order_lines", "cart_lines", "ingredients", "promo_codes", "idempotency_keys")
QUERIES = [f"SELECT * FROM {table}" for table in TABLES]  # noqa: S608
QUERIES += ["SELECT id, recipient, kind, order_id, payload FROM outbox"]  # how sending goes is another matter


async def everything(cafe: Cafe) -> dict[str, list[dict[str, Any]]]:
    return {query: await cafe.rows(query) for query in QUERIES}


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Somebody else writes, and takes their time."""
    other = sqlite3.connect(path, isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
    finally:
        other.close()


def assert_failed(answer: Answer) -> None:
    assert answer.status == 500, answer
    assert not answer.is_json
    assert b"sqlite" not in answer.body.lower()
    assert b"Traceback" not in answer.body


@pytest.mark.real_time  # a database that waits for a lock holds a virtual loop up
async def test_a_database_locked_for_a_moment_is_waited_for(cafe: Cafe, tmp_path: Path) -> None:
    guest = cafe.guest()
    await guest.adds("latte")
    with locked(tmp_path / "cafe.db"):
        waiting = asyncio.ensure_future(guest.orders_pickup())
        await asyncio.sleep(0.3)
        assert not waiting.done()
        assert (await cafe.get("/api/products")).status == 200
    assert (await waiting).status == 201


@pytest.mark.real_time  # likewise
async def test_a_database_that_stays_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cafe.db.sqlite.BUSY_TIMEOUT_MS", 1000)
    async with open_cafe(config_for(tmp_path)) as cafe:
        person = cafe.person()
        await person.adds("latte")
        before = await everything(cafe)
        started = time.monotonic()
        with locked(tmp_path / "cafe.db"):
            answers = await asyncio.gather(*(person.orders_pickup() for _ in range(10)))
        assert time.monotonic() - started < 7, "those who wait together are refused together"
        for answer in answers:
            assert_failed(answer)
        assert await everything(cafe) == before
        assert (await person.orders_pickup()).status == 201


LONG = {"address_comment": "о" * 1000, "address_street": "о" * 200, "address_apartment": "о" * 200}
"""Texts that need more room than one page of the database has left."""


async def test_a_full_database(cafe: Cafe) -> None:
    people = [cafe.person() for _ in range(12)]
    for person in people:
        await person.adds("latte", 2)
    await cafe.execute("CREATE TABLE filler (bytes BLOB)")
    pages = await cafe.value("PRAGMA page_count")
    await cafe.app.database.write(lambda connection: connection.one(f"PRAGMA max_page_count = {pages + 4}"))
    for size in (4000, 1000, 100, 10):
        with suppress(sqlite3.OperationalError):
            while True:
                await cafe.execute("INSERT INTO filler VALUES (zeroblob(:size))", size=size)
    for person in people:
        before = await everything(cafe)
        answer = await person.orders_delivery(key="tap", **LONG)
        if answer.status != 201:
            break
    assert_failed(answer)
    assert await everything(cafe) == before
    assert (await cafe.get("/api/products")).status == 200
    assert (await person.cart()).json["count"] == 2
    await cafe.app.database.write(lambda connection: connection.one("PRAGMA max_page_count = 1000000"))
    assert (await person.orders_delivery(key="tap", **LONG)).status == 201


async def test_a_read_only_database(cafe: Cafe) -> None:
    person = cafe.person()
    await person.adds("latte")
    before = await everything(cafe)
    await make_read_only(cafe, read_only=True)
    assert_failed(await person.adds("latte"))
    assert_failed(await person.orders_pickup())
    assert_failed(await cafe.guest().cart())
    assert (await cafe.get("/api/products")).status == 200
    assert await everything(cafe) == before
    await make_read_only(cafe, read_only=False)
    assert (await person.orders_pickup()).status == 201


async def make_read_only(cafe: Cafe, *, read_only: bool) -> None:
    """Forbid the writing connection to write: root may write to any file, so permissions would not show it."""
    assert isinstance(cafe.app.database, SqliteDatabase)
    thread = cafe.app.database._writer.thread
    await thread.submit(lambda raw: raw.execute(f"PRAGMA query_only = {int(read_only)}"))


@pytest.mark.parametrize("table", ["order_lines", "outbox", "idempotency_keys", "promo_codes", "ingredients"])
async def test_a_fault_at_any_step_undoes_all_steps(cafe: Cafe, table: str) -> None:
    person = cafe.person()
    await person.adds("latte")
    verb = "UPDATE" if table in {"promo_codes", "ingredients"} else "INSERT"
    await cafe.execute(f"CREATE TRIGGER fault BEFORE {verb} ON {table} BEGIN SELECT RAISE(FAIL, 'broken'); END")
    before = await everything(cafe)
    assert_failed(await person.orders_pickup(key="tap", promo_code="welcome10"))
    assert await everything(cafe) == before
    await cafe.execute("DROP TRIGGER fault")
    assert (await person.orders_pickup(key="tap", promo_code="welcome10")).status == 201


async def together(cafe: Cafe, *orders: Awaitable[Answer]) -> list[Answer]:
    """Have these wait for the writer until all are there, as behind a slow commit; they are committed together."""
    assert isinstance(cafe.app.database, SqliteDatabase)
    writer = cafe.app.database._writer
    writer.is_busy = True
    answers = asyncio.gather(*orders)
    while len(writer.queue) < len(orders):  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0)
    writer._start()
    return await answers


async def test_of_orders_committed_together_each_fails_alone(cafe: Cafe) -> None:
    await cafe.configure(staff_chat_guest_orders=True)
    await cafe.load('[[ingredients]]\ncode = "beans"\nstock = 100000\n[[ingredients]]\ncode = "milk"\nstock = 100000\n')
    with failing_writes() as faults:
        for at in count():
            guests = [cafe.guest() for _ in range(3)]
            for guest in guests:
                await guest.adds("latte")
            faults.arm(fails_at=at)
            form = {"key": "tap", "promo_code": "знижка"}
            answers = await together(cafe, *(guest.orders_pickup(**form) for guest in guests))
            faults.disarm()
            statuses = sorted(answer.status for answer in answers)
            assert statuses in ([201, 201, 201], [201, 201, 500]), (at, statuses)
            for guest, answer in zip(guests, answers, strict=True):
                if answer.status == 500:
                    assert (await guest.orders_pickup(**form)).status == 201
            if not faults.has_failed:
                break
    assert faults.largest_batch >= 3, "a loop may have written with them"
    placed = 3 * (at + 1)
    assert [row["sequence_number"] for row in await cafe.rows("SELECT sequence_number FROM orders ORDER BY id")] == [
        *range(1, placed + 1)
    ]
    assert await cafe.value("SELECT stock FROM ingredients WHERE code = 'beans'") == 100_000 - 18 * placed
    assert await cafe.value("SELECT used_count FROM promo_codes WHERE code = 'ЗНИЖКА'") == placed
    assert await cafe.value("SELECT COUNT(*) AS n FROM outbox WHERE kind = 'staff-order-created'") == placed
    assert not await cafe.rows("SELECT 1 FROM cart_lines")


async def test_the_service_is_unwell_without_its_database_and_recovers(
    cafe: Cafe, caplog: pytest.LogCaptureFixture
) -> None:
    await cafe.execute("ALTER TABLE meta RENAME TO hidden")
    answer = await cafe.get("/healthz")
    assert (answer.status, answer.json["status"], answer.json["database"]) == (503, "failed", "failed")
    async with asyncio.timeout(10):
        while "the catalogue loop failed and is restarted" not in caplog.text:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.05)
    await cafe.execute("ALTER TABLE hidden RENAME TO meta")
    answer = await cafe.get("/healthz")
    assert (answer.status, answer.json["status"], answer.json["catalogue"]) == (200, "ok", "running")


async def test_the_service_is_unwell_while_nothing_can_be_written(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cafe.server.WRITER_TOLERANCE", 0.2)
    report = (await cafe.get("/healthz")).json
    assert report["writer"] == "ok"
    assert {"presence", "sweeper", "outbox", "retention"} <= report["last_good_round"].keys()
    await make_read_only(cafe, read_only=True)
    async with asyncio.timeout(20):
        while (answer := await cafe.get("/healthz")).status != 503:  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.1)
    assert (answer.json["status"], answer.json["writer"], answer.json["database"]) == ("failed", "failed", "ok")
    assert answer.json["last_good_round"]["presence"] >= 0.2  # rounded
    await make_read_only(cafe, read_only=False)
    async with asyncio.timeout(20):
        while (await cafe.get("/healthz")).status != 200:  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.1)

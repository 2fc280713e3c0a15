"""Copies: whole, never migrated, and a database of their own once they are served."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from cafe.db import copies
from cafe.db.copies import NotADatabaseError, become_original, copy_database
from tests.conftest import copy_database as copy_as_is
from tests.driver import FakeClock, Visitor, config_for, open_cafe

DAY = 86_400


def restore(folder: Path, copy: Path) -> None:
    """As the operator's guide says: the service is stopped, the copy takes the database's place."""
    for left in ("cafe.db-wal", "cafe.db-shm"):
        (folder / left).unlink(missing_ok=True)
    copy_as_is(copy, folder / "cafe.db")


async def test_after_a_restore_nobody_is_taken_for_somebody_else(
    tmp_path: Path, prepared_database: Path, clock: FakeClock
) -> None:
    copy_as_is(prepared_database, tmp_path / "cafe.db")
    config = config_for(tmp_path)
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        early = await cafe.guest().places("latte")
        copy_database(tmp_path / "cafe.db", tmp_path / "copy.db")
        lost = cafe.guest()
        late = await lost.places("borscht")
        cookie = lost.cookie
    restore(tmp_path, tmp_path / "copy.db")
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        stranger = await cafe.guest().places("espresso")
        assert stranger["order_id"] > late["order_id"] + 500
        assert int(stranger["order_number"][1:]) > int(late["order_number"][1:]) + 500
        returning = Visitor(cafe)
        returning.cookie = cookie
        assert await returning.sees_orders() == [], "the old cookie names nobody"
        assert await cafe.value("SELECT COUNT(*) FROM orders WHERE id = :id", id=early["order_id"]) == 1
        assert await cafe.value("SELECT COUNT(*) FROM meta WHERE key = 'copied_at'") == 0
        instance = await cafe.value("SELECT value FROM meta WHERE key = 'instance_id'")
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        assert await cafe.value("SELECT value FROM meta WHERE key = 'instance_id'") == instance
        following = await cafe.guest().places("espresso")
        assert following["order_id"] == stranger["order_id"] + 1


async def test_after_a_restore_the_staff_sign_in_anew(tmp_path: Path, clock: FakeClock) -> None:
    """Somebody's session may have been revoked after the copy was made."""
    async with open_cafe(config_for(tmp_path), clock=clock) as cafe:
        owner = await cafe.desk()
        unused = await cafe.app.services.sign_in.issue_link(None, None)
        copy_database(tmp_path / "cafe.db", tmp_path / "copy.db")
        await owner.delete("/api/desk/session")
        cookie = owner.cookie
    restore(tmp_path, tmp_path / "copy.db")
    async with open_cafe(config_for(tmp_path), clock=clock, catalogue=None) as cafe:
        stolen = Visitor(cafe, cookie=cookie)
        assert (await stolen.get("/api/desk/session")).status == 401
        assert (await stolen.post("/api/desk/session/link", {"token": unused.token})).status == 400
        assert (await (await cafe.desk()).get("/api/desk/session")).status == 200


async def test_orders_go_on_while_a_copy_is_made_and_do_not_begin_it_anew(
    tmp_path: Path, prepared_database: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "PAGES", 1)
    copy_as_is(prepared_database, tmp_path / "cafe.db")
    async with open_cafe(config_for(tmp_path), clock=clock, catalogue=None) as cafe:
        before = await cafe.guest().places("latte")
        is_half_way, may_go_on = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()
        steps = []

        def keep_going() -> None:
            steps.append(1)
            if len(steps) == 20:
                loop.call_soon_threadsafe(is_half_way.set)
                may_go_on.wait(30)

        copying = asyncio.to_thread(copy_database, tmp_path / "cafe.db", tmp_path / "copy.db", keep_going)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(copying)
            await is_half_way.wait()
            after = [await cafe.guest().places("latte") for _ in range(3)]
            may_go_on.set()
        pages = await cafe.value("PRAGMA page_count")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as connection:
        found = {row[0] for row in connection.execute("SELECT id FROM orders")}
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
    assert before["order_id"] in found
    assert found.isdisjoint(order["order_id"] for order in after)
    assert 20 < len(steps) <= pages + 1, "each page was copied once"


def next_order_id(database: Path) -> int:
    with closing(sqlite3.connect(database)) as connection:
        return int(connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'orders'").fetchone()[0]) + 1


def test_a_copy_served_again_later_does_not_use_the_ids_of_the_first_time(
    tmp_path: Path, prepared_database: Path
) -> None:
    copy_database(prepared_database, tmp_path / "copy.db")
    starts = []
    for days in (1, 2, 30):
        again = tmp_path / f"day{days}.db"
        copy_as_is(tmp_path / "copy.db", again)
        with closing(sqlite3.connect(again, isolation_level=None)) as connection:
            copied_at = int(connection.execute("SELECT value FROM meta WHERE key = 'copied_at'").fetchone()[0])
            assert become_original(connection, copied_at + days * DAY)
            assert not become_original(connection, copied_at + days * DAY), "once"
        starts.append(next_order_id(again))
    assert starts[0] > 1_000
    assert starts[1] - starts[0] >= 1_000
    assert starts[2] - starts[1] >= 28 * 1_000


def test_what_is_no_database_of_a_cafe_is_not_copied(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE notes (text TEXT)")
        other.commit()
    with pytest.raises(NotADatabaseError):
        copy_database(tmp_path / "other.db", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_refunds_that_waited_in_a_copy_are_looked_up_before_they_are_asked_for(
    tmp_path: Path, prepared_database: Path
) -> None:
    """Those of the database that it is a copy of may have been made since; one behind another waits for that one."""
    copy_database(prepared_database, tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db", isolation_level=None)) as connection:
        for number, payment, state in ((1, 7, "requested"), (2, 7, "requested"), (3, 8, "done")):
            connection.execute(
                "INSERT INTO refunds (order_id, number, payment_id, way, reference, amount, currency, lines, delivery, "
                "reason, actor, state, created_at) VALUES (1, ?, ?, 'provider', ?, 100, 'UAH', '[]', 0, '', '', ?, 5)",
                (number, payment, f"r{number}", state),
            )
        assert become_original(connection, 1_000_000_000_000)
        found = connection.execute("SELECT state, asked_at, next_check_at FROM refunds ORDER BY id").fetchall()
    assert found == [("unknown", 10**12, 10**12), ("requested", None, None), ("done", None, None)]

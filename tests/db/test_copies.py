"""Copies: whole, never migrated, and a database of their own once they are served."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

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

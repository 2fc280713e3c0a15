"""Moving a cafe between the engines and back, and copies of PostgreSQL: everything arrives, and goes on from there."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from cafe import cli
from cafe.db.copies import ACCESS
from cafe.db.errors import MoveError
from cafe.db.postgres import moving
from cafe.db.postgres.moving import copy_to_file, move_to_file, move_to_server, restore_to_server
from cafe.db.restoring import CopyFacts
from tests.driver import SECRET_KEY, config_for, open_cafe
from tests.postgres import PASSWORD, QUOTED, PostgresServer

UNCOUNTED = {"migrations", "meta", "sequences"}
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def engine() -> str:
    return "postgres"


@pytest.fixture
def file(tmp_path: Path, prepared_database: Path) -> Path:
    """A cafe that was in use, as an SQLite file."""
    from tests.conftest import copy_database  # noqa: PLC0415 - a fixture's helper

    copy_database(prepared_database, tmp_path / "cafe.db")

    async def use() -> None:
        async with open_cafe(config_for(tmp_path), catalogue=None) as cafe:
            person, guest = cafe.person(), cafe.guest()
            for number in range(3):
                await person.places("latte", "borscht", promo_code="welcome10", name=f"Дар'я {number}")
            await guest.adds("cake", 3)
            await cafe.load('[settings]\nschedule_days = 1\n[[slots]]\norder_type = "pickup"\nmax_items = 9\n')
            await guest.places(scheduled_for="2026-06-16T09:00")
            await guest.adds("cake", 3)
            await person.cancels((await person.sees_orders())[0]["id"])
            await cafe.app.services.stop_list.stop(cafe.products["cake"])
            await cafe.app.services.stop_list.stop(cafe.products["espresso"])
            owner = await cafe.desk()
            await owner.post("/api/desk/session/code")
            await owner.post("/api/desk/session/bind")
            await cafe.execute("DELETE FROM order_lines WHERE order_id = (SELECT MAX(id) FROM orders)")

    asyncio.run(use())
    return tmp_path / "cafe.db"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAFE_SECRET_KEY", SECRET_KEY)

    def run(database_url: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setenv("CAFE_DATABASE_URL", database_url)
        code = cli.main(arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def content(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        left_out = {"process_runs", "sqlite_sequence"}
        found = {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names}  # noqa: S608
        found["meta"] = [row for row in found["meta"] if row[0] not in {"moved_to", "copied_at", "stopped_at"}]
        return {name: rows for name, rows in found.items() if name not in left_out}


def numbers(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as connection:
        return dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())


def test_there_and_back_nothing_is_lost(file: Path, empty_database_url: str, tmp_path: Path) -> None:
    before, last = content(file), numbers(file)
    there = asyncio.run(move_to_server(file, empty_database_url))
    back = asyncio.run(move_to_file(empty_database_url, tmp_path / "back.db"))
    assert there == back == sum(len(rows) for name, rows in before.items() if name not in UNCOUNTED)
    assert content(tmp_path / "back.db") == before
    again = numbers(tmp_path / "back.db")
    assert {name: again[name] for name in last} == last
    assert (tmp_path / "back.db").stat().st_mode & 0o777 == 0o600


def test_a_move_that_was_killed_is_run_again(file: Path, empty_database_url: str, tmp_path: Path) -> None:
    """It left its mark at the source, and nothing at the target."""
    before = content(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO meta (key, value) VALUES ('moved_to', 'postgresql')")
        connection.commit()
    asyncio.run(move_to_server(file, empty_database_url))
    asyncio.run(move_to_file(empty_database_url, tmp_path / "back.db"))
    assert content(tmp_path / "back.db") == before


def test_the_cafe_goes_on_where_it_was(file: Path, empty_database_url: str, tmp_path: Path, run: Run) -> None:
    code, out, err = run(f"sqlite:///{file}", "move", "--to", empty_database_url)
    assert (code, err) == (0, "")
    assert re.fullmatch(r"rows moved: \d+; set CAFE_DATABASE_URL .*\n", out)

    async def go_on() -> None:
        config = config_for(tmp_path, database_url=empty_database_url)
        async with open_cafe(config, catalogue=None) as cafe:
            before = await cafe.rows("SELECT id, sequence_number FROM orders ORDER BY id")
            person = cafe.person(1001)
            assert len(await person.sees_orders()) == len(before) - 1 == 3
            placed = await person.places("latte")
            assert placed["order_id"] == before[-1]["id"] + 1
            assert placed["order_number"] == f"№{before[-1]['sequence_number'] + 1}"

    asyncio.run(go_on())


def test_what_was_moved_is_not_served_but_read(file: Path, empty_database_url: str, run: Run) -> None:
    source = f"sqlite:///{file}"
    assert run(source, "move", "--to", empty_database_url)[0] == 0
    (file.parent / "menu.toml").write_text('[settings]\ncafe_name = "X"\n')
    for command in (("serve",), ("load", "menu.toml"), ("migrate",)):
        code, _, err = run(source, *command)
        assert code == 1
        assert "was moved" in err
    assert run(source, "dump")[0] == 0
    assert run(empty_database_url, "load", "menu.toml")[0] == 0
    code, out, _ = run(empty_database_url, "dump")
    assert code == 0
    assert 'cafe_name = "X"' in out


def test_what_cannot_be_moved_stays_as_it_is(
    file: Path, empty_database_url: str, postgres: PostgresServer, tmp_path: Path, run: Run
) -> None:
    source, before = f"sqlite:///{file}", content(file)
    nowhere = postgres.url("nothing")
    wrong = {
        source: "other engine",
        "mysql://x/y": "must be",
        nowhere: "no such database",
    }
    for target, reason in wrong.items():
        code, out, err = run(source, "move", "--to", target)
        assert (code, out) == (1, "")
        assert reason in err
        assert not any(part in err for part in (PASSWORD, QUOTED))
    assert asyncio.run(move_to_server(file, empty_database_url)) > 0
    (tmp_path / "other").mkdir()
    assert run(f"sqlite:///{tmp_path / 'other' / 'new.db'}", "migrate")[0] == 1, "there is none"
    assert run(f"sqlite:///{tmp_path / 'other' / 'new.db'}", "settings", "delivery_fee=7")[0] == 0
    code, _, err = run(f"sqlite:///{tmp_path / 'other' / 'new.db'}", "move", "--to", empty_database_url)
    assert (code, "not empty" in err) == (1, True)
    assert run(f"sqlite:///{tmp_path / 'other' / 'new.db'}", "settings", "delivery_fee=8")[0] == 0
    code, _, err = run(empty_database_url, "move", "--to", source)
    assert (code, "is there already" in err) == (1, True)
    assert content(file) == before


def test_a_database_that_is_served_is_not_moved(file: Path, empty_database_url: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(
            "INSERT INTO process_runs (id, started_at, seen_at) "
            "VALUES ('alive', 0, CAST(strftime('%s', 'now') AS INTEGER))"
        )
        connection.commit()
    with pytest.raises(MoveError, match="being served"):
        asyncio.run(move_to_server(file, empty_database_url))
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT value FROM meta WHERE key = 'moved_to'").fetchone() is None


def test_what_arrives_otherwise_undoes_the_move(
    file: Path, empty_database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = moving._send

    async def lose_a_row(raw: Any, table: Any, rows: Any) -> None:
        if table.name == "orders":
            rows.fetchone()
        await send(raw, table, rows)

    before = content(file)
    with monkeypatch.context() as patch:
        patch.setattr(moving, "_send", lose_a_row)
        patch.setattr(moving, "_check_empty", moving._check_empty)
        with pytest.raises(Exception, match=r"not the same|ForeignKey"):
            asyncio.run(move_to_server(file, empty_database_url))
    assert content(file) == before
    assert asyncio.run(move_to_server(file, empty_database_url)) > 0


def test_a_copy_of_postgresql_is_a_file_that_can_be_served(
    file: Path, empty_database_url: str, tmp_path: Path, run: Run
) -> None:
    asyncio.run(move_to_server(file, empty_database_url))
    code, _, err = run(empty_database_url, "backup", "copy.db")
    assert (code, err) == (0, "")
    assert content(tmp_path / "copy.db") == content(file)
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600
    (tmp_path / "restored").mkdir()
    (tmp_path / "copy.db").rename(tmp_path / "restored" / "cafe.db")

    async def serve() -> None:
        async with open_cafe(config_for(tmp_path / "restored"), catalogue=None) as cafe:
            placed = await cafe.person().places("latte")
            assert placed["order_id"] > 1_000, "no id of the original's again"

    asyncio.run(serve())
    asyncio.run(copy_to_file(empty_database_url, tmp_path / "second.db"))


def test_a_restore_that_is_cut_off_leaves_nothing_and_is_run_again(
    file: Path, empty_database_url: str, tmp_path: Path
) -> None:
    before, raw = content(file), file.read_bytes()

    def cut_off(_facts: CopyFacts) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(restore_to_server(file, empty_database_url, cut_off))
    told: list[CopyFacts] = []
    asyncio.run(restore_to_server(file, empty_database_url, told.append))
    assert [facts.orders for facts in told] == [len(before["orders"])]
    assert file.read_bytes() == raw, "the copy is only read"
    asyncio.run(move_to_file(empty_database_url, tmp_path / "back.db"))
    after, last = content(tmp_path / "back.db"), numbers(tmp_path / "back.db")
    assert not any(after[name] for name in ACCESS)
    changed = {"meta", "sequences", *ACCESS}
    assert {name: rows for name, rows in after.items() if name not in changed} == {
        name: rows for name, rows in before.items() if name not in changed
    }
    assert {name: last[name] > seq + 999 for name, seq in numbers(file).items()} == dict.fromkeys(numbers(file), True)
    assert dict(after["meta"])["instance_id"] != dict(before["meta"])["instance_id"]


def test_a_database_in_use_of_an_older_version_is_not_migrated_before_it_is_refused(
    file: Path, empty_database_url: str
) -> None:
    async def make_old() -> None:
        connection = await asyncpg.connect(empty_database_url)
        await connection.execute("DROP TABLE push_subscriptions; DELETE FROM migrations WHERE name = '0034_push'")
        await connection.execute("INSERT INTO fiscal_days (day) VALUES ('2026-06-15')")
        await connection.close()

    async def tables() -> list[str]:
        connection = await asyncpg.connect(empty_database_url)
        found = await connection.fetch("SELECT name FROM migrations")
        await connection.close()
        return [row["name"] for row in found]

    asyncio.run(make_old())
    for act in (move_to_server(file, empty_database_url), restore_to_server(file, empty_database_url, print)):
        with pytest.raises(MoveError, match="not empty"):
            asyncio.run(act)
    assert "0034_push" not in asyncio.run(tables())

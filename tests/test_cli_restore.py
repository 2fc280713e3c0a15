"""`cafe restore`: the rehearsal of a restore on both engines, from outside, and what is refused."""

import asyncio
import shutil
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from cafe.config import Config
from cafe.db import migrations
from cafe.db.postgres import migrations as postgres_migrations
from cafe.db.postgres.engine import PostgresDatabase
from tests.driver import SECRET_KEY, Cafe, DeskVisitor, FakeClock, Visitor, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank
from tests.fakes.telegram import FakeTelegram
from tests.postgres import PostgresServer
from tests.test_cli import Cli, Said, contents
from tests.test_cli import cli as cli  # noqa: PLC0414 - a fixture
from tests.test_cli import filled as filled  # noqa: PLC0414 - a fixture
from tests.uploads.photos import photo

STAFF = -100500
PERSON = 1001
Run = Callable[..., Awaitable[Said]]


@pytest.fixture
def run(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command over a database, beside what the test serves."""
    monkeypatch.setenv("CAFE_SECRET_KEY", SECRET_KEY)
    monkeypatch.setenv("CAFE_UPLOADS", str(tmp_path / "uploads"))

    async def run(database_url: str, *arguments: object) -> Said:
        monkeypatch.setenv("CAFE_DATABASE_URL", database_url)
        return await asyncio.to_thread(cli, *arguments)

    return run


@dataclass
class Night:
    """The cafe when its copy was made."""

    cookie: str
    desk_cookie: str
    paid: Any
    open: Any
    picture: str
    orders: Any
    report: Any


async def work(cafe: Cafe, bank: FakeMonobank) -> Night:
    guest, person, owner = cafe.guest(), cafe.person(PERSON), await cafe.desk()
    paid = await person.places("latte", "cake", kind="delivery", payment_method="card")
    await bank.pay(str(paid["pay_url"]).rpartition("/")[2])
    left = await person.places("borscht")
    await guest.places("espresso")
    await guest.adds("cake", 2)
    headers = {"Content-Type": "image/jpeg"}
    uploaded = await owner.request("POST", "/api/desk/pictures", data=photo(), headers=headers)
    await cafe.load(f'[[products]]\nslug = "latte"\nimage_url = "{uploaded.json["url"]}"')
    assert guest.cookie
    assert owner.cookie
    return Night(
        guest.cookie,
        owner.cookie,
        paid,
        left,
        uploaded.json["url"],
        await person.sees_orders(),
        await report_of(owner),
    )


async def report_of(owner: DeskVisitor) -> Any:
    answer = await owner.get("/api/desk/reports?from=2026-06-01&to=2026-06-30")
    assert answer.status == 200
    return answer.json


def config(folder: Path, database_url: str, bank: FakeMonobank, **more: Any) -> Config:
    own = {"monobank_token": bank.token, "monobank_api_url": bank.base_url, "staff_chat_id": STAFF}
    return config_for(folder, database_url=database_url, **own, **more)


async def test_the_rehearsal_of_a_restore(
    tmp_path: Path,
    database_url: str,
    empty_database_url: str,
    clock: FakeClock,
    bank: FakeMonobank,
    telegram: FakeTelegram,
    run: Run,
) -> None:
    folder = tmp_path / "2026-06-15"
    folder.mkdir()
    async with open_cafe(config(tmp_path, database_url, bank), clock=clock, catalogue=None) as cafe:
        night = await work(cafe, bank)
        assert await run(database_url, "backup", folder / "cafe.db") == Said(0, "", "")
        shutil.copytree(tmp_path / "uploads", folder / "uploads")
        lost = await cafe.guest().places("cake")
        shown = (await cafe.get(night.picture)).body
    shutil.rmtree(tmp_path / "uploads")

    said = await run(empty_database_url, "restore", folder)
    assert (said.code, said.err) == (0, "")
    assert "orders in it: 3, the newest №3 of 2026-06-15" in said.out
    assert "pictures brought back: 1\n" in said.out
    assert "start the service" in said.out.splitlines()[-1]

    telegram.group(STAFF)
    seat = telegram.person(PERSON, "Тарас")
    seat.chat.is_started = True
    served = config(tmp_path, empty_database_url, bank, bot_token=telegram.world.token, bot_api_url=telegram.url)
    async with open_cafe(served, clock=clock, catalogue=None) as cafe:
        await seat.sees(night.paid["order_number"])
        await seat.sees(night.open["order_number"])
        assert (await cafe.get(night.picture)).body == shown
        assert await cafe.value("SELECT COUNT(*) FROM orders") == 3
        assert await cafe.value("SELECT COUNT(*) FROM meta WHERE key IN ('copied_at', 'moved_to')") == 0
        assert (await Visitor(cafe, cookie=night.desk_cookie).get("/api/desk/session")).status == 401
        person = Visitor(cafe, cookie=night.cookie)
        assert await person.sees_orders() == []
        assert (await person.cart()).json["count"] == 0
        assert await cafe.person(PERSON).sees_orders() == night.orders
        assert await report_of(await cafe.desk()) == night.report
        following = await cafe.guest().places("cake")
        assert following["order_id"] > lost["order_id"] + 500
        assert int(following["order_number"][1:]) > int(lost["order_number"][1:]) + 500
        owner = await cafe.desk()
        moved = await owner.post(f"/api/desk/orders/{night.open['order_id']}/move", {"seen": "new", "to": "confirmed"})
        assert moved.status == 200, moved
        before = (tmp_path / "uploads").stat().st_mtime
    said = await run(empty_database_url, "restore", folder)
    if empty_database_url.startswith("postgres"):
        assert said.code == 1
        assert "CREATE DATABASE" in said.error
    else:
        assert "pictures brought back: 0\n" in said.out
    assert (tmp_path / "uploads").stat().st_mtime == before


async def test_a_database_that_is_served_is_not_replaced(
    tmp_path: Path, empty_database_url: str, prepared_database: Path, run: Run
) -> None:
    clock, config = FakeClock(datetime.now(UTC)), config_for(tmp_path, database_url=empty_database_url)
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        async with asyncio.timeout(20):
            while not await cafe.value("SELECT COUNT(*) FROM process_runs"):  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.02)
        clock.advance(seconds=60)  # however slowly the command starts
        said = await run(empty_database_url, "restore", prepared_database)
        assert said.code == 1
        assert "being served" in said.error
        assert await cafe.value("SELECT COUNT(*) FROM products") == 0


async def test_a_copy_of_an_older_version_is_restored_and_served(
    tmp_path: Path, empty_database_url: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the file that lies beside the database after an upgrade."""
    first = dict(list(migrations.migration_files().items())[:5])
    with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as old, monkeypatch.context() as patch:
        patch.setattr(migrations, "migration_files", lambda: first)
        migrations.migrate(old)
        old.execute(
            "INSERT INTO orders (sequence_number, customer_id, order_type, status, payment_status, items_total, "
            "delivery_fee, discount_amount, promo_discount_amount, total, name, phone, created_at) "
            "VALUES (1, -1, 'pickup', 'new', 'unpaid', 85, 0, 0, 0, 85, 'Олена', '0671234567', 1000)"
        )
    with closing(sqlite3.connect(tmp_path / "old.db", isolation_level=None)) as old:
        migrations.migrate(old)
    (tmp_path / "old.db").unlink()
    copy = tmp_path / f"old.db.at-{max(first)}"
    said = await run(empty_database_url, "restore", copy)
    assert (said.code, said.err) == (0, "")
    assert "orders in it: 1, the newest №1" in said.out
    async with open_cafe(config_for(tmp_path, database_url=empty_database_url)) as cafe:
        assert (await (await cafe.desk()).get("/api/desk/orders?text=1")).json["orders"][0]["number"] == "№1"
        assert (await cafe.guest().places("latte"))["order_id"] > 1_000


def older_version(patch: pytest.MonkeyPatch) -> None:
    first = dict(list(migrations.migration_files().items())[:20])
    for module in (migrations, postgres_migrations):
        patch.setattr(module, "migration_files", lambda: first)


async def test_a_servers_database_is_kept_before_it_is_migrated(
    tmp_path: Path, postgres: PostgresServer, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    used, fresh = [await asyncio.to_thread(postgres.create_database) for _ in range(2)]
    with monkeypatch.context() as patch:
        older_version(patch)
        async with PostgresDatabase(used) as database:
            await database.write(
                lambda conn: conn.run(
                    "INSERT INTO orders (sequence_number, customer_id, order_type, status, payment_status, "
                    "items_total, delivery_fee, discount_amount, promo_discount_amount, total, name, phone, "
                    "created_at) "
                    "VALUES (1, -1, 'pickup', 'new', 'unpaid', 85, 0, 0, 0, 85, 'Олена', '0671234567', 1000)"
                )
            )
    (tmp_path / "backups").write_text("no folder")
    monkeypatch.setenv("CAFE_BACKUPS", str(tmp_path / "backups"))
    assert "backups" in (await run(used, "migrate")).error
    assert "older version" in (await run(used, "dump")).error, "without a copy nothing was migrated"
    (tmp_path / "backups").unlink()
    assert (await run(used, "migrate")).code == 0
    assert (await run(used, "migrate")).code == 0
    [copy] = (tmp_path / "backups").iterdir()
    assert copy.name == f"cafe.db.at-{list(migrations.migration_files())[19]}"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(copy)) as file:
        assert file.execute("SELECT COUNT(*) FROM migrations").fetchone() == (20,)
        assert file.execute("SELECT total FROM orders").fetchall() == [(85,)]
    said = await run(fresh, "restore", copy)
    assert (said.code, said.err) == (0, "")
    async with open_cafe(config_for(tmp_path, database_url=fresh)) as cafe:
        assert (await (await cafe.desk()).get("/api/desk/orders?text=1")).json["orders"][0]["number"] == "№1"
    for url in (used, fresh):
        await asyncio.to_thread(postgres.drop_database, url)


async def test_a_backup_of_a_servers_older_database_stays_older(
    tmp_path: Path, postgres: PostgresServer, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await asyncio.to_thread(postgres.create_database)
    with monkeypatch.context() as patch:
        older_version(patch)
        async with PostgresDatabase(url):
            pass
    assert (await run(url, "backup", tmp_path / "copy.db")).code == 0
    with closing(sqlite3.connect(tmp_path / "copy.db")) as file:
        assert file.execute("SELECT COUNT(*) FROM migrations").fetchone() == (20,)
    await asyncio.to_thread(postgres.drop_database, url)


# What is refused, on the engine that is a file.


def broken(folder: Path, source: Path) -> Path:
    """A copy of which a page was lost."""
    shutil.copyfile(source, folder / "broken.db")
    with (folder / "broken.db").open("r+b") as file:
        file.seek(4096 * 3)
        file.write(b"\xff" * 4096)
    return folder / "broken.db"


def other(folder: Path, _source: Path) -> Path:
    with closing(sqlite3.connect(folder / "other.db")) as connection:
        connection.execute("CREATE TABLE notes (text TEXT)")
    return folder / "other.db"


def text(folder: Path, _source: Path) -> Path:
    (folder / "text.db").write_bytes(b"a shopping list" * 1000)
    return folder / "text.db"


def newer(folder: Path, source: Path) -> Path:
    shutil.copyfile(source, folder / "newer.db")
    with closing(sqlite3.connect(folder / "newer.db")) as connection:
        connection.execute("INSERT INTO migrations VALUES ('9999_future')")
        connection.commit()
    return folder / "newer.db"


def absent(folder: Path, _source: Path) -> Path:
    return folder / "absent.db"


def empty(folder: Path, _source: Path) -> Path:
    (folder / "night").mkdir()
    return folder / "night"


def itself(folder: Path, _source: Path) -> Path:
    (folder / "link.db").symlink_to(folder / "cafe.db")
    return folder / "link.db"


REFUSED: dict[Callable[[Path, Path], Path], str] = {
    broken: "damaged",
    other: "no database of a cafe",
    text: "no database",
    newer: "newer version",
    absent: "no such file",
    empty: "no cafe.db in this folder",
    itself: "is the database itself",
}


@pytest.mark.parametrize("make", REFUSED)
def test_what_is_no_copy_changes_nothing(
    filled: Cli, tmp_path: Path, prepared_database: Path, make: Callable[[Path, Path], Path]
) -> None:
    before, copy = contents(tmp_path, without=()), make(tmp_path, prepared_database)
    there = {path.name for path in tmp_path.iterdir()}
    content = copy.read_bytes() if copy.is_file() else b""
    said = filled("restore", copy)
    assert (said.code, said.out) == (1, "")
    assert REFUSED[make] in said.error
    assert contents(tmp_path, without=()) == before
    assert {path.name for path in tmp_path.iterdir()} - {"cafe.db-lock"} == there
    assert (copy.read_bytes() if copy.is_file() else b"") == content


def test_on_a_machine_without_a_database(
    cli: Cli, tmp_path: Path, prepared_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = prepared_database.read_bytes()
    monkeypatch.setenv("CAFE_DATABASE_URL", f"sqlite:///{tmp_path / 'data' / 'cafe.db'}")
    said = cli("restore", prepared_database)
    assert (said.code, said.err) == (0, "")
    assert "kept in" not in said.out
    assert 'slug = "latte"' in cli("dump").out
    assert (tmp_path / "data" / "cafe.db").stat().st_mode & 0o777 == 0o600
    assert prepared_database.read_bytes() == before


def test_what_is_replaced_can_be_restored_in_turn(filled: Cli, tmp_path: Path) -> None:
    assert filled("backup", "copy.db").code == 0
    assert filled("settings", "cafe_name=Та сама").code == 0
    said = filled("restore", "copy.db")
    [kept] = tmp_path.glob("replaced-*")
    assert f"the database until now is kept in {kept}\n" in said.out
    assert kept.stat().st_mode & 0o777 == 0o700
    assert "Та сама" not in filled("dump").out
    assert filled("restore", kept / "cafe.db").code == 0
    assert "Та сама" in filled("dump").out
    assert len(list(tmp_path.glob("replaced-*"))) == 2


def test_a_database_that_an_older_program_has_open_is_not_replaced(filled: Cli, tmp_path: Path) -> None:
    """It keeps no lock beside the file; the file itself tells."""
    assert filled("backup", "copy.db").code == 0
    with closing(sqlite3.connect(tmp_path / "cafe.db")) as serving:
        serving.execute("PRAGMA journal_mode = WAL")
        serving.execute("SELECT COUNT(*) FROM orders").fetchall()
        said = filled("restore", "copy.db")
    assert said.code == 1
    assert "in use" in said.error
    assert not list(tmp_path.glob("replaced-*"))

"""A database of version 0.1.0, made by that program itself, served by this one: nobody notices but by what is new."""

import asyncio
import gzip
import json
import logging
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from cafe.config import Config
from cafe.db import migrations
from cafe.db.migrations import migrate, migration_files
from cafe.db.postgres.moving import move_to_file, move_to_server
from cafe.db.restoring import restore_file
from tests.db.test_moving import content
from tests.driver import NOBODY_LISTENS, Cafe, FakeClock, Visitor, config_for, open_cafe
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.monobank import FakeMonobank, MonobankInvoice
from tests.fakes.telegram import FakeTelegram
from tests.postgres import PostgresServer

STORED = Path(__file__).parent / "stored"
TOLD: dict[str, Any] = json.loads((STORED / "0.1.0.json").read_text(encoding="utf-8"))
"""What the old program answered last, and to whom."""
PLACED: dict[str, Any] = TOLD["placed"]
LAST = "0005_bot"
LATER = [name for name in migration_files() if name > LAST]

WORDED = {"status_label"}
"""What is only words, which may become better."""

KILLED = """
import os, signal, sqlite3, sys
from cafe.db import migrations

left, statements = int(sys.argv[2]), migrations._statements

def dying(script):
    global left
    for statement in statements(script):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        yield statement

migrations._statements = dying
migrations.migrate(sqlite3.connect(sys.argv[1], isolation_level=None))
print(left)
"""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return unpack(tmp_path)


def unpack(folder: Path) -> Path:
    database = folder / "cafe.db"
    database.write_bytes(gzip.decompress((STORED / "0.1.0.db.gz").read_bytes()))
    return database


@pytest.fixture
def clock() -> FakeClock:
    """A minute after the old program stopped."""
    return FakeClock(datetime.fromisoformat(TOLD["at"]) + timedelta(minutes=1))


def config(folder: Path, **more: Any) -> Config:
    return config_for(folder, staff_chat_id=TOLD["staff_chat_id"], secret_key=TOLD["secret_key"], **more)


@pytest.fixture
async def cafe(old: Path, clock: FakeClock, bank: FakeMonobank, fiscal: FakeCheckbox) -> AsyncIterator[Cafe]:
    """The old cafe served by this program; Telegram is still away."""
    own = {
        "monobank_token": bank.token,
        "monobank_api_url": bank.base_url,
        "checkbox_license_key": fiscal.license_key,
        "checkbox_pin": fiscal.pin,
        "checkbox_api_url": fiscal.base_url,
    }
    async with open_cafe(config(old.parent, **own), clock=clock, catalogue=None) as cafe:
        yield cafe


def visitor(cafe: Cafe, name: str) -> Visitor:
    if name == "stranger":
        return cafe.guest()
    return Visitor(cafe, TOLD["visitors"][name]["user"], TOLD["visitors"][name]["cookie"])


def missing(now: Any, then: Any, place: str = "") -> list[str]:
    """What an answer of then has and one of now has not, or has otherwise; new keys are no difference."""
    if isinstance(then, dict) and isinstance(now, dict):
        gone = [f"{place}.{key}" for key in then.keys() - now.keys()]
        then = {key: value for key, value in then.items() if key not in WORDED}
        return gone + [
            each for key in then.keys() & now.keys() for each in missing(now[key], then[key], f"{place}.{key}")
        ]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        pairs = enumerate(zip(now, then, strict=True))
        return [each for number, pair in pairs for each in missing(*pair, f"{place}[{number}]")]
    return [] if now == then else [f"{place}: {now!r} instead of {then!r}"]


async def differences(cafe: Cafe, *names: str) -> list[str]:
    found = []
    for name in names:
        for path, then in TOLD["answers"][name].items():
            answer = await visitor(cafe, name).get(path)
            assert answer.status == 200, (path, answer)
            found += missing(answer.json, then, f"{name} {path} ")
    return found


# What people see.


async def test_everybody_finds_what_they_left(cafe: Cafe, old: Path) -> None:
    found = await differences(cafe, *TOLD["answers"])
    assert found == [], "\n".join(found)
    assert len(TOLD["answers"]["guest"]["/api/orders"]) > 3
    assert TOLD["answers"]["guest"]["/api/cart"]["count"] == 3
    assert [path.name for path in old.parent.glob("cafe.db.at-*")] == [f"cafe.db.at-{LAST}"]


async def test_a_request_repeated_over_the_upgrade_makes_no_second_order(cafe: Cafe) -> None:
    again = await visitor(cafe, "guest").orders("pickup", key="a-key-of-that-day")
    assert (again.status, again.json) == (201, PLACED["keyed"])


async def test_new_orders_go_on_after_the_old_ones(cafe: Cafe) -> None:
    last = TOLD["orders"][-1]
    placed = await cafe.guest().places("latte")
    assert placed["order_id"] == last["id"] + 1
    assert placed["order_number"] == f"№{last['sequence_number'] + 1}"


async def test_every_open_order_goes_on_to_its_end(cafe: Cafe) -> None:
    owner = await cafe.desk()
    for key in ("delivery new", "delivery cooking", "delivery courier", "pickup confirmed", "dine-in cooking"):
        order_id = PLACED[key]["order_id"]
        kind = "delivery" if key.startswith("delivery") else "counter"
        way = ["new", "confirmed", "cooking", "ready", *(["courier"] if kind == "delivery" else []), "completed"]
        at = way.index(key.partition(" ")[2])
        for seen, to in zip(way[at:], way[at + 1 :], strict=False):
            act, body = ("paid", {"payment": "cash"}) if to == "completed" else ("move", {"to": to})
            moved = await owner.post(f"/api/desk/orders/{order_id}/{act}", {"seen": seen, **body})
            assert moved.status == 200, (key, to, moved)
        assert await cafe.value("SELECT status FROM orders WHERE id = :id", id=order_id) == "completed"


async def test_what_was_still_to_be_paid_is_paid_and_every_receipt_made(
    cafe: Cafe, old: Path, bank: FakeMonobank, fiscal: FakeCheckbox
) -> None:
    for told in TOLD["invoices"].values():
        now = cafe.clock.now()
        bank.invoices[told["id"]] = MonobankInvoice(
            id=told["id"],
            amount=told["amount"],
            ccy=980,
            reference=told["reference"],
            destination="",
            basket=[],
            redirect_url="",
            webhook_url=f"{cafe.url}/api/payments/bank/webhook",
            created_at=now,
            modified_at=now,
            expires_at=now + timedelta(days=1),
        )
    for key, name in (("to pay", "502"), ("guest to pay", "guest")):
        payer, order_id = visitor(cafe, name), PLACED[key]["order_id"]
        status = f"/api/checkout/payment-status/{order_id}"
        assert (await payer.get(status)).json["paid"] is False
        await bank.pay(TOLD["invoices"][key]["id"])
        assert (await payer.get(status)).json["paid"] is True
    async with asyncio.timeout(20):
        while await cafe.value("SELECT COUNT(*) FROM receipts WHERE state = 'pending'"):
            cafe.clock.advance(seconds=30)
            await asyncio.sleep(0.05)
    made = {"to pay", "guest to pay", "paid"}
    assert len(fiscal.receipts) == len(made)
    kept = {row["receipt_id"]: row["state"] for row in await cafe.rows("SELECT receipt_id, state FROM receipts")}
    with closing(sqlite3.connect(old.with_name(f"cafe.db.at-{LAST}"))) as copy:
        before = dict(copy.execute("SELECT receipt_id, state FROM receipts").fetchall())
    assert {number: kept[number] for number in before} == {
        number: "done" if state == "pending" else state for number, state in before.items()
    }


async def test_messages_that_waited_go_out_once(old: Path, clock: FakeClock, telegram: FakeTelegram) -> None:
    telegram.group(TOLD["staff_chat_id"])
    seat = telegram.person(501, "Олена")
    seat.chat.is_started = True
    waiting = PLACED["waiting"]["order_number"]
    assert {row["kind"] for row in TOLD["queued"]} >= {"customer-order-created", "customer-order-status"}
    served = config(old.parent, bot_api_url=telegram.url)
    for _ in range(2):
        async with open_cafe(served, clock=clock, catalogue=None) as cafe:
            await quiet(cafe)
            mine = [text for chat, text in [*telegram.sent, *telegram.edited] if chat == 501]
            assert len(mine) == 2
            assert sum("прийнято" in text or waiting in text for text in mine) == 2
            cards = [text for chat, text in telegram.sent if chat == TOLD["staff_chat_id"] and waiting in text]
            assert len([text for text in cards if not text.startswith("📋")]) == 1
            assert await cafe.value("SELECT COUNT(*) FROM outbox WHERE state = 'queued'") == 0


async def quiet(cafe: Cafe) -> None:
    async with asyncio.timeout(60):
        while await cafe.value("SELECT COUNT(*) FROM outbox WHERE state = 'queued'"):
            cafe.clock.advance(seconds=0.2)
            await asyncio.sleep(0.05)


async def test_the_desk_shows_the_old_orders_and_figures(cafe: Cafe) -> None:
    owner, then = await cafe.desk(), TOLD["today"]
    shown = (await owner.get("/api/desk/orders?limit=200")).json["orders"]
    assert sorted(each["id"] for each in shown) == [each["id"] for each in TOLD["orders"]]
    for row in TOLD["orders"]:
        found = (await owner.get(f"/api/desk/orders?text={row['sequence_number']}")).json["orders"]
        assert row["id"] in {each["id"] for each in found}
    assert len((await owner.get("/api/desk/orders?text=Гнат")).json["orders"]) == 1
    [owed] = (await owner.get("/api/desk/orders?status=cancelled&payment=paid")).json["orders"]
    offer = (await owner.get(f"/api/desk/orders/{owed['id']}/refunds")).json
    assert offer["whole"]["money"] == {"amount": "280", "currency": "UAH"}, "it was paid, and then cancelled"
    day = (await owner.get("/api/desk/reports")).json
    figures = {figure["key"]: figure["value"] for figure in day["figures"]}
    assert (figures["orders"], figures["revenue"], figures["cancelled"]) == (
        then["orders"],
        then["revenue"],
        then["cancelled"],
    )
    both = (await owner.get("/api/desk/reports?from=2026-06-01&to=2026-06-30")).json
    kept = [row for row in TOLD["orders"] if row["status"] != "cancelled"]
    figures = {figure["key"]: figure["value"] for figure in both["figures"]}
    assert (figures["orders"], figures["revenue"]) == (len(kept), sum(row["total"] for row in kept))


# The file itself.


def schema(database: Path) -> dict[str, Any]:
    """Tables with their columns and references, and indices, however their SQL is written."""
    with closing(sqlite3.connect(database)) as raw:
        found: dict[str, Any] = {}
        for kind, name, sql in raw.execute("SELECT type, name, sql FROM sqlite_schema").fetchall():
            words = re.sub(r"--[^\n]*", "", sql or "").replace('"', "")
            found[f"{kind} {name}"] = sorted(re.findall(r"[^\s,()]+", words)) if kind == "table" else words.split()
            found[f"columns of {name}"] = sorted(row[1:] for row in raw.execute(f"PRAGMA table_info({name})"))
            found[f"references of {name}"] = sorted(row[2:] for row in raw.execute(f"PRAGMA foreign_key_list({name})"))
        return found


def upgrade(database: Path) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as raw:
        raw.execute("PRAGMA foreign_keys = ON")  # as the program has it
        migrate(raw)


def check(database: Path) -> None:
    with closing(sqlite3.connect(database)) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert raw.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    database = unpack(tmp_path_factory.mktemp("upgraded"))
    upgrade(database)
    return database


def test_an_upgraded_file_is_like_a_new_one(upgraded: Path, tmp_path: Path) -> None:
    upgrade(tmp_path / "fresh.db")
    assert schema(upgraded) == schema(tmp_path / "fresh.db")
    check(upgraded)


@pytest.mark.parametrize("name", LATER)
def test_a_file_of_every_step_between_upgrades(
    old: Path, upgraded: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = {each: file for each, file in migration_files().items() if each <= name}
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "migration_files", lambda: first)
        upgrade(old)
    with closing(sqlite3.connect(old)) as raw:
        assert raw.execute("SELECT MAX(name) FROM migrations").fetchone() == (name,)
    upgrade(old)
    assert content(old) == content(upgraded)
    check(old)


def test_killed_in_the_middle_it_finishes_at_the_next_start(tmp_path: Path, upgraded: Path) -> None:
    for left in (0, 1, 9, 23, 41, 60, 75):
        folder = tmp_path / str(left)
        folder.mkdir()
        database = unpack(folder)
        before = content(database)
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-c", KILLED, str(database), str(left)], check=False
        )
        assert done.returncode == -signal.SIGKILL
        upgrade(database)
        assert content(database) == content(upgraded)
        assert schema(database) == schema(upgraded)
        assert content(folder / f"cafe.db.at-{LAST}") == before


def test_moved_on_to_postgresql_everything_arrives(upgraded: Path, postgres: PostgresServer, tmp_path: Path) -> None:
    database, url = tmp_path / "cafe.db", postgres.create_database()
    database.write_bytes(upgraded.read_bytes())
    before = content(database)
    asyncio.run(move_to_server(database, url))
    asyncio.run(move_to_file(url, tmp_path / "back.db"))
    assert content(tmp_path / "back.db") == before
    postgres.drop_database(url)


# The way back.


@asynccontextmanager
async def opened(folder: Path, clock: FakeClock) -> AsyncIterator[Cafe]:
    async with open_cafe(config(folder, bot_api_url=NOBODY_LISTENS), clock=clock, catalogue=None) as cafe:
        yield cafe


async def test_the_copy_beside_is_the_database_of_before(
    old: Path, clock: FakeClock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = content(old)
    with caplog.at_level(logging.INFO, "cafe.db.migrations"):
        async with opened(tmp_path, clock) as cafe:
            await cafe.guest().places("latte")
    copy = tmp_path / f"cafe.db.at-{LAST}"
    kept, migrated = [record.getMessage() for record in caplog.records if record.name == "cafe.db.migrations"]
    assert kept == f"before it is migrated the database is kept in {copy}"
    assert migrated.startswith(f"the database was migrated from {LAST} to {max(migration_files())} in ")
    assert content(copy) == before
    restore_file(copy, old, lambda _facts: None)
    assert content(old) == before
    with closing(sqlite3.connect(old)) as raw:
        assert raw.execute("SELECT MAX(name) FROM migrations").fetchone() == (LAST,), "for the old program to serve"
    async with opened(tmp_path, clock) as cafe:
        people = [name for name, who in TOLD["visitors"].items() if who["user"]]
        assert await differences(cafe, "stranger", *people) == []

"""The commands: what they do, what they print, and that a command which fails has done nothing."""

import asyncio
import errno
import os
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import tomllib
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from cafe.cli import main
from cafe.config import Config
from cafe.db import migrations
from tests.conftest import copy_database
from tests.driver import CATALOGUE, PICKUP, config_for, open_cafe
from tests.fakes.monobank import FakeMonobank
from tests.fakes.service import Failure

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True)
class Said:
    """What a command returned and printed."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line on standard error."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        return lines[0]


Cli = Callable[..., Said]


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Cli]:
    """Runs a command in an empty folder, with a database of its own."""
    for name in os.environ:
        if name.startswith("CAFE_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAFE_DATABASE_URL", f"sqlite:///{tmp_path / 'cafe.db'}")
    monkeypatch.setenv("CAFE_LOG_LEVEL", "error")

    def run(*arguments: object) -> Said:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as bad_usage:
            code = int(bad_usage.code or 0)
        printed = capsys.readouterr()
        return Said(code, printed.out, printed.err)

    with _loggers_kept():
        yield run


@contextmanager
def _loggers_kept() -> Iterator[None]:
    """The commands set logging up for a whole process; give the tests theirs back."""
    import logging  # noqa: PLC0415

    root = logging.getLogger()
    before = list(root.handlers), root.level
    yield
    root.handlers[:], root.level = before


@pytest.fixture
def filled(cli: Cli, tmp_path: Path, prepared_database: Path) -> Cli:
    """The same over a database with the test catalogue."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    return cli


def contents(folder: Path, *, without: tuple[str, ...] = ("meta",)) -> list[str]:
    """The whole database as SQL, in no special order, but for the tables that count changes."""
    connection = sqlite3.connect(folder / "cafe.db")
    try:
        lines = list(connection.iterdump())
    finally:
        connection.close()
    return sorted(line for line in lines if not any(f'INSERT INTO "{name}"' in line for name in without))


# load and dump


def test_loading_into_a_fresh_database(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "menu.toml").write_text(CATALOGUE, encoding="utf-8")
    assert cli("load", "menu.toml") == Said(0, "", "")
    dumped = tomllib.loads(cli("dump").out)
    written = tomllib.loads(CATALOGUE)
    assert set(dumped) == {"settings", "categories", "products", "ingredients", "promos"}
    for key, value in written["settings"].items():
        assert dumped["settings"][key] == value, key
    for table, key in (("categories", "slug"), ("products", "slug"), ("ingredients", "code"), ("promos", "code")):
        stored = {entry[key]: entry for entry in dumped[table]}
        assert set(stored) == {entry[key] for entry in written[table]}
        for entry in written[table]:
            for name, value in entry.items():
                assert stored[entry[key]][name] == value, (table, entry[key], name)


def test_loading_a_dump_changes_nothing(filled: Cli, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "cafe.db")
    connection.execute("UPDATE promo_codes SET used_count = 7, max_uses = 100 WHERE code = 'Welcome10'")
    connection.execute("UPDATE ingredients SET stock = -5 WHERE code = 'milk'")
    connection.execute("UPDATE products SET name = 'Лате \"особливе\" \\ 🎁', stopped_until = 99 WHERE slug = 'latte'")
    connection.commit()
    connection.close()
    before, dump = contents(tmp_path), filled("dump").out
    (tmp_path / "dump.toml").write_text(dump, encoding="utf-8")
    assert filled("load", "dump.toml").code == 0
    assert contents(tmp_path) == before
    assert filled("dump").out == dump


ENGLISH = ("cafe_name_en", "address_en", "force_closed_message_en", "announcement_message_en")


def test_english_texts_of_the_cafe_are_dumped_where_there_are_any(filled: Cli, tmp_path: Path) -> None:
    assert not set(ENGLISH) & set(tomllib.loads(filled("dump").out)["settings"])
    assert not any(line.startswith(ENGLISH) for line in filled("settings").out.splitlines())
    assert filled("settings", *(f"{key}=In English" for key in ENGLISH)).code == 0
    dump, printed = filled("dump").out, filled("settings").out
    assert {key: tomllib.loads(dump)["settings"][key] for key in ENGLISH} == dict.fromkeys(ENGLISH, "In English")
    assert {f"{key}=In English" for key in ENGLISH} <= set(printed.splitlines())
    before = contents(tmp_path)
    (tmp_path / "dump.toml").write_text(dump, encoding="utf-8")
    assert filled("load", "dump.toml").code == 0
    assert filled("settings", *printed.splitlines()).code == 0
    assert contents(tmp_path) == before
    assert filled("settings", "address_en=").code == 0
    assert "address_en" not in filled("dump").out


def test_a_dump_fills_another_database_alike(filled: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dump = filled("dump").out
    (tmp_path / "dump.toml").write_text(dump, encoding="utf-8")
    monkeypatch.setenv("CAFE_DATABASE_URL", f"sqlite:///{tmp_path / 'deep' / 'er' / 'other.db'}")
    assert filled("load", "dump.toml").code == 0
    assert filled("dump").out == dump


def test_what_a_file_does_not_mention_stays(filled: Cli, tmp_path: Path) -> None:
    before = tomllib.loads(filled("dump").out)
    (tmp_path / "piece.toml").write_text(
        '[[products]]\nslug = "latte"\nprice = 99\n[[promos]]\ncode = "WELCOME10"\nmax_uses = 5\n', encoding="utf-8"
    )
    assert filled("load", "piece.toml").code == 0
    after = tomllib.loads(filled("dump").out)
    changed = {
        (table, entry.get("slug") or entry.get("code"), key)
        for table in ("categories", "products", "ingredients", "promos")
        for old, entry in zip(before[table], after[table], strict=True)
        for key in {*old, *entry}
        if old.get(key) != entry.get(key)
    }
    assert changed == {
        ("products", "latte", "price"),
        ("promos", "WELCOME10", "max_uses"),
        ("promos", "WELCOME10", "code"),
    }
    assert after["settings"] == before["settings"]


def test_a_recipe_is_replaced_whole(filled: Cli, tmp_path: Path) -> None:
    (tmp_path / "piece.toml").write_text('[[products]]\nslug = "latte"\nrecipe = { milk = 1 }\n', encoding="utf-8")
    assert filled("load", "piece.toml").code == 0
    [latte] = [p for p in tomllib.loads(filled("dump").out)["products"] if p["slug"] == "latte"]
    assert latte["recipe"] == {"milk": 1}


def test_a_promo_code_may_be_limited_below_its_uses(filled: Cli, tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "cafe.db")
    connection.execute("UPDATE promo_codes SET used_count = 7 WHERE code = 'Welcome10'")
    connection.commit()
    connection.close()
    (tmp_path / "piece.toml").write_text('[[promos]]\ncode = "Welcome10"\nmax_uses = 3\n', encoding="utf-8")
    assert filled("load", "piece.toml") == Said(0, "", "")


NEW_PRODUCT = '[[products]]\nslug = "new"\ncategory = "coffee"\nname = "Нове"\nprice = 10\n'
BAD_FILES: list[tuple[str, tuple[str, ...]]] = [
    ("[nonsense]\nx = 1", ("nonsense",)),
    ("settings = 5", ("settings",)),
    ("[[settings]]\ndelivery_fee = 5", ("settings",)),
    ("products = {}", ("products",)),
    ("products = [1]", ("products",)),
    ("[settings]\nnonsense = 1", ("settings", "nonsense")),
    ('[settings]\ndelivery_fee = "60"', ("settings", "delivery_fee")),
    ("[settings]\ndelivery_fee = -1", ("settings", "delivery_fee")),
    ("[settings]\ndelivery_fee = 1.5", ("settings", "delivery_fee")),
    ("[settings]\ndelivery_fee = true", ("settings", "delivery_fee")),
    (f"[settings]\ndelivery_fee = {2**63}", ("settings", "delivery_fee")),
    ("[settings]\npickup_discount_percent = 101", ("settings", "pickup_discount_percent")),
    ("[settings]\ncafe_name = 5", ("settings", "cafe_name")),
    ('[settings]\nwork_hours_from = "25:00"', ("settings", "work_hours_from")),
    ("[settings]\nwork_hours_to = 08:00:00", ("settings", "work_hours_to")),
    ('[settings]\ntimezone = "Mars/Olympus"', ("settings", "timezone")),
    ('[settings]\ntimezone = "../../etc/passwd"', ("settings", "timezone")),
    ('[settings]\naccent = "brown"', ("settings", "accent")),
    ('[settings]\naccent = "#6f4e3"', ("settings", "accent")),
    ('[settings]\nforce_closed = "yes"', ("settings", "force_closed")),
    ('[settings]\npayment_provider = "paypal"', ("settings", "payment_provider")),
    ('[settings]\nmaps_url = "javascript:alert(1)"', ("settings", "maps_url")),
    ('[settings]\nmaps_url = "http://["', ("settings", "maps_url")),
    ('[settings]\nmaps_url = "https://"', ("settings", "maps_url")),
    ('[settings]\nlogo_url = "//["', ("settings", "logo_url")),
    ('[settings]\nlogo_url = "//cdn.example.com/l.png"', ("settings", "logo_url")),
    ("[[products]]\nslug = 'latte'\nimage_url = 'http://['", ("products", "latte", "image_url")),
    ("[[categories]]\nname = 'x'", ("categories", "slug")),
    ("[[categories]]\nslug = 'new'", ("categories", "new", "name")),
    ("[[categories]]\nslug = 5", ("categories", "slug")),
    ("[[categories]]\nslug = ' '", ("categories", "slug")),
    ("[[categories]]\nslug = 'food'\ncolour = 'red'", ("categories", "food", "colour")),
    ("[[categories]]\nslug = 'food'\nactive = 1", ("categories", "food", "active")),
    ("[[categories]]\nslug = 'food'\nsort_order = 'first'", ("categories", "food", "sort_order")),
    ("[[categories]]\nslug = 'a'\nname = 'x'\n[[categories]]\nslug = 'a'\nname = 'y'", ("categories", "a", "slug")),
    ("[[products]]\nslug = 'new'\ncategory = 'coffee'\nprice = 5", ("products", "new", "name")),
    ("[[products]]\nslug = 'new'\ncategory = 'coffee'\nname = 'x'", ("products", "new", "price")),
    ("[[products]]\nslug = 'new'\nname = 'x'\nprice = 5", ("products", "new", "category")),
    ("[[products]]\nslug = 'latte'\ncategory = 'nowhere'", ("products", "latte", "category", "nowhere")),
    ("[[products]]\nslug = 'latte'\nprice = -5", ("products", "latte", "price")),
    ("[[products]]\nslug = 'latte'\nprice = '85'", ("products", "latte", "price")),
    ("[[products]]\nslug = 'latte'\nprice = inf", ("products", "latte", "price")),
    ("[[products]]\nslug = 'latte'\nallergens = 'milk'", ("products", "latte", "allergens")),
    ("[[products]]\nslug = 'latte'\nallergens = [1]", ("products", "latte", "allergens")),
    ("[[products]]\nslug = 'latte'\nrecipe = { moonlight = 5 }", ("products", "latte", "recipe", "moonlight")),
    ("[[products]]\nslug = 'latte'\nrecipe = { milk = 0 }", ("products", "latte", "recipe", "milk")),
    ("[[products]]\nslug = 'latte'\nrecipe = { milk = 'some' }", ("products", "latte", "recipe", "milk")),
    ("[[products]]\nslug = 'latte'\nrecipe = ['milk']", ("products", "latte", "recipe")),
    ("[[products]]\nslug = 'latte'\nstopped_until = 5", ("products", "latte", "stopped_until")),
    ("[[ingredients]]\ncode = 'milk'\nstock = 'much'", ("ingredients", "milk", "stock")),
    ("[[ingredients]]\ncode = 'milk'\nstock = 0.5", ("ingredients", "milk", "stock")),
    (f"[[ingredients]]\ncode = 'milk'\nstock = {2**64}", ("ingredients", "milk", "stock")),
    ("[[ingredients]]\nname = 'x'", ("ingredients", "code")),
    ("[[promos]]\ncode = 'NEW'", ("promos", "NEW", "discount_percent")),
    ("[[promos]]\ncode = 'ONCE'\ndiscount_percent = 0", ("promos", "ONCE", "discount_percent")),
    ("[[promos]]\ncode = 'ONCE'\ndiscount_percent = 101", ("promos", "ONCE", "discount_percent")),
    ("[[promos]]\ncode = 'ONCE'\nexpires_at = 'soon'", ("promos", "ONCE", "expires_at")),
    ("[[promos]]\ncode = 'ONCE'\nexpires_at = 12:00:00", ("promos", "ONCE", "expires_at")),
    (f"[settings]\ndelivery_fee = {'9' * 5000}", ()),
    (f"x = {'[' * 5000}", ()),
    ("[[promos]]\ncode = 'ONCE'\nmax_uses = -1", ("promos", "ONCE", "max_uses")),
    ("[[promos]]\ncode = 'ONCE'\nused_count = 1", ("promos", "ONCE", "used_count")),
    ("[[promos]]\ncode = 'знижка'\n[[promos]]\ncode = 'ЗНИЖКА'", ("promos", "ЗНИЖКА", "code")),
    ("this is not TOML", ("TOML",)),
    ("x = ", ("TOML",)),
    ("[settings]\ndelivery_fee = 1\ndelivery_fee = 2", ("TOML", "line 3")),
]


@pytest.mark.parametrize(("piece", "named"), BAD_FILES)
def test_a_bad_file_is_named_and_changes_nothing(
    filled: Cli, tmp_path: Path, piece: str, named: tuple[str, ...]
) -> None:
    before = contents(tmp_path, without=())
    good = "" if piece.startswith(("settings =", "products =", "this", "x =")) else NEW_PRODUCT
    both = piece if "[[products]]" in piece and "'new'" in piece else piece + "\n" + good
    (tmp_path / "bad.toml").write_text(both, encoding="utf-8")
    said = filled("load", "bad.toml")
    assert said.code == 1
    assert said.out == ""
    for word in (*named, "bad.toml"):
        assert word in said.error
    assert "Traceback" not in said.err
    assert contents(tmp_path, without=()) == before


@pytest.mark.parametrize(
    ("content", "name"), [(None, "absent.toml"), (b"\xff\xfe\x00", "latin.toml"), (b"a = '\x00'", "nul.toml")]
)
def test_a_file_that_cannot_be_read(filled: Cli, tmp_path: Path, content: bytes | None, name: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    said = filled("load", name)
    assert said.code == 1
    assert name in said.error


def test_a_folder_is_no_file(filled: Cli, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert filled("load", "folder").code == 1
    assert filled("backup", "folder").code == 1
    assert list((tmp_path / "folder").iterdir()) == []


# settings


def test_settings_are_printed_one_a_line(filled: Cli) -> None:
    lines = filled("settings").out.splitlines()
    printed = dict(line.partition("=")[::2] for line in lines)
    assert list(printed) == [
        "cafe_name",
        "logo_url",
        "phone",
        "address",
        "city",
        "delivery_towns",
        "map_tiles",
        "map_credit",
        "work_hours_from",
        "work_hours_to",
        "timezone",
        "default_language",
        "instagram_url",
        "maps_url",
        "accent",
        "delivery_fee",
        "free_delivery_threshold",
        "min_delivery_order_amount",
        "pickup_discount_percent",
        "force_closed",
        "force_closed_message",
        "allow_orders_outside_hours",
        "announcement_enabled",
        "announcement_message",
        "payment_provider",
        "staff_chat_guest_orders",
        "order_types",
        "payments",
        "receipts",
        "alcohol_hours",
        "prep_minutes",
        "prep_times",
        "delivery_minutes",
        "unpaid_minutes",
        "hold_payments",
        "hold_minutes",
        "rating_minutes",
        "schedule_days",
        "checkout_questions",
        "tables",
        "dine_in_asks",
        "max_open_orders_per_customer",
        "max_open_orders_per_phone",
        "max_open_guest_orders",
        "promo_attempts_per_minute",
        "keep_personal_days",
        "refund_role",
        "handover_proof",
        "refund_limit",
        "air_alert_effect",
        "air_alert_source",
        "air_alert_region",
        "power_cut_effect",
        "power_cut_source",
        "power_cut_queue",
    ]
    assert (printed["delivery_fee"], printed["force_closed"]) == ("60", "false")
    assert printed["cafe_name"] == "Кав'ярня «Тест»"


def test_what_is_printed_can_be_given_back(filled: Cli, tmp_path: Path) -> None:
    before, printed = contents(tmp_path), filled("settings").out
    assert filled("settings", *printed.splitlines()).code == 0
    assert contents(tmp_path) == before
    assert filled("settings").out == printed


def test_changing_settings(filled: Cli) -> None:
    said = filled("settings", "delivery_fee=75", "force_closed=true", "phone=", "cafe_name=A = B")
    assert said.code == 0
    printed = filled("settings").out.splitlines()
    assert {"delivery_fee=75", "force_closed=true", "phone=", "cafe_name=A = B"} <= set(printed)


@pytest.mark.parametrize(
    "bad",
    ["nonsense=1", "delivery_fee=much", "delivery_fee=-1", "force_closed=maybe", "accent=red", "timezone=X", "=5"],
)
def test_one_bad_setting_and_none_is_changed(filled: Cli, tmp_path: Path, bad: str) -> None:
    before = contents(tmp_path, without=())
    said = filled("settings", "delivery_fee=75", bad)
    assert said.code == 1
    assert bad.partition("=")[0] in said.error
    assert contents(tmp_path, without=()) == before


# backup


def test_a_backup_is_a_whole_database(filled: Cli, tmp_path: Path) -> None:
    assert filled("backup", "copy.db") == Said(0, "", "")
    copy = sqlite3.connect(tmp_path / "copy.db")
    assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    added = set(copy.iterdump()) - set(contents(tmp_path, without=()))
    assert len(added) == 1
    assert "copied_at" in added.pop()
    copy.close()
    assert filled("backup", "copy.db").code == 0, "the next one takes its place"
    assert sorted(path.name for path in tmp_path.iterdir() if "copy" in path.name) == ["copy.db"]


def test_where_no_backup_can_go(filled: Cli, tmp_path: Path) -> None:
    before = contents(tmp_path, without=())
    assert "no/such" in filled("backup", "no/such/copy.db").error
    assert filled("backup", "cafe.db").code == 1
    assert contents(tmp_path, without=()) == before


def test_a_backup_without_room(filled: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fill_the_disk(_config: Config, _target: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("cafe.cli.back_up", fill_the_disk)
    assert filled("backup", "copy.db") == Said(1, "", "cafe: copy.db: there is no room for the copy\n")
    assert sorted(each.name for each in tmp_path.glob("*copy*")) == []


def test_a_backup_of_nothing(cli: Cli, tmp_path: Path) -> None:
    assert "cafe.db" in cli("backup", "copy.db").error
    assert list(tmp_path.iterdir()) == []


# migrations


@pytest.fixture
def old_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database of version 0.1.0, in use."""
    folder = tmp_path / "old migrations"
    folder.mkdir()
    for number in range(1, 6):
        [file] = migrations.FOLDER.glob(f"000{number}_*.sql")
        (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    with monkeypatch.context() as patch, closing(sqlite3.connect(tmp_path / "cafe.db", isolation_level=None)) as made:
        patch.setattr(migrations, "FOLDER", folder)
        migrations.migrate(made)
    shutil.rmtree(folder)
    return tmp_path / "cafe.db"


def schema(database: Path) -> set[str]:
    with closing(sqlite3.connect(database)) as connection:
        return {row[0] for row in connection.execute("SELECT name FROM migrations")}


@pytest.mark.parametrize("arguments", [("dump",), ("settings",), ("settings", "cafe_name=Х"), ("forget", "0671234567")])
def test_an_old_database_is_refused_and_left_alone(cli: Cli, old_database: Path, arguments: tuple[str, ...]) -> None:
    before = schema(old_database)
    said = cli(*arguments)
    assert said.code == 1
    assert "older version" in said.error
    assert "migrate" in said.error
    assert schema(old_database) == before


def test_a_backup_of_an_old_database_stays_old(cli: Cli, old_database: Path) -> None:
    before = schema(old_database)
    assert cli("backup", "copy.db") == Said(0, "", "")
    assert schema(old_database) == schema(old_database.with_name("copy.db")) == before


@pytest.mark.parametrize("command", ["migrate", "load"])
def test_migrating_leaves_a_copy_beside(cli: Cli, old_database: Path, command: str) -> None:
    before = schema(old_database)
    (old_database.parent / "menu.toml").write_text(CATALOGUE, encoding="utf-8")
    arguments = ("menu.toml",) if command == "load" else ()
    assert cli(command, *arguments).code == 0
    assert schema(old_database) > before
    copy = old_database.with_name("cafe.db.at-0005_bot")
    assert schema(copy) == before
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert cli(command, *arguments).code == 0
    assert [path.name for path in old_database.parent.glob("cafe.db.*")] == [copy.name]


def test_a_database_of_a_newer_version_is_refused(filled: Cli, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "cafe.db")) as connection:
        connection.execute("INSERT INTO migrations VALUES ('9999_future')")
        connection.commit()
    for arguments in (("dump",), ("migrate",), ("settings",)):
        assert "newer version" in filled(*arguments).error
    assert filled("backup", "copy.db").code == 0


def test_nothing_to_migrate(cli: Cli, tmp_path: Path) -> None:
    assert "there is no database" in cli("migrate").error
    assert list(tmp_path.iterdir()) == []


# usage and environment


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nonsense",),
        ("load",),
        ("load", "a", "b"),
        ("dump", "x"),
        ("backup",),
        ("restore",),
        ("settings", "word"),
        ("serve", "--port"),
    ],
)
def test_bad_usage(cli: Cli, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    said = cli(*arguments)
    assert said.code == 2
    assert "usage:" in said.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CAFE_NONSENSE", "1"),
        ("CAFE_PORT", "http"),
        ("CAFE_PORT", "65536"),
        ("CAFE_PORT", "-1"),
        ("CAFE_DEBUG", "perhaps"),
        ("CAFE_SECRET_KEY", "x"),
        ("CAFE_SECRET_KEY", "a" * 31),
        ("CAFE_BOT_MODE", "smoke-signals"),
        ("CAFE_STAFF_CHAT_ID", "staff"),
        ("CAFE_BASE_URL", "cafe.example"),
        ("CAFE_LOG_LEVEL", "loud"),
        ("CAFE_LOG_FORMAT", "xml"),
        ("CAFE_DATABASE_URL", "mysql://x/y"),
        ("CAFE_BOT_TOKEN", "hunter2secret"),
        ("CAFE_BACKUPS_KEPT", "-1"),
        ("CAFE_BACKUPS_KEPT", "two weeks"),
        ("CAFE_BACKUPS", "data/uploads"),
    ],
)
def test_a_wrong_environment_is_named(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    for command in (("dump",), ("serve",)):
        said = cli(*command)
        assert said.code == 1
        assert name in said.error
        assert "hunter2secret" not in said.err
    assert list(tmp_path.iterdir()) == []


def test_postgresql_needs_the_secret_that_all_processes_share(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cafe.db.postgres.hosts.WAIT_SECONDS", 0.1)
    monkeypatch.setenv("CAFE_DATABASE_URL", "postgresql://cafe:hunter2secret@127.0.0.1:9/cafe")
    said = cli("dump")
    assert said.code == 1
    assert "CAFE_SECRET_KEY" in said.error
    monkeypatch.setenv("CAFE_SECRET_KEY", "a" * 32)
    for command in (("dump",), ("serve",), ("settings",), ("migrate",)):
        said = cli(*command)
        assert said.code == 1
        assert said.error == "cafe: the database server cannot be reached"
        assert "hunter2secret" not in said.err


@pytest.mark.parametrize(
    ("name", "value"),
    [("CAFE_BASE_URL", "https://cafe.example"), ("CAFE_BASE_URL", "http://cafe.example"), ("CAFE_HOST", "192.0.2.1")],
)
def test_debug_is_refused_where_strangers_reach_the_service(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv("CAFE_DEBUG", "1")
    assert cli("dump").code == 0
    monkeypatch.setenv(name, value)
    said = cli("serve")
    assert said.code == 1
    assert "CAFE_DEBUG" in said.error


def test_the_environment_of_a_file(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CAFE_DATABASE_URL")
    (tmp_path / ".env").write_text("CAFE_DATABASE_URL=sqlite:///from-file.db\nOTHER=1\n", encoding="utf-8")
    assert cli("dump").code == 0
    assert (tmp_path / "from-file.db").exists()
    (tmp_path / ".env").write_text("CAFE_NONSENSE=1\n", encoding="utf-8")
    assert "CAFE_NONSENSE" in cli("dump").error


def test_a_database_that_is_none(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "cafe.db").write_bytes(b"a shopping list" * 1000)
    for command in (("dump",), ("serve",), ("settings", "delivery_fee=5"), ("backup", "copy.db")):
        said = cli(*command)
        assert said.code == 1
        assert "cafe.db" in said.error
    assert (tmp_path / "cafe.db").read_bytes() == b"a shopping list" * 1000


# The program itself, as a process.


def environment(folder: Path, **more: str) -> dict[str, str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")}
    return {
        **clean,
        "CAFE_DATABASE_URL": f"sqlite:///{folder / 'cafe.db'}",
        "CAFE_PORT": "0",
        "PYTHONPATH": str(ROOT),
        **more,
    }


async def test_a_running_service_sees_what_commands_change(tmp_path: Path) -> None:
    async with open_cafe(config_for(tmp_path)) as cafe:
        (tmp_path / "piece.toml").write_text('[[products]]\nslug = "latte"\nprice = 99\n', encoding="utf-8")
        for arguments in (("settings", "delivery_fee=77"), ("load", "piece.toml")):
            command = [sys.executable, "-m", "cafe", *arguments]
            process = await asyncio.create_subprocess_exec(*command, cwd=tmp_path, env=environment(tmp_path))
            assert await process.wait() == 0

        async def seen() -> tuple[int, int]:
            products = {product["name"]: product["price"] for product in (await cafe.get("/api/products")).json}
            return (await cafe.get("/api/settings")).json["delivery_fee"], products["Лате"]

        async with asyncio.timeout(20):
            while await seen() != (77, 99):  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.05)


@contextmanager
def served(folder: Path, *arguments: str, **env: str) -> Iterator["tuple[subprocess.Popen[str], str, list[str]]"]:
    """`python run.py` as a process; its address, and the log lines until it listened."""
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, str(ROOT / "run.py"), *arguments],
        cwd=folder,
        env=environment(folder, **env),
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    lines: list[str] = []
    try:
        assert process.stderr is not None
        for line in process.stderr:
            lines.append(line)
            found = re.search(r"listening on (http://\S+)", line)
            if found:
                break
        else:
            pytest.fail("".join(lines))
        yield process, found[1], lines
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_a_clean_stop_finishes_requests_in_flight(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path, "--demo") as (process, url, _):
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            async with session.get(f"{url}/api/products") as response:
                product = (await response.json())[0]["id"]
            async with session.post(f"{url}/api/cart/items", json={"product_id": product}) as response:
                assert response.status == 201
            await asyncio.to_thread(set_open_hours, tmp_path)
            async with asyncio.timeout(20):
                while not await takes_orders(session, url):  # noqa: ASYNC110 - seen from outside
                    await asyncio.sleep(0.05)
            other = sqlite3.connect(tmp_path / "cafe.db", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            ordering = asyncio.ensure_future(session.post(f"{url}/api/checkout/pickup", json=dict(PICKUP)))
            await asyncio.sleep(1)
            process.send_signal(how)
            await asyncio.sleep(0.3)
            other.execute("ROLLBACK")
            other.close()
            response = await ordering
            assert response.status == 201, await response.text()
            placed = await response.json()
        assert await asyncio.to_thread(process.wait, 10) == 0
    connection = sqlite3.connect(tmp_path / "cafe.db")
    assert connection.execute("SELECT id FROM orders").fetchall() == [(placed["order_id"],)]
    connection.close()


async def test_what_has_arrived_at_the_stop_is_answered(tmp_path: Path) -> None:
    """By then most connections were not accepted yet, and most requests not read."""
    with served(tmp_path, "--demo") as (process, url, _):
        host, port = url.removeprefix("http://").split(":")
        connections = [await asyncio.open_connection(host, int(port)) for _ in range(100)]
        for _, writer in connections:
            writer.write(b"GET /api/products HTTP/1.1\r\nHost: cafe\r\nConnection: close\r\n\r\n")
        process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(20):
            answers = await asyncio.gather(*(reader.read() for reader, _ in connections), return_exceptions=True)
        for _, writer in connections:
            writer.close()
        assert {each[:15] if isinstance(each, bytes) else each for each in answers} == {b"HTTP/1.1 200 OK"}
        _, log = await asyncio.to_thread(process.communicate, timeout=10)
        assert process.returncode == 0
        told, stopped = [line for line in log.splitlines() if " cafe.cli " in line]
        assert told.endswith("stopping: requests received so far are answered first")
        assert stopped.endswith("stopped")


async def test_a_body_that_still_arrives_at_the_stop_is_read_and_answered(tmp_path: Path) -> None:
    with served(tmp_path, "--demo") as (process, url, _):
        host, port = url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"POST /api/cart/items HTTP/1.1\r\nHost: cafe\r\nContent-Length: 16\r\n\r\n")
        writer.write(b'{"pro')
        await writer.drain()
        await asyncio.sleep(1)
        process.send_signal(signal.SIGTERM)
        await asyncio.sleep(0.5)
        writer.write(b'duct_id":1}')
        answer = await asyncio.wait_for(reader.read(), timeout=20)
        writer.close()
        assert answer.startswith(b"HTTP/1.1 201 ")
        assert b"\r\nConnection: close\r\n" in answer  # the next request goes elsewhere
        assert await asyncio.to_thread(process.wait, 20) == 0


async def test_a_checkout_that_waits_for_the_bank_ends_in_time(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        bank = await stack.enter_async_context(FakeMonobank())
        bank.fail(Failure.SLOW, path="/invoice/create", seconds=30)
        env = {"CAFE_MONOBANK_TOKEN": bank.token, "CAFE_MONOBANK_API_URL": bank.base_url}
        process, url, _ = stack.enter_context(served(tmp_path, "--demo", **env))
        session = await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)))
        await asyncio.to_thread(set_open_hours, tmp_path)
        async with session.get(f"{url}/api/products") as response:
            product = (await response.json())[0]["id"]
        async with session.post(f"{url}/api/cart/items", json={"product_id": product}) as response:
            assert response.status == 201
        form = {**PICKUP, "payment_method": "card"}
        ordering = asyncio.ensure_future(session.post(f"{url}/api/checkout/pickup", json=form))
        async with asyncio.timeout(10):
            while not bank.calls:  # noqa: ASYNC110 - seen from outside
                await asyncio.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        response = await asyncio.wait_for(ordering, 10)
        placed = await response.json()
        assert (response.status, placed["pay_url"]) == (201, None)
        assert placed["card_unavailable_message"]
        assert await asyncio.to_thread(process.wait, 10) == 0


async def takes_orders(session: aiohttp.ClientSession, url: str) -> bool:
    async with session.get(f"{url}/api/settings") as response:
        return response.headers["X-Cafe-Orders"] == "open"


def set_open_hours(folder: Path) -> None:
    """The demo cafe keeps hours, and the test runs at any."""
    command = [sys.executable, "-m", "cafe", "settings", "allow_orders_outside_hours=true"]
    subprocess.run(command, cwd=folder, env=environment(folder), check=True)  # noqa: S603 - our own program


def test_the_secret_is_the_owners_alone(tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    [key] = [path for path in tmp_path.iterdir() if path.suffix == ".key"]
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_text().strip()) >= 32


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir() if path.is_file()}


def test_files_that_others_could_read_are_made_private(tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    for name in ("cafe.db-wal", "cafe.db-shm"):
        (tmp_path / name).touch()
    for path in tmp_path.iterdir():
        path.chmod(0o664)
    with served(tmp_path) as (_, _, lines):
        found = modes(tmp_path)
        assert {"cafe.db", "cafe.db-wal", "cafe.db-shm", "cafe.key"} <= set(found)
        assert set(found.values()) == {0o600}
    assert [line for line in lines if "was accessible to others" in line]


def test_a_file_that_cannot_be_made_private_is_told_in_a_line(
    filled: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = tmp_path / "cafe.db"
    database.chmod(0o644)

    def refused(path: Path, _mode: int) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted", str(path))

    monkeypatch.setenv("CAFE_LOG_LEVEL", "info")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "chmod", refused)
        said = filled("settings")
    assert said.code == 0
    assert str(database) in said.error
    assert "cannot be restricted" in said.error
    assert "delivery_fee=" in said.out


@pytest.mark.parametrize(("mode", "is_told"), [(0o644, True), (0o602, True), (0o640, False), (0o600, False)])
def test_an_exposed_env_file_is_told_in_a_line(tmp_path: Path, mode: int, is_told: bool) -> None:  # noqa: FBT001
    (tmp_path / ".env").write_text("CAFE_LOG_FORMAT=text\n")
    (tmp_path / ".env").chmod(mode)
    with served(tmp_path) as (_, _, lines):
        pass
    told = [line for line in lines if ".env" in line]
    assert len(told) == is_told, lines
    assert all("chmod" in line for line in told)


def test_an_empty_key_stops_the_start(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "cafe.key").write_text("\n")
    said = cli("serve")
    assert said.code == 1
    assert "cafe.key" in said.error


def test_a_taken_address_is_one_clear_line(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        monkeypatch.setenv("CAFE_PORT", port)
        said = cli("serve")
    assert said.code == 1
    assert port in said.error


def test_no_secret_is_ever_logged(tmp_path: Path) -> None:
    secrets: dict[str, Any] = {
        "CAFE_BOT_TOKEN": "123456:hunter2-bot",
        "CAFE_SECRET_KEY": "hunter2-session-key-of-some-length",
        "CAFE_MONOBANK_TOKEN": "hunter2-mono",
        "CAFE_LIQPAY_PRIVATE_KEY": "hunter2-liqpay",
        "CAFE_CHECKBOX_LICENSE_KEY": "hunter2-licence",
        "CAFE_CHECKBOX_PIN": "hunter2-pin",
        "CAFE_VCHASNO_TOKEN": "hunter2-vchasno",
        "CAFE_ALERTS_TOKEN": "hunter2-alerts",
        "CAFE_BOT_API_URL": "http://127.0.0.1:9",
        "CAFE_LOG_LEVEL": "debug",
    }
    with served(tmp_path, **secrets) as (process, _, lines):
        assert process.stderr is not None
        patience = threading.Timer(30, process.kill)
        patience.start()
        for line in process.stderr:  # until the token was used, and failed, in an address that holds it
            lines.append(line)
            if "the bot waits for Telegram" in line:
                break
        else:
            pytest.fail("".join(lines))
        patience.cancel()
        process.terminate()
        _, rest = process.communicate(timeout=15)
    log = "".join(lines) + rest
    assert "listening on" in log
    assert "hunter2" not in log


@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-10:00", "9999-12-31T23:59:59Z"])
def test_the_ends_of_time_are_dumped_again(filled: Cli, tmp_path: Path, moment: str) -> None:
    text = f'[[promos]]\ncode = "EVER"\ndiscount_percent = 5\nexpires_at = {moment}\n'
    (tmp_path / "piece.toml").write_text(text, encoding="utf-8")
    assert filled("load", "piece.toml") == Said(0, "", "")
    dumped = filled("dump")
    assert dumped.code == 0
    (tmp_path / "dump.toml").write_text(dumped.out, encoding="utf-8")
    assert filled("load", "dump.toml") == Said(0, "", "")
    assert filled("dump") == dumped


@pytest.mark.parametrize("line", [b"CAFE_BOT_TOKEN 42:hunter2", b"CAFE_PORT", b"\xff\xfe", b"cafe_debug=1"])
def test_a_line_that_is_no_setting_stops_the_start(cli: Cli, tmp_path: Path, line: bytes) -> None:
    (tmp_path / ".env").write_bytes(line + b"\n")
    said = cli("settings")
    assert said.code == 1
    assert len(said.error.splitlines()) == 1
    assert "hunter2" not in said.error


def test_a_backup_leaves_other_files_alone(filled: Cli, tmp_path: Path) -> None:
    (tmp_path / "k.db.part").write_text("precious")
    (tmp_path / "folder").mkdir(exist_ok=True)
    assert filled("backup", "k.db").code == 0
    assert (tmp_path / "k.db.part").read_text() == "precious"
    assert "folder" in filled("backup", "folder").error

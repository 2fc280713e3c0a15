"""`cafe doctor`: what is in order is said to be, what is not fails, and nothing is changed by looking."""

import asyncio
import hashlib
import json
import os
import shutil
import sys
import threading
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from pydantic import SecretStr

from cafe.app import examine
from cafe.config import Config
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import read_texts
from cafe.core.upkeep.checks import service
from cafe.core.upkeep.checks.model import Finding, describe_finding, name_of
from tests.bot.conversation import eventually
from tests.chaos.service import free_port
from tests.conftest import Listen, copy_database
from tests.driver import BOT_TOKEN, MONDAY_NOON, NOBODY_LISTENS, SECRET_KEY, Cafe, FakeClock, config_for, open_cafe
from tests.fakes.checkbox import FakeCheckbox
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.server import FakeServer
from tests.fakes.service import Failure
from tests.fakes.telegram import FakeTelegram, Fault
from tests.fakes.vchasno import FakeVchasno

STAFF = -1001234567000
ROOT = Path(__file__).parent.parent
NOW = int(MONDAY_NOON.timestamp())

Found = dict[str, tuple[str, str]]
"""State and words by check."""


@pytest.fixture
def config(
    tmp_path: Path,
    database_url: str,
    bank: FakeMonobank,
    liqpay: FakeLiqPay,
    fiscal: FakeCheckbox,
    vchasno: FakeVchasno,
    telegram: FakeTelegram,
    monkeypatch: pytest.MonkeyPatch,
) -> Config:
    """A cafe that uses everything."""
    monkeypatch.chdir(tmp_path)
    telegram.group(STAFF)
    port = free_port()
    return config_for(
        tmp_path,
        database_url=database_url,
        port=port,
        base_url=f"http://127.0.0.1:{port}",
        bot_api_url=telegram.url,
        staff_chat_id=STAFF,
        backups_kept=14,
        monobank_token=bank.token,
        monobank_api_url=bank.base_url,
        liqpay_public_key=liqpay.public_key,
        liqpay_private_key=liqpay.private_key,
        liqpay_api_url=liqpay.base_url,
        checkbox_license_key=fiscal.license_key,
        checkbox_pin=fiscal.pin,
        checkbox_api_url=fiscal.base_url,
        vchasno_api_url=vchasno.base_url,
    )


def changed(config: Config, **values: Any) -> Config:
    return config.model_copy(update=values)


async def look(config: Config, clock: FakeClock | None = None) -> Found:
    return said(await examine(config, clock=clock or FakeClock()))


def said(findings: list[Finding]) -> Found:
    """The findings in both languages, which never say a secret."""
    texts = read_texts()
    for finding in findings:
        words = name_of(finding, texts, Locale.UK) + describe_finding(finding, texts, Locale.UK)
        assert BOT_TOKEN not in words
    return {
        finding.check.value: (finding.state.value, describe_finding(finding, texts, Locale.EN)) for finding in findings
    }


def troubles(found: Found) -> dict[str, str]:
    return {check: state for check, (state, _) in found.items() if state != "ok"}


ACCOUNTS = ["checkbox", "liqpay", "monobank"]
ALWAYS = ["address", "backups", "bot", "clock", "disk", "files", "proxy", "service", "staff-chat", "updates", "uploads"]
STORED = ["allergens", "database", "hours", "outbox", "owner", "receipts", "refunds", "schema"]
SHARED = ["processes", "sessions"]


async def leads(cafe: Cafe) -> bool:
    """Whether this process does what one of several does for all."""
    return "disks" in (await cafe.get("/healthz")).json


async def test_a_cafe_in_order_gets_one_warning_for_plain_http(config: Config, clock: FakeClock) -> None:
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        await cafe.desk()
        await cafe.execute("UPDATE products SET no_allergens = 1 WHERE allergens = '[]'")
        await eventually(lambda: leads(cafe))
        clock.advance(minutes=2)
        await eventually((config.backups / "2026-06-15" / "cafe.db").exists)
        found = await look(config, clock)
        beside = said(await cafe.app.checks.run())
    wanted = [*ACCOUNTS, *ALWAYS, *STORED, *(SHARED if config.is_shared else [])]
    assert sorted(found) == sorted(wanted)
    assert troubles(found) == {"address": "warning"}
    assert "demo_cafe_bot" in found["bot"][1]
    assert troubles(beside) == {"address": "warning"}, "the running service finds the same"
    assert sorted(beside) == sorted(wanted)


async def test_looking_changes_nothing(config: Config, clock: FakeClock, tmp_path: Path) -> None:
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        await cafe.guest().places("latte")

    def files() -> dict[str, tuple[str, int]]:
        return {
            path.name: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mode)
            for path in tmp_path.iterdir()
        }

    for name in files():
        (tmp_path / name).chmod(0o640)
    before = files()
    found = await look(config, clock)
    assert found["service"][0] == "warning"
    assert (config.is_shared, found["files"][0]) in {(True, "ok"), (False, "warning")}
    assert files() == before


async def test_without_a_database_it_says_so_and_makes_none(config: Config, tmp_path: Path) -> None:
    found = await look(changed(config, database_url=f"sqlite:///{tmp_path / 'none' / 'cafe.db'}"))
    assert found["database"][0] == "warning"
    assert "the first start makes it" in found["database"][1]
    assert not (tmp_path / "none").exists()
    assert "schema" not in found


async def test_an_older_and_a_newer_database(config: Config, clock: FakeClock) -> None:
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        await cafe.execute("INSERT INTO migrations (name) VALUES ('9999_from_the_future')")
        found = await look(config, clock)
        assert found["database"] == (
            "failed",
            "It cannot be used: the database was made by a newer version of this program (9999_from_the_future).",
        )
        await cafe.execute("DELETE FROM migrations WHERE name IN ('9999_from_the_future', '0031_order_search')")
        found = await look(config, clock)
        assert found["schema"][0] == "warning"
        assert "owner" not in found
        assert await cafe.value("SELECT COUNT(*) FROM migrations WHERE name = '0031_order_search'") == 0


REFUSED = {
    "bot": ({"bot_token": SecretStr("77:WRONG-SECRET")}, "Telegram does not accept CAFE_BOT_TOKEN"),
    "monobank": ({"monobank_token": SecretStr("WRONG-SECRET")}, "does not accept CAFE_MONOBANK_TOKEN"),
    "liqpay": ({"liqpay_private_key": SecretStr("WRONG-SECRET")}, "LiqPay does not accept the keys"),
    "checkbox": ({"checkbox_pin": SecretStr("WRONG-SECRET")}, "The cashier cannot sign in"),
}


@pytest.mark.parametrize("check", REFUSED)
async def test_wrong_credentials(config: Config, check: str) -> None:
    wrong, words = REFUSED[check]
    found = await look(changed(config, **wrong))
    state, text = found[check]
    assert state == "failed"
    assert words in text
    assert "WRONG-SECRET" not in str(found)
    others = {each: found[each][0] for each in (*ACCOUNTS, "bot") if each != check}
    assert set(others.values()) == {"ok"}, "the others are none the worse"


async def test_one_fiscal_service_is_in_force(config: Config, vchasno: FakeVchasno) -> None:
    token = SecretStr(vchasno.token)
    both = await look(changed(config, vchasno_token=token))
    assert [both[name][0] for name in ("checkbox", "vchasno")] == ["ok", "warning"]
    assert "new receipts go to Checkbox" in both["vchasno"][1]
    wrong = await look(changed(config, vchasno_token=SecretStr("WRONG-SECRET")))
    assert wrong["vchasno"][0] == "failed"
    assert "The token is not accepted" in wrong["vchasno"][1]
    assert "WRONG-SECRET" not in str(wrong)
    alone = await look(changed(config, vchasno_token=token, checkbox_license_key=None, checkbox_pin=None))
    assert alone["vchasno"] == ("ok", "The register's token is accepted.")
    assert "checkbox" not in alone
    vchasno.fail(Failure.SERVER_ERROR)
    away = await look(changed(config, vchasno_token=token))
    assert away["vchasno"][0] == "failed"
    assert "does not answer as it should" in away["vchasno"][1]


async def test_services_that_are_silent_keep_nobody_waiting(
    config: Config,
    monkeypatch: pytest.MonkeyPatch,
    bank: FakeMonobank,
    liqpay: FakeLiqPay,
    fiscal: FakeCheckbox,
    telegram: FakeTelegram,
) -> None:
    monkeypatch.setattr(service, "SECONDS", 0.5)
    for fake in (bank, liqpay, fiscal):
        fake.fail(Failure.SLOW, seconds=60)
    telegram.meet(Fault.SLOW, seconds=60)
    began = asyncio.get_running_loop().time()
    found = await look(config)
    assert asyncio.get_running_loop().time() - began < 20
    for check in (*ACCOUNTS, "bot"):
        assert found[check][0] == "failed", check
        assert "no answer within" in found[check][1]


async def test_a_server_of_the_database_that_is_away(config: Config) -> None:
    away = NOBODY_LISTENS.replace("http://", "postgresql://cafe:WRONG-SECRET@") + "/cafe"
    found = await look(changed(config, database_url=away))
    assert found["database"] == ("failed", "It cannot be used: the database server cannot be reached.")
    assert found["monobank"][0] == "ok"


async def test_the_staff_chat(config: Config, telegram: FakeTelegram) -> None:
    chat = telegram.world.chats[STAFF]
    chat.may_pin = False
    assert (await look(config))["staff-chat"][0] == "warning"
    chat.is_kicked = True
    assert (await look(config))["staff-chat"][0] == "failed"
    assert (await look(changed(config, staff_chat_id=-5)))["staff-chat"][0] == "failed"
    assert (await look(changed(config, staff_chat_id=None)))["staff-chat"][0] == "warning"
    chat.is_kicked, chat.may_pin = False, True
    telegram.world.migrate(STAFF, -1007654321000)
    assert (await look(config))["staff-chat"][0] == "ok", "a group that became a supergroup is followed"


async def test_a_staff_chat_that_strangers_get_into(config: Config, telegram: FakeTelegram) -> None:
    chat = telegram.world.chats[STAFF]
    chat.username = "cafe_team"
    state, text = (await look(config))["staff-chat"]
    assert (state, "is public" in text) == ("warning", True)
    chat.username, chat.linked_to = None, -1009
    state, text = (await look(config))["staff-chat"]
    assert (state, "linked to a channel" in text) == ("warning", True)


async def test_updates_that_go_elsewhere(config: Config, clock: FakeClock, telegram: FakeTelegram) -> None:
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        await eventually(lambda: telegram._poller > 0)

        async def other() -> None:
            """Another copy of the program polls with the same token."""
            async with aiohttp.ClientSession() as session, session.get(f"{telegram.url}/bot{BOT_TOKEN}/getUpdates"):
                pass

        async with asyncio.timeout(10):
            while (await cafe.get("/healthz")).json["bot"] != "conflict":
                await other()
        found = await look(config, clock)
        assert found["updates"][0] == "failed"
        assert "Another program takes them" in found["updates"][1]


async def test_a_webhook_that_is_not_ours(config: Config, telegram: FakeTelegram) -> None:
    telegram.api.webhook["url"] = "https://other.example/hook"
    found = await look(config)
    assert found["updates"][0] == "warning", "the start will take them back"
    assert "https://other.example/hook" in found["updates"][1]
    by_webhook = changed(config, bot_mode="webhook", base_url="https://127.0.0.1:9")
    telegram.api.webhook["url"] = "https://127.0.0.1:9/telegram/webhook"
    telegram.api.webhook_failure = {"last_error_date": NOW - 60, "last_error_message": "Wrong response: 502"}
    assert "Wrong response: 502" in (await look(by_webhook))["updates"][1]
    telegram.api.webhook_failure = {"last_error_date": NOW - 7200, "last_error_message": "Wrong response: 502"}
    assert (await look(by_webhook))["updates"][0] == "ok"
    assert (await look(changed(config, bot_mode="webhook")))["address"][0] == "failed"


class Site(FakeServer):
    """What stands at the public address, by path."""

    def __init__(self, answers: dict[str, tuple[int, str]]) -> None:
        super().__init__()
        self.answers = answers

    def app(self) -> web.Application:
        async def answer(request: web.Request) -> web.Response:
            status, text = self.answers.get(request.path, (404, "no such page"))
            return web.Response(status=status, text=text, content_type="application/json")

        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        return app


OURS = (200, '{"status": "ok"}')
CALLED = ("/api/payments/bank/webhook", "/api/payments/liqpay/webhook", "/api/fiscal/checkbox/webhook")
BANKS = dict.fromkeys(CALLED, (405, ""))


@pytest.mark.parametrize(
    ("answers", "state", "words"),
    [
        ({"/healthz": OURS, **BANKS}, "ok", "leads here"),
        ({"/healthz": OURS, **BANKS, "/api/payments/bank/webhook": (404, "")}, "failed", "/api/payments/bank/webhook"),
        ({}, "failed", "Something else answers"),
        ({"/healthz": (502, "bad gateway")}, "warning", "the service does not run"),
    ],
)
async def test_the_public_address(
    config: Config, listen: Listen, answers: dict[str, tuple[int, str]], state: str, words: str
) -> None:
    site = await listen(Site(answers))
    found = await look(changed(config, base_url=site.base_url))
    assert found["proxy"][0] == state
    assert words in found["proxy"][1]


class LateLiqPay(FakeServer):
    """Lives in another time."""

    def app(self) -> web.Application:
        async def answer(_request: web.Request) -> web.Response:
            date = "Mon, 01 Jan 2024 10:00:00 GMT"
            return web.json_response({"err_code": "payment_not_found"}, headers={"Date": date})

        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        return app


async def test_a_clock_that_is_wrong(config: Config, listen: Listen, tmp_path: Path) -> None:
    late = await listen(LateLiqPay())
    alone = changed(
        config,
        database_url=f"sqlite:///{tmp_path / 'none.db'}",
        bot_token=None,
        monobank_token=None,
        checkbox_license_key=None,
        liqpay_api_url=late.base_url,
    )
    found = await look(alone)
    assert found["clock"][0] == "failed"
    assert "differs from liqpay" in found["clock"][1]
    assert found["bot"][0] == "warning"


async def test_what_waits_for_too_long(config: Config, clock: FakeClock) -> None:
    async with open_cafe(changed(config, bot_token=None), clock=clock, catalogue=None) as cafe:
        order = (await cafe.guest().places("latte"))["order_id"]
        await cafe.execute(
            "INSERT INTO outbox (recipient, kind, locale, payload, due_at, created_at) "
            "VALUES ('staff', 'x', 'uk', '{}', :at, :at)",
            at=NOW - 1200,
        )
        await cafe.execute(
            "INSERT INTO receipts (way, order_id, receipt_id, due_at, created_at) "
            "VALUES ('card', :order, 'r', :at, :at)",
            order=order,
            at=NOW - 7200,
        )
        await cafe.execute(
            "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at) "
            "VALUES (:order, 8500, 'UAH', 'cancelled', :at)",
            order=order,
            at=NOW - 5 * 86_400,
        )
        found = await look(config, clock)
        assert (found["outbox"][0], found["receipts"][0], found["refunds"][0]) == ("warning",) * 3
        assert "20 minutes" in found["outbox"][1]
        assert "5 days" in found["refunds"][1]
        await cafe.execute(
            "INSERT INTO refunds (order_id, number, way, reference, amount, currency, state, created_at) "
            "VALUES (:order, 2, 'provider', 'y', 1, 'UAH', 'held', :at)",
            order=order,
            at=NOW,
        )
        assert "did not take 1 refund for a day" in (await look(config, clock))["refunds"][1]
        await cafe.execute(
            "INSERT INTO refunds (order_id, number, way, reference, amount, currency, state, created_at) "
            "VALUES (:order, 1, 'provider', 'x', 1, 'UAH', 'unclear', :at)",
            order=order,
            at=NOW,
        )
        await cafe.execute("UPDATE outbox SET created_at = :at", at=NOW - 7200)
        await cafe.execute("UPDATE receipts SET state = 'refused', finished_at = :at", at=NOW)
        found = await look(config, clock)
        assert found["outbox"][0] == "failed"
        assert "was refused" in found["receipts"][1]
        assert "nobody knows whether it happened" in found["refunds"][1]
        await cafe.execute("UPDATE outbox SET state = 'given_up', finished_at = :at", at=NOW)
        assert "given up" in (await look(config, clock))["outbox"][1]


async def test_a_sum_that_the_bank_is_about_to_let_go(config: Config, clock: FakeClock) -> None:
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        order = (await cafe.guest().places("latte"))["order_id"]
        await cafe.execute(
            "INSERT INTO invoices (order_id, provider, reference, invoice_id, status, is_hold, held_at, held_amount, "
            "watched_since, created_at) VALUES (:order, 'monobank', 'r', 'i', 'held', 1, :at, 8500, :at, :at)",
            order=order,
            at=NOW - 7 * 86_400,
        )
        assert "holds" not in await look(config, clock)
        await cafe.execute("UPDATE invoices SET held_at = :at", at=NOW - 8 * 86_400 - 60)
        found = await look(config, clock)
        assert found["holds"][0] == "warning"
        assert "for 8 days" in found["holds"][1]


def days_off(first: date, count: int) -> str:
    return "".join(
        f'[[special_days]]\ndate = {first + timedelta(days=ahead)}\nhours = []\nmessage = "-"\nmessage_en = "-"\n'
        for ahead in range(count)
    )


async def test_hours_that_keep_guests_away(config: Config, clock: FakeClock) -> None:
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        assert (await look(config, clock))["owner"][0] == "warning"
        await cafe.load(days_off(MONDAY_NOON.date(), 12))
        found = await look(config, clock)
        assert found["hours"][0] == "warning"
        assert "27.06.2026" in found["hours"][1]
        await cafe.load("[hours]\nmon = []")
        assert "never opens" in (await look(config, clock))["hours"][1]
        await cafe.configure(force_closed=True)
        assert "closed by hand" in (await look(config, clock))["hours"][1]


async def test_dishes_without_a_word_on_allergens(config: Config) -> None:
    async with open_cafe(config, catalogue=None) as cafe:
        state, words = (await look(config))["allergens"]
        assert state == "warning"
        assert "Those of 2 items are not told yet" in words
        await cafe.execute("UPDATE products SET no_allergens = 1 WHERE allergens = '[]'")
        assert (await look(config))["allergens"] == ("ok", "Those of every item are told.")


async def test_card_payments_without_credentials(config: Config, clock: FakeClock) -> None:
    found = await look(changed(config, monobank_token=None), clock)
    assert found["monobank"][0] == "warning"
    assert "CAFE_MONOBANK_TOKEN" in found["monobank"][1]


@pytest.fixture
def doctor(tmp_path: Path, database_url: str) -> Callable[..., Awaitable[tuple[int, list[str], str]]]:
    """Runs the command as a process of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CAFE_")} | {
        "CAFE_DATABASE_URL": database_url,
        "CAFE_SECRET_KEY": SECRET_KEY,
        "CAFE_BOT_API_URL": NOBODY_LISTENS,
        "CAFE_PORT": str(free_port()),
    }

    async def run(**more: str) -> tuple[int, list[str], str]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "cafe", "doctor"),
            cwd=tmp_path,
            env=environment | {"PYTHONPATH": str(ROOT)} | more,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate()
        return process.returncode or 0, out.decode().splitlines(), err.decode().strip()

    return run


async def test_the_command(doctor: Callable[..., Awaitable[tuple[int, list[str], str]]]) -> None:
    code, lines, err = await doctor()
    assert (code, err) == (0, ""), "warnings alone are no failure"
    assert {line.split()[0] for line in lines} == {"ok", "warning"}
    assert len(lines) >= 12
    code, lines, err = await doctor(CAFE_BOT_TOKEN="1:SECRET")
    assert (code, err) == (1, f"cafe: 1 of {len(lines)} checks failed")
    [line] = [line for line in lines if line.startswith("failed")]
    assert line.split()[:2] == ["failed", "bot"]
    assert "SECRET" not in "".join(lines)


async def test_the_owner_sees_the_same_at_the_desk(cafe: Cafe) -> None:
    owner = await cafe.desk()
    checks = (await owner.get("/api/desk/checks", **{"Accept-Language": "en"})).json["checks"]
    bot = next(each for each in checks if each["check"] == "bot")
    assert (bot["name"], bot["state"]) == ("bot", "failed")
    assert "Telegram cannot be reached" in bot["text"]
    assert (await (await cafe.desk("manager")).get("/api/desk/checks")).status == 403


UNWELL = {
    "outbox": "stopped",
    "sweeper": "late",
    "presence": "running",
    "bot": "off",
    "status": "failed",
    "database": "ok",
    "writer": "failed",
    "last_good_round": {"presence": 0.4, "sweeper": 75.1},
}


async def test_the_command_beside_a_service_that_is_unwell(
    doctor: Callable[..., Awaitable[tuple[int, list[str], str]]], listen: Listen
) -> None:
    site = await listen(Site({"/healthz": (503, json.dumps(UNWELL))}))
    code, lines, err = await doctor(CAFE_PORT=site.base_url.rpartition(":")[2])
    assert (code, err) == (1, f"cafe: 1 of {len(lines)} checks failed")
    [line] = [line for line in lines if line.startswith("failed")]
    assert line.split(maxsplit=2)[1:] == [
        "service",
        "It runs, but not all of it (outbox stopped, sweeper late, writer failed): look into its log.",
    ]


async def test_the_desk_of_a_service_that_is_unwell(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cafe.server.TOLERANCE", -1)
    owner = await cafe.desk()
    assert (await cafe.get("/healthz")).json["status"] == "failed"
    checks = (await owner.get("/api/desk/checks", **{"Accept-Language": "en"})).json["checks"]
    [found] = [each for each in checks if each["check"] == "service"]
    assert found["state"] == "failed"
    assert "catalogue late" in found["text"]


async def test_a_disk_that_hangs_is_named_and_holds_up_nobody(
    config: Config, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, usage = threading.Event(), shutil.disk_usage
    config.uploads.mkdir()

    def hang(folder: Path) -> Any:
        if folder == config.uploads.absolute():
            hangs.wait(30)
        return usage(folder)

    monkeypatch.setattr(shutil, "disk_usage", hang)
    monkeypatch.setattr("cafe.core.upkeep.checks.service.SECONDS", 2)
    async with open_cafe(config, clock=clock, catalogue=None) as cafe:
        looking = asyncio.ensure_future(cafe.app.checks.run())
        answers = 0
        while not looking.done():
            assert (await cafe.get("/api/settings")).status == 200
            answers += 1
        found = said(await looking)
        hangs.set()
    assert answers > 10, "guests are served meanwhile"
    assert found["uploads"] == (
        "failed",
        "The folder CAFE_UPLOADS does not answer (no answer within 2 s): look at the disk that it is on.",
    )
    assert "disk" in found, "the others were looked at"


async def test_a_folder_of_the_backups_that_cannot_be_made(config: Config) -> None:
    state, words = (await look(changed(config, backups=Path("/proc/nobody/backups"))))["backups"]
    assert (state, words.partition(":")[0]) == ("failed", "The folder CAFE_BACKUPS cannot be written by this user")


async def test_the_backups_of_another_cafe_are_not_its_own(config: Config, clock: FakeClock, tmp_path: Path) -> None:
    """As by the default folder, which belongs to wherever the command is run."""
    (tmp_path / "other").mkdir()
    async with open_cafe(config_for(tmp_path / "other"), clock=clock) as other:
        await other.guest().places("latte")
    night = config.backups / "2026-06-15"
    night.mkdir(parents=True)
    copy_database(tmp_path / "other" / "cafe.db", night / "cafe.db")
    os.utime(night / "cafe.db", (NOW, NOW))
    state, words = (await look(config, clock))["backups"]
    assert state == "warning"
    assert words.startswith("The last one, of 15.06.2026 12:00, is of another database")


async def test_a_disk_with_little_room_is_named(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil._ntuple_diskusage
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**12, 10**12, 900_500_000))
    uses = "uploaded pictures, backups" if config.is_shared else "the database, uploaded pictures, backups"
    assert (await look(config))["disk"] == (
        "warning",
        f"Only 900 MB are free where these are: {uses}. Make room soon.",
    )
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**12, 10**12, 50_500_000))
    assert (await look(config))["disk"][0] == "failed"

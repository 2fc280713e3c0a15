"""Sentry hears of defects, and not a byte about people."""

import asyncio
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest
from aiohttp import web
from pydantic import SecretStr, ValidationError

from cafe.core.kernel.database import UnavailableError
from cafe.sentry import reporting
from tests.bot.conversation import eventually
from tests.conftest import Listen
from tests.driver import BOT_TOKEN, DELIVERY, Cafe, config_for, init_data, open_cafe
from tests.fakes.server import FakeServer

PHONE, NAME, STREET, PERSON = "+380671234567", "Олена", "Хрещатик", 987654321
COOKIE = "a-cookie-that-lets-in"
ROOT = Path(__file__).parent.parent


class FakeSentry(FakeServer):
    """Keeps every byte that it gets, bodies unpacked."""

    def __init__(self) -> None:
        super().__init__()
        self.got: list[bytes] = []

    @property
    def dsn(self) -> SecretStr:
        return SecretStr(self.base_url.replace("http://", "http://publickey@") + "/7")

    @property
    def events(self) -> list[dict[str, Any]]:
        """The last line of each envelope."""
        return [orjson.loads(body.strip().splitlines()[-1]) for body in self.got[1::2]]

    def app(self) -> web.Application:
        async def take(request: web.Request) -> web.Response:
            self.got.append(f"{request.path_qs} {dict(request.headers)}".encode())
            self.got.append(await request.read())
            return web.json_response({})

        app = web.Application()
        app.router.add_post("/api/7/envelope/", take)
        return app


@pytest.fixture
async def sentry(listen: Listen) -> FakeSentry:
    return await listen(FakeSentry())


def fail(phone: str) -> None:
    """Fail with personal data in every place that an error has."""
    typed = {"phone": phone, "name": NAME}
    try:
        int(phone + "x")
    except ValueError as error:
        raise RuntimeError(f"{typed} {BOT_TOKEN}") from error


async def test_a_defect_is_reported_without_anybodys_data(sentry: FakeSentry, tmp_path: Path) -> None:
    config = config_for(tmp_path, sentry_dsn=sentry.dsn, bot_token=SecretStr(BOT_TOKEN))
    signed = ""
    async with reporting(config), open_cafe(config) as cafe:
        person = cafe.person(PERSON, first_name=NAME, username="olena_k")
        signed = init_data(cafe.clock.now(), person.user or {})
        await person.adds("latte", 5)
        person.cookie = f"cafe_guest={COOKIE}"
        await cafe.execute("ALTER TABLE order_lines RENAME TO elsewhere")
        answer = await person.orders("delivery", name=NAME, phone=PHONE, address_street=STREET)
        assert answer.status == 500
        try:
            fail(PHONE)
        except RuntimeError:
            logging.getLogger("cafe.test").exception("the order of %s failed", PHONE, extra={"street": STREET})
        logging.getLogger("asyncio").error(f"Task exception was never retrieved {PHONE}")  # noqa: G004 - as it does
        await eventually(lambda: len(sentry.events) == 3)
    sent = b"\n".join(sentry.got)
    secrets = [PHONE, "671234567", NAME, STREET, BOT_TOKEN, str(PERSON), "olena_k", signed, signed[-64:], COOKIE]
    secrets += [str(value) for key, value in DELIVERY.items() if key.startswith("address")]
    for secret in secrets:
        for form in (secret.encode(), secret.encode("unicode_escape"), orjson.dumps(secret).strip(b'"')):
            assert form not in sent, secret
    web_error, own, foreign = sentry.events
    assert web_error["logger"] == "aiohttp.server"
    functions = [frame["function"] for frame in web_error["exception"]["values"][-1]["stacktrace"]["frames"]]
    assert "place_order" in functions
    assert int(web_error["tags"]["request"]) > 0
    assert own["logentry"] == {"message": "the order of %s failed"}
    assert [error["type"] for error in own["exception"]["values"]] == ["ValueError", "RuntimeError"]
    assert own["tags"].keys() == {"request"}
    assert foreign["logentry"] == {"message": "see the log"}
    assert {key for event in sentry.events for key in event} <= {
        *("event_id", "timestamp", "level", "logger", "platform", "release", "environment"),
        *("logentry", "tags", "exception"),
    }


async def test_what_repeats_or_is_an_outage_is_not_reported_again_and_again(sentry: FakeSentry, tmp_path: Path) -> None:
    ours = logging.getLogger("cafe.test")
    async with reporting(config_for(tmp_path, sentry_dsn=sentry.dsn)):
        ours.error("away", exc_info=UnavailableError("the database server cannot be reached"))
        for number in range(5):
            ours.error("the %s loop failed", number)
        ours.error("something else")
        await eventually(lambda: len(sentry.events) >= 2)
        await asyncio.sleep(0)
    ours.error("nobody reports any more")
    assert [event["logentry"]["message"] for event in sentry.events] == ["the %s loop failed", "something else"]


async def test_it_is_off_by_default(cafe: Cafe, sentry: FakeSentry) -> None:
    async with reporting(cafe.app.config):
        logging.getLogger("cafe.test").error("nobody hears")
    assert sentry.got == []


def test_an_address_of_the_wrong_shape(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="must look like https://key@host/1"):
        config_for(tmp_path, sentry_dsn="https://sentry.example/1")


def test_without_the_library_the_start_says_so(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['sentry_sdk'] = None; from cafe.cli import main; sys.exit(main(['serve']))"
    said = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", hidden],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "CAFE_PORT": "0", "CAFE_SENTRY_DSN": "https://key@sentry.example/1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert said.returncode == 1
    [line] = said.stderr.splitlines()
    assert line.startswith("cafe: CAFE_SENTRY_DSN: needs a library more")
    assert not (tmp_path / "data").exists()

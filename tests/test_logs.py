"""The log: one line an event, and no secret in it."""

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from cafe.core.kernel.clock import SYSTEM_CLOCK
from cafe.core.kernel.database import UnavailableError
from cafe.core.kernel.loops import Supervisor
from cafe.core.kernel.request_id import request_id
from cafe.logs import set_up_logging
from tests.driver import config_for, open_cafe
from tests.fakes.monobank import FakeMonobank

SECRETS = ("hunter2", "hunter2-and-more", "")


@pytest.fixture(autouse=True)
def _loggers_kept() -> Iterator[None]:
    """Logging is set up for the whole process; give the other tests theirs back."""
    loggers = [logging.getLogger(name) for name in ("", "aiosqlite", "asyncio", "aiogram.event")]
    before = [(logger, list(logger.handlers), logger.level) for logger in loggers]
    number = request_id.set(17)
    yield
    request_id.reset(number)
    for logger, handlers, level in before:
        logger.handlers[:], logger.level = handlers, level


def call_bank() -> None:
    raise RuntimeError("https://bank.example/hunter2-and-more/status")


def fail() -> None:
    try:
        call_bank()
    except RuntimeError:
        logging.getLogger("cafe.test").exception("не вдалося: %s", "hunter2")


def test_json_is_one_line_with_everything(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "json", SECRETS)
    fail()
    logging.getLogger("cafe.test").debug("not at this level")
    [line] = capsys.readouterr().err.splitlines()
    event = json.loads(line)
    assert (event["level"], event["logger"], event["request"]) == ("error", "cafe.test", 17)
    assert event["message"] == "не вдалося: ***"
    assert event["time"].endswith("Z")
    assert "RuntimeError: https://bank.example/***/status" in event["traceback"]


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_short_pin_is_hidden_and_not_told_by_the_gap_in_a_number(
    log_format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logging("info", log_format, ["17", *SECRETS])
    logging.getLogger("cafe.test").info("pin 17, order 1175")
    line = capsys.readouterr().err
    assert "pin ***, order 1175" in line
    assert ('"request": 17' if log_format == "json" else "[17]") in line


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_a_loop_tells_of_a_database_that_is_away_in_one_line(
    log_format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logging("info", log_format, SECRETS)
    is_done = asyncio.Event()

    async def work() -> bool:
        if is_done.is_set():
            return False
        is_done.set()
        raise UnavailableError("the database server cannot be reached")

    async with Supervisor(SYSTEM_CLOCK) as supervisor, asyncio.timeout(20):
        supervisor.repeat("sweeper", work, seconds=0)
        await is_done.wait()
        await asyncio.sleep(0)
    [line] = capsys.readouterr().err.splitlines()
    assert "the sweeper loop failed and is restarted: the database server cannot be reached" in line
    assert "warning" in line.lower()


def test_json_without_a_failure_has_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("debug", "json", SECRETS)
    logging.getLogger("cafe.test").debug("so\nit is")
    [line] = capsys.readouterr().err.splitlines()
    assert "traceback" not in json.loads(line)
    assert json.loads(line)["message"] == "so\nit is"


def test_text_names_the_request(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "text", SECRETS)
    logging.getLogger("cafe.test").info("hello, %s", "hunter2-and-more")
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith("Z INFO cafe.test [17] hello, ***")


async def test_what_one_request_causes_has_its_id_and_the_access_line_no_token(
    tmp_path: Path, bank: FakeMonobank, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up_logging("debug", "json", SECRETS)
    config = config_for(
        tmp_path, log_level="debug", bot_token=None, monobank_token=bank.token, monobank_api_url=bank.base_url
    )
    async with open_cafe(config) as cafe:
        placed = await cafe.guest().places("latte", payment_method="card")
        token = str(placed["track_url"]).rpartition("=")[2]
        assert (await cafe.get(f"/api/checkout/track/{token}")).status == 200
    printed = capsys.readouterr().err
    logging.getLogger().handlers.clear()  # what the event loop says when it closes has nowhere to go
    events = [json.loads(line) for line in printed.splitlines()]

    def ids(part: str) -> set[int]:
        return {event["request"] for event in events if part in event["message"]}

    [checkout] = ids("POST /api/checkout/pickup: 201 in ")
    assert checkout > 0
    assert ids("monobank: POST /api/merchant/invoice/create: 200") == {checkout}
    [tracking] = ids("GET /api/checkout/track/{token}: 200 in ")
    assert tracking > checkout
    assert token not in printed


async def test_each_round_of_a_loop_has_an_id_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    set_up_logging("info", "json", SECRETS)
    rounds = 0
    is_done = asyncio.Event()

    async def work() -> bool:
        nonlocal rounds
        rounds += 1
        logging.getLogger("cafe.test").info("round %d", rounds)
        if rounds == 3:
            is_done.set()
        return rounds < 3

    async with Supervisor(SYSTEM_CLOCK) as supervisor, asyncio.timeout(20):
        supervisor.repeat("sweeper", work, seconds=60)
        await is_done.wait()
    ids = [json.loads(line)["request"] for line in capsys.readouterr().err.splitlines() if "round" in line]
    assert len(set(ids)) == 3
    assert 0 not in ids

"""The log: one line an event, and no secret in it."""

import asyncio
import json
import logging
from collections.abc import Iterator

import pytest

from cafe.core.kernel.database import UnavailableError
from cafe.core.kernel.loops import Supervisor
from cafe.core.kernel.request_id import request_id
from cafe.logs import set_up_logging

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

    async with Supervisor() as supervisor, asyncio.timeout(5):
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

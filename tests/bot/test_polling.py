"""The bot and a Telegram that refuses, floods or fails it: everything else goes on."""

import asyncio
import logging
import re
from pathlib import Path

import pytest

from tests.bot.conversation import STAFF, ChatCafe, converse, open_chat_cafe
from tests.conftest import copy_database
from tests.driver import Cafe, config_for, open_cafe
from tests.fakes.telegram import FakeTelegram, Fault


async def bot_is(cafe: Cafe, state: str, seconds: float = 30) -> None:
    """Wait until the health report says so."""
    async with asyncio.timeout(seconds):
        while (report := (await cafe.get("/healthz")).json)["bot"] != state:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.05)
    assert report["status"] == "ok", "a restart would not help the bot"


@pytest.fixture
def folder(tmp_path: Path, prepared_database: Path) -> Path:
    """Where there is a database with the test catalogue."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    return tmp_path


async def test_a_token_that_is_refused_turns_the_bot_off(folder: Path, telegram: FakeTelegram) -> None:
    telegram.meet(Fault.UNAUTHORIZED)
    async with open_cafe(config_for(folder, bot_api_url=telegram.url), catalogue=None) as cafe:
        await bot_is(cafe, "token refused")
        assert (await cafe.guest().places("latte"))["order_id"] == 1


async def test_a_token_that_is_taken_back_turns_the_bot_off(cafe: ChatCafe, caplog: pytest.LogCaptureFixture) -> None:
    cafe.telegram.meet(Fault.UNAUTHORIZED, method="getUpdates")
    await cafe.customer().send("/start")  # wakes the poll that waits
    await bot_is(cafe.cafe, "token refused")
    assert "Telegram does not accept CAFE_BOT_TOKEN" in caplog.text


@pytest.mark.parametrize(("fault", "method"), [(Fault.FLOOD, "getMe"), (Fault.SERVER_ERROR, "setMyCommands")])
async def test_a_start_that_fails_is_tried_again(
    folder: Path, telegram: FakeTelegram, fault: Fault, method: str
) -> None:
    telegram.meet(fault, method=method, times=1)
    async with open_chat_cafe(folder, telegram) as cafe:
        await converse(cafe.customer(), [("/start", "Вітаємо")])


async def test_commands_that_are_not_taken_cost_no_bot(
    folder: Path, telegram: FakeTelegram, caplog: pytest.LogCaptureFixture
) -> None:
    telegram.meet(Fault.REJECTED, method="setMyCommands")
    async with open_chat_cafe(folder, telegram) as cafe:
        await converse(cafe.customer(), [("/start", "Вітаємо")])
    assert re.search(r"the commands of [\w.]+ are not set: .*IMAGE_PROCESS_FAILED", caplog.text)


async def test_a_telegram_that_fails_at_the_stop_holds_up_nothing(
    folder: Path, telegram: FakeTelegram, caplog: pytest.LogCaptureFixture
) -> None:
    olha = telegram.person(501)
    with caplog.at_level(logging.INFO):
        async with open_chat_cafe(folder, telegram):
            await converse(olha, [("/start", "Вітаємо")])
            telegram.meet(Fault.SERVER_ERROR, method="getUpdates")
    assert "the last updates may come again" in caplog.text
    telegram.recover()
    async with open_chat_cafe(folder, telegram):
        await converse(olha, [("/start", "Вітаємо")])


async def test_without_a_staff_chat_the_messages_to_it_are_closed(folder: Path, telegram: FakeTelegram) -> None:
    telegram.group(STAFF)
    olha = telegram.person(501)
    async with open_cafe(config_for(folder, bot_api_url=telegram.url, staff_chat_id=None), catalogue=None) as cafe:
        await bot_is(cafe, "running")
        await converse(olha, [("/start", "Вітаємо"), ("/walkin", "працює лише в чаті персоналу")])
        await cafe.person(501, first_name="Оля").places("latte")
        await olha.sees("Дякуємо за замовлення")
        async with asyncio.timeout(20):
            while await cafe.value("SELECT COUNT(*) FROM outbox WHERE state = 'queued'"):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        [row] = await cafe.rows("SELECT state FROM outbox WHERE recipient = 'staff'")
        assert row["state"] == "closed"


async def test_a_message_that_telegram_never_takes_is_given_up(
    cafe: ChatCafe, caplog: pytest.LogCaptureFixture
) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await converse(olha, [("/start", "Вітаємо")])
    cafe.telegram.meet(Fault.REJECTED, method="sendMessage", chat_id=501)
    await cafe.in_mini_app(olha).places("latte")
    async with asyncio.timeout(20):
        while not await cafe.cafe.rows("SELECT 1 FROM outbox WHERE state = 'given_up'"):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    assert "Bad Request: IMAGE_PROCESS_FAILED" in caplog.text
    await taras.sees("№1", "Нове")

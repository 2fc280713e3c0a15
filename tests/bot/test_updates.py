"""Updates that must not hold up others: many of one person, and such as cannot be read."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tests.bot.conversation import ChatCafe, converse, eventually, open_chat_cafe
from tests.conftest import copy_database
from tests.fakes.telegram import FakeTelegram, Fault


async def test_one_person_who_writes_a_lot_delays_only_themselves(cafe: ChatCafe) -> None:
    chatty, olha = cafe.customer(500, "Балакун"), cafe.customer()
    cafe.telegram.meet(Fault.SLOW, method="sendMessage", chat_id=500, seconds=0.3)
    for _ in range(150):
        await chatty.send("/start")
    await converse(olha, [("/start", "Вітаємо"), ("/menu", "Оберіть розділ")])
    assert len(chatty.inbox) < 75
    cafe.telegram.recover()
    await eventually(lambda: len(chatty.inbox) == 150, 30)


async def test_by_webhook_too(tmp_path: Path, prepared_database: Path, telegram: FakeTelegram) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    async with open_chat_cafe(tmp_path, telegram, bot_mode="webhook") as cafe, aiohttp.ClientSession() as session:
        chatty, olha = cafe.customer(500, "Балакун"), cafe.customer()
        chatty.chat.is_started = True
        trouble = telegram.meet(Fault.SLOW, method="sendMessage", chat_id=500, seconds=3)
        message = telegram.world.service_message(chatty.chat, chatty.user, text="/start")
        entities = [{"type": "bot_command", "offset": 0, "length": 6}]
        url = f"{cafe.cafe.url}/telegram/webhook"
        secret = {"X-Telegram-Bot-Api-Secret-Token": telegram.api.webhook["secret_token"]}

        async def push(number: int) -> int:
            body = {"update_id": number, "message": {**message, "entities": entities}}
            async with session.post(url, json=body, headers=secret) as response:
                return response.status

        statuses = asyncio.gather(*(push(number) for number in range(40)))
        await eventually(lambda: len(telegram.calls_of("sendMessage")) >= 1)
        await converse(olha, [("/start", "Вітаємо")])
        telegram.troubles.remove(trouble)
        answered = await statuses
        assert answered.count(503) >= 34
        assert answered.count(200) >= 4


def without_chat_instance(seat_id: int) -> dict[str, Any]:
    person = {"id": seat_id, "is_bot": False, "first_name": "Оля"}
    return {"id": "1", "from": person, "data": "go:menu"}


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("callback_query", without_chat_instance(501)),
        ("message", 5),
        ("message", {"message_id": "ї"}),
        ("callback_query", None),
        ("message", {"message_id": 1, "date": 1, "chat": {"id": 501, "type": "private"}, "from": "Оля"}),
    ],
)
async def test_an_update_that_cannot_be_read_is_skipped(
    cafe: ChatCafe, kind: str, body: Any, caplog: pytest.LogCaptureFixture
) -> None:
    olha = cafe.customer()
    cafe.telegram.sends_strange_updates = True
    update_id = cafe.telegram.world.add_update(kind, body)
    await converse(olha, [("/start", "Вітаємо")])
    await converse(olha, [("/menu", "Оберіть розділ")])
    told = [record.message for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(told) <= 1
    assert all(f"update {update_id} cannot be parsed and is skipped" in line for line in told)
    assert await cafe.cafe.value("SELECT COUNT(*) FROM customers WHERE id = 501") == 1


async def test_updates_without_numbers_do_not_spin(cafe: ChatCafe) -> None:
    cafe.telegram.world.updates.append({"update_id": "ї"})
    before = len(cafe.telegram.calls_of("getUpdates"))
    cafe.telegram.world.touch()
    await asyncio.sleep(2.5)
    assert len(cafe.telegram.calls_of("getUpdates")) - before < 6
    cafe.telegram.world.updates.clear()
    await converse(cafe.customer(), [("/start", "Вітаємо")])

"""Answers in conversations share the group's twenty messages a minute with the cards; none is lost, none starves."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.conversation import ChatCafe, converse, eventually, open_chat_cafe
from tests.conftest import copy_database
from tests.fakes.telegram import FakeTelegram, Fault

MINUTE = 60.0


@pytest.fixture
async def cafe(tmp_path: Path, prepared_database: Path, telegram: FakeTelegram) -> AsyncIterator[ChatCafe]:
    """The running cafe; Telegram refuses what is above its limits."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    telegram.keeps_pace_limits = True
    async with open_chat_cafe(tmp_path, telegram) as running_cafe:
        yield running_cafe


def was_refused(cafe: ChatCafe) -> bool:
    chat_id = str(cafe.staff_chat.id)
    asked = [call for call in cafe.telegram.calls_of("sendMessage") if call.params["chat_id"] == chat_id]
    return len(asked) != len(cafe.staff_chat.sent_at)


async def test_the_staff_are_answered_while_cards_come(cafe: ChatCafe) -> None:
    taras = cafe.staff()
    for number in range(25):
        await cafe.in_mini_app(cafe.customer(600 + number)).places("latte")
    await eventually(lambda: len(taras.inbox) >= 14, 15)
    for command, answer in [("/orders", "📋 25 замовлень"), ("/today", "Підсумок дня"), ("/stop", "Стоп-лист")]:
        await converse(taras, [(command, answer)], seconds=3)
    assert not was_refused(cafe)


async def test_twenty_answers_hold_no_card_up_and_all_of_them_come(cafe: ChatCafe) -> None:
    taras, olha = cafe.staff(), cafe.customer()
    people = [cafe.staff(710 + number, f"Хтось{number}") for number in range(20)]
    for person in people:
        await person.send("/today")
    written = cafe.staff_chat.messages
    await eventually(lambda: sum(each.is_bots for each in written) >= 16, 10)
    await cafe.in_mini_app(olha).places("latte")
    await taras.sees("№1 · 🥡 Самовивіз · Нове", seconds=5)
    await eventually(lambda: sum("Підсумок дня" in each.text for each in written) == 20, MINUTE + 5)
    assert not was_refused(cafe)


async def test_an_answer_waits_as_long_as_telegram_says(cafe: ChatCafe) -> None:
    olha, john = cafe.customer(), cafe.customer(502, "John", "en")
    cafe.telegram.meet(Fault.FLOOD, method="sendMessage", chat_id=501, seconds=8, times=1)
    await olha.send("/help")
    await eventually(lambda: len(cafe.telegram.calls_of("sendMessage")) == 1)
    await converse(john, [("/start", "Welcome")], seconds=3)
    await olha.sees("/menu", seconds=12)


async def test_a_question_that_had_to_wait_can_be_answered(cafe: ChatCafe) -> None:
    olha, taras = cafe.customer(), cafe.staff()
    await cafe.in_mini_app(olha).places("latte")
    card = await taras.sees("№1", "Нове")
    await converse(taras, [("[❌ Скасувати]", "Чому скасовуємо?")])
    cafe.telegram.meet(Fault.FLOOD, method="sendMessage", chat_id=cafe.staff_chat.id, seconds=7, times=1)
    await converse(taras, [("[✍️ Інша причина]", "Напишіть причину у відповідь")], seconds=12)
    await converse(taras, [("Зламалася кавомашина", "№1 скасовано")])
    await taras.sees("№1 · Скасовано", "Зламалася кавомашина")
    assert card.buttons == []


async def test_an_answer_that_cannot_be_sent_is_told_in_the_log(
    tmp_path: Path,
    prepared_database: Path,
    telegram: FakeTelegram,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    copy_database(prepared_database, tmp_path / "cafe.db")
    monkeypatch.setattr("cafe.bot.chat.replies.LATEST_SECONDS", 10)
    async with open_chat_cafe(tmp_path, telegram) as cafe:
        olha, john = cafe.customer(), cafe.customer(502, "John", "en")
        telegram.meet(Fault.FLOOD, method="sendMessage", chat_id=501, seconds=600)
        telegram.meet(Fault.FLOOD, method="sendMessage", chat_id=502, seconds=6)
        await olha.send("/help")
        await eventually(lambda: "chat 501: an answer could not be sent in time" in caplog.text)
        await john.send("/help")
        await eventually(lambda: len(telegram.calls_of("sendMessage")) == 2)
        await asyncio.sleep(0.1)
    assert "chat 502: the process stopped before an answer was sent" in caplog.text
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []

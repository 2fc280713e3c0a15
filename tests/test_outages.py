"""After an outage the staff hear from when to when, and which orders became due."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from cafe.config import Config
from tests.bot.conversation import STAFF
from tests.driver import Cafe, FakeClock, config_for, open_cafe, two_rounds
from tests.fakes.telegram import FakeTelegram, Seat

OFF = "Сервіс не працював"
Serve = Callable[[], AbstractAsyncContextManager[Cafe]]


@pytest.fixture
def config(tmp_path: Path, database_url: str, telegram: FakeTelegram) -> Config:
    telegram.group(STAFF)
    return config_for(tmp_path, database_url=database_url, bot_api_url=telegram.url, staff_chat_id=STAFF)


@pytest.fixture
def taras(config: Config, telegram: FakeTelegram) -> Seat:
    assert config.staff_chat_id == STAFF
    return telegram.person(701, "Тарас").at(telegram.world.chats[STAFF])


@pytest.fixture
def serve(config: Config, clock: FakeClock) -> Serve:
    @asynccontextmanager
    async def serve() -> AsyncIterator[Cafe]:
        async with open_cafe(config, clock=clock) as cafe:
            yield cafe
            await two_rounds()

    return serve


def told(taras: Seat) -> int:
    return sum(OFF in message.text for message in taras.inbox)


async def test_the_staff_hear_of_an_outage_and_what_became_due(serve: Serve, clock: FakeClock, taras: Seat) -> None:
    async with serve() as cafe:
        await cafe.load("[settings]\nprep_minutes = 15")
        placed = await cafe.guest().places("latte", kind="dine-in")
        await asyncio.sleep(1)
    clock.advance(minutes=25)
    async with serve():
        message = await taras.sees(OFF)
        assert f"мало бути готове 1 замовлення: {placed['order_number']}." in message.text
        assert "від 15.06 12:00 до 15.06 12:2" in message.text
    async with serve():
        await asyncio.sleep(1)
    assert told(taras) == 1, "a new version says nothing"


async def test_a_night_in_which_the_cafe_is_closed_is_no_outage(serve: Serve, clock: FakeClock, taras: Seat) -> None:
    async with serve() as cafe:
        await cafe.load('[settings]\nwork_hours_from = "08:00"\nwork_hours_to = "22:00"')
        clock.advance(hours=11)
        await asyncio.sleep(10)
    clock.advance(hours=7)
    async with serve():
        await asyncio.sleep(1)
    assert told(taras) == 0
    clock.advance(hours=4)
    async with serve():
        await taras.sees("Жодне замовлення за цей час")


async def test_a_process_beside_another_is_no_outage(serve: Serve, clock: FakeClock, taras: Seat) -> None:
    async with serve():
        clock.advance(minutes=30)
        await asyncio.sleep(10)
        async with serve():
            await asyncio.sleep(1)
    assert told(taras) == 0

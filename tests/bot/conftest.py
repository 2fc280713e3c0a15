"""What the tests of messages and of the bot share: a fake Telegram, a database, a clock that can be put forward."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from cafe.core.kernel.database import Database
from tests.bot.clock import MovableClock
from tests.bot.conversation import ChatCafe, open_chat_cafe
from tests.bot.sending import Sending
from tests.driver import BOT_TOKEN
from tests.fakes.telegram import FakeTelegram


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str, telegram: FakeTelegram) -> AsyncIterator[ChatCafe]:
    """The running test cafe with its bot, open on a Monday at noon."""
    async with open_chat_cafe(tmp_path, telegram, database_url=database_url) as running_cafe:
        yield running_cafe


@pytest.fixture
async def bot(telegram: FakeTelegram) -> AsyncIterator[Bot]:
    async with Bot(BOT_TOKEN, session=AiohttpSession(api=TelegramAPIServer.from_base(telegram.url))) as bot:
        yield bot


@pytest.fixture
async def sending(telegram: FakeTelegram, bot: Bot, database: Database, clock: MovableClock) -> Sending:
    """The sending half of the program over an empty cafe."""
    return Sending(telegram, bot, database, clock)

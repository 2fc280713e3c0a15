"""What the tests of messages and of the bot share: a fake Telegram, a database, a clock that can be put forward."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from cafe.db.sqlite import SqliteDatabase
from tests.bot.clock import MovableClock
from tests.bot.conversation import ChatCafe, open_chat_cafe
from tests.bot.sending import Sending
from tests.conftest import copy_database
from tests.driver import BOT_TOKEN
from tests.fakes.telegram import FakeTelegram, running_telegram


@pytest.fixture
def clock() -> MovableClock:
    return MovableClock()


@pytest.fixture
async def telegram() -> AsyncIterator[FakeTelegram]:
    async with running_telegram(BOT_TOKEN) as telegram:
        yield telegram


@pytest.fixture
async def cafe(tmp_path: Path, prepared_database: Path, telegram: FakeTelegram) -> AsyncIterator[ChatCafe]:
    """The running test cafe with its bot, open on a Monday at noon."""
    copy_database(prepared_database, tmp_path / "cafe.db")
    async with open_chat_cafe(tmp_path, telegram) as running_cafe:
        yield running_cafe


@pytest.fixture
async def bot(telegram: FakeTelegram) -> AsyncIterator[Bot]:
    async with Bot(BOT_TOKEN, session=AiohttpSession(api=TelegramAPIServer.from_base(telegram.url))) as bot:
        yield bot


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteDatabase]:
    async with SqliteDatabase(tmp_path / "cafe.db") as database:
        yield database


@pytest.fixture
async def sending(telegram: FakeTelegram, bot: Bot, database: SqliteDatabase, clock: MovableClock) -> Sending:
    """The sending half of the program over an empty cafe."""
    return Sending(telegram, bot, database, clock)

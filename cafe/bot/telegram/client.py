"""The client of the Bot API."""

from aiogram import Bot
from aiogram.client.default import DefaultBotProperties
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer


def open_bot(token: str, api_url: str) -> Bot:
    """Return a client for a Bot API server; the caller closes its session."""
    session = AiohttpSession(api=TelegramAPIServer.from_base(api_url))
    return Bot(token, session=session, default=DefaultBotProperties(parse_mode="HTML"))

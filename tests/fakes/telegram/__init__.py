"""A fake Telegram: a real HTTP server with chats, people and failures."""

from tests.fakes.telegram.chats import Chat, Message
from tests.fakes.telegram.faults import Fault
from tests.fakes.telegram.people import Seat
from tests.fakes.telegram.server import TOKEN, FakeTelegram

__all__ = ["TOKEN", "Chat", "FakeTelegram", "Fault", "Message", "Seat"]

"""Registers handlers that accept a conversation instead of Telegram's event."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from aiogram import Router
from aiogram.dispatcher.event.handler import CallbackType
from aiogram.dispatcher.event.telegram import TelegramEventObserver
from aiogram.filters.callback_data import CallbackData
from aiogram.types import CallbackQuery, TelegramObject
from aiogram.utils.magic_filter import MagicFilter

from cafe.bot.chat.conversation import Conversation

C = TypeVar("C", bound=Conversation)
D = TypeVar("D", bound=CallbackData)


def on(observer: TelegramEventObserver, handler: Callable[[C], Awaitable[None]], *filters: CallbackType) -> None:
    """Register a handler that does not need the event itself."""

    async def handle(_event: TelegramObject, conversation: C) -> None:
        await handler(conversation)

    observer.register(handle, *filters)


def on_callback(
    router: Router,
    handler: Callable[[D, C], Awaitable[None]],
    data_type: type[D],
    rule: MagicFilter | None = None,
) -> None:
    """Register a handler of buttons with data of a type that matches the rule."""

    async def handle(_query: CallbackQuery, callback_data: D, conversation: C) -> None:
        await handler(callback_data, conversation)

    router.callback_query.register(handle, data_type.filter(rule))

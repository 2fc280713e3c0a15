"""Registering handlers that take only what they ask for, by name."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

from aiogram.dispatcher.event.telegram import TelegramEventObserver
from aiogram.types import TelegramObject

Handler = Callable[..., Awaitable[None]]


def on(observer: TelegramEventObserver, handler: Handler, *filters: Any) -> None:
    """Register a handler. aiogram passes the event first; ours name what they need of it instead."""

    @wraps(handler)
    async def without_event(_event: TelegramObject, **named: Any) -> None:
        await handler(**named)

    observer.register(without_event, *filters)

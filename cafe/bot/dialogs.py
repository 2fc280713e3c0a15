"""What the bot may be waiting for somebody to write."""

from collections.abc import Awaitable, Callable
from typing import Any

from aiogram import BaseMiddleware
from aiogram.filters import BaseFilter
from aiogram.fsm.context import FSMContext
from aiogram.fsm.state import State, StatesGroup
from aiogram.types import Message, TelegramObject


class Asking(StatesGroup):
    """One state for each question that is answered in writing."""

    promo = State()
    form = State()
    cancel_reason = State()
    stock = State()


QUESTION = "question"
"""Where a conversation keeps the id of the message that asks for a reply."""


class Replies(BaseFilter):
    """A written answer to the very message that asked: small talk in the staff's chat is no answer."""

    async def __call__(self, message: Message, state: FSMContext) -> bool:
        """See `BaseFilter`."""
        asked = (await state.get_data()).get(QUESTION)
        replied = message.reply_to_message
        return bool(message.text) and replied is not None and replied.message_id == asked


class CommandsEndQuestions(BaseMiddleware):
    """Whoever goes elsewhere by a command does not answer the promo question any more."""

    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        """See `BaseMiddleware`."""
        state: FSMContext = data["state"]
        is_command = isinstance(event, Message) and (event.text or "").startswith("/")
        if is_command and data.get("raw_state") == Asking.promo.state:
            await state.set_state(None)
        return await handler(event, data)

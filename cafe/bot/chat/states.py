"""The written answers that the bot waits for."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from aiogram import BaseMiddleware
from aiogram.fsm.state import State, StatesGroup
from aiogram.types import Message, TelegramObject

if TYPE_CHECKING:
    from cafe.bot.chat.conversation import Conversation


class Asking(StatesGroup):
    """A state for each question with a typed answer. The names are stored with the dialogs."""

    promo = State()
    note = State()
    rating = State()
    form = State()


_UNTIL_ELSE = {Asking.promo.state, Asking.note.state, Asking.rating.state}


class EndQuestionMiddleware(BaseMiddleware):
    """Stops waiting for words when the customer sends a command or presses a button instead; a form goes on."""

    async def __call__(
        self,
        handler: Callable[[TelegramObject, dict[str, Any]], Awaitable[Any]],
        event: TelegramObject,
        data: dict[str, Any],
    ) -> Any:
        conversation: Conversation = data["conversation"]
        is_else = not isinstance(event, Message) or (event.text or "").startswith("/")
        if is_else and data.get("raw_state") in _UNTIL_ELSE:
            await conversation.state.set_state(None)
        return await handler(event, data)

"""Questions answered with a reply to their message, by anybody of the staff.

In groups Telegram shows the bot nothing else that people write but commands.
"""

from enum import StrEnum
from typing import Any

from aiogram.filters import BaseFilter
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.core.messages.inbox.dialogs import GUEST_QUESTION, question_id


class Question(StrEnum):
    """The subjects of questions; the values are stored for a day."""

    CANCEL_REASON = "cancel_reason"
    STOCK = "stock"
    NOTE = "note"
    DEVICE_NAME = "device_name"
    ADDED_DISH = "added_dish"
    COURIER_CASH = "courier_cash"
    HAND_OVER = "hand_over"
    TO_GUEST = "to_guest"
    OF_GUEST = GUEST_QUESTION
    """A guest asks, and the outbox sends it: see `notifications/delivery_planner.py`."""


async def ask(conversation: Conversation, text: str, question: Question, **about: Any) -> None:
    """Ask, and store the subject of the question's message."""
    message_id = await conversation.view.ask_for_reply(text)
    if message_id is not None:
        dialog_id = question_id(conversation.view.chat_id, message_id)
        await conversation.services.dialogs.set_data(dialog_id, {"question": question.value, **about})


class Answers(BaseFilter):
    """Matches replies to such a question, and passes its subject to the handler as `about`."""

    def __init__(self, question: Question, *, takes_photo: bool = False) -> None:
        self._question = question
        self._takes_photo = takes_photo

    async def __call__(self, message: Message, conversation: Conversation) -> bool | dict[str, Any]:
        is_answer = bool(message.text or (self._takes_photo and message.photo))
        if message.reply_to_message is None or not is_answer:
            return False
        dialog_id = question_id(conversation.view.chat_id, message.reply_to_message.message_id)
        about = (await conversation.services.dialogs.get(dialog_id)).data
        return {"about": about} if about.get("question") == self._question else False

"""Answering a guest's question with a reply to it."""

from typing import Any

from aiogram import Router
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.staff.questions import Answers, Question
from cafe.core.kernel.errors import NotFoundError


def router() -> Router:
    router = Router(name="guest-questions")
    router.message.register(answer, Answers(Question.OF_GUEST))
    return router


async def answer(message: Message, about: dict[str, Any], conversation: Conversation) -> None:
    """Send the reply to the guest."""
    say, view = conversation.say, conversation.view
    try:
        name = await conversation.services.questions.answer(int(about["customer"]), message.text or "")
    except NotFoundError:
        await view.say(say.html("answer-nobody"))
        return
    await view.say(say.html("answer-sent", name=name))

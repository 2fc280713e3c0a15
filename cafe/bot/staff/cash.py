"""Taking in the cash that a courier brings: who counts it does not see what is expected."""

from typing import Any

from aiogram import Router
from aiogram.filters import Command
from aiogram.types import Message

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.keyboards import button, rows_of
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.translator import clipped
from cafe.bot.chat.view import Screen
from cafe.bot.staff.questions import Answers, Question, ask
from cafe.bot.telegram.callbacks import CashCallback
from cafe.bot.telegram.limits import LABEL
from cafe.core.delivery.cash.model import MAX_CASH, CashError
from cafe.core.messages.inbox.dialogs import question_id


def router() -> Router:
    router = Router(name="cash")
    on(router.message, choose_courier, Command("cash"))
    on_callback(router, ask_sum, CashCallback)
    router.message.register(take_sum, Answers(Question.COURIER_CASH))
    return router


async def choose_courier(conversation: Conversation) -> None:
    """List who may have cash to hand in."""
    pockets = await conversation.services.courier_cash.list_pockets()
    buttons = [button(clipped(each.name, LABEL), CashCallback(id=each.staff_id)) for each in pockets]
    text = conversation.say.html("cash-whose" if pockets else "cash-nobody")
    await conversation.view.send(Screen(text, rows_of(buttons, 1)))


async def ask_sum(callback_data: CashCallback, conversation: Conversation) -> None:
    """Ask how much it is, all notes and coins together."""
    pockets = await conversation.services.courier_cash.list_pockets()
    pocket = next((each for each in pockets if each.staff_id == callback_data.id), None)
    if pocket is None:
        await conversation.view.answer(conversation.say("press-outdated"), is_alert=True)
        return
    await _ask(conversation, "cash-ask", pocket.staff_id, pocket.name)


async def take_sum(message: Message, about: dict[str, Any], conversation: Conversation) -> None:
    """Book what was counted; the outbox tells the staff and the courier."""
    say, services = conversation.say, conversation.services
    digits = (message.text or "").replace(" ", "").removesuffix("₴")
    if not (digits.isascii() and digits.isdecimal() and int(digits) <= MAX_CASH):
        await _ask(conversation, "cash-number", about["courier"], about["name"])
        return
    member = await services.staff.find_by_telegram(conversation.user_id)
    receiver = None if member is None else member.id
    asked = message.reply_to_message
    question = question_id(message.chat.id, asked.message_id) if asked else None
    try:
        await services.courier_cash.hand_in(int(about["courier"]), int(digits), conversation.actor, receiver, question)
    except CashError as error:
        await conversation.view.send(Screen(say.html(error.problem.value)))


async def _ask(conversation: Conversation, text_id: str, courier: int, name: str) -> None:
    text = conversation.say.html(text_id, name=name)
    await ask(conversation, text, Question.COURIER_CASH, courier=courier, name=name)

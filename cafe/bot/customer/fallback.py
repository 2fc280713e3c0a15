"""The first and the last handlers: leaving a dialog, staff commands in the wrong chat, outdated buttons, all else."""

from aiogram import F, Router
from aiogram.filters import Command

from cafe.bot.chat.conversation import Conversation
from cafe.bot.chat.identity import InPrivate
from cafe.bot.chat.routing import on
from cafe.bot.chat.states import Asking
from cafe.bot.customer.forms import forget_form
from cafe.bot.customer.spoken import answer_words, show_sections
from cafe.bot.telegram.commands import STAFF_COMMANDS


def cancel_router() -> Router:
    """Build the handler of `/cancel`, which comes before any dialog."""
    router = Router(name="cancel")
    on(router.message, cancel, Command("cancel"), InPrivate())
    return router


def router() -> Router:
    """Build the handlers that come last."""
    router = Router(name="fallback")
    on(router.message, refuse_staff_command, Command(*STAFF_COMMANDS), InPrivate())
    router.message.register(answer_words, InPrivate(), F.text, ~F.text.startswith("/"))
    on(router.message, show_sections, InPrivate())
    on(router.message, refuse_group, Command("start", *STAFF_COMMANDS))
    on(router.callback_query, refuse_button)
    return router


async def cancel(conversation: Conversation) -> None:
    """Leave the open question, and say which; the cart, its promo code and the table stay."""
    state = conversation.state
    if (await state.get_data()).get("form"):
        cancelled = "form-cancelled"
    elif await state.get_state() == Asking.promo.state:
        cancelled = "promo-cancelled"
    elif await state.get_state() == Asking.note.state:
        cancelled = "choice-note-cancelled"
    else:
        cancelled = "cancel-nothing"
    await forget_form(state)
    await conversation.view.say(conversation.say.html(cancelled), removes_keys=True)


async def refuse_staff_command(conversation: Conversation) -> None:
    await conversation.view.say(conversation.say.html("staff-only"))


async def refuse_group(conversation: Conversation) -> None:
    """Say that this group is not the staff's, with its id for the setup."""
    await conversation.view.say(conversation.say.html("not-here", chat=str(conversation.view.chat_id)))


async def refuse_button(conversation: Conversation) -> None:
    """Answer that a button is outdated; a forged one gets the same answer."""
    await conversation.view.answer(conversation.say("press-outdated"), is_alert=True)

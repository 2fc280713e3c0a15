"""Forgetting a customer on request, after a confirmation."""

from aiogram import F, Router
from aiogram.filters import Command

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, section_button
from cafe.bot.chat.routing import on
from cafe.bot.chat.view import Screen
from cafe.bot.customer.start import home_keyboard
from cafe.bot.telegram.callbacks import PrivacyAct, PrivacyCallback, Section
from cafe.core.messages.outbox.port import Tone


def router() -> Router:
    router = Router(name="privacy")
    on(router.message, ask, Command("forget"))
    on(router.callback_query, ask, PrivacyCallback.filter(F.act == PrivacyAct.ASK))
    on(router.callback_query, forget, PrivacyCallback.filter(F.act == PrivacyAct.FORGET))
    return router


async def ask(conversation: CustomerConversation) -> None:
    """Show what would be deleted, and ask for confirmation."""
    say = conversation.say
    yes = button(say("button-forget-yes"), PrivacyCallback(act=PrivacyAct.FORGET), Tone.DANGER)
    await conversation.view.show(Screen(say.html("forget-sure"), ((yes,), (section_button(say, Section.HOME),))))


async def forget(conversation: CustomerConversation) -> None:
    """Forget the customer, including their dialogs, so that nothing of this conversation is kept."""
    say = conversation.say
    forgotten = await conversation.services.privacy.forget(conversation.customer.id)
    parts = [say.html("forget-done", count=forgotten.orders)]
    if forgotten.open_orders:
        parts.append(say.html("forget-later", count=forgotten.open_orders))
    await conversation.view.show(Screen("\n".join(parts), home_keyboard(say)))

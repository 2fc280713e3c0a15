"""Answers to free texts; a text that a dialog waits for goes to the dialog."""

import asyncio

from aiogram.types import Message

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.view import Screen
from cafe.bot.customer.cart import show_page
from cafe.bot.customer.checkout.handlers import begin
from cafe.bot.customer.diets import show_suitable
from cafe.bot.customer.menu import show_categories
from cafe.bot.customer.orders import show_latest
from cafe.bot.customer.proposal import propose
from cafe.bot.customer.speech import Intent, understand
from cafe.bot.customer.start import home_keyboard, show_home
from cafe.core.catalogue.menu.order_text import WrittenOrder
from cafe.core.kernel.clock import unix_now
from cafe.core.messages.notifications.questions import NobodyToAskError
from cafe.core.messages.outbox.port import Button

TALK_SECONDS = 3_600
"""So long after a question what the bot does not understand goes to the staff at once."""


async def answer_words(message: Message, conversation: CustomerConversation) -> None:
    """Answer what was meant; the staff get what the bot did not understand a second time."""
    text = message.text or ""
    # A large menu takes its time; others are served meanwhile.
    meant = await asyncio.to_thread(understand, text, conversation.services.cache.menu)
    if meant is None or meant is Intent.PERSON:
        await _pass_on(conversation, text, is_asked=meant is Intent.PERSON)
        return
    if (await conversation.state.get_data()).get("misses"):
        await conversation.state.update_data(misses=None)
    if isinstance(meant, WrittenOrder):
        await propose(conversation, meant)
    elif isinstance(meant, tuple):
        await show_suitable(conversation, meant)
    else:
        await _ANSWERS[meant](conversation)


async def show_sections(conversation: CustomerConversation) -> None:
    """Answer a message that was not understood with the sections of the bot."""
    say = conversation.say
    await conversation.view.send(Screen(say.html("misunderstood"), home_keyboard(say)))


async def _pass_on(conversation: CustomerConversation, text: str, *, is_asked: bool) -> None:
    """Hand a text over to the staff, with what was not understood before; the first time only if asked to."""
    data = await conversation.state.get_data()
    misses, is_talking = data.get("misses") or [], data.get("talks_until", 0) > unix_now(conversation.services.clock)
    if not (is_asked or misses or is_talking):
        await conversation.state.update_data(misses=[text])
        await show_sections(conversation)
        return
    try:
        await conversation.services.questions.ask(conversation.customer, "\n".join([*misses, text]))
    except NobodyToAskError:
        await (_show_contacts if is_asked else show_sections)(conversation)
        return
    await conversation.state.update_data(misses=None, talks_until=unix_now(conversation.services.clock) + TALK_SECONDS)
    await conversation.view.send(_contacts(conversation, "question-passed-on"))


async def _show_contacts(conversation: CustomerConversation) -> None:
    await conversation.view.send(_contacts(conversation, "person-none"))


def _contacts(conversation: CustomerConversation, text_id: str) -> Screen:
    """Return how to reach a person, and where the cafe is."""
    say, settings = conversation.say, conversation.services.settings.current.in_locale(conversation.say.locale)
    parts = [say.html(text_id)]
    if settings.phone:
        parts.append(say.html("help-phone", phone=settings.phone))
    if settings.address:
        parts.append(say.html("help-address", address=settings.address))
    links = ((say("button-map"), settings.maps_url), ("Instagram", settings.instagram_url))
    row = tuple(Button(label, url=url) for label, url in links if url)
    return Screen("\n".join(parts), (row, *home_keyboard(say)))


async def _welcome(conversation: CustomerConversation) -> None:
    await conversation.view.say(conversation.say.html("spoken-welcome"))


_ANSWERS = {
    Intent.ADDRESS: _show_contacts,
    Intent.ORDERS: show_latest,
    Intent.CART: show_page,
    Intent.CHECKOUT: begin,
    Intent.HOURS: show_home,
    Intent.GREETING: show_home,
    Intent.MENU: show_categories,
    Intent.THANKS: _welcome,
}

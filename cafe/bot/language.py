"""Choosing the language of the chat, which is the one of the mini-app too."""

from aiogram import Bot, F, Router
from aiogram.filters import Command

from cafe.bot.commands import set_chat_commands
from cafe.bot.links import Links
from cafe.bot.presses import Go, LanguagePress
from cafe.bot.routing import on
from cafe.bot.speech import Speech
from cafe.bot.start import home_keyboard
from cafe.bot.view import Screen, View
from cafe.core.i18n import Texts
from cafe.core.ports import Button
from cafe.core.services import Services
from cafe.core.values import Customer, Locale

NAMES = {Locale.UK: "🇺🇦 Українська", Locale.EN: "🇬🇧 English"}


def router() -> Router:
    """Build the handlers."""
    router = Router(name="language")
    on(router.message, ask, Command("language"))
    on(router.callback_query, ask, Go.filter(F.to == "language"))
    on(router.callback_query, choose, LanguagePress.filter())
    return router


async def ask(view: View, say: Speech) -> None:
    """`/language`."""
    buttons = tuple(
        Button(f"✓ {name}" if locale is say.locale else name, LanguagePress(to=locale.value).pack())
        for locale, name in NAMES.items()
    )
    await view.show(Screen(say.html("language-ask"), (buttons, (Button(say("button-home"), Go(to="home").pack()),))))


async def choose(
    callback_data: LanguagePress,
    view: View,
    services: Services,
    customer: Customer,
    texts: Texts,
    bot: Bot,
    links: Links,
) -> None:
    """Store the choice; the commands and the menu button of this chat follow it."""
    locale = Locale.of(callback_data.to)
    await services.customers.set_locale(customer.id, locale)
    say = Speech(texts, locale)
    await view.answer(say("language-chosen"))
    await view.show(Screen(say.html("language-chosen"), home_keyboard(say)))
    await set_chat_commands(bot, texts, links, view.chat_id, locale)

"""Choosing the language of the chat and of the mini-app."""

from aiogram import F, Router
from aiogram.filters import Command

from cafe.bot.chat.conversation import CustomerConversation
from cafe.bot.chat.keyboards import button, section_button
from cafe.bot.chat.routing import on, on_callback
from cafe.bot.chat.translator import Translator
from cafe.bot.chat.view import Screen
from cafe.bot.customer.start import home_keyboard
from cafe.bot.telegram.callbacks import Go, LanguageCallback, Section
from cafe.bot.telegram.commands import set_chat_commands


def router() -> Router:
    router = Router(name="language")
    on(router.message, ask_language, Command("language"))
    on(router.callback_query, ask_language, Go.filter(F.to == Section.LANGUAGE))
    on_callback(router, set_language, LanguageCallback)
    return router


async def ask_language(conversation: CustomerConversation) -> None:
    say, texts = conversation.say, conversation.services.texts
    names = {locale: texts.format(locale, "language-name-in-chat") for locale in texts.languages}
    buttons = [
        button(f"✓ {name}" if locale == say.locale else name, LanguageCallback(to=locale))
        for locale, name in names.items()
    ]
    rows = [tuple(buttons[start : start + 2]) for start in range(0, len(buttons), 2)]
    await conversation.view.show(Screen(say.html("language-ask"), (*rows, (section_button(say, Section.HOME),))))


async def set_language(callback_data: LanguageCallback, conversation: CustomerConversation) -> None:
    """Store the choice, and update the commands and the menu button of this chat."""
    services, view = conversation.services, conversation.view
    locale = services.texts.languages.of(callback_data.to)
    await services.customers.set_locale(conversation.customer.id, locale)
    say = Translator(services.texts, locale)
    await view.answer(say("language-chosen"))
    await view.show(Screen(say.html("language-chosen"), home_keyboard(say)))
    await set_chat_commands(view.bot, services.texts, conversation.links, view.chat_id, locale)

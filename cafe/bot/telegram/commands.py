"""The commands and the menu button that Telegram shows, by language and kind of chat."""

import logging

from aiogram import Bot
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllPrivateChats,
    BotCommandScopeChat,
    BotCommandScopeUnion,
    MenuButtonDefault,
    MenuButtonUnion,
    MenuButtonWebApp,
    WebAppInfo,
)

from cafe.bot.telegram.links import Links
from cafe.bot.telegram.messenger import outcome_of
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.messages.outbox.port import Delivered, TemporaryFailure

log = logging.getLogger(__name__)

COURIER_COMMANDS = ("deliveries", "shift", "menu", "cart", "orders", "language", "help", "cancel")
CUSTOMER_COMMANDS = ("start", "menu", "cart", "checkout", "orders", "language", "help", "cancel")
STAFF_COMMANDS = (
    "orders",
    "stop",
    "pause",
    "resume",
    "busy",
    "modes",
    "walkin",
    "stock",
    "refund",
    "cash",
    "today",
    "board",
    "help",
)
SEEN_BY_ALL = frozenset({"pause", "resume", "busy", "modes"})
"""Commands of the staff that all of them should see; the others are between a person and the bot."""


async def set_commands(bot: Bot, texts: Texts, links: Links, staff_chat_id: int | None) -> None:
    """Set the commands and the menu button of every chat. A refusal is only logged: typed commands work anyway.

    Raises:
        ConnectionError: Telegram could not be reached; try again later.
    """
    private = BotCommandScopeAllPrivateChats()
    await _set(bot, _commands(texts, Locale.UK, CUSTOMER_COMMANDS, "command"), private, None)
    for locale in texts.languages:
        if locale != Locale.UK:
            await _set(bot, _commands(texts, locale, CUSTOMER_COMMANDS, "command"), private, locale)
    if staff_chat_id is not None:
        await _set_staff_commands(bot, _commands(texts, Locale.UK, STAFF_COMMANDS, "staff-command"), staff_chat_id)
    await outcome_of(bot.set_chat_menu_button(menu_button=_menu_button(texts, links, Locale.UK)))


async def set_chat_commands(bot: Bot, texts: Texts, links: Links, chat_id: int, locale: Locale) -> None:
    """Set them in the chat of a person who chose a language other than their phone's."""
    scope = BotCommandScopeChat(chat_id=chat_id)
    await outcome_of(bot.set_my_commands(_commands(texts, locale, CUSTOMER_COMMANDS, "command"), scope))
    await outcome_of(bot.set_chat_menu_button(chat_id=chat_id, menu_button=_menu_button(texts, links, locale)))


async def set_courier_commands(bot: Bot, texts: Texts, chat_id: int, locale: Locale) -> None:
    """Set them in the chat of a courier on shift: what they need comes first."""
    scope = BotCommandScopeChat(chat_id=chat_id)
    await outcome_of(bot.set_my_commands(_commands(texts, locale, COURIER_COMMANDS, "command"), scope))


async def _set_staff_commands(bot: Bot, commands: list[BotCommand], chat_id: int) -> None:
    """Set them so that only the bot sees most of them, or as ordinary commands if Telegram does not take that."""
    scope = BotCommandScopeChat(chat_id=chat_id)
    ephemeral = [
        BotCommand(command=each.command, description=each.description, is_ephemeral=each.command not in SEEN_BY_ALL)
        for each in commands
    ]
    outcome = await outcome_of(bot.set_my_commands(ephemeral, scope))
    if not isinstance(outcome, Delivered):
        await _set(bot, commands, scope, None)


async def _set(bot: Bot, commands: list[BotCommand], scope: BotCommandScopeUnion, language: str | None) -> None:
    outcome = await outcome_of(bot.set_my_commands(commands, scope, language_code=language))
    if isinstance(outcome, TemporaryFailure):
        raise ConnectionError(outcome.reason)
    if not isinstance(outcome, Delivered):
        log.warning("the commands of %s are not set: %s", scope.type, outcome)


def _commands(texts: Texts, locale: Locale, names: tuple[str, ...], prefix: str) -> list[BotCommand]:
    return [BotCommand(command=name, description=texts.format(locale, f"{prefix}-{name}")) for name in names]


def _menu_button(texts: Texts, links: Links, locale: Locale) -> MenuButtonUnion:
    if not links.is_https:
        return MenuButtonDefault()
    app = WebAppInfo(url=links.page("/webapp/"))
    return MenuButtonWebApp(text=texts.format(locale, "button-app-short"), web_app=app)

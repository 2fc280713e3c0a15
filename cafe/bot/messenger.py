"""The core's `Messenger` over aiogram's client: the platform's errors become ordinary outcomes."""

import ipaddress
from collections.abc import Awaitable
from typing import TypeVar
from urllib.parse import urlsplit

from aiogram import Bot
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramAPIError,
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.types import (
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    Message,
    WebAppInfo,
)

from cafe.core.ports import (
    ChatMessage,
    Delivered,
    Keyboard,
    MessageGone,
    Migrated,
    Outcome,
    Rejected,
    RetryAfter,
    TemporaryFailure,
    Unreachable,
)

T = TypeVar("T")

SEND_TIMEOUT = 10
"""Seconds that one message may take."""

NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

TEMPORARY = (
    TelegramNetworkError,
    TelegramServerError,
    TelegramUnauthorizedError,
    TelegramConflictError,
    ClientDecodeError,
)

NOBODY = (
    "chat not found",
    "PEER_ID_INVALID",
    "not enough rights",
    "have no rights",
    "CHAT_WRITE_FORBIDDEN",
    "CHAT_RESTRICTED",
    "TOPIC_CLOSED",
)
"""Nobody hears us there, until somebody lets us in again."""

GONE = (
    "message to edit not found",
    "message to delete not found",
    "message can't be edited",
    "message can't be deleted",
    "MESSAGE_ID_INVALID",
)


class TelegramMessenger:
    """Writes into Telegram chats."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    async def send(self, chat_id: int, message: ChatMessage) -> Outcome:
        """See `Messenger.send`."""
        return await outcome_of(
            self.bot.send_message(
                chat_id,
                message.text,
                parse_mode="HTML",
                reply_markup=inline_markup(message.keyboard),
                link_preview_options=NO_PREVIEW,
                request_timeout=SEND_TIMEOUT,
            )
        )

    async def edit(self, chat_id: int, message_id: int, message: ChatMessage) -> Outcome:
        """See `Messenger.edit`."""
        outcome = await outcome_of(
            self.bot.edit_message_text(
                message.text,
                chat_id=chat_id,
                message_id=message_id,
                parse_mode="HTML",
                reply_markup=inline_markup(message.keyboard),
                link_preview_options=NO_PREVIEW,
                request_timeout=SEND_TIMEOUT,
            )
        )
        if isinstance(outcome, Rejected) and "message is not modified" in outcome.reason:
            return Delivered(message_id)
        return outcome

    async def delete(self, chat_id: int, message_id: int) -> Outcome:
        """See `Messenger.delete`."""
        outcome = await outcome_of(self.bot.delete_message(chat_id, message_id, request_timeout=SEND_TIMEOUT))
        return Delivered(message_id) if isinstance(outcome, Delivered) else outcome


async def outcome_of(call: Awaitable[T]) -> Outcome:
    """Wait for a call to the platform and say what came of it."""
    try:
        result = await call
    except TelegramRetryAfter as error:
        return RetryAfter(error.retry_after)
    except TelegramMigrateToChat as error:
        return Migrated(error.migrate_to_chat_id)
    except TEMPORARY as error:
        return TemporaryFailure(_words(error))
    except TelegramAPIError as error:
        return _refusal(error)
    return Delivered(result.message_id if isinstance(result, Message) else 0)


def _refusal(error: TelegramAPIError) -> Outcome:
    reason = error.message
    if isinstance(error, TelegramForbiddenError) or any(words in reason for words in NOBODY):
        return Unreachable(reason)
    if any(words in reason for words in GONE):
        return MessageGone(reason)
    return Rejected(reason)


def _words(error: Exception) -> str:
    """One line of what went wrong; a page of HTML in place of JSON is not repeated."""
    if isinstance(error, ClientDecodeError):
        return "not an answer of the Bot API"
    return str(error).splitlines()[0]


def inline_markup(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    """The platform's form of a keyboard, without links that the platform would refuse."""
    rows = [
        [
            InlineKeyboardButton(
                text=button.text,
                callback_data=button.action,
                url=button.url,
                web_app=WebAppInfo(url=button.app) if button.app else None,
            )
            for button in row
            if button.url is None or is_linkable(button.url)
        ]
        for row in keyboard
    ]
    rows = [row for row in rows if row]
    return InlineKeyboardMarkup(inline_keyboard=rows) if rows else None


def is_linkable(url: str) -> bool:
    """Whether the platform takes it as a button's address: http(s) at a full name or an IP address, not `localhost`."""
    address = urlsplit(url)
    host = address.hostname or ""
    if address.scheme not in {"http", "https"} or not host:
        return False
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "." in host.strip(".")
    return True

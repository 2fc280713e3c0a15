"""The core's `Messenger` over aiogram's client: Telegram's errors become ordinary outcomes."""

from collections.abc import Awaitable
from typing import TypeVar

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

from cafe.bot.telegram.links import is_linkable
from cafe.core.messages.outbox.port import (
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

TEMPORARY_ERRORS = (
    TelegramNetworkError,
    TelegramServerError,
    TelegramUnauthorizedError,
    TelegramConflictError,
    ClientDecodeError,
)

UNREACHABLE = (
    "chat not found",
    "PEER_ID_INVALID",
    "not enough rights",
    "have no rights",
    "CHAT_WRITE_FORBIDDEN",
    "CHAT_RESTRICTED",
    "TOPIC_CLOSED",
)
"""Parts of Telegram's errors for a chat that the bot may not write into."""

MESSAGE_GONE = (
    "message to edit not found",
    "message to delete not found",
    "message to pin not found",
    "message can't be edited",
    "message can't be deleted",
    "MESSAGE_ID_INVALID",
)
"""Parts of Telegram's errors for a message that no longer exists or may not be changed."""


class TelegramMessenger:
    """Writes into Telegram chats."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    async def send(self, chat_id: int, message: ChatMessage) -> Outcome:
        if message.photo is not None:
            sending = self.bot.send_photo(
                chat_id,
                message.photo,
                caption=message.text,
                parse_mode="HTML",
                reply_markup=inline_markup(message.keyboard),
                disable_notification=message.is_silent or None,
                request_timeout=SEND_TIMEOUT,
            )
            return await outcome_of(sending)
        return await outcome_of(
            self.bot.send_message(
                chat_id,
                message.text,
                parse_mode="HTML",
                reply_markup=inline_markup(message.keyboard),
                link_preview_options=NO_PREVIEW,
                disable_notification=message.is_silent or None,
                request_timeout=SEND_TIMEOUT,
            )
        )

    async def edit(self, chat_id: int, message_id: int, message: ChatMessage) -> Outcome:
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
        return Delivered(message_id) if is_unchanged(outcome) else outcome

    async def delete(self, chat_id: int, message_id: int) -> Outcome:
        outcome = await outcome_of(self.bot.delete_message(chat_id, message_id, request_timeout=SEND_TIMEOUT))
        return Delivered(message_id) if isinstance(outcome, Delivered) else outcome

    async def pin(self, chat_id: int, message_id: int) -> Outcome:
        outcome = await outcome_of(
            self.bot.pin_chat_message(chat_id, message_id, disable_notification=True, request_timeout=SEND_TIMEOUT)
        )
        return Delivered(message_id) if isinstance(outcome, Delivered) else outcome

    async def unpin(self, chat_id: int, message_id: int) -> Outcome:
        outcome = await outcome_of(
            self.bot.unpin_chat_message(chat_id=chat_id, message_id=message_id, request_timeout=SEND_TIMEOUT)
        )
        return Delivered(message_id) if isinstance(outcome, Delivered) else outcome

    async def has_pinned(self, chat_id: int) -> bool:
        try:
            return (await self.bot.get_chat(chat_id, request_timeout=SEND_TIMEOUT)).pinned_message is not None
        except (TelegramAPIError, ClientDecodeError):
            return True


async def outcome_of(call: Awaitable[T]) -> Outcome:
    """Wait for a call of the Bot API and return its outcome."""
    try:
        result = await call
    except TelegramRetryAfter as error:
        return RetryAfter(error.retry_after)
    except TelegramMigrateToChat as error:
        return Migrated(error.migrate_to_chat_id)
    except TEMPORARY_ERRORS as error:
        return TemporaryFailure(_describe(error))
    except TelegramAPIError as error:
        return _refusal(error)
    return Delivered(result.message_id if isinstance(result, Message) else 0)


def is_unchanged(outcome: Outcome) -> bool:
    """Whether an edit was refused because it changes nothing."""
    return isinstance(outcome, Rejected) and "message is not modified" in outcome.reason


def inline_markup(keyboard: Keyboard) -> InlineKeyboardMarkup | None:
    """Convert a keyboard for Telegram, without the links that it would refuse."""
    rows = [
        [
            InlineKeyboardButton(
                text=button.text,
                callback_data=button.action,
                url=button.url,
                web_app=WebAppInfo(url=button.app) if button.app else None,
                style=button.tone,
            )
            for button in row
            if button.url is None or is_linkable(button.url)
        ]
        for row in keyboard
    ]
    rows = [row for row in rows if row]
    return InlineKeyboardMarkup(inline_keyboard=rows) if rows else None


def _refusal(error: TelegramAPIError) -> Outcome:
    reason = error.message
    if isinstance(error, TelegramForbiddenError) or any(part in reason for part in UNREACHABLE):
        return Unreachable(reason)
    if any(part in reason for part in MESSAGE_GONE):
        return MessageGone(reason)
    return Rejected(reason)


def _describe(error: Exception) -> str:
    """Return one line; an HTML page in place of JSON is left out."""
    if isinstance(error, ClientDecodeError):
        return "not an answer of the Bot API"
    return str(error).splitlines()[0]

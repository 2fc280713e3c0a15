"""What a person sees of the bot: screens, shown by changing the message at hand where that is possible."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiogram import Bot
from aiogram.types import (
    CallbackQuery,
    ForceReply,
    InputMediaPhoto,
    KeyboardButton,
    Message,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
    ReplyMarkupUnion,
)

from cafe.bot.messenger import NO_PREVIEW, SEND_TIMEOUT, inline_markup, outcome_of
from cafe.bot.pictures import Pictures
from cafe.core.ports import (
    Delivered,
    Keyboard,
    MessageGone,
    Outcome,
    Rejected,
    RetryAfter,
    TemporaryFailure,
    Unreachable,
)

log = logging.getLogger(__name__)

CAPTION_LIMIT = 1000
TOAST_LIMIT = 200
PATIENCE_SECONDS = 5
"""How long flood control may hold up an answer in a conversation."""
STUMBLE_SECONDS = 1
UPLOAD_TIMEOUT = 30


@dataclass(frozen=True, slots=True)
class Screen:
    """A message as it should stand: HTML text, buttons, and perhaps a picture by its address."""

    text: str
    keyboard: Keyboard = ()
    picture: str = ""


class View:
    """One chat in one conversation. `message` is the bot's message whose button was pressed, if one was."""

    def __init__(self, bot: Bot, pictures: Pictures, chat_id: int, press: CallbackQuery | None = None) -> None:
        self._bot = bot
        self._pictures = pictures
        self.chat_id = chat_id
        self._press = press
        self.is_answered = press is None
        message = press.message if press else None
        self.message = message if isinstance(message, Message) else None

    async def show(self, screen: Screen) -> int | None:
        """Show a screen in place of the message at hand, or as a new message; its id when it stands there."""
        if self.message is None:
            return await self.send(screen)
        outcome = await self._change(self.message, screen)
        if isinstance(outcome, Delivered):
            return outcome.message_id
        return await self.send(screen) if isinstance(outcome, MessageGone | Rejected) else None

    async def send(self, screen: Screen) -> int | None:
        """Show a screen as a new message."""
        outcome = await self._send_photo(screen) if screen.picture else None
        if outcome is None or isinstance(outcome, Rejected):
            outcome = await self._send_text(screen.text, inline_markup(screen.keyboard))
        return outcome.message_id if isinstance(outcome, Delivered) else None

    async def edit(self, message_id: int, screen: Screen) -> bool:
        """Change a text message by its id; False when it is not there any more."""
        outcome = await self._patiently(
            lambda: self._bot.edit_message_text(
                screen.text,
                chat_id=self.chat_id,
                message_id=message_id,
                reply_markup=inline_markup(screen.keyboard),
                link_preview_options=NO_PREVIEW,
                request_timeout=SEND_TIMEOUT,
            )
        )
        return isinstance(outcome, Delivered) or _is_unchanged(outcome)

    async def ask_with_keys(self, text: str, rows: list[list[KeyboardButton]]) -> None:
        """Ask something that is answered with keys under the input field."""
        await self._send_text(text, ReplyKeyboardMarkup(keyboard=rows, resize_keyboard=True, one_time_keyboard=True))

    async def ask_for_reply(self, text: str) -> int | None:
        """Ask something that is answered by replying to this message, whose id is returned.

        In groups the bot is shown nothing else, and nothing else is meant for it.
        """
        outcome = await self._send_text(text, ForceReply(selective=False))
        return outcome.message_id if isinstance(outcome, Delivered) else None

    async def say(self, text: str, *, removes_keys: bool = False) -> None:
        """Send a plain message, taking the keys under the input field away if there are any."""
        await self._send_text(text, ReplyKeyboardRemove() if removes_keys else None)

    async def delete(self, message_id: int) -> None:
        """Remove one of the bot's messages, if that is still possible."""
        await self._patiently(lambda: self._bot.delete_message(self.chat_id, message_id, request_timeout=SEND_TIMEOUT))

    async def answer(self, text: str = "", *, is_alert: bool = False) -> None:
        """Answer the pressed button, once: the clock on it goes away, and a short text appears."""
        if self._press is None or self.is_answered:
            return
        self.is_answered = True
        press = self._press
        # A press that is too old to be answered is not worth a word.
        await outcome_of(
            self._bot.answer_callback_query(
                press.id, text=text[:TOAST_LIMIT] or None, show_alert=is_alert, request_timeout=SEND_TIMEOUT
            )
        )

    async def _change(self, message: Message, screen: Screen) -> Outcome:
        source = self._pictures.find(screen.picture) if len(screen.text) <= CAPTION_LIMIT else None
        markup = inline_markup(screen.keyboard)
        if source is not None:
            media = InputMediaPhoto(media=source, caption=screen.text)
            outcome = await self._patiently(
                lambda: self._bot.edit_message_media(
                    media,
                    chat_id=message.chat.id,
                    message_id=message.message_id,
                    reply_markup=markup,
                    request_timeout=UPLOAD_TIMEOUT,
                ),
                screen.picture,
            )
            if not isinstance(outcome, Rejected):
                return outcome
        if message.photo:  # a picture cannot become a text again
            sent = await self._send_text(screen.text, markup)
            if isinstance(sent, Delivered):
                await self.delete(message.message_id)
            return sent
        is_there = await self.edit(message.message_id, screen)
        return Delivered(message.message_id) if is_there else MessageGone("")

    async def _send_photo(self, screen: Screen) -> Outcome | None:
        source = self._pictures.find(screen.picture)
        if source is None or len(screen.text) > CAPTION_LIMIT:
            return None
        return await self._patiently(
            lambda: self._bot.send_photo(
                self.chat_id,
                source,
                caption=screen.text,
                reply_markup=inline_markup(screen.keyboard),
                request_timeout=UPLOAD_TIMEOUT,
            ),
            screen.picture,
        )

    async def _send_text(self, text: str, markup: ReplyMarkupUnion | None) -> Outcome:
        return await self._patiently(
            lambda: self._bot.send_message(
                self.chat_id,
                text,
                reply_markup=markup,
                link_preview_options=NO_PREVIEW,
                request_timeout=SEND_TIMEOUT,
            )
        )

    async def _patiently(self, call: Callable[[], Awaitable[Any]], picture: str = "") -> Outcome:
        """Call the platform, once more when it asks for a moment or stumbles; trouble that lasts is only noted."""

        async def remembering() -> Any:
            result = await call()
            if picture and isinstance(result, Message):
                self._pictures.remember(picture, result)
            return result

        outcome = await outcome_of(remembering())
        pause: float | None = STUMBLE_SECONDS if isinstance(outcome, TemporaryFailure) else None
        if isinstance(outcome, RetryAfter) and outcome.seconds <= PATIENCE_SECONDS:
            pause = outcome.seconds
        if pause is not None:
            await asyncio.sleep(pause)
            outcome = await outcome_of(remembering())
        if isinstance(outcome, Rejected) and _is_unchanged(outcome):
            return Delivered(self.message.message_id if self.message else 0)
        if isinstance(outcome, Rejected) and picture:
            self._pictures.note_refusal(picture)
        if not isinstance(outcome, Delivered | Unreachable | MessageGone):
            log.warning("chat %d: %s", self.chat_id, outcome)
        return outcome


def _is_unchanged(outcome: Outcome) -> bool:
    return isinstance(outcome, Rejected) and "message is not modified" in outcome.reason

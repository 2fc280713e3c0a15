"""The bot's screens, shown by editing the current message where that is possible."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiogram import Bot
from aiogram.types import (
    CallbackQuery,
    ForceReply,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    KeyboardButton,
    Message,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
    ReplyMarkupUnion,
)

from cafe.bot.chat.reader import Reader
from cafe.bot.chat.replies import RETRY_AFTER_FAILURE, Replies
from cafe.bot.telegram import limits
from cafe.bot.telegram.messenger import NO_PREVIEW, SEND_TIMEOUT, inline_markup, is_unchanged, outcome_of
from cafe.bot.telegram.pictures import Photo, Pictures
from cafe.core.messages.outbox.port import (
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

MAX_FLOOD_WAIT = 5
"""Seconds that an edit may wait after a rate limit; later it might undo a newer one."""
UPLOAD_TIMEOUT = 30

ApiCall = Callable[[], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Screen:
    """A message to show: HTML text, buttons, and perhaps the address of a picture."""

    text: str
    keyboard: Keyboard = ()
    picture: str = ""


class ChatView:
    """One chat in one conversation. `message` is the bot's message with the pressed button, if any.

    New messages are for the `reader` alone, if there is one and Telegram takes it so; questions are for everybody.
    """

    def __init__(
        self,
        bot: Bot,
        pictures: Pictures,
        replies: Replies,
        chat_id: int,
        query: CallbackQuery | None = None,
        reader: Reader | None = None,
    ) -> None:
        self.bot = bot
        self.chat_id = chat_id
        self.is_answered = query is None
        message = query.message if query else None
        self.message = message if isinstance(message, Message) else None
        self._pictures = pictures
        self._replies = replies
        self._query = query
        self._reader = reader

    async def show(self, screen: Screen, *, as_new: bool = False) -> int | None:
        """Show a screen in place of the current message, or as a new one; return its id if it is shown.

        `as_new`: the current message stays.
        """
        if self.message is None or as_new:
            return await self.send(screen)
        outcome = await self._change(self.message, screen)
        if isinstance(outcome, Delivered):
            return outcome.message_id
        return await self.send(screen) if isinstance(outcome, MessageGone | Rejected) else None

    async def send(self, screen: Screen) -> int | None:
        """Show a screen as a new message; return its id, None also if it is sent later."""
        outcome = await self._send_photo(screen) if self._reader is None else None
        if outcome is None or isinstance(outcome, Rejected):
            outcome = await self._send_text(screen.text, inline_markup(screen.keyboard))
        return outcome.message_id if isinstance(outcome, Delivered) else None

    async def edit(self, message_id: int, screen: Screen) -> bool:
        """Edit a text message by its id; False if it no longer exists."""
        outcome = await self._call(
            lambda: self.bot.edit_message_text(
                screen.text,
                chat_id=self.chat_id,
                message_id=message_id,
                reply_markup=inline_markup(screen.keyboard),
                link_preview_options=NO_PREVIEW,
                request_timeout=SEND_TIMEOUT,
            )
        )
        return isinstance(outcome, Delivered)

    async def remove_buttons(self, message_id: int) -> None:
        """Remove the buttons of one of the bot's messages, if it still exists."""
        await self._call(
            lambda: self.bot.edit_message_reply_markup(
                chat_id=self.chat_id, message_id=message_id, request_timeout=SEND_TIMEOUT
            )
        )

    async def ask_with_keys(self, text: str, rows: list[list[KeyboardButton]]) -> None:
        """Ask a question with reply keys under the input field."""
        await self._send_text(text, ReplyKeyboardMarkup(keyboard=rows, resize_keyboard=True, one_time_keyboard=True))

    async def ask_for_reply(self, text: str) -> int | None:
        """Ask a question that is answered with a reply to its message; return the id of the message.

        In groups Telegram passes only commands and such replies to the bot.
        """
        outcome = await self._send_text(text, ForceReply(selective=False), is_question=True)
        return outcome.message_id if isinstance(outcome, Delivered) else None

    async def say(self, text: str, *, removes_keys: bool = False) -> None:
        """Send a plain message; optionally remove the keyboard under the input field."""
        await self._send_text(text, ReplyKeyboardRemove() if removes_keys else None)

    @property
    def message_key(self) -> int | None:
        """The id of `message`; below 0 for one that a reader alone sees."""
        if self.message is None:
            return None
        return -(self.message.ephemeral_message_id or 0) or self.message.message_id

    async def delete(self, key: int, reader_id: int = 0) -> None:
        """Delete one of the bot's messages by its `message_key`, if that is still possible."""
        if key < 0:
            await self._call(
                lambda: self.bot.delete_ephemeral_message(self.chat_id, reader_id, -key, request_timeout=SEND_TIMEOUT)
            )
        else:
            await self._call(lambda: self.bot.delete_message(self.chat_id, key, request_timeout=SEND_TIMEOUT))

    async def answer(self, text: str = "", *, is_alert: bool = False) -> None:
        """Answer the pressed button, once: its spinner stops, and a short text appears."""
        if self._query is None or self.is_answered:
            return
        self.is_answered = True
        # Telegram refuses an answer that comes too late; that is not worth a log line.
        await outcome_of(
            self.bot.answer_callback_query(
                self._query.id, text=text[: limits.TOAST] or None, show_alert=is_alert, request_timeout=SEND_TIMEOUT
            )
        )

    async def _change(self, message: Message, screen: Screen) -> Outcome:
        markup = inline_markup(screen.keyboard)
        if message.ephemeral_message_id is not None:
            return await self._change_ephemeral(message.ephemeral_message_id, screen.text, markup)
        photo = await self._photo_of(screen)
        if photo is not None:
            media = InputMediaPhoto(media=photo.source, caption=screen.text)
            outcome = await self._call(
                lambda: self.bot.edit_message_media(
                    media,
                    chat_id=message.chat.id,
                    message_id=message.message_id,
                    reply_markup=markup,
                    request_timeout=UPLOAD_TIMEOUT,
                ),
                photo,
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

    async def _change_ephemeral(self, message_id: int, text: str, markup: InlineKeyboardMarkup | None) -> Outcome:
        """Edit a message that the reader alone sees, or put a new one in its place."""
        if self._reader is None:
            return MessageGone("")
        reader = self._reader.user_id
        # A longer text is refused as if it were a caption: github.com/tdlib/telegram-bot-api/issues/881.
        if limits.utf16_length(text) <= limits.CAPTION:
            edited = await self._call(
                lambda: self.bot.edit_ephemeral_message_text(
                    self.chat_id,
                    reader,
                    message_id,
                    text,
                    reply_markup=markup,
                    link_preview_options=NO_PREVIEW,
                    request_timeout=SEND_TIMEOUT,
                )
            )
            if not isinstance(edited, MessageGone | Rejected):
                return edited
        sent = await self._send_text(text, markup)
        await self.delete(-message_id, reader)
        return sent

    async def _send_photo(self, screen: Screen) -> Outcome | None:
        photo = await self._photo_of(screen)
        if photo is None:
            return None

        def call() -> Awaitable[Message]:
            return self.bot.send_photo(
                self.chat_id,
                photo.source,
                caption=screen.text,
                reply_markup=inline_markup(screen.keyboard),
                request_timeout=UPLOAD_TIMEOUT,
            )

        return await self._replies.send(self.chat_id, lambda: self._attempt(call, photo))

    async def _photo_of(self, screen: Screen) -> Photo | None:
        """Return the picture; None if there is none or the text is too long for a caption.

        Markup counts here but not for Telegram, so no caption is refused.
        """
        has_room = limits.utf16_length(screen.text) <= limits.CAPTION
        return await self._pictures.find(screen.picture) if screen.picture and has_room else None

    async def _send_text(self, text: str, markup: ReplyMarkupUnion | None, *, is_question: bool = False) -> Outcome:
        """Send a text to the reader; a question, and what Telegram does not take so or too late, to everybody."""

        def call(**parameters: Any) -> ApiCall:
            return lambda: self.bot.send_message(
                self.chat_id,
                text,
                reply_markup=markup,
                link_preview_options=NO_PREVIEW,
                request_timeout=SEND_TIMEOUT,
                **parameters,
            )

        async def attempt() -> Outcome:
            if self._reader is not None and not is_question:
                outcome = await self._attempt(call(**self._reader.parameters), None)
                if not isinstance(outcome, Rejected | Unreachable):
                    return outcome
                self._reader = None
            return await self._attempt(call(), None)

        return await self._replies.send(self.chat_id, attempt, is_needed_now=is_question)

    async def _call(self, call: ApiCall, photo: Photo | None = None) -> Outcome:
        """Call the Bot API, a second time after a short wait or a temporary failure."""
        outcome = await self._attempt(call, photo)
        pause: float | None = RETRY_AFTER_FAILURE if isinstance(outcome, TemporaryFailure) else None
        if isinstance(outcome, RetryAfter) and outcome.seconds <= MAX_FLOOD_WAIT:
            pause = outcome.seconds
        if pause is not None:
            await self._replies.clock.sleep(pause)
            outcome = await self._attempt(call, photo)
        return outcome

    async def _attempt(self, call: ApiCall, photo: Photo | None) -> Outcome:
        """Call the Bot API once; log a failure."""

        async def remember_picture() -> Any:
            result = await call()
            if photo is not None and isinstance(result, Message):
                await self._pictures.remember(photo, result)
            return result

        outcome = await outcome_of(remember_picture())
        if is_unchanged(outcome):
            return Delivered(self.message.message_id if self.message else 0)
        if isinstance(outcome, Rejected) and photo is not None:
            await self._pictures.note_refusal(photo)
        if not isinstance(outcome, Delivered | Unreachable | MessageGone):
            log.warning("chat %d: %s", self.chat_id, outcome)
        return outcome

"""Whom an answer in a group is for: Telegram can show a message to one person alone."""

from dataclasses import dataclass
from typing import Any

from aiogram.enums import ChatType
from aiogram.types import (
    CallbackQuery,
    Chat,
    EphemeralMessageParameters,
    Message,
    ReplyParameters,
    TelegramObject,
    User,
)


@dataclass(frozen=True, slots=True)
class Reader:
    """The only person of a group who sees an answer. It is sent within 15 s of what it answers.

    `query_id` is the pressed button's, `command_id` the ephemeral id of a command that only the bot has seen.
    """

    user_id: int
    query_id: str | None = None
    command_id: int | None = None

    @property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters of `sendMessage` that make a message ephemeral."""
        told: dict[str, Any] = {
            "ephemeral_message_parameters": EphemeralMessageParameters(
                receiver_user_id=self.user_id, callback_query_id=self.query_id
            )
        }
        if self.command_id is not None:
            told["reply_parameters"] = ReplyParameters(ephemeral_message_id=self.command_id)
        return told


def reader_of(user: User, chat: Chat, event: TelegramObject) -> Reader | None:
    """Return who reads the answer to an event; None if everybody in the chat does."""
    if chat.type == ChatType.PRIVATE:
        return None
    if isinstance(event, CallbackQuery):
        return Reader(user.id, query_id=event.id)
    if isinstance(event, Message) and event.ephemeral_message_id is not None:
        return Reader(user.id, command_id=event.ephemeral_message_id)
    return None

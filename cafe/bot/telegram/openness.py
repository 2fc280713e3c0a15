"""Whether strangers can join the staff chat, whose members can change orders."""

from typing import Literal

from aiogram import Bot
from aiogram.exceptions import AiogramError

from cafe.bot.telegram.messenger import SEND_TIMEOUT


async def openness_of(bot: Bot, chat_id: int) -> Literal["public", "linked"] | None:
    """Return how a group is open; None if it is closed, or unknown."""
    try:
        chat = await bot.get_chat(chat_id, request_timeout=SEND_TIMEOUT)
    except AiogramError:
        return None
    if chat.username or chat.active_usernames:
        return "public"
    return "linked" if chat.linked_chat_id else None

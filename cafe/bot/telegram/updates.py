"""Parsing updates one by one: an update that cannot be parsed must not block those behind it."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from aiogram import Bot
from aiogram.methods import TelegramMethod
from aiogram.types import Update

log = logging.getLogger(__name__)

LOGGED_CHARACTERS = 200


class GetRawUpdates(TelegramMethod[list[Any]]):
    """`getUpdates` that returns the updates unparsed."""

    __returning__ = list[Any]
    __api_method__ = "getUpdates"

    offset: int | None = None
    limit: int | None = None
    timeout: int | None = None
    allowed_updates: list[str] | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Updates of one response; `last_id` is the highest id, even of an update that cannot be parsed."""

    updates: tuple[Update, ...]
    last_id: int | None


def read_batch(raw_updates: Iterable[Any], bot: Bot) -> Batch:
    """Parse a response; what cannot be parsed is logged and skipped."""
    raw_updates = list(raw_updates)
    ids = [raw["update_id"] for raw in raw_updates if isinstance(raw, dict) and isinstance(raw.get("update_id"), int)]
    updates = (read_update(raw, bot) for raw in raw_updates)
    return Batch(tuple(update for update in updates if update is not None), max(ids, default=None))


def read_update(raw: Any, bot: Bot) -> Update | None:
    """Parse an update; None, with a line in the log, if that fails."""
    try:
        return Update.model_validate(raw, context={"bot": bot})
    except ValueError as error:
        update_id = raw.get("update_id") if isinstance(raw, dict) else None
        reason = " ".join(str(error).split())[:LOGGED_CHARACTERS]
        log.warning("update %s cannot be parsed and is skipped: %s", str(update_id)[:LOGGED_CHARACTERS], reason)
        return None


def sender_of(update: Update) -> int:
    """Return the id of the person who caused an update, else of the chat, else 0."""
    event = update.message or update.callback_query or update.edited_message
    if event is None:
        return 0
    if event.from_user is not None:
        return event.from_user.id
    return update.message.chat.id if update.message else 0

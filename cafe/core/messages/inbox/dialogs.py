"""Storage of conversation state."""

from typing import Any

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.messages.inbox import dialogs_store as store
from cafe.core.messages.inbox.dialogs_store import Dialog

LIFETIME = 86_400
"""Seconds that a conversation is kept after its last message."""
GUEST_QUESTION = "of_guest"
"""The subject of a message that asks for a guest; stored."""


def question_id(chat_id: int, message_id: int) -> str:
    """Return the id under which the subject of a message is kept that the staff reply to."""
    return f"question:{chat_id}:{message_id}"


class DialogService:
    """Reads and changes conversations. Carts and orders do not depend on them: a power cut may lose the last change."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def get(self, dialog_id: str) -> Dialog:
        """Return a conversation; an empty one if there is none or it has expired."""
        return await self._database.read(store.get_dialog, dialog_id, unix_now(self._clock))

    async def set_state(self, dialog_id: str, state: str | None) -> None:
        """Set which question waits for an answer."""
        await self._database.write_relaxed(_set_state, dialog_id, state, unix_now(self._clock))

    async def set_data(self, dialog_id: str, data: dict[str, Any]) -> None:
        """Store the data collected so far."""
        await self._database.write_relaxed(_set_data, dialog_id, data, unix_now(self._clock))


def _set_state(conn: Connection, dialog_id: str, state: str | None, now: int) -> None:
    store.save_state(conn, dialog_id, state, now, now + LIFETIME)
    store.delete_empty_dialog(conn, dialog_id)


def _set_data(conn: Connection, dialog_id: str, data: dict[str, Any], now: int) -> None:
    store.save_data(conn, dialog_id, data, now, now + LIFETIME)
    store.delete_empty_dialog(conn, dialog_id)

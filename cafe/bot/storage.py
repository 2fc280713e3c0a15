"""Where aiogram keeps conversations under way: in the database, so that they outlive the process, for a day."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from aiogram.fsm.state import State
from aiogram.fsm.storage.base import BaseEventIsolation, BaseStorage, DefaultKeyBuilder, StateType, StorageKey

from cafe.core import store
from cafe.core.ports import Clock, Connection, Database
from cafe.core.store.dialogs import Dialog

LIFETIME = 86_400
"""Seconds after the last word of a conversation."""
CLEAN_EVERY = 3600

_KEYS = DefaultKeyBuilder(with_bot_id=True, with_destiny=True)


class DialogStorage(BaseStorage):
    """Conversations in the database. Carts and orders do not rest on them, so a power cut may cost the last word."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._cleaned_at = 0

    async def set_state(self, key: StorageKey, state: StateType = None) -> None:
        """See `BaseStorage`."""
        await self._change(key, state=state.state if isinstance(state, State) else state)

    async def get_state(self, key: StorageKey) -> str | None:
        """See `BaseStorage`."""
        return (await self._get(key)).state

    async def set_data(self, key: StorageKey, data: Mapping[str, Any]) -> None:
        """See `BaseStorage`."""
        await self._change(key, data=dict(data))

    async def get_data(self, key: StorageKey) -> dict[str, Any]:
        """See `BaseStorage`."""
        return (await self._get(key)).data

    async def close(self) -> None:
        """Nothing to close: the database is not ours."""

    async def _get(self, key: StorageKey) -> Dialog:
        return await self._database.read(store.dialogs.get_dialog, _KEYS.build(key), self._now())

    async def _change(self, key: StorageKey, **changes: Any) -> None:
        now = self._now()
        if now - self._cleaned_at >= CLEAN_EVERY:
            self._cleaned_at = now
            await self._database.write_relaxed(store.dialogs.forget_dialogs, now)
        await self._database.write_relaxed(_change, _KEYS.build(key), changes, now)

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def _change(conn: Connection, dialog_id: str, changes: dict[str, Any], now: int) -> None:
    known = store.dialogs.get_dialog(conn, dialog_id, now)
    dialog = Dialog(changes.get("state", known.state), changes.get("data", known.data))
    if dialog.state is None and not dialog.data:
        store.dialogs.delete_dialog(conn, dialog_id)
    else:
        store.dialogs.save_dialog(conn, dialog_id, dialog, now + LIFETIME)


class OneAtATime(BaseEventIsolation):
    """Takes one person's messages and presses one after another; forgets whom nobody waits for."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[StorageKey, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def lock(self, key: StorageKey) -> AsyncGenerator[None, None]:
        """See `BaseEventIsolation`."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        async with lock:
            yield

    async def close(self) -> None:
        """Nothing to close."""

"""aiogram's storage of dialogs, in the database: they survive a restart, for a day."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from aiogram.fsm.state import State
from aiogram.fsm.storage.base import BaseEventIsolation, BaseStorage, DefaultKeyBuilder, StateType, StorageKey

from cafe.core.messages.inbox.dialogs import DialogService

_KEYS = DefaultKeyBuilder(with_bot_id=True, with_destiny=True)


class DialogStorage(BaseStorage):
    def __init__(self, dialogs: DialogService) -> None:
        self._dialogs = dialogs

    async def set_state(self, key: StorageKey, state: StateType = None) -> None:
        await self._dialogs.set_state(_KEYS.build(key), state.state if isinstance(state, State) else state)

    async def get_state(self, key: StorageKey) -> str | None:
        return (await self._dialogs.get(_KEYS.build(key))).state

    async def set_data(self, key: StorageKey, data: Mapping[str, Any]) -> None:
        await self._dialogs.set_data(_KEYS.build(key), dict(data))

    async def get_data(self, key: StorageKey) -> dict[str, Any]:
        return (await self._dialogs.get(_KEYS.build(key))).data

    async def close(self) -> None:
        """Do nothing: the database is closed elsewhere."""


class EventLocks(BaseEventIsolation):
    """Serialises one person's messages and button presses; unused locks are dropped."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[StorageKey, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def lock(self, key: StorageKey) -> AsyncGenerator[None, None]:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        async with lock:
            yield

    async def close(self) -> None:
        """Do nothing: locks need no closing."""

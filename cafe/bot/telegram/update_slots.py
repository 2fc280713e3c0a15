"""Limits on updates that are handled at the same time: in all, and of one person."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

SLOTS = 100
"""Updates that are handled at the same time."""
SLOTS_OF_PERSON = 5
"""Updates of one person that may take slots: they are handled one after another, so more would only wait there."""
WAITING_OF_PERSON = 200
"""Updates of one person that may wait; further ones are dropped."""


class UpdateSlots:
    """Assigns slots to updates; a person who sends many delays only themselves."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(SLOTS)
        self._people: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()
        self._waiting: Counter[int] = Counter()

    def is_full_for(self, sender_id: int) -> bool:
        """Whether no more updates of this person may wait."""
        return self._waiting[sender_id] >= WAITING_OF_PERSON

    def has_own_slot(self, sender_id: int) -> bool:
        """Whether another update of this person may take a slot at once."""
        return self._waiting[sender_id] < SLOTS_OF_PERSON

    @asynccontextmanager
    async def slot(self, sender_id: int) -> AsyncIterator[None]:
        """Wait for a slot and hold it."""
        own = self._people.get(sender_id)
        if own is None:
            own = self._people[sender_id] = asyncio.Semaphore(SLOTS_OF_PERSON)
        self._waiting[sender_id] += 1
        try:
            async with own, self._slots:
                yield
        finally:
            self._waiting[sender_id] -= 1
            if not self._waiting[sender_id]:
                del self._waiting[sender_id]

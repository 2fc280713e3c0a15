"""Ids for new guests, from blocks reserved in the database, so that a mere visit writes nothing."""

import asyncio

from cafe.core.kernel.database import Database
from cafe.core.kernel.ids import GUEST_BASE, CustomerId
from cafe.core.kernel.meta import last_value, reserve_values

SEQUENCE = "guest"
BLOCK_SIZE = 1_000
"""Ids per reservation. It is durable before its first id is issued, so no id is ever issued twice; the ids left when
the process stops are never used."""


class GuestIds:
    """Issues guest ids."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._next, self._last = 1, 0
        self._highest = 0
        """The highest number known to be reserved, by any process."""
        self._reserving = asyncio.Lock()  # avoids needless reservations; the database decides who gets which block

    async def take(self) -> CustomerId:
        """Return an id that was never issued before."""
        while self._next > self._last:
            async with self._reserving:
                if self._next > self._last:
                    last = await self._database.write(reserve_values, SEQUENCE, BLOCK_SIZE)
                    self._next, self._last = last - BLOCK_SIZE + 1, last
                    self._highest = max(self._highest, last)
        number = self._next
        self._next += 1
        return CustomerId(-(GUEST_BASE + number))

    async def is_issued(self, guest_id: CustomerId) -> bool:
        """Whether this database reserved an id. One restored from an older file may not know newer ids."""
        number = -guest_id - GUEST_BASE
        if number > self._highest:
            self._highest = await self._database.read(last_value, SEQUENCE)
        return number <= self._highest

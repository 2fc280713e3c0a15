"""Keeps the database from filling up with what nobody will ask for again."""

import logging
from collections.abc import Callable

from cafe.core.loops import repeat
from cafe.core.ports import Clock, Connection, Database
from cafe.core.store import leftovers

log = logging.getLogger(__name__)

EVERY_SECONDS = 3600
AT_ONCE = 500
"""Rows in one transaction, so that nobody waits behind the cleaning."""
DAY = 86_400
GUEST_DAYS = 32
"""A guest's cookie lives 31 days."""
MESSAGE_DAYS = 30
"""How long the record of a sent message is kept."""
UNSENT_DAYS = 2
"""The outbox itself gives up after one; what is older has had no bot to take it."""


class Housekeeping:
    """Cleans up every hour."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def run(self) -> None:
        """Clean for ever."""
        await repeat(self.clean, name="the housekeeping", seconds=EVERY_SECONDS)

    async def clean(self) -> bool:
        """Clean once; there is never more to do at once."""
        now = int(self._clock.now().timestamp())
        unsent = await self._all(leftovers.give_up_messages, now - UNSENT_DAYS * DAY, now)
        if unsent:
            log.error("gave up on %d messages: no bot took them for %d days", unsent, UNSENT_DAYS)
        await self._all(leftovers.forget_finished_messages, now - MESSAGE_DAYS * DAY)
        await self._all(leftovers.forget_idle_guests, now - GUEST_DAYS * DAY)
        return False

    async def _all(self, clean: Callable[..., int], *moments: int) -> int:
        """Repeat one cleaning, a few rows at a time, until nothing is left of it."""

        def some(conn: Connection) -> int:
            return clean(conn, *moments, AT_ONCE)

        total = cleaned = await self._database.write_relaxed(some)
        while cleaned == AT_ONCE:
            cleaned = await self._database.write_relaxed(some)
            total += cleaned
        return total

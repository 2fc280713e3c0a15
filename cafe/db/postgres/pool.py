"""Connections to PostgreSQL: opened when needed, kept, and replaced when the server has gone away."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg

from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import UnavailableError
from cafe.db.postgres import hosts
from cafe.db.postgres.errors import NOT_THERE, name_of
from cafe.db.postgres.hosts import Raw

log = logging.getLogger(__name__)

CONNECTIONS = 10
"""Per process; the leader has one more."""
RETRY_SECONDS = 0.1

Connect = Callable[[], Coroutine[Any, Any, Raw]]


class Pool:
    """Lends connections, the last returned first."""

    def __init__(self, open_one: Connect, clock: Clock, size: int = CONNECTIONS) -> None:
        self._open_one = open_one
        self._clock = clock
        self._room = asyncio.Semaphore(size)
        self._idle: list[Raw] = []
        self.lent = 0
        """Connections in use, those being opened included."""

    @property
    def size(self) -> int:
        """The number of connections."""
        return self.lent + len(self._idle)

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Raw]:
        """Lend a connection; after any failure but a plain rollback, its user closes it.

        Raises:
            UnavailableError: the server cannot be reached.
        """
        async with self._room:
            self.lent += 1
            try:
                raw = self._pop_idle() or await self._open()
                try:
                    yield raw
                finally:
                    if not raw.is_closed():
                        self._idle.append(raw)
            finally:
                self.lent -= 1

    async def close(self) -> None:
        """Close the idle connections, all at once, as their server may hang; none may be in use."""
        idle, self._idle = self._idle, []
        await asyncio.gather(*map(_close, idle))

    def drop_idle(self) -> None:
        """Close the idle connections: after one connection was lost, the others probably are, too."""
        while self._idle:
            self._idle.pop().terminate()

    def _pop_idle(self) -> Raw | None:
        while self._idle:
            raw = self._idle.pop()
            if not raw.is_closed():
                return raw
        return None

    async def _open(self) -> Raw:
        until = self._clock.monotonic() + hosts.WAIT_SECONDS
        while True:
            try:
                return await self._open_one()
            except NOT_THERE as error:
                if self._clock.monotonic() + RETRY_SECONDS >= until:
                    log.warning("the database server cannot be reached: %s", name_of(error))
                    raise UnavailableError("the database server cannot be reached") from None
            except ValueError:
                raise UnavailableError("the address of the database server is not valid") from None
            await self._clock.sleep(RETRY_SECONDS)


async def _close(raw: Raw) -> None:
    with suppress(*NOT_THERE, TimeoutError, asyncpg.InterfaceError):
        await raw.close(timeout=1)

"""The clock used for all times and all waiting, and random tokens."""

import asyncio
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """Return the current time as an aware datetime in UTC; it may jump when the system's clock is set."""
        ...

    def monotonic(self) -> float:
        """Return the event loop's time in seconds: it never goes back, and suits `asyncio.timeout_at`."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait for so many seconds; 0 only yields to everything else that can run."""
        ...


class SystemClock:
    """The system clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


SYSTEM_CLOCK: Clock = SystemClock()


class Tokens(Protocol):
    """A source of unguessable strings."""

    def new(self) -> str:
        """Return a URL-safe string made of 16 random bytes."""
        ...


def unix_now(clock: Clock) -> int:
    """Return the current time in whole Unix seconds, as the database stores it."""
    return int(clock.now().timestamp())

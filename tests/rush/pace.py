"""Time that runs faster: the program, the fakes and the people all live by the clock of one event loop."""

import asyncio
import selectors
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from tests.driver import FakeClock

Events = list[tuple[selectors.SelectorKey, int]]


class _QuickSelector(selectors.DefaultSelector):
    """Waits for a part of the time that it is told, and tells how long it waited."""

    speed = 1.0

    def __init__(self, waited: Callable[[float, float | None], None]) -> None:
        super().__init__()
        self._waited = waited

    def select(self, timeout: float | None = None) -> Events:
        began = time.monotonic()
        events = super().select(timeout / self.speed if timeout else timeout)
        self._waited(began, timeout)
        return events


class QuickLoop(asyncio.SelectorEventLoop):
    """An event loop in which waiting takes a part of its time. Sleeps, timeouts, the outbox's pace are measured by it.

    What is computed takes as long as it takes, at any speed, so that a busy machine changes little. What threads do
    (the database) is waited for, and counts as many times as time runs faster.
    """

    def __init__(self) -> None:
        self._seconds, self._since = 0.0, time.monotonic()
        self._quick = _QuickSelector(self._wait)
        super().__init__(self._quick)

    @property
    def speed(self) -> float:
        return self._quick.speed

    def run_at(self, speed: float) -> None:
        """Let time run at this speed from now on."""
        self._quick.speed = speed

    def time(self) -> float:
        return self._seconds + time.monotonic() - self._since

    def _wait(self, began: float, timeout: float | None) -> None:
        """Let the time go by that was waited for; that the machine woke us late is nobody's wait."""
        now = time.monotonic()
        waited = (now - began) * self.speed
        if timeout is not None:
            waited = min(waited, max(timeout, now - began))
        self._seconds += began - self._since + waited
        self._since = now


class LoopClock(FakeClock):
    """The program's clock, moved by the loop's."""

    def __init__(self, begins: datetime) -> None:
        super().__init__(begins)
        self._loop = asyncio.get_running_loop()
        self._began_at = self._loop.time()

    def now(self) -> datetime:
        return (self.moment + timedelta(seconds=self._loop.time() - self._began_at)).astimezone(UTC)

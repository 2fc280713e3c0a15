"""Background loops that repeat their work and restart after failures."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Self

from cafe.core.kernel.clock import Clock
from cafe.core.kernel.request_id import begin_request

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1, 5
"""Seconds to wait after a failure; the pause grows with repeated failures."""

Work = Callable[[], Awaitable[bool]]
"""One iteration of a loop; returns whether there may be more to do at once."""


def backoff(attempts: int, *, first: int, most: int) -> int:
    """Return the seconds until the next attempt: doubled each time, from `first` up to `most`."""
    return min(first << min(attempts, 20), most)


class Supervisor:
    """Runs the background loops. One that fails (full disk, bug) is logged and restarted; the others go on."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._good_at: dict[str, float] = {}
        """When each loop last began, or completed a round."""
        self._pauses: dict[str, float] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Cancel all loops and wait for them to stop."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def run(
        self, name: str, loop: Callable[[Callable[[], None]], Awaitable[None]], *, has_rounds: bool = False
    ) -> None:
        """Run a long-lived coroutine and restart it on failure, until it returns or the application stops.

        With `has_rounds` it calls the given function after each good round; others have no age.
        """
        if has_rounds:
            self._mark_good(name)

        def end_round() -> None:
            self._mark_good(name)
            begin_request()

        async def once() -> bool:
            await loop(end_round)
            return False

        self._tasks[name] = asyncio.create_task(self._run_until_success(name, once), name=name)

    def repeat(
        self, name: str, work: Work, *, seconds: float, first: Work | None = None, may_take_long: bool = False
    ) -> None:
        """Repeat `work` until the application stops, waiting `seconds` when there is no more to do at once.

        `first` runs once before, and again only if it failed. With `may_take_long` it has no age and is never late.
        """
        if not may_take_long:
            self._pauses[name] = seconds
            self._mark_good(name)

        async def loop() -> None:
            if first is not None:
                await self._run_until_success(name, first)
            while True:
                await self._run_until_success(name, work, seconds)

        self._tasks[name] = asyncio.create_task(loop(), name=name)

    def states(self) -> dict[str, str]:
        """Return the state of each loop: `running` or `stopped`."""
        return {name: "stopped" if task.done() else "running" for name, task in self._tasks.items()}

    def ages(self) -> dict[str, float]:
        """Return the seconds since the last good round of each loop with an age, beyond its usual pause."""
        now = self._clock.monotonic()
        return {name: max(0.0, now - at - self._pauses.get(name, 0)) for name, at in self._good_at.items()}

    def seconds_since_good(self) -> dict[str, float]:
        """Return the seconds since the last good round of each loop with an age, its usual pause included."""
        now = self._clock.monotonic()
        return {name: now - at for name, at in self._good_at.items()}

    def _mark_good(self, name: str) -> None:
        self._good_at[name] = self._clock.monotonic()

    async def _run_until_success(self, name: str, work: Work, pause: float = 0) -> None:
        """Retry one iteration until it succeeds, then wait `pause` seconds."""
        failures = 0
        while True:
            begin_request()
            try:
                has_more = await work()
            except Exception:
                log.exception("the %s loop failed and is restarted", name)
                await self._clock.sleep(backoff(failures, first=FIRST_PAUSE, most=LONGEST_PAUSE))
                failures += 1
            else:
                if name in self._pauses:
                    self._mark_good(name)
                await self._clock.sleep(0 if has_more else pause)
                return

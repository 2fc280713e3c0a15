"""Rate limit of calls to a service: a burst at once, then an even pace, so that nobody can use up our quota."""

from cafe.core.kernel.clock import Clock

RATE = 20.0
"""Calls per second in the long run."""
BURST = 40
"""Calls that may be sent at once after a pause."""


class Pacer:
    """Spaces calls: each caller gets the next free slot, in order of arrival."""

    def __init__(self, clock: Clock, rate: float = RATE, burst: int = BURST) -> None:
        self._clock = clock
        self._gap = 1 / rate
        self._head_start = (burst - 1) * self._gap
        self._next_slot = 0.0

    async def wait(self) -> None:
        """Wait for this caller's slot. A caller that is cancelled leaves its slot unused."""
        now = self._clock.monotonic()
        slot = max(self._next_slot, now - self._head_start)
        self._next_slot = slot + self._gap
        if slot > now:
            await self._clock.sleep(slot - now)

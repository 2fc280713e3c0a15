"""Background loops: work that is looked for again and again, and outlives its own failures."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

AFTER_FAILURE_SECONDS = 5


async def repeat(work: Callable[[], Awaitable[bool]], *, name: str, seconds: float) -> None:
    """Do `work` for ever; it says whether there may be more to do at once, else it is asked again after `seconds`.

    A failure of ours (a full disk, a defect) is logged and must not end what orders depend on.
    """
    while True:
        try:
            has_more = await work()
        except Exception:
            log.exception("%s failed, and will try again", name)
            await asyncio.sleep(AFTER_FAILURE_SECONDS)
            continue
        await asyncio.sleep(0 if has_more else seconds)


def backoff(attempts: int, *, first: int, most: int) -> int:
    """Seconds until the next try: doubled each time, from `first` up to `most`."""
    return min(first << min(attempts, 20), most)

"""Sends answers within the rate limit shared with the outbox: late rather than never."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Self
from weakref import WeakValueDictionary

from cafe.bot.telegram.rate_limit import RateLimiter
from cafe.core.kernel.clock import Clock
from cafe.core.messages.outbox.model import Priority
from cafe.core.messages.outbox.port import Outcome, RetryAfter, TemporaryFailure

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 5
"""How long a handler waits for the rate limit before it continues; the answer is then sent later."""
LATEST_SECONDS = 120
"""An answer that waits longer is dropped, with a line in the log."""
RETRY_AFTER_FAILURE = 1
"""Seconds before the second attempt after a temporary failure."""
FINISH_SECONDS = 1

Attempt = Callable[[], Awaitable[Outcome]]


class Replies:
    """Sends answers, in each chat one after another. Used as an async context manager."""

    def __init__(self, rate_limiter: RateLimiter, clock: Clock) -> None:
        self.clock = clock
        """The clock for all waiting, also that of `ChatView`."""
        self._rate_limiter = rate_limiter
        self._queues: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._late: set[asyncio.Task[None]] = set()
        self._tasks = asyncio.TaskGroup()

    async def __aenter__(self) -> Self:
        await self._tasks.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wait a moment for late answers; the rest is dropped, with a line in the log."""
        if self._late:
            await asyncio.wait(self._late, timeout=FINISH_SECONDS)
        for task in self._late:
            task.cancel()
        await self._tasks.__aexit__(None, None, None)

    async def send(self, chat_id: int, attempt: Attempt, *, is_needed_now: bool = False) -> Outcome:
        """Send an answer; return `RetryAfter` if it is sent later. If it is needed now, wait for it."""
        patience = LATEST_SECONDS if is_needed_now else PATIENCE_SECONDS
        outcome: Outcome | None = None
        if is_needed_now or not self._would_wait(chat_id):
            outcome = await self._send_when_allowed(chat_id, attempt, self._now() + patience)
        if outcome is not None:
            return outcome
        if is_needed_now:
            log.warning("chat %d: an answer could not be sent in time", chat_id)
        else:
            task = self._tasks.create_task(self._send_late(chat_id, attempt))
            self._late.add(task)
            task.add_done_callback(self._late.discard)
        return RetryAfter(self._rate_limiter.wait(chat_id, self._now(), Priority.ANSWER))

    def _would_wait(self, chat_id: int) -> bool:
        queue = self._queues.get(chat_id)
        is_behind_others = queue is not None and queue.locked()
        return is_behind_others or self._rate_limiter.wait(chat_id, self._now(), Priority.ANSWER) > PATIENCE_SECONDS

    async def _send_late(self, chat_id: int, attempt: Attempt) -> None:
        try:
            outcome = await self._send_when_allowed(chat_id, attempt, self._now() + LATEST_SECONDS)
        except asyncio.CancelledError:
            log.warning("chat %d: the process stopped before an answer was sent", chat_id)
            raise
        except Exception:
            log.exception("chat %d: an answer failed", chat_id)
            return
        if outcome is None:
            log.warning("chat %d: an answer could not be sent in time", chat_id)

    async def _send_when_allowed(self, chat_id: int, attempt: Attempt, until: float) -> Outcome | None:
        """Send when the rate limit allows; None if it does not before `until`."""
        while await self._take_slot(chat_id, until):
            outcome = await self._twice(attempt)
            if not isinstance(outcome, RetryAfter):
                return outcome
            self._rate_limiter.hold(chat_id, self._now() + outcome.seconds, edits=False)
        return None

    async def _take_slot(self, chat_id: int, until: float) -> bool:
        """Wait for a slot, behind earlier answers; False if there is none before `until`."""
        queue = self._queues.get(chat_id)
        if queue is None:
            queue = self._queues[chat_id] = asyncio.Lock()
        self._rate_limiter.add_waiting_answer(chat_id)
        try:
            async with asyncio.timeout_at(until), queue:
                while (wait := self._rate_limiter.take(chat_id, self._now(), Priority.ANSWER)) > 0:
                    if self._now() + wait > until:
                        return False
                    await self.clock.sleep(wait)
        except TimeoutError:
            return False
        else:
            return True
        finally:
            self._rate_limiter.remove_waiting_answer(chat_id)

    async def _twice(self, attempt: Attempt) -> Outcome:
        outcome = await attempt()
        if isinstance(outcome, TemporaryFailure):
            await self.clock.sleep(RETRY_AFTER_FAILURE)
            outcome = await attempt()
        return outcome

    def _now(self) -> float:
        return self.clock.monotonic()

"""Doing what a request asks for once, however often and to whichever process it is sent."""

from collections.abc import Awaitable, Callable

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Database
from cafe.core.kernel.runs import RunId
from cafe.core.people.staff import acts_store as store
from cafe.core.people.staff.errors import OutcomeUnknownError

POLL_SECONDS = 0.1
"""Between looks at an act that is still being done."""
PATIENCE_SECONDS = 30
"""Seconds after which an act without an answer is given up although its process lives: nothing takes as long."""


class ActService:
    """Knows acts by ids that stand for all that makes two requests the same."""

    def __init__(self, database: Database, clock: Clock, run_id: RunId) -> None:
        self._database = database
        self._clock = clock
        self._run_id = run_id

    async def once(self, act_id: str, do: Callable[[], Awaitable[str | None]]) -> str | None:
        """Do something, or wait for an earlier request that does the same; return that one's answer, None: ours was it.

        What `do` returns is the answer that repeats get; None, as an error does, has them do it anew.

        Raises:
            OutcomeUnknownError: an earlier request's process ended before it could tell how it went.
        """
        while True:
            now = unix_now(self._clock)
            found = await self._database.write_relaxed(store.begin, act_id, self._run_id, now)
            if found is None:
                break
            if found.answer is not None:
                return found.answer
            if not found.is_alive or now >= found.created_at + PATIENCE_SECONDS:
                raise OutcomeUnknownError
            await self._clock.sleep(POLL_SECONDS)
        try:
            answer = await do()
        except Exception:
            await self._database.write_relaxed(store.delete, act_id)
            raise
        if answer is None:
            await self._database.write_relaxed(store.delete, act_id)
        else:
            await self._database.write_relaxed(store.store_answer, act_id, answer)
        return None

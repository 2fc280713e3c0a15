"""Carrying out a request once, however often and to whichever process it is sent."""

from collections.abc import Awaitable, Callable

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Database
from cafe.core.kernel.runs import RunId
from cafe.core.people.staff import acts_store as store
from cafe.core.people.staff.errors import OutcomeUnknownError

POLL_SECONDS = 0.1
"""Between checks of an unfinished act."""
PATIENCE_SECONDS = 30
"""Seconds after which an act without an answer is given up even if its process is alive: none takes as long."""


class ActService:
    """Identifies acts by ids derived from everything that makes two requests equal."""

    def __init__(self, database: Database, clock: Clock, run_id: RunId) -> None:
        self._database = database
        self._clock = clock
        self._run_id = run_id

    async def once(self, act_id: str, do: Callable[[], Awaitable[str | None]]) -> str | None:
        """Carry out an act, or wait for an earlier request with the same id; return that one's answer, None if new.

        The result of `do` is the answer to repeated requests; after None or an error they carry it out again.

        Raises:
            OutcomeUnknownError: an earlier request's process ended before it stored an answer.
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

"""Pausing orders for a while; a pause can end by itself."""

from datetime import UTC, datetime, timedelta

from cafe.core.kernel import meta as kernel_meta
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.pause import ENDLESS
from cafe.core.settings.facts import PauseEnded
from cafe.core.settings.store import claim_ended_pause, get_paused_until, get_settings
from cafe.core.snapshot.cache import SnapshotCache
from cafe.core.snapshot.model import FOREVER

META = "paused_until"
NEWS_SECONDS = 3600
"""A pause that ended longer ago, while the program did not run, is no news."""


class PauseService:
    """Pauses and resumes orders; a pause overrides the settings."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._record = record

    async def paused_until(self) -> datetime | None:
        """Return until when orders are paused, in UTC; None if they are not."""
        until = await self._database.read(get_paused_until)
        if until <= self._clock.now().timestamp():
            return None
        return datetime.fromtimestamp(min(until, ENDLESS), UTC)

    async def pause_for(self, minutes: int) -> datetime:
        """Pause for some minutes; return the end of the pause."""
        return await self._set(self._clock.now() + timedelta(minutes=minutes))

    async def pause_today(self) -> datetime:
        """Pause until the next opening; return the end of the pause."""
        return await self._set(self._cache.current.settings.hours.next_opening(self._clock.now()))

    async def pause_until_resumed(self) -> None:
        await self._store(FOREVER)

    async def resume(self) -> bool:
        """Resume orders; False if they were not paused."""
        was_paused = await self.paused_until() is not None
        await self._store(0)
        return was_paused

    async def announce_end(self) -> bool:
        """Tell the staff of a pause that has run out; there is never more to do at once."""
        now = self._clock.now()
        if 0 < await self._database.read(get_paused_until) <= now.timestamp():
            await self._database.write(_end_pause, self._record, now)
        return False

    @staticmethod
    def is_endless(until: datetime) -> bool:
        """Whether a pause lasts until it is resumed manually."""
        return until.timestamp() >= ENDLESS

    async def _set(self, until: datetime) -> datetime:
        await self._store(int(until.timestamp()))
        return until

    async def _store(self, until: int) -> None:
        await self._database.write(_store_pause, until)
        await self._cache.refresh()


def _store_pause(conn: Connection, until: int) -> None:
    kernel_meta.bump_catalogue_version(conn)
    kernel_meta.set_meta(conn, META, str(until))


def _end_pause(conn: Connection, record: Recorder, moment: datetime) -> None:
    now = int(moment.timestamp())
    ended_at = claim_ended_pause(conn, now)
    if ended_at is None or now - ended_at > NEWS_SECONDS:
        return
    record(conn, PauseEnded(at=now, is_taking_orders=get_settings(conn).takes_orders(moment)))

"""Taking no orders for a while: a pause ends by itself."""

from datetime import UTC, datetime, timedelta

from cafe.core import store
from cafe.core.ports import Clock, Connection, Database
from cafe.core.snapshot import FOREVER, SnapshotCache

META = "paused_until"


class PauseService:
    """Pauses and resumes orders; whatever the settings say, a paused cafe takes none."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock

    async def paused_until(self) -> datetime | None:
        """Until when orders are paused, in UTC; None when they are not."""
        until = await self._database.read(store.settings.get_paused_until)
        if until <= self._clock.now().timestamp():
            return None
        return datetime.fromtimestamp(min(until, _LATEST), UTC)

    async def pause_for(self, minutes: int) -> datetime:
        """Pause for some minutes from now; until when."""
        return await self._set(self._clock.now() + timedelta(minutes=minutes))

    async def pause_today(self) -> datetime:
        """Pause until the cafe opens the next time; until when."""
        return await self._set(self._cache.current.settings.hours.next_opening(self._clock.now()))

    async def pause_until_resumed(self) -> None:
        """Pause until somebody resumes."""
        await self._store(FOREVER)

    async def resume(self) -> bool:
        """Take orders again; False when they were not paused."""
        was_paused = await self.paused_until() is not None
        await self._store(0)
        return was_paused

    @staticmethod
    def is_endless(until: datetime) -> bool:
        """Whether such a pause waits for somebody to end it."""
        return until.timestamp() >= _LATEST

    async def _set(self, until: datetime) -> datetime:
        await self._store(int(until.timestamp()))
        return until

    async def _store(self, until: int) -> None:
        await self._database.write(_store_pause, until)
        await self._cache.refresh()


_LATEST = 4_102_444_800  # the year 2100, far enough and still a date


def _store_pause(conn: Connection, until: int) -> None:
    store.settings.set_meta(conn, META, str(until))
    store.settings.bump_catalogue_version(conn)

"""Busy mode: while the kitchen cannot keep up, promised times are longer. It ends by itself."""

from datetime import UTC, datetime, timedelta

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.model import ChangedItem
from cafe.core.catalogue.changes.store import add_change
from cafe.core.catalogue.settings.busy import Busy, BusyState
from cafe.core.catalogue.settings.facts import BusyEnded
from cafe.core.catalogue.settings.store import get_busy, set_busy
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.facts import Recorder


class BusyChangedError(CafeError):
    """Busy mode has changed since the button was shown."""


NEWS_SECONDS = 3600
"""An end older than this, missed while the program did not run, is not announced."""


class BusyService:
    """Begins and ends busy mode. It adds to promised times; slots and scheduled orders stay as they are.

    A caller may pass the `mark` of the state that it saw: nothing is changed if the state is another one by now. The
    `actor` is recorded in the history.
    """

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._record = record

    async def current(self) -> Busy | None:
        """Return busy mode; None if the kitchen keeps up."""
        return (await self.state()).busy

    async def state(self) -> BusyState:
        """Return busy mode, if it is on now, with its mark."""
        state = await self._database.read(get_busy)
        return BusyState(state.mark, state.at(self._clock.now()))

    async def begin(
        self, minutes: int, until: datetime, *, mark: int | None = None, actor: Actor | None = None
    ) -> Busy:
        """Add minutes to every promise until a moment, replacing what was added before.

        Raises:
            BusyChangedError: somebody else was quicker.
        """
        busy = Busy(minutes, until.astimezone(UTC))
        await self._store(busy, mark, actor)
        return busy

    async def begin_for(self, minutes: int, span: int, *, mark: int | None = None, actor: Actor | None = None) -> Busy:
        """Begin busy mode for a span of minutes."""
        return await self.begin(minutes, self._clock.now() + timedelta(minutes=span), mark=mark, actor=actor)

    async def begin_today(self, minutes: int, *, mark: int | None = None, actor: Actor | None = None) -> Busy:
        """Begin busy mode until the next opening."""
        until = self._cache.current.settings.hours.next_start(self._clock.now())
        return await self.begin(minutes, until, mark=mark, actor=actor)

    async def end(self, *, mark: int | None = None, actor: Actor | None = None) -> bool:
        """End busy mode; False if there was none.

        Raises:
            BusyChangedError: somebody else was quicker.
        """
        was_busy = await self.current() is not None
        await self._store(None, mark, actor)
        return was_busy

    async def announce_end(self) -> bool:
        """Announce to the staff that busy mode has run out; always False: nothing is left to do."""
        now = self._clock.now()
        if _has_run_out(await self._database.read(get_busy), now):
            await self._database.write(_end_busy, self._record, now)
        return False

    async def _store(self, busy: Busy | None, mark: int | None, actor: Actor | None) -> None:
        is_stored = await self._database.write(_set_busy, busy, mark, actor, self._clock.now())
        await self._cache.refresh()
        if not is_stored:
            raise BusyChangedError


def _set_busy(conn: Connection, busy: Busy | None, mark: int | None, actor: Actor | None, moment: datetime) -> bool:
    before = get_busy(conn).at(moment)
    if not set_busy(conn, busy, mark):
        return False
    if actor is not None and busy != before:
        add_change(conn, actor, [ChangedItem("busy", "", "", *map(_fields, (before, busy)))], int(moment.timestamp()))
    return True


def _fields(busy: Busy | None) -> dict[str, int]:
    if busy is None:
        return {"busy_minutes": 0, "busy_until": 0}
    return {"busy_minutes": busy.minutes, "busy_until": int(busy.until.timestamp())}


def _has_run_out(state: BusyState, moment: datetime) -> bool:
    return state.busy is not None and state.at(moment) is None


def _end_busy(conn: Connection, record: Recorder, moment: datetime) -> None:
    state = get_busy(conn)
    if state.busy is None or not _has_run_out(state, moment) or not set_busy(conn, None, state.mark):
        return
    now = int(moment.timestamp())
    if now - int(state.busy.until.timestamp()) <= NEWS_SECONDS:
        record(conn, BusyEnded(at=now))

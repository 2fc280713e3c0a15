"""Switching the modes of the menu on and off; what begins and ends by itself is announced to the staff."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.model import ChangedItem
from cafe.core.catalogue.changes.store import add_change
from cafe.core.catalogue.disruptions.rules import mode_until
from cafe.core.catalogue.hours.week_ranges import is_within_week, week_range_end
from cafe.core.catalogue.modes.facts import ModeBegan, ModeEnded
from cafe.core.catalogue.modes.model import Mode
from cafe.core.catalogue.modes.store import list_announced, set_announced, switch_mode
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import ModeId
from cafe.core.kernel.meta import take_turn


@dataclass(frozen=True, slots=True)
class ModeState:
    """A mode, and whether it is on; `until` in UTC, None: without a known end, or off."""

    mode: Mode
    is_on: bool
    until: datetime | None


class ModeService:
    """Lists and switches the modes. The `actor` is recorded in the history."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._record = record

    def list_states(self) -> list[ModeState]:
        """List all modes in their order."""
        snapshot, now = self._cache.current, self._clock.now()
        are_on = snapshot.modes_at(now)
        return [
            ModeState(mode, mode in are_on, _end_of(snapshot, mode, now, is_on=mode in are_on))
            for mode in snapshot.modes
        ]

    async def switch_on_for(self, mode_id: ModeId, minutes: int, actor: Actor) -> None:
        """Switch a mode on for some minutes.

        Raises:
            NotFoundError: no such mode.
        """
        await self._switch(mode_id, self._clock.now() + timedelta(minutes=minutes), actor)

    async def switch_on_today(self, mode_id: ModeId, actor: Actor) -> None:
        """Switch a mode on until the next opening; see `switch_on_for`."""
        await self._switch(mode_id, self._cache.current.settings.hours.next_start(self._clock.now()), actor)

    async def switch_on(self, mode_id: ModeId, actor: Actor) -> None:
        """Switch a mode on until somebody switches it off; see `switch_on_for`."""
        await self._switch(mode_id, datetime.fromtimestamp(ENDLESS, UTC), actor)

    async def switch_off(self, mode_id: ModeId, actor: Actor) -> None:
        """Switch a mode off, until what has it on now is over; see `switch_on_for`."""
        await self._switch(mode_id, None, actor)

    async def announce(self) -> bool:
        """Announce to the staff what began or ended by itself; always False: nothing is left to do."""
        if await self._database.read(self._find_turned, self._clock.now()):
            await self._database.write(self._announce, self._clock.now())
        return False

    async def _switch(self, mode_id: ModeId, until: datetime | None, actor: Actor) -> None:
        await self._database.write(self._store, mode_id, until, actor, self._clock.now())
        await self._cache.refresh()

    def _store(self, conn: Connection, mode_id: ModeId, until: datetime | None, actor: Actor, moment: datetime) -> None:
        snapshot = self._cache.snapshot_in(conn)
        mode = next((each for each in snapshot.modes if each.id == mode_id), None)
        if mode is None:
            raise NotFoundError
        on_until = int(until.timestamp()) if until else 0
        off_until = 0 if until else _called_until(snapshot, mode, moment)
        switch_mode(conn, mode_id, on_until=on_until, off_until=off_until)
        announced = list_announced(conn)
        set_announced(conn, announced | {mode_id} if until else announced - {mode_id})
        before = {"on_until": mode.on_until, "off_until": mode.off_until}
        after = {"on_until": on_until, "off_until": off_until}
        if before != after:
            item = ChangedItem("modes", mode.slug, mode.name.uk, before, after)
            add_change(conn, actor, [item], int(moment.timestamp()))

    def _find_turned(self, conn: Connection, moment: datetime) -> dict[ModeId, Mode]:
        """Find the modes that are on without the staff knowing it, or the other way round."""
        snapshot = self._cache.snapshot_in(conn, ())
        if not snapshot.modes:
            return {}
        turned = {mode.id for mode in snapshot.modes_at(moment)} ^ list_announced(conn)
        return {mode.id: mode for mode in snapshot.modes if mode.id in turned}

    def _announce(self, conn: Connection, moment: datetime) -> None:
        take_turn(conn, "modes")
        announced, now = list_announced(conn), int(moment.timestamp())
        for mode_id, mode in self._find_turned(conn, moment).items():
            began = mode_id not in announced
            announced = announced | {mode_id} if began else announced - {mode_id}
            self._record(conn, ModeBegan(at=now, mode=mode) if began else ModeEnded(at=now, mode=mode))
        set_announced(conn, announced)


def _end_of(snapshot: Snapshot, mode: Mode, moment: datetime, *, is_on: bool) -> datetime | None:
    """Return when a mode that is on ends by itself; None if that is not known."""
    end = max(mode.on_until, _called_until(snapshot, mode, moment)) if is_on else 0
    return datetime.fromtimestamp(end, UTC) if 0 < end < ENDLESS else None


def _called_until(snapshot: Snapshot, mode: Mode, moment: datetime) -> int:
    """Return until when something other than the staff has it on, in Unix seconds; 0: nothing does."""
    settings, at = snapshot.settings, int(moment.timestamp())
    called = min(mode_until(snapshot.disruptions, settings.effects, mode.slug, at), ENDLESS)
    if not is_within_week(mode.hours, moment.astimezone(settings.zone)):
        return called
    return max(called, week_range_end(mode.hours, at, settings.zone))

"""Pausing all orders or those of one type; a pause can end by itself."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.model import ChangedItem
from cafe.core.catalogue.changes.store import add_change
from cafe.core.catalogue.settings.facts import PauseEnded
from cafe.core.catalogue.settings.pause import ALL_ORDERS, ENDLESS
from cafe.core.catalogue.settings.store import claim_ended_pause, get_settings, list_pauses, set_paused_until
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.snapshot.model import FOREVER
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.meta import bump_catalogue_version
from cafe.core.ordering.orders.model import OrderType

NEWS_SECONDS = 3600
"""An end older than this, missed while the program did not run, is not announced."""


class PauseService:
    """Pauses and resumes orders; a pause overrides the settings. The `actor` is recorded in the history."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._record = record

    async def list_paused(self) -> dict[OrderType | None, datetime]:
        """Return the end of each current pause in UTC, by order type; None stands for all orders."""
        now, pauses = self._clock.now().timestamp(), await self._database.read(list_pauses)
        kinds = ((None, pauses.get(ALL_ORDERS, 0)), *((each, pauses.get(each, 0)) for each in OrderType))
        return {kind: datetime.fromtimestamp(min(until, ENDLESS), UTC) for kind, until in kinds if until > now}

    async def pause_for(
        self, minutes: int, order_type: OrderType | None = None, *, actor: Actor | None = None
    ) -> datetime:
        """Pause all orders, or those of a type, for some minutes; return the end of the pause."""
        return await self._set(self._clock.now() + timedelta(minutes=minutes), order_type, actor)

    async def pause_today(self, order_type: OrderType | None = None, *, actor: Actor | None = None) -> datetime:
        """Pause until the next opening; return the end of the pause."""
        return await self._set(self._cache.current.settings.hours.next_start(self._clock.now()), order_type, actor)

    async def pause_until_tomorrow(
        self, order_type: OrderType | None = None, *, actor: Actor | None = None
    ) -> datetime:
        """Pause until the first opening of a later day; return the end of the pause."""
        return await self._set(self._cache.current.settings.hours.next_day_start(self._clock.now()), order_type, actor)

    async def pause_until_resumed(self, order_type: OrderType | None = None, *, actor: Actor | None = None) -> None:
        await self._store(FOREVER, actor, order_type)

    async def resume(self, order_type: OrderType | None = None, *, actor: Actor | None = None) -> bool:
        """Resume all orders, including paused types, or those of one type; False if they were not paused."""
        paused = await self.list_paused()
        if order_type is not None:
            await self._store(0, actor, order_type)
            return order_type in paused
        await self._store(0, actor, None, *OrderType)
        return bool(paused)

    async def announce_end(self) -> bool:
        """Announce to the staff that pauses have run out; always False: nothing is left to do."""
        now = self._clock.now()
        for order_type, until in (await self._database.read(list_pauses)).items():
            if 0 < until <= now.timestamp():
                await self._database.write(_end_pause, self._record, order_type, now)
        return False

    @staticmethod
    def is_endless(until: datetime) -> bool:
        """Whether a pause lasts until it is resumed manually."""
        return until.timestamp() >= ENDLESS

    async def _set(self, until: datetime, order_type: OrderType | None, actor: Actor | None) -> datetime:
        await self._store(int(until.timestamp()), actor, order_type)
        return until

    async def _store(self, until: int, actor: Actor | None, *order_types: OrderType | None) -> None:
        await self._database.write(_store_pauses, order_types, until, actor, unix_now(self._clock))
        await self._cache.refresh()


def _store_pauses(
    conn: Connection, order_types: Collection[OrderType | None], until: int, actor: Actor | None, now: int
) -> None:
    bump_catalogue_version(conn)
    before = list_pauses(conn)
    changed = []
    for order_type in order_types:
        key = order_type or ALL_ORDERS
        set_paused_until(conn, key, until)
        past = before.get(key, 0)
        if until or past > now:
            fields = ({"paused_until": min(moment, ENDLESS)} for moment in (past if past > now else 0, until))
            changed.append(ChangedItem("pauses", key, "", *fields))
    if actor is not None and changed:
        add_change(conn, actor, changed, now)


def _end_pause(conn: Connection, record: Recorder, order_type: str, moment: datetime) -> None:
    now = int(moment.timestamp())
    ended_at = claim_ended_pause(conn, order_type, now)
    if ended_at is None or now - ended_at > NEWS_SECONDS:
        return
    is_paused = list_pauses(conn).get(ALL_ORDERS, 0) > now
    is_taking_orders = not is_paused and get_settings(conn).takes_orders(moment)
    record(conn, PauseEnded(at=now, is_taking_orders=is_taking_orders, order_type=order_type or None))

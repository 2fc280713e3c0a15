"""Air alerts and power cuts by hand and by plan, and telling the staff what begins and ends."""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from cafe.core.catalogue.availability.disruption_sources import ask_alert, ask_plan, is_asked
from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.model import ChangedItem, Fields
from cafe.core.catalogue.changes.store import add_change
from cafe.core.catalogue.disruptions import store
from cafe.core.catalogue.disruptions.facts import DisruptionBegan, DisruptionEnded
from cafe.core.catalogue.disruptions.model import NOTHING, Cut, Disruption, DisruptionKind, EndedBy, Origin, Told
from cafe.core.catalogue.disruptions.plan import Plan, PlanError, read_plan
from cafe.core.catalogue.disruptions.published_plan import plan_text
from cafe.core.catalogue.disruptions.rules import after, end_of, mode_of
from cafe.core.catalogue.disruptions.sources import Sources, SourceState
from cafe.core.catalogue.modes.store import let_on_again
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.meta import bump_catalogue_version, take_turn
from cafe.core.kernel.problems import Problem, ProblemsError

ENTITY = "disruptions"
"""In the history."""
UNTIL = "disruption_until"
NEWS_SECONDS = 3600
"""An end older than this, missed while the program did not run, is not told."""


class DisruptionService:
    """Begins and ends disruptions by hand, and keeps the plan of power cuts. The `actor` is recorded in the history."""

    def __init__(
        self, database: Database, cache: SnapshotCache, clock: Clock, record: Recorder, sources: Sources
    ) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._record = record
        self._sources = sources

    def in_force(self) -> list[Disruption]:
        """List what is in force and does something, one of a kind."""
        return self._cache.current.disruptions_at(self._clock.now())

    def planned(self) -> list[Disruption]:
        """List the planned power cuts that are not over, the soonest first."""
        now = unix_now(self._clock)
        return [
            each for each in self._cache.current.disruptions if each.origin is Origin.PLAN and not each.is_over(now)
        ]

    def has_source(self, kind: DisruptionKind) -> bool:
        """Whether the owner has given an address for a kind."""
        return is_asked(self._cache.current.settings, kind) is not None

    async def source(self, kind: DisruptionKind) -> SourceState | None:
        """Return what is known of the source that is asked; None if there is none, or it was not asked yet."""
        asked = is_asked(self._cache.current.settings, kind)
        found = await self._database.read(store.find_source, kind)
        return found if asked is not None and found is not None and found.asked == asked else None

    async def begin(self, kind: DisruptionKind, minutes: int | None, *, actor: Actor | None = None) -> None:
        """Begin a disruption now, for some minutes or until it is ended."""
        now = unix_now(self._clock)
        until = None if minutes is None else now + minutes * 60
        await self._database.write(_begin, self._record, kind, until, actor, now)
        await self._cache.refresh()

    async def end(self, kind: DisruptionKind, *, actor: Actor | None = None) -> bool:
        """End what is in force of a kind, whoever says that it is; False if nothing is.

        A source counts again from its next alert on, a plan from its next cut on.
        """
        ended = await self._database.write(_end, self._record, kind, actor, unix_now(self._clock))
        await self._cache.refresh()
        return ended

    def read_plan(self, text: str) -> Plan:
        """Read a plan for the cafe's queue, and change nothing.

        Raises:
            ProblemsError: it is not understood.
        """
        settings = self._cache.current.settings
        try:
            return read_plan(plan_text(text), settings.power_cut_queue, self._clock.now().astimezone(settings.zone))
        except PlanError as error:
            values = {**error.values, "line": error.line}
            raise ProblemsError(Problem("text", error.problem, values)) from None

    async def save_plan(self, text: str, *, adds: bool, actor: Actor | None = None) -> None:
        """Plan these cuts in the place of those of the same days, or beside them if it `adds`.

        Raises:
            ProblemsError: the plan is not understood.
        """
        plan = self.read_plan(text)
        await self._database.write(save_plan, self._record, plan, actor, unix_now(self._clock), adds=adds)
        await self._cache.refresh()

    async def delete_cut(self, disruption_id: int, *, actor: Actor | None = None) -> None:
        """Delete a planned cut; one that is in force ends.

        Raises:
            NotFoundError: there is no such one that is not over.
        """
        await self._database.write(_delete_cut, self._record, disruption_id, actor, unix_now(self._clock))
        await self._cache.refresh()

    async def ask(self, kind: DisruptionKind) -> bool | Plan:
        """Ask a source now, and change nothing: whether there is an alert, or the plan.

        Raises:
            SourceError: it says nothing that can be believed.
            NotFoundError: there is none.
        """
        settings = self._cache.current.settings
        if is_asked(settings, kind) is None:
            raise NotFoundError
        if kind is DisruptionKind.AIR_ALERT:
            return await ask_alert(self._sources, settings, self._clock)
        return (await ask_plan(self._sources, settings, self._clock)).plan

    async def announce(self) -> bool:
        """Tell the staff what has begun and ended; always False: nothing is left to do."""
        now = unix_now(self._clock)
        if any(each.told is Told.NOTHING or each.is_over(now) for each in await self._database.read(_untold, now)):
            await self._database.write(tell_news, self._record, now)
        return False


def _untold(conn: Connection, now: int) -> list[Disruption]:
    return store.list_untold(conn, now)


def _begin(
    conn: Connection, record: Recorder, kind: DisruptionKind, until: int | None, actor: Actor | None, now: int
) -> None:
    bump_catalogue_version(conn)
    own = [each for each in _in_force(conn, kind, now) if each.origin is Origin.HAND]
    if own:
        store.prolong(conn, own[0].id, until)
    else:
        store.add_disruption(conn, kind, Origin.HAND, now, until)
    before = _until(own[0]) if own else {UNTIL: 0}
    _note(conn, actor, kind, before, {UNTIL: ENDLESS if until is None else until}, now)
    tell_news(conn, record, now)


def _end(conn: Connection, record: Recorder, kind: DisruptionKind, actor: Actor | None, now: int) -> bool:
    bump_catalogue_version(conn)
    found = _in_force(conn, kind, now)
    for each in found:
        _end_by_hand(conn, each, now)
    if found:
        _note(conn, actor, kind, _until(max(found, key=end_of)), {UNTIL: 0}, now)
        tell_news(conn, record, now)
    return bool(found)


def _until(disruption: Disruption) -> Fields:
    """Return the end of a disruption in the form used by the history."""
    return {UNTIL: min(end_of(disruption), ENDLESS)}


def _end_by_hand(conn: Connection, disruption: Disruption, now: int) -> None:
    if disruption.origin is Origin.SOURCE:
        store.set_overruled(conn, disruption.kind, is_overruled=True)
    if disruption.origin is Origin.PLAN:
        store.set_light_until(conn, max(store.get_light_until(conn), disruption.until_at or now))
    store.end_disruption(conn, disruption.id, now, EndedBy.HAND)


def save_plan(
    conn: Connection, record: Recorder, plan: Plan, actor: Actor | None, now: int, *, adds: bool = False
) -> None:
    """Replace what was planned for the days of a plan, or add to it."""
    bump_catalogue_version(conn)
    zone = get_settings(conn).zone
    former = [each for each in store.list_disruptions(conn) if each.origin is Origin.PLAN and not each.is_over(now)]
    replaced = [] if adds else [each for each in former if _day(each.from_at, zone) in plan.days]
    light_until = store.get_light_until(conn)
    cuts = after(plan.cuts, light_until) if light_until > now else plan.cuts
    kept: set[Cut] = set()
    for each in replaced:
        goes_on = next((cut for cut in cuts if each.is_at(now) and cut.from_at <= now), None)
        if goes_on is not None:
            store.prolong(conn, each.id, goes_on.until_at)
            kept.add(goes_on)
        elif each.is_at(now):
            store.end_disruption(conn, each.id, now, None)
        else:
            store.delete_disruption(conn, each.id)
    planned = {(each.from_at, each.until_at) for each in former if each not in replaced}
    for cut in cuts:
        if cut not in kept and (cut.from_at, cut.until_at) not in planned:
            store.add_cut(conn, cut)
    left = [each for each in store.list_disruptions(conn) if each.origin is Origin.PLAN and not each.is_over(now)]
    before, planned_now = _shown(former, zone), _shown(left, zone)
    if before != planned_now:
        _note(conn, actor, DisruptionKind.POWER_CUT, {"cuts": before}, {"cuts": planned_now}, now)
    tell_news(conn, record, now)


def _delete_cut(conn: Connection, record: Recorder, disruption_id: int, actor: Actor | None, now: int) -> None:
    bump_catalogue_version(conn)
    found = store.find_disruption(conn, disruption_id)
    if found is None or found.origin is not Origin.PLAN or found.is_over(now):
        raise NotFoundError
    if found.is_at(now):
        _end_by_hand(conn, found, now)
    else:
        store.delete_disruption(conn, found.id)
    _note(conn, actor, found.kind, {"cuts": _shown([found], get_settings(conn).zone)}, {"cuts": ""}, now)
    tell_news(conn, record, now)


def tell_news(conn: Connection, record: Recorder, now: int) -> None:
    """Tell the staff what has begun and ended since the last time, of several of a kind the first and the last."""
    take_turn(conn, ENTITY)
    effects = get_settings(conn).effects
    for each in store.list_untold(conn, now):
        if each.told is not Told.NOTHING:
            continue
        if each.is_over(now):  # nobody has seen it
            store.set_told(conn, each.id, Told.ENDED)
            continue
        is_known = any(other.kind is each.kind and other.told is Told.BEGUN for other in store.list_untold(conn, now))
        store.set_told(conn, each.id, Told.BEGUN)
        if not is_known and effects[each.kind] != NOTHING:
            record(conn, DisruptionBegan(at=now, disruption=each, effect=effects[each.kind]))
    for each in [each for each in store.list_untold(conn, now) if each.is_over(now)]:
        store.set_told(conn, each.id, Told.ENDED)
        if _in_force(conn, each.kind, now):
            continue
        let_on_again(conn, mode_of(effects[each.kind]) or "")
        is_news = each.until_at is not None and now - each.until_at <= NEWS_SECONDS
        if is_news and effects[each.kind] != NOTHING:
            record(conn, DisruptionEnded(at=now, disruption=each, effect=effects[each.kind]))


def _in_force(conn: Connection, kind: DisruptionKind, now: int) -> list[Disruption]:
    return [each for each in store.list_disruptions(conn) if each.kind is kind and each.is_at(now)]


def _note(
    conn: Connection,
    actor: Actor | None,
    kind: DisruptionKind,
    before: Fields | None,
    after_it: Fields | None,
    now: int,
) -> None:
    """Record a change in the history, which lists it and cannot undo it."""
    if actor is not None:
        add_change(conn, actor, [ChangedItem(ENTITY, kind.value, "", before, after_it)], now)


def _day(at: int, zone: ZoneInfo) -> date:
    return datetime.fromtimestamp(at, zone).date()


def _shown(disruptions: Sequence[Disruption], zone: ZoneInfo) -> str:
    """Return planned cuts in a line, for the history."""
    spans = ((datetime.fromtimestamp(each.from_at, zone), each.until_at or each.from_at) for each in disruptions)
    return ", ".join(f"{begins:%d.%m %H:%M}–{datetime.fromtimestamp(ends, zone):%H:%M}" for begins, ends in spans)

"""Asks the owner's sources of alerts and plans again and again; what they say last stands while they are silent."""

from dataclasses import replace

from cafe.core.catalogue.availability.disruption_sources import FetchedPlan, ask_alert, ask_plan, is_asked
from cafe.core.catalogue.availability.disruptions import save_plan, tell_news
from cafe.core.catalogue.disruptions import store
from cafe.core.catalogue.disruptions.facts import SourceBack, SourceSilent
from cafe.core.catalogue.disruptions.model import NOTHING, Disruption, DisruptionKind, EndedBy, Origin
from cafe.core.catalogue.disruptions.sources import SourceError, Sources, SourceState, Trouble, hear
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.meta import bump_catalogue_version

ASK_EVERY = {DisruptionKind.AIR_ALERT: 30, DisruptionKind.POWER_CUT: 15 * 60}
"""Seconds; alerts.in.ua allows thirty calls in ten minutes."""
SILENT_AFTER = {DisruptionKind.AIR_ALERT: 3 * 60, DisruptionKind.POWER_CUT: 60 * 60}
"""Seconds without a word that can be believed, after which the staff are told."""
LONGEST_SILENCE = 4 * 3600
"""Seconds after which an alert of a silent source counts as over: most last an hour or two."""


class DisruptionWatch:
    def __init__(
        self, database: Database, cache: SnapshotCache, clock: Clock, record: Recorder, sources: Sources
    ) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._record = record
        self._sources = sources
        self._last: dict[DisruptionKind, tuple[str, int]] = {}
        """What was asked last, and when, in Unix seconds."""

    async def work(self) -> bool:
        """Ask what is due; always False, as nothing is left to do at once."""
        settings = self._cache.current.settings
        for kind in DisruptionKind:
            asked = is_asked(settings, kind) if settings.effects[kind] != NOTHING else None
            if asked is None:
                await self._stop_asking(kind)
            elif self._is_due(kind, asked):
                self._last[kind] = asked, unix_now(self._clock)
                await self._ask(kind, asked)
        return False

    def _is_due(self, kind: DisruptionKind, asked: str) -> bool:
        last, at = self._last.get(kind, ("", 0))
        return last != asked or not 0 <= unix_now(self._clock) - at < ASK_EVERY[kind]  # or the clock was set back

    async def _stop_asking(self, kind: DisruptionKind) -> None:
        """End the alert of a source that the owner asks no more."""
        self._last.pop(kind, None)
        now = unix_now(self._clock)
        if any(each.kind is kind and _is_of_source(each, now) for each in self._cache.current.disruptions):
            await self._database.write(_end_of_source, self._record, kind, None, now)
            await self._cache.refresh()

    async def _ask(self, kind: DisruptionKind, asked: str) -> None:
        settings, clock = self._cache.current.settings, self._clock
        try:
            if kind is DisruptionKind.AIR_ALERT:
                is_alert = await ask_alert(self._sources, settings, clock)
                changed = await self._database.write(_take_alert, self._record, asked, is_alert, unix_now(clock))
            else:
                fetched = await ask_plan(self._sources, settings, clock)
                changed = await self._database.write(_take_plan, self._record, asked, fetched, unix_now(clock))
        except SourceError as error:
            changed = await self._database.write(
                _take_trouble, self._record, kind, asked, error.trouble, unix_now(clock)
            )
        if changed:
            await self._cache.refresh()


def _take_alert(conn: Connection, record: Recorder, asked: str, is_alert: bool, now: int) -> bool:  # noqa: FBT001 - the answer
    """Take an answer about alerts; whether something changed."""
    kind = DisruptionKind.AIR_ALERT
    on = _find_of_source(conn, kind, now)  # first: who ends it by hand meanwhile has overruled the source by then
    state = store.get_source(conn, kind, asked, now)
    turn = hear(state, now, is_alert=is_alert, is_on=on is not None)
    if turn.begins or turn.ends:
        bump_catalogue_version(conn)
    store.set_source(conn, kind, turn.state)
    if state.is_overruled and not turn.state.is_overruled:
        store.set_overruled(conn, kind, is_overruled=False)
    _tell_back(conn, record, kind, state, now)
    if turn.begins:
        store.add_disruption(conn, kind, Origin.SOURCE, now, None)
    if turn.ends and on is not None:
        store.end_disruption(conn, on.id, now, None)
    if turn.begins or turn.ends:
        tell_news(conn, record, now)
    return turn.begins or turn.ends


def _take_plan(conn: Connection, record: Recorder, asked: str, fetched: FetchedPlan, now: int) -> bool:
    """Take a plan, unless it is the one of the last time; whether something changed."""
    kind = DisruptionKind.POWER_CUT
    state = store.get_source(conn, kind, asked, now)
    is_new = fetched.digest != state.digest
    if is_new:
        save_plan(conn, record, fetched.plan, None, now)
    store.set_source(conn, kind, replace(state.heard(now), digest=fetched.digest))
    _tell_back(conn, record, kind, state, now)
    return is_new


def _take_trouble(
    conn: Connection, record: Recorder, kind: DisruptionKind, asked: str, trouble: Trouble, now: int
) -> bool:
    """Take an answer that says nothing; whether an alert ended, as it was the last of too many."""
    state = replace(store.get_source(conn, kind, asked, now), trouble=trouble)
    silence = now - state.last_word
    ends = silence >= LONGEST_SILENCE and _find_of_source(conn, kind, now) is not None
    if ends:
        _end_of_source(conn, record, kind, EndedBy.SILENCE, now)
    if state.told_at is None and silence >= SILENT_AFTER[kind]:
        state = replace(state, told_at=now)
        is_on = any(each.kind is kind and each.is_at(now) for each in store.list_disruptions(conn))
        record(conn, SourceSilent(at=now, kind=kind, trouble=trouble, silent_since=state.last_word, is_in_force=is_on))
    store.set_source(conn, kind, state)
    return ends


def _end_of_source(conn: Connection, record: Recorder, kind: DisruptionKind, by: EndedBy | None, now: int) -> None:
    bump_catalogue_version(conn)
    on = _find_of_source(conn, kind, now)
    if on is not None:
        store.end_disruption(conn, on.id, now, by)
        tell_news(conn, record, now)


def _tell_back(conn: Connection, record: Recorder, kind: DisruptionKind, before: SourceState, now: int) -> None:
    if before.told_at is not None:
        record(conn, SourceBack(at=now, kind=kind))


def _is_of_source(disruption: Disruption, now: int) -> bool:
    return disruption.origin is Origin.SOURCE and disruption.is_at(now)


def _find_of_source(conn: Connection, kind: DisruptionKind, now: int) -> Disruption | None:
    found = (each for each in store.list_disruptions(conn) if each.kind is kind and _is_of_source(each, now))
    return next(found, None)

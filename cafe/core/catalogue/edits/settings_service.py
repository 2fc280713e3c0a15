"""Reading the public settings and changing settings."""

from collections.abc import Mapping
from dataclasses import dataclass

from cafe.core.catalogue.changes.actor import COMMAND
from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.difference import read_catalogue_now, record_difference
from cafe.core.catalogue.edits.items import SETTINGS
from cafe.core.catalogue.hours.model import HoursNow, hours_now
from cafe.core.catalogue.modes.model import Mode
from cafe.core.catalogue.settings.busy import Busy
from cafe.core.catalogue.settings.disruptions import ToldDisruption, told_disruptions
from cafe.core.catalogue.settings.model import Settings, read_setting_text
from cafe.core.catalogue.settings.pause import ALL_ORDERS, PauseEnd
from cafe.core.catalogue.settings.store import set_settings
from cafe.core.catalogue.settings.theme import Theme, derive_theme
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.zones.model import Zone
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.lengths import find_too_long
from cafe.core.kernel.meta import bump_catalogue_version
from cafe.core.ordering.orders.model import OrderType


@dataclass(frozen=True, slots=True)
class PublicSettings:
    """The settings with values derived from them and the current time (specification, PublicSettings)."""

    settings: Settings
    is_open: bool
    force_closed: bool
    takes_orders: bool
    """Whether orders are accepted now, whatever the hours and `force_closed` say."""
    pause: PauseEnd | None
    """Set if only a pause of all orders closes the cafe, not its owner."""
    pauses: Mapping[OrderType, int]
    """Order types with a pause of their own, and its end in Unix seconds."""
    busy: Busy | None
    theme: Theme
    has_active_promos: bool
    hours: HoursNow | None
    """None if the two times of the settings say everything."""
    zones: tuple[tuple[Zone, bool], ...]
    """The delivery zones, the preferred first, and whether they are delivered to now."""
    disruptions: tuple[ToldDisruption, ...]
    """The air alert and the power cut that are in force and do something."""
    modes: tuple[Mode, ...]
    """The modes of the menu that are on."""


class SettingsService:
    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock

    @property
    def current(self) -> Settings:
        """The cached settings, at most two seconds old, as far as the modes that are on leave them."""
        return self._cache.current.settings_at(self._clock.now())

    @property
    def state(self) -> object:
        """A different object after each change of settings, catalogue or promo codes."""
        return self._cache.current

    def get_public(self) -> PublicSettings:
        """Return the public settings. While the staff have paused orders, the cafe counts as force-closed."""
        now = self._clock.now()
        at = int(now.timestamp())
        snapshot = self._cache.current
        settings = snapshot.settings_at(now)
        pause = snapshot.pause_of(ALL_ORDERS, now)
        return PublicSettings(
            settings,
            settings.hours.is_open(now),
            settings.force_closed or pause is not None,
            pause is None and settings.takes_orders(now),
            None if settings.force_closed else pause,
            {each: until for each in OrderType if (until := snapshot.own_pause_until(each, at)) > at},
            snapshot.busy.at(now),
            derive_theme(settings.accent),
            any(promo.is_on_offer(at) for promo in snapshot.promos),
            hours_now(settings.hours, now) if settings.calendar.is_used else None,
            snapshot.zones_at(now),
            tuple(told_disruptions(settings, snapshot.disruptions_at(now), now)),
            snapshot.modes_at(now),
        )

    async def change(self, texts: dict[str, str]) -> None:
        """Change settings given as text, all or none.

        Raises:
            CatalogueError: no such setting, or an invalid value.
        """
        values = {key: read_setting_text(key, text) for key, text in texts.items()}
        await self._database.write(_change_settings, values, unix_now(self._clock))
        await self._cache.refresh()


def _change_settings(conn: Connection, values: dict[str, object], now: int) -> None:
    bump_catalogue_version(conn)
    before = read_catalogue_now(conn, [SETTINGS])
    for key, most in find_too_long(SETTINGS, values, before[SETTINGS, ""]):
        raise CatalogueError(f"{key}: at most {most} characters", key, table=SETTINGS)
    set_settings(conn, values)
    record_difference(conn, COMMAND, before, read_catalogue_now(conn, [SETTINGS]), now)

"""The settings that the cafe publishes, and how they are changed."""

from dataclasses import dataclass

from cafe.core.ports import Clock, Connection, Database
from cafe.core.settings import Settings, read_setting_text
from cafe.core.snapshot import SnapshotCache
from cafe.core.store.settings import bump_catalogue_version, set_setting
from cafe.core.theme import Theme, derive_theme


@dataclass(frozen=True, slots=True)
class PublicSettings:
    """The settings with what follows from them at one moment (specification, PublicSettings)."""

    settings: Settings
    is_open: bool
    force_closed: bool
    theme: Theme
    has_active_promos: bool


class SettingsService:
    """The cafe's settings."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock

    @property
    def current(self) -> Settings:
        """The settings as this process last read them, at most two seconds old."""
        return self._cache.current.settings

    @property
    def state(self) -> object:
        """Another object after each change of settings, catalogue or promo codes."""
        return self._cache.current

    def get_public(self) -> PublicSettings:
        """What everybody may know. While the staff have paused orders the cafe counts as force-closed."""
        now = self._clock.now()
        snapshot = self._cache.current
        return PublicSettings(
            snapshot.settings,
            snapshot.settings.hours.is_open(now),
            snapshot.settings.force_closed or snapshot.paused_until > now.timestamp(),
            derive_theme(snapshot.settings.accent),
            any(promo.is_on_offer(int(now.timestamp())) for promo in snapshot.promos),
        )

    async def change(self, texts: dict[str, str]) -> None:
        """Change settings from `KEY=VALUE` words, all or none.

        Raises:
            CatalogueError: no such setting, or a value of the wrong shape.
        """
        await self._database.write(_change_settings, {key: read_setting_text(key, text) for key, text in texts.items()})
        await self._cache.refresh()


def _change_settings(conn: Connection, values: dict[str, object]) -> None:
    for key, value in values.items():
        set_setting(conn, key, value)
    bump_catalogue_version(conn)

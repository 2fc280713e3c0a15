"""An in-memory cache of catalogue, settings and promo codes, which are read by every request and change rarely."""

from collections.abc import Collection
from dataclasses import dataclass

from cafe.core.catalogue.menu.model import Menu
from cafe.core.catalogue.snapshot.model import FOREVER, Snapshot, read_snapshot
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import ProductId
from cafe.core.kernel.meta import get_catalogue_version


class SnapshotCache:
    """Holds the current snapshot. Only responses that may be slightly stale use it; orders read the database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._current: Snapshot
        self._version = -1
        """The current snapshot's; -1 before there is one."""
        self._menu: Menu

    @property
    def current(self) -> Snapshot:
        """The latest snapshot read by this process."""
        return self._current

    @property
    def menu(self) -> Menu:
        """The current menu; the same object until something changes."""
        menu = self._menu
        if menu.valid_until < FOREVER:  # something is on the stop-list or has serving hours, so the time matters
            now = int(self._clock.now().timestamp())
            if not menu.valid_from <= now < menu.valid_until:
                menu = self._menu = self._current.menu_at(now)
        return menu

    @property
    def counter_menu(self) -> Menu:
        """The staff's menu at the counter, ignoring serving hours."""
        return self._current.menu_at(int(self._clock.now().timestamp()), is_at_counter=True)

    @property
    def whole_menu(self) -> Menu:
        """Everything on the menu, available or not."""
        return self._current.whole_menu(int(self._clock.now().timestamp()))

    async def refresh(self) -> None:
        """Reload the snapshot; a read that started earlier never replaces a newer one."""
        found = await self._database.read_long(read_snapshot)
        if found.version < self._version:
            return
        self._current, self._version = found, found.version
        self._menu = self._current.menu_at(int(self._clock.now().timestamp()))

    async def refresh_if_changed(self) -> None:
        """Reload the snapshot if any process has changed the data."""
        if await self._database.read(get_catalogue_version) != self._current.version:
            await self.refresh()

    @property
    def offer(self) -> "Offer":
        """What can be ordered now."""
        return Offer(unix_now(self._clock), self)

    def snapshot_in(
        self, conn: Connection, only: Collection[ProductId] | None = None, version: int | None = None
    ) -> Snapshot:
        """Return the snapshot as seen by this transaction: the cached one if its version matches.

        Reading all of a large menu would block others, so until the cache is refreshed, only the products in `only` are
        read. `version` is the catalogue version, if the transaction has read it already.
        """
        if version is None:
            version = get_catalogue_version(conn)
        return self._current if version == self._current.version else read_snapshot(conn, only)


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be ordered at a moment, as a transaction sees it. `now` in Unix seconds."""

    now: int
    cache: SnapshotCache

    @property
    def withheld(self) -> Collection[ProductId]:
        """The products that the modes of the menu withhold, by the cached snapshot."""
        return self.cache.current.withheld_at(self.now)

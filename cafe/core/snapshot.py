"""What every request reads and few change: catalogue, settings and promo codes, held in memory and kept fresh."""

from dataclasses import dataclass

from cafe.core.ports import Clock, Connection, Database
from cafe.core.promo import PromoCode
from cafe.core.settings import Settings
from cafe.core.store.menu import Category, Product, list_categories, list_products
from cafe.core.store.promo import list_promos
from cafe.core.store.settings import get_catalogue_version, get_paused_until, get_settings

FOREVER = 2**62
"""Later than any time; Unix seconds."""


@dataclass(frozen=True, slots=True)
class Menu:
    """What can be ordered between `valid_from` and `valid_until` (Unix seconds)."""

    categories: tuple[Category, ...]
    products: tuple[Product, ...]
    valid_from: int
    valid_until: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One state of the shared data; `paused_until` in Unix seconds, 0 when orders are not paused."""

    version: int
    settings: Settings
    paused_until: int
    categories: tuple[Category, ...]
    products: tuple[Product, ...]
    promos: tuple[PromoCode, ...]

    def menu_at(self, now: int) -> Menu:
        """What is active and not on the stop-list."""
        active = {category.id for category in self.categories if category.is_active}
        offered = [product for product in self.products if product.is_active and product.category_id in active]
        return Menu(
            tuple(category for category in self.categories if category.is_active),
            tuple(product for product in offered if product.stopped_until <= now),
            now,
            min((product.stopped_until for product in offered if product.stopped_until > now), default=FOREVER),
        )


def read_snapshot(conn: Connection) -> Snapshot:
    """Read the present state."""
    return Snapshot(
        get_catalogue_version(conn),
        get_settings(conn),
        get_paused_until(conn),
        tuple(list_categories(conn)),
        tuple(list_products(conn)),
        tuple(list_promos(conn)),
    )


class SnapshotCache:
    """The present snapshot. Only answers that may be a moment old rest on it; orders read the database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._current: Snapshot
        self._menu: Menu

    @property
    def current(self) -> Snapshot:
        """The newest snapshot that this process has read."""
        return self._current

    @property
    def menu(self) -> Menu:
        """The menu of this moment; the same object as long as nothing changes."""
        menu = self._menu
        if menu.valid_until < FOREVER:  # something is on the stop-list, so the time matters
            now = int(self._clock.now().timestamp())
            if not menu.valid_from <= now < menu.valid_until:
                menu = self._menu = self._current.menu_at(now)
        return menu

    async def refresh(self) -> None:
        """Read the state anew, after a change."""
        self._current = await self._database.read(read_snapshot)
        self._menu = self._current.menu_at(int(self._clock.now().timestamp()))

    async def refresh_if_changed(self) -> None:
        """Read the state anew when anybody has changed it."""
        if await self._database.read(get_catalogue_version) != self._current.version:
            await self.refresh()

    def snapshot_in(self, conn: Connection) -> Snapshot:
        """The state as this transaction sees it: the one in memory when it is that very one."""
        return self._current if get_catalogue_version(conn) == self._current.version else read_snapshot(conn)

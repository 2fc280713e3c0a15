"""The stop-list: what the kitchen cannot make for now."""

from dataclasses import dataclass

from cafe.core import store
from cafe.core.errors import ProductNotFoundError
from cafe.core.ports import Clock, Connection, Database
from cafe.core.snapshot import FOREVER, SnapshotCache
from cafe.core.store.menu import Category, Product
from cafe.core.values import CategoryId, ProductId


@dataclass(frozen=True, slots=True)
class StopListPage:
    """The active products of a category at one moment (Unix seconds), stopped ones too."""

    category: Category
    products: tuple[Product, ...]
    now: int

    def is_stopped(self, product: Product) -> bool:
        """Whether it cannot be ordered now."""
        return product.stopped_until > self.now

    @property
    def stopped(self) -> int:
        """How many cannot be ordered."""
        return sum(map(self.is_stopped, self.products))


class StopListService:
    """Switches products off and on."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock

    async def list_pages(self) -> list[StopListPage]:
        """Every active category with its products, in the menu's order."""
        return await self._database.read(_list_pages, self._now())

    async def get_page(self, category_id: int) -> StopListPage | None:
        """One category; None when there is none such or it is hidden."""
        return next((page for page in await self.list_pages() if page.category.id == category_id), None)

    async def stop(self, product_id: int, *, until_opening: bool = False) -> Product:
        """Switch a product off until somebody switches it on, or only until the cafe opens the next time.

        Raises:
            ProductNotFoundError: no such product.
        """
        now = self._clock.now()
        opening = int(self._cache.current.settings.hours.next_opening(now).timestamp())
        return await self._set(product_id, opening if until_opening else FOREVER)

    async def offer(self, product_id: int) -> Product:
        """Switch a product on.

        Raises:
            ProductNotFoundError: no such product.
        """
        return await self._set(product_id, 0)

    async def _set(self, product_id: int, until: int) -> Product:
        product = await self._database.write(_set_stopped, product_id, until)
        await self._cache.refresh()
        return product

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def _list_pages(conn: Connection, now: int) -> list[StopListPage]:
    by_category: dict[CategoryId, list[Product]] = {}
    for product in store.menu.list_products(conn):
        if product.is_active:
            by_category.setdefault(product.category_id, []).append(product)
    return [
        StopListPage(category, tuple(by_category.get(category.id, ())), now)
        for category in store.menu.list_categories(conn)
        if category.is_active and category.id in by_category
    ]


def _set_stopped(conn: Connection, product_id: int, until: int) -> Product:
    if not store.menu.set_stopped(conn, ProductId(product_id), until):
        raise ProductNotFoundError
    store.settings.bump_catalogue_version(conn)
    return next(product for product in store.menu.list_products(conn) if product.id == product_id)

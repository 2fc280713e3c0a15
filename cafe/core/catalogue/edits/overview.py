"""The whole menu at a glance, as the desk lists it: hidden and stopped dishes, too."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from cafe.core.catalogue.menu.model import Category, Product
from cafe.core.catalogue.menu.rules import Missing, list_missing
from cafe.core.catalogue.menu.store import list_categories, list_products
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database


@dataclass(frozen=True, slots=True)
class Dish:
    """A product with its category's slug, and the texts that guests would miss."""

    product: Product
    category: str
    missing: tuple[Missing, ...]


@dataclass(frozen=True, slots=True)
class MenuOverview:
    """Everything in menu order, as of `now`; `opens_at` is the next opening, if any."""

    categories: tuple[Category, ...]
    dishes: tuple[Dish, ...]
    now: datetime
    opens_at: datetime | None


class OverviewService:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def read(self) -> MenuOverview:
        return await self._database.read_long(_read, self._clock.now())


def _read(conn: Connection, now: datetime) -> MenuOverview:
    categories = tuple(list_categories(conn))
    dishes = tuple(list_dishes(categories, list_products(conn)))
    return MenuOverview(categories, dishes, now, get_settings(conn).hours.next_opening(now))


def list_dishes(categories: Iterable[Category], products: Iterable[Product]) -> Iterable[Dish]:
    """List products by their categories, in menu order."""
    by_category: dict[int, list[Product]] = {}
    for product in products:
        by_category.setdefault(product.category_id, []).append(product)
    for category in categories:
        for product in by_category.get(category.id, ()):
            yield Dish(product, category.slug, list_missing(product))

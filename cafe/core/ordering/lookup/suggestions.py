"""Suggestions from earlier orders: popular and usual products."""

from collections.abc import Collection, Sequence
from datetime import timedelta

from cafe.core.catalogue.menu.model import Menu
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Database
from cafe.core.kernel.ids import CustomerId, ProductId
from cafe.core.kernel.shared_calls import SharedCalls
from cafe.core.ordering.lookup.suggestions_store import Demand, Suggestions, list_usual, read_demand

LEAST_ORDERS = 20
"""With fewer, popularity would be chance."""
LEAST_OF_ONE = 3
"""The least number of orders with a popular dish."""
LEAST_DISHES = 3
MOST_DISHES = 8


def choose_popular(demand: Demand, offered: Collection[ProductId]) -> list[ProductId]:
    """Return the most ordered of the offered products; empty if there is too little data."""
    if demand.orders < LEAST_ORDERS:
        return []
    wanted = [id_ for id_, orders in demand.by_product if orders >= LEAST_OF_ONE and id_ in offered]
    return wanted[:MOST_DISHES] if len(wanted) >= LEAST_DISHES else []


def choose_again(usual: Sequence[ProductId], offered: Collection[ProductId]) -> list[ProductId]:
    """Return a customer's most ordered products, if they are offered."""
    return [id_ for id_ in usual if id_ in offered][:MOST_DISHES]


POPULAR_FOR = int(timedelta(days=30).total_seconds())
USUAL_FOR = int(timedelta(days=365).total_seconds())
CACHE_SECONDS = 300
"""Seconds for which a process caches the demand."""


class SuggestionService:
    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._demand: Demand | None = None
        self._read_at = 0
        self._reading: SharedCalls[None, Demand] = SharedCalls()
        self._menu: Menu | None = None
        self._offered: frozenset[ProductId] = frozenset()
        """Of that menu."""

    async def get(self, customer_id: CustomerId | None) -> Suggestions:
        """Return suggestions from the current menu; `customer_id` is None for a stranger. Writes nothing."""
        now = unix_now(self._clock)
        demand = self._demand
        if demand is None or not self._read_at <= now < self._read_at + CACHE_SECONDS:
            demand = await self._reading.share(None, self._read_demand)
        usual = [] if customer_id is None else await self._database.read(list_usual, customer_id, now - USUAL_FOR)
        offered = self._offered_of(self._cache.menu)
        return Suggestions(choose_again(usual, offered), choose_popular(demand, offered))

    def _offered_of(self, menu: Menu) -> frozenset[ProductId]:
        if menu is not self._menu:
            categories = {category.id for category in menu.categories}
            self._offered = frozenset(each.id for each in menu.products if each.category_id in categories)
            self._menu = menu
        return self._offered

    async def _read_demand(self) -> Demand:
        now = unix_now(self._clock)
        self._demand = await self._database.read_long(read_demand, now - POPULAR_FOR)
        self._read_at = now
        return self._demand

"""Suggestions for a customer, cheap enough for every visit."""

from datetime import timedelta

from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.suggestions.model import Demand, Suggestions
from cafe.core.catalogue.suggestions.rules import choose_again, choose_popular
from cafe.core.catalogue.suggestions.store import list_usual, read_demand
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Database
from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.shared_calls import SharedCalls

POPULAR_FOR = int(timedelta(days=30).total_seconds())
USUAL_FOR = int(timedelta(days=365).total_seconds())
KEPT_FOR = 300
"""Seconds for which a process keeps what all customers order."""


class SuggestionService:
    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._demand: Demand | None = None
        self._read_at = 0
        self._reading: SharedCalls[None, Demand] = SharedCalls()

    async def get(self, customer_id: CustomerId | None) -> Suggestions:
        """Return suggestions out of the present menu; `customer_id` is None for a stranger. Writes nothing."""
        now = unix_now(self._clock)
        demand = self._demand
        if demand is None or not self._read_at <= now < self._read_at + KEPT_FOR:
            demand = await self._reading.share(None, self._read_demand)
        usual = [] if customer_id is None else await self._database.read(list_usual, customer_id, now - USUAL_FOR)
        menu = self._cache.menu
        categories = {category.id for category in menu.categories}
        offered = {product.id for product in menu.products if product.category_id in categories}
        return Suggestions(choose_again(usual, offered), choose_popular(demand, offered))

    async def _read_demand(self) -> Demand:
        now = unix_now(self._clock)
        self._demand = await self._database.read(read_demand, now - POPULAR_FOR)
        self._read_at = now
        return self._demand

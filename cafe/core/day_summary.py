"""What a day brought: orders, revenue, best sellers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from cafe.core import store
from cafe.core.ports import Clock, Connection, Database
from cafe.core.settings import Settings
from cafe.core.values import OrderType

BEST_SELLERS = 5


@dataclass(frozen=True, slots=True)
class BestSeller:
    """A dish and how many pieces of it were sold."""

    name: str
    quantity: int


@dataclass(frozen=True, slots=True)
class DaySummary:
    """A day's orders without the cancelled ones; money in whole UAH."""

    since: datetime
    orders: int
    cancelled: int
    revenue: int
    by_type: Mapping[OrderType, tuple[int, int]]
    """Orders and revenue."""
    cash: int
    card_paid: int
    card_unpaid: int
    best_sellers: tuple[BestSeller, ...]

    @property
    def average(self) -> int:
        """Of an order, rounded halves up; 0 without orders."""
        return (2 * self.revenue + self.orders) // (2 * self.orders) if self.orders else 0


class DaySummaryService:
    """Sums up the day so far."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def today(self) -> DaySummary:
        """The cafe's present day; one that closes after midnight counts the night to the day before."""
        return await self._database.read(_summary, self._clock.now())


def day_start(moment: datetime, settings: Settings) -> datetime:
    """When the cafe's day began that `moment` belongs to, aware, in the cafe's timezone."""
    hours = settings.hours
    ends = hours.closes if hours.closes < hours.opens else time(0)
    local = moment.astimezone(hours.zone)
    day = local.date() if local.time() >= ends else local.date() - timedelta(days=1)
    return datetime.combine(day, ends, hours.zone)


def _summary(conn: Connection, moment: datetime) -> DaySummary:
    since = day_start(moment, store.settings.get_settings(conn))
    totals = store.sums.sum_orders_since(conn, int(since.timestamp()))
    kept = [row for row in totals if not row.is_cancelled]
    by_type: dict[OrderType, tuple[int, int]] = {}
    for row in kept:
        count, revenue = by_type.get(row.order_type, (0, 0))
        by_type[row.order_type] = count + row.orders, revenue + row.revenue
    sold = store.sums.count_sold_since(conn, int(since.timestamp()), BEST_SELLERS)
    return DaySummary(
        since,
        sum(row.orders for row in kept),
        sum(row.orders for row in totals if row.is_cancelled),
        sum(row.revenue for row in kept),
        by_type,
        sum(row.revenue for row in kept if row.payment_method != "card"),
        sum(row.revenue for row in kept if row.payment_method == "card" and row.payment_status == "paid"),
        sum(row.revenue for row in kept if row.payment_method == "card" and row.payment_status != "paid"),
        tuple(BestSeller(name, quantity) for name, quantity in sold),
    )

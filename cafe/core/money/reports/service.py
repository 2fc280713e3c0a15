"""The summary of a day: orders, money taken and expected, hours, best sellers."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta

from cafe.core.catalogue.settings.days import day_of, day_start, hour_of
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.money.reports import store
from cafe.core.money.reports.deliveries import by_courier, by_zone
from cafe.core.money.reports.model import BestSeller, DaySummary, HourSum
from cafe.core.money.reports.money import is_cancelled, money_of
from cafe.core.money.reports.store import OrderSum, SpanSum
from cafe.core.ordering.orders.model import OrderType

BEST_SELLERS = 5


class DaySummaryService:
    """Summarises days; one that ends after midnight includes that night."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def today(self) -> date:
        """Return the cafe's current day, which may differ from the calendar's."""
        return await self._database.read(_today, self._clock.now())

    async def current(self) -> DaySummary:
        """Summarise the current day, or the one before while there are no orders and the cafe has not opened."""
        return await self._database.read_long(_current, self._clock.now())

    async def of(self, day: date) -> DaySummary:
        """Summarise any day."""
        return await self._database.read_long(_summary_of, day)


def _today(conn: Connection, moment: datetime) -> date:
    return day_of(moment, get_settings(conn))


def _current(conn: Connection, moment: datetime) -> DaySummary:
    settings = get_settings(conn)
    hours, day = settings.hours, day_of(moment, settings)
    summary = _summary(conn, day, settings)
    opening = hours.first_opening(day)
    is_before_opening = not hours.is_open(moment) and (opening is None or moment < opening)
    if is_before_opening and not summary.orders and not summary.cancelled:
        return _summary(conn, day - timedelta(days=1), settings)
    return summary


def _summary_of(conn: Connection, day: date) -> DaySummary:
    return _summary(conn, day, get_settings(conn))


def _summary(conn: Connection, day: date, settings: Settings) -> DaySummary:
    since = int(day_start(day, settings).timestamp())
    until = int(day_start(day + timedelta(days=1), settings).timestamp())
    sums = store.sum_orders(conn, since, until)
    kept = [row for row in sums if not is_cancelled(row)]
    sold = store.count_sold(conn, since, until, BEST_SELLERS)
    deliveries = store.sum_deliveries(conn, since, until, settings.way_minutes(OrderType.DELIVERY))
    return DaySummary(
        day=day,
        orders=sum(row.orders for row in kept),
        cancelled=sum(row.orders for row in sums if is_cancelled(row)),
        revenue=sum(row.revenue for row in kept),
        by_type=_by_type(kept),
        by_hour=_by_hour(store.sum_spans(conn, since, until, store.QUARTER), settings),
        money=money_of(
            sums,
            store.sum_to_return(conn, since, until),
            store.sum_returned(conn, since, until),
            store.sum_paid(conn, since, until),
            store.sum_to_return(conn, 0, since),
        ),
        best_sellers=tuple(BestSeller(name, pieces) for name, pieces in sold),
        by_zone=by_zone(deliveries),
        by_courier=by_courier(deliveries, store.sum_hand_ins(conn, since, until)),
    )


def _by_type(kept: list[OrderSum]) -> Mapping[OrderType, tuple[int, int]]:
    rows = {kind: [row for row in kept if row.order_type is kind] for kind in OrderType}
    return {kind: (sum(row.orders for row in of), sum(row.revenue for row in of)) for kind, of in rows.items() if of}


def _by_hour(quarters: Iterable[SpanSum], settings: Settings) -> tuple[HourSum, ...]:
    found: dict[datetime, HourSum] = {}
    for quarter in quarters:
        begins = hour_of(quarter.begins, settings)
        before = found.get(begins, HourSum(begins.hour, 0, 0))
        found[begins] = HourSum(begins.hour, before.orders + quarter.orders, before.revenue + quarter.revenue)
    return tuple(found[begins] for begins in sorted(found))

"""The report of any period: orders, payments, products and ingredients."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from datetime import date, datetime, timedelta
from itertools import pairwise
from math import gcd
from typing import TypeVar

import orjson

from cafe.core.catalogue.settings.days import day_of, day_start, hour_of
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.catalogue.stock.moves_store import list_written_off
from cafe.core.catalogue.stock.store import list_ingredients
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database, Row
from cafe.core.kernel.locale import OwnText
from cafe.core.money.reports import store
from cafe.core.money.reports.banks import sum_banks
from cafe.core.money.reports.deliveries import by_courier, by_zone
from cafe.core.money.reports.model import OptionSold, Place, PromoSum, ReceiptLine, Report, Share, Sold, Used
from cafe.core.money.reports.money import is_cancelled, money_of, place_of
from cafe.core.money.reports.periods import Period
from cafe.core.money.reports.receipts import (
    list_receipts,
    list_shifts,
    sum_receipts,
    sum_reported_taxes,
    sum_taxes,
)
from cafe.core.money.reports.store import OrderSum, SpanSum
from cafe.core.money.reports.written_off import sum_written_off
from cafe.core.ordering.orders.lines_store import read_choice_text
from cafe.core.ordering.orders.model import OrderType
from cafe.core.ordering.ratings.store import list_ratings

K = TypeVar("K", bound=Hashable)

HOURS = 24


class ReportService:
    """Reports on the cafe's days, by its current hours and timezone."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def today(self) -> date:
        """Return the cafe's current day, which may differ from the calendar's."""
        return await self._database.read(_today, self._clock.now())

    async def of(self, period: Period) -> Report:
        return (await self._database.read_long(_reports, (period,)))[0]

    async def compare(self, period: Period) -> tuple[Report, Report | None]:
        """Report on a period and the one before it, both from one snapshot."""
        before = period.before()
        if before is None:
            return await self.of(period), None
        report, earlier = await self._database.read_long(_reports, (period, before))
        return report, earlier

    async def receipts(self, period: Period) -> list[ReceiptLine]:
        """List the fiscal receipts of a period."""
        return await self._database.read_long(_receipts, period)


def _today(conn: Connection, moment: datetime) -> date:
    return day_of(moment, get_settings(conn))


def _reports(conn: Connection, periods: Iterable[Period]) -> list[Report]:
    settings = get_settings(conn)
    return [_report(conn, period, settings) for period in periods]


def _receipts(conn: Connection, period: Period) -> list[ReceiptLine]:
    settings = get_settings(conn)
    since, until = (
        int(day_start(day, settings).timestamp()) for day in (period.first, period.last + timedelta(days=1))
    )
    return list_receipts(conn, since, until)


def _report(conn: Connection, period: Period, settings: Settings) -> Report:
    starts = [day_start(day, settings) for day in (*period.days, period.last + timedelta(days=1))]
    turns = [int(start.timestamp()) for start in starts]
    since, until = turns[0], turns[-1]
    # Each span lies within one day and one hour of the wall clock, whenever the days begin.
    seconds = gcd(store.QUARTER, *turns)
    spans = store.sum_spans(conn, since, until, seconds)
    sums = store.sum_orders(conn, since, until)
    kept = [row for row in sums if not is_cancelled(row)]
    parts = store.sum_parts(conn, since, until)
    dishes = store.sum_dishes(conn, since, until)
    by_day = _by_day(spans, period, turns)
    deliveries = store.sum_deliveries(conn, since, until, settings.way_minutes(OrderType.DELIVERY))
    return Report(
        period=period,
        total=_share(kept),
        cancelled=_share(row for row in sums if is_cancelled(row)),
        goods=parts.goods,
        delivery=parts.delivery,
        discounts=parts.discounts,
        promo_discounts=parts.promo_discounts,
        money=money_of(
            sums,
            store.sum_to_return(conn, since, until),
            store.sum_returned(conn, since, until),
            store.sum_paid(conn, since, until),
            store.sum_to_return(conn, 0, since),
        ),
        by_payment=_shared(kept, Place, place_of),
        by_type=_shared(kept, OrderType, lambda row: row.order_type),
        by_day=by_day,
        by_weekday=_by_weekday(by_day),
        by_hour=_by_hour(spans, starts, settings),
        products=_products(dishes),
        options=_options(dishes, store.list_option_groups(conn)),
        promos=tuple(
            PromoSum(row["code"], int(row["orders"]), int(row["discount"]), int(row["revenue"]))
            for row in store.sum_promos(conn, since, until)
        ),
        stock=_stock(conn, since, until),
        written_off=sum_written_off(list_written_off(conn, since, until)),
        by_zone=by_zone(deliveries),
        by_courier=by_courier(deliveries, store.sum_hand_ins(conn, since, until)),
        receipts=sum_receipts(conn, since, until),
        shifts=list_shifts(conn, since, until),
        taxes=sum_taxes(conn, since, until),
        reported_taxes=sum_reported_taxes(conn, since, until),
        banks=sum_banks(conn, since, until),
        ratings=tuple(list_ratings(conn, since, until)),
    )


def _share(rows: Iterable[OrderSum | SpanSum]) -> Share:
    return sum((Share(row.orders, row.revenue) for row in rows), Share())


def _shared(rows: list[OrderSum], keys: Iterable[K], key_of: Callable[[OrderSum], K]) -> Mapping[K, Share]:
    return {key: _share(row for row in rows if key_of(row) == key) for key in keys}


def _by_day(spans: list[SpanSum], period: Period, turns: list[int]) -> Mapping[date, Share]:
    ordered, at = sorted(spans, key=lambda span: span.begins), 0
    found: dict[date, Share] = {}
    for day, (_, ends) in zip(period.days, pairwise(turns), strict=True):
        first = at
        while at < len(ordered) and ordered[at].begins < ends:
            at += 1
        found[day] = _share(ordered[first:at])
    return found


def _by_weekday(by_day: Mapping[date, Share]) -> Mapping[int, Share]:
    found: defaultdict[int, Share] = defaultdict(Share)
    for day, share in by_day.items():
        found[day.weekday()] += share
    return {weekday: found[weekday] for weekday in sorted(found)}


def _by_hour(spans: list[SpanSum], starts: list[datetime], settings: Settings) -> Mapping[int, Share]:
    found: defaultdict[int, Share] = defaultdict(Share)
    for span in spans:
        found[hour_of(span.begins, settings).hour] += Share(span.orders, span.revenue)
    turns = (start.astimezone(settings.zone) for start in starts)
    first = max(turn.hour + (turn.minute > 0) for turn in turns)
    hours = ((first + at) % HOURS for at in range(HOURS))
    return {hour: found[hour] for hour in hours}


def _products(dishes: Iterable[Row]) -> tuple[Sold, ...]:
    """Sum dishes by their names when ordered; the newest English name is used for all."""
    found: dict[str, Sold] = {}
    for row in dishes:
        name = str(row["name"])
        before = found.get(name, Sold(OwnText(name, ""), 0, 0, 0))
        is_known = before.cost is not None and row["costed"] == row["pieces"]
        found[name] = Sold(
            OwnText(name, row["name_en"] or before.name.en),
            before.pieces + int(row["pieces"]),
            before.revenue + int(row["revenue"]),
            (before.cost or 0) + int(row["cost"]) if is_known else None,
        )
    return tuple(sorted(found.values(), key=lambda sold: (-sold.revenue, -sold.pieces, sold.name.uk)))


def _options(dishes: Iterable[Row], groups: Mapping[int, tuple[str, str]]) -> tuple[OptionSold, ...]:
    """Sum options likewise; a dish's default options are stored only if something else was changed or noted."""
    found: dict[tuple[int, str], OptionSold] = {}
    for row in dishes:
        for option in read_choice_text(row["choice"]).options:
            key, more = (int(option.id), option.name_uk), option.quantity * int(row["pieces"])
            pieces, revenue = (found[key].pieces, found[key].revenue) if key in found else (0, 0)
            found[key] = OptionSold(
                key[0],
                OwnText(*groups.get(key[0], ("", ""))),
                OwnText(option.name_uk, option.name_en),
                pieces + more,
                revenue + more * option.price_delta,
            )
    return tuple(sorted(found.values(), key=lambda each: (-each.pieces, each.name.uk, each.group.uk)))


def _stock(conn: Connection, since: int, until: int) -> tuple[Used, ...]:
    """Sum the ingredients used by orders; cancelled orders have returned theirs."""
    amounts: defaultdict[str, int] = defaultdict(int)
    for text in store.list_stock_taken(conn, since, until):
        for ingredient_id, amount in orjson.loads(text).items():
            amounts[ingredient_id] += amount
    known = {each.id: (each.name, each.unit) for each in list_ingredients(conn)}
    named = [Used(int(each), *known.get(int(each), ("", "")), amount) for each, amount in amounts.items()]
    return tuple(sorted(named, key=lambda used: (not used.name, used.name, used.ingredient_id)))

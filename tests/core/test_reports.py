"""A report says what counting every order by hand says, for any days of any cafe, and what `/today` says of one day."""

import random
from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

import pytest

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.stock.model import StockEntry
from cafe.core.kernel.locale import OwnText
from cafe.core.money.reports.dishes import classify, rank_dishes
from cafe.core.money.reports.model import DaySummary, Place, Report, Share, Sold
from cafe.core.money.reports.periods import Period
from cafe.core.ordering.orders.model import OrderType
from tests.core.sales import Counted, Row, Sales, day_by_walking
from tests.driver import Cafe

K = TypeVar("K", bound=Hashable)

KYIV = ZoneInfo("Europe/Kyiv")
ORDERS = 350


@dataclass(frozen=True, slots=True)
class Season:
    """Weeks of a cafe with these hours; `turn` is when one of its days becomes the next."""

    opens: str
    closes: str
    turn: time
    around: date
    weeks: int = 3
    week: str = ""
    """The owner's `[hours]`, in place of the two fields."""
    turn_after_late: time = time(0)
    """The turn of the days after those in `late` (0 is Monday)."""
    late: tuple[int, ...] = ()

    def turn_of(self, day: date) -> time:
        is_after_late = (day - timedelta(days=1)).weekday() in self.late
        return self.turn_after_late if is_after_late else self.turn


SEASONS = {
    "by day in spring": Season("08:00", "22:00", time(0), date(2026, 3, 29)),
    "by day in autumn": Season("08:00", "22:00", time(0), date(2026, 10, 25)),
    "by night in spring": Season("18:00", "03:30", time(3, 30), date(2026, 3, 29)),
    "by night in autumn": Season("18:00", "03:30", time(3, 30), date(2026, 10, 25)),
    "until an odd minute": Season("17:00", "02:07", time(2, 7), date(2026, 6, 15)),
    "late on weekends": Season(
        "",
        "",
        time(0),
        date(2026, 10, 25),
        week="\n".join(
            ["[hours]", *(f'{day} = ["10:00-21:00"]' for day in ("mon", "tue", "wed", "thu", "sun"))]
            + [f'{day} = ["10:00-15:00", "18:00-03:30"]' for day in ("fri", "sat")]
        ),
        turn_after_late=time(3, 30),
        late=(4, 5),
    ),
    "round the clock": Season("00:00", "00:00", time(0), date(2026, 12, 31)),
}


async def open_season(cafe: Cafe, season: Season, seed: int) -> Sales:
    if season.week:
        await cafe.load(season.week)
    else:
        await cafe.configure(work_hours_from=season.opens, work_hours_to=season.closes)
    await cafe.load(OPTIONS)
    options = {row["slug"]: row["id"] for row in await cafe.rows("SELECT slug, id FROM options")}
    ingredients = [row["id"] for row in await cafe.rows("SELECT id FROM ingredients ORDER BY id")]
    assert ingredients
    gone = max(ingredients) + 1
    sales = Sales.by_chance(seed, [*ingredients, gone], [options["large"], options["oat"], max(options.values()) + 1])
    sales.happen(moments(season, sales.chance))
    await sales.are_stored(cafe)
    return sales


OPTIONS = """
[[option_groups]]
slug = "latte"
name = "Лате"
name_en = "Latte"
min = 0
max = 9
[[option_groups.options]]
slug = "large"
name = "Великий"
name_en = "Large"
[[option_groups.options]]
slug = "oat"
name = "Вівсяне"
name_en = "Oat"
"""


def moments(season: Season, chance: random.Random) -> list[int]:
    """Any times of these weeks, and those around the turn of each day."""
    noon = datetime.combine(season.around, time(12), KYIV).astimezone(UTC)
    span = season.weeks * 7 * 86400 // 2
    found = [int(noon.timestamp()) + chance.randint(-span, span) for _ in range(ORDERS)]
    for days in range(-season.weeks, season.weeks + 1):
        day = season.around + timedelta(days=days)
        turn = datetime.combine(day, season.turn_of(day), KYIV)
        for fold in (0, 1):
            at = int(turn.replace(fold=fold).timestamp())
            found += [at - 3600, at - 1, at, at + 59, at + 3600]
    return found


def counted(sales: Sales, season: Season, period: Period) -> Counted:
    def is_meant(order: Row) -> bool:
        return period.first <= day_by_walking(order["created_at"], season.turn_of, KYIV) <= period.last

    return Counted(sales, is_meant)


def told(shares: Mapping[K, Share]) -> dict[K, tuple[int, int]]:
    return {key: (share.orders, share.revenue) for key, share in shares.items() if share.orders}


def check(report: Report, by_hand: Counted, season: Season) -> None:
    kept, placed = by_hand.kept, by_hand.placed
    assert (report.total.orders, report.total.revenue) == (len(kept), sum(order["total"] for order in kept))
    gone = [order["total"] for order in placed if order["status"] == "cancelled"]
    assert (report.cancelled.orders, report.cancelled.revenue) == (len(gone), sum(gone))
    names = ("items_total", "delivery_fee", "discount_amount", "promo_discount_amount")
    parts = [sum(order[name] for order in kept) for name in names]
    assert [report.goods, report.delivery, report.discounts, report.promo_discounts] == parts
    assert report.goods + report.delivery - report.discounts - report.promo_discounts == report.total.revenue

    def day(order: Row) -> date:
        return day_by_walking(order["created_at"], season.turn_of, KYIV)

    assert list(report.by_day) == report.period.days
    assert told(report.by_day) == by_hand.shares(day)
    assert told(report.by_weekday) == by_hand.shares(lambda order: day(order).weekday())
    hours = by_hand.shares(lambda order: datetime.fromtimestamp(order["created_at"], KYIV).hour)
    assert told(report.by_hour) == hours
    assert sorted(report.by_hour) == list(range(24))
    assert told(report.by_type) == by_hand.shares(lambda order: order["order_type"])
    assert told(report.by_payment) == by_hand.shares(by_hand.place)

    assert {sold.name.uk: (sold.pieces, sold.revenue) for sold in report.products} == by_hand.products()
    assert {sold.name.uk: sold.cost for sold in report.products} == by_hand.costs()
    assert {sold.name.uk: (sold.pieces, sold.revenue) for sold in report.options} == by_hand.options()
    assert {each.code: (each.orders, each.discount, each.revenue) for each in report.promos} == by_hand.promos()
    assert {used.ingredient_id: used.amount for used in report.stock} == by_hand.stock()
    assert {money.currency: money.amount for money in report.money.to_return} == by_hand.to_return()
    assert {money.currency: money.amount for money in report.money.returned} == by_hand.returned()


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("season", SEASONS.values(), ids=SEASONS)
async def test_a_report_is_what_counting_by_hand_gives(cafe: Cafe, season: Season, seed: int) -> None:
    sales = await open_season(cafe, season, seed)
    reports = cafe.app.services.reports
    begins = season.around - timedelta(days=season.weeks * 7 // 2 + 1)
    for _ in range(8):
        first = begins + timedelta(days=sales.chance.randint(0, season.weeks * 7))
        period = Period(first, first + timedelta(days=sales.chance.choice([0, 0, 1, 6, 9, 20])))
        report, before = await reports.compare(period)
        check(report, counted(sales, season, period), season)
        assert before is not None
        assert before.period == period.before()
        check(before, counted(sales, season, before.period), season)
    whole = await reports.of(Period(begins - timedelta(days=7), begins + timedelta(days=40)))
    assert whole.total.orders + whole.cancelled.orders == len(sales.orders), "each order is of some day"
    assert len({used.name for used in whole.stock}) == len(whole.stock), "one ingredient is gone: it has no name"


@pytest.mark.parametrize("season", SEASONS.values(), ids=SEASONS)
async def test_a_day_is_what_today_tells_of_it(cafe: Cafe, season: Season) -> None:
    await open_season(cafe, season, 3)
    services = cafe.app.services
    for days in range(-3, 4):
        day = season.around + timedelta(days=days)
        report, summary = await services.reports.of(Period(day, day)), await services.day_summary.of(day)
        agree(report, summary)


def agree(report: Report, summary: DaySummary) -> None:
    assert (report.total.orders, report.total.revenue) == (summary.orders, summary.revenue)
    assert (report.total.average, report.cancelled.orders) == (summary.average, summary.cancelled)
    assert report.money == summary.money
    kinds = {kind: (share.orders, share.revenue) for kind, share in report.by_type.items() if share.orders}
    assert kinds == dict(summary.by_type)
    hours: Counter[int] = Counter()  # a day of two closing times is longer than the clock has hours
    for hour in summary.by_hour:
        hours[hour.hour] += hour.orders
    assert {hour: share.orders for hour, share in report.by_hour.items() if share.orders} == dict(hours)
    places = report.by_payment
    money = summary.money
    assert places[Place.CASH].revenue == money.cash
    assert places[Place.EXPECTED].revenue == money.expected
    best = {sold.name.uk: sold.pieces for sold in report.products}
    assert sorted(best.values(), reverse=True)[:5] == [seller.quantity for seller in summary.best_sellers]
    assert all(best[seller.name] == seller.quantity for seller in summary.best_sellers)


async def test_names_are_told_in_both_languages(cafe: Cafe) -> None:
    season = SEASONS["by day in spring"]
    await open_season(cafe, season, 4)
    report = await cafe.app.services.reports.of(Period(date(2026, 3, 1), date(2026, 4, 30)))
    assert {(sold.name.uk, sold.name.en) for sold in report.products} == {
        ("Лате", "Latte"),
        ("Борщ", "Borscht"),
        ("Сирник", ""),
        ("Вода", "Water"),
    }
    groups = {sold.name.uk: (sold.group.uk, sold.group.en) for sold in report.options}
    assert groups == {"Великий": ("Лате", "Latte"), "Вівсяне": ("Лате", "Latte"), "Без кофеїну": ("", "")}


async def test_nights_are_told_in_their_order(cafe: Cafe) -> None:
    """The hours of a bar begin with the afternoon and end after midnight, those of a cafe with the morning."""
    day, reports = Period(date(2026, 6, 15), date(2026, 6, 16)), cafe.app.services.reports
    await cafe.configure(work_hours_from="18:00", work_hours_to="02:30")
    assert list((await reports.of(day)).by_hour) == [*range(3, 24), 0, 1, 2]
    await cafe.configure(work_hours_from="08:00", work_hours_to="22:00")
    assert list((await reports.of(day)).by_hour) == list(range(24))


@pytest.mark.parametrize(
    ("values", "classes"),
    [
        ([80, 15, 5], "ABC"),
        ([5, 80, 15], "CAB"),  # in any order
        ([95, 5], "AC"),  # the highest is always in A
        ([50, 20, 20, 5, 4, 1], "AAABCC"),
        ([40, 40, 15, 4, 1], "AABCC"),
        ([100, 0, -50], "ACC"),
        ([0, -1], "CC"),
        ([], ""),
    ],
)
def test_abc_classes(values: list[int], classes: str) -> None:
    assert "".join(classify(values)) == classes


def test_dishes_are_ranked_by_what_they_bring() -> None:
    def sold(name: str, revenue: int, cost: int | None) -> Sold:
        return Sold(OwnText(name, ""), 10, revenue, cost)

    dishes = rank_dishes([sold("Кава", 300, 60_00), sold("Борщ", 600, 550_00), sold("Торт", 100, None)])
    assert [(each.name.uk, each.share, each.by_revenue, each.by_margin) for each in dishes] == [
        ("Борщ", 600, "A", "B"),
        ("Кава", 300, "A", "A"),
        ("Торт", 100, "B", None),
    ]
    assert [(each.margin.amount, each.margin.permille) for each in dishes] == [
        (50_00, 83),
        (240_00, 800),
        (None, None),
    ]
    assert rank_dishes([sold("Торт", 100, None)]) == ()


async def test_what_was_written_off_is_summed_by_reason(cafe: Cafe) -> None:
    stock, olena = cafe.app.services.inventory, Actor("Олена")
    await cafe.execute("UPDATE ingredients SET cost = 38000 WHERE code = 'milk'")
    for amount, reason in ((1_000, "скисло"), (500, "скисло"), (200, "розлили")):
        await stock.write_off([StockEntry("milk", amount)], reason, olena)
    await stock.receive([StockEntry("milk", 1_000, paid=50_00)], "", olena)
    await stock.write_off([StockEntry("milk", 100)], "розлили", olena)
    await stock.write_off([StockEntry("beans", 30)], "розлили", olena)
    [mistake] = await stock.write_off([StockEntry("beans", 300)], "розлили", olena)
    await stock.receive([StockEntry("beans", 300, undoes=mistake.id)], "скасували", olena)
    [delivery] = await stock.receive([StockEntry("beans", 50, paid=30_00)], "", olena)
    await stock.write_off([StockEntry("beans", 50, undoes=delivery.id)], "скасували", olena)
    today = await cafe.app.services.reports.today()
    report = await cafe.app.services.reports.of(Period(today, today))
    # 19,300 ml were left at 38 UAH a litre when a litre came for 50, which makes 38.59
    assert [(each.name, each.reason, each.amount, each.value) for each in report.written_off] == [
        ("Молоко", "скисло", 1_500, 57_00),
        ("Молоко", "розлили", 300, 7_60 + 3_86),
        ("Зерно", "розлили", 30, None),
    ]
    yesterday = today - timedelta(days=1)
    assert (await cafe.app.services.reports.of(Period(yesterday, yesterday))).written_off == ()


async def test_nothing_ordered_is_all_zeros(cafe: Cafe) -> None:
    report, before = await cafe.app.services.reports.compare(Period(date(2026, 6, 1), date(2026, 6, 30)))
    assert report.total == report.cancelled == Share()
    assert (report.total.average, report.goods, len(report.by_day)) == (0, 0, 30)
    assert list(report.by_type) == list(OrderType)
    assert (report.products, report.options, report.promos, report.stock) == ((), (), (), ())
    assert before is not None
    assert before.total == Share()

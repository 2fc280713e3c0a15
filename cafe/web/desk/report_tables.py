"""A report as figures and tables with texts, for the screen and for files."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.money.payments.model import HRYVNIA, Money
from cafe.core.money.reports.deliveries import Deliveries
from cafe.core.money.reports.dishes import rank_dishes
from cafe.core.money.reports.model import Report, Share
from cafe.web.desk.cost_tables import margin_table, written_off_table
from cafe.web.desk.receipt_tables import receipt_tables
from cafe.web.desk.sheets import Kind
from cafe.web.desk.table_writer import Cells, Figure, ReportColumn, ReportTable, TableWriter, exact

K = TypeVar("K")
T = TypeVar("T")

HOURS = 24


class ReportWriter(TableWriter):
    """Combines a report with the previous one, in a language."""

    def __init__(self, texts: Texts, locale: Locale, report: Report, before: Report | None) -> None:
        super().__init__(texts, locale)
        self._report = report
        self._before = before

    def figures(self) -> list[Figure]:
        return [
            self._figure("orders", Kind.NUMBER, lambda report: report.total.orders),
            self._figure("revenue", Kind.MONEY, lambda report: report.total.revenue, title="report-revenue-title"),
            self._figure("average", Kind.MONEY, lambda report: report.total.average),
            self._figure("goods", Kind.MONEY, lambda report: report.goods),
            self._figure("delivery", Kind.MONEY, lambda report: report.delivery),
            self._figure("discounts", Kind.MONEY, lambda report: report.discounts),
            self._figure("promo_discounts", Kind.MONEY, lambda report: report.promo_discounts),
            self._figure("taken", Kind.MONEY, lambda report: report.money.taken),
            self._figure("expected", Kind.MONEY, lambda report: report.money.expected),
            self._figure("handed_out_unpaid", Kind.MONEY, lambda report: report.money.handed_out_unpaid),
            self._figure("taken_back", Kind.MONEY, lambda report: report.money.taken_back),
            self._figure("cancelled", Kind.NUMBER, lambda report: report.cancelled.orders),
            self._figure("cancelled_sum", Kind.MONEY, lambda report: report.cancelled.revenue),
            *self._money("to_return", lambda report: report.money.to_return),
            *self._money("to_return_earlier", lambda report: report.money.to_return_earlier),
            *self._money("returned", lambda report: report.money.returned),
            *self._money("paid", lambda report: report.money.paid),
            *self._money("kept", lambda report: report.money.kept),
        ]

    def tables(self) -> list[ReportTable]:
        return [
            self._days(),
            self._hours(),
            self._weekdays(),
            self._shares("payment", lambda report: report.by_payment, "place"),
            self._shares("type", lambda report: report.by_type, "type"),
            self._products(),
            *([margin_table(self, dishes)] if (dishes := rank_dishes(self._report.products)) else []),
            self._options(),
            self._promos(),
            self._stock(),
            *([written_off_table(self, self._report.written_off)] if self._report.written_off else []),
            *([self._zones()] if self._report.by_zone else []),
            *([self._couriers()] if self._report.by_courier else []),
            *receipt_tables(self, self._report),
            *([self._ratings()] if self._report.ratings else []),
        ]

    def _figure(self, key: str, kind: Kind, of: Callable[[Report], int], title: str | None = None) -> Figure:
        text_id = f"report-{key.replace('_', '-')}"
        before = None if self._before is None else of(self._before)
        return Figure(key, self.say(title or text_id), kind, of(self._report), before, self.say(f"{text_id}-note"))

    def _money(self, key: str, of: Callable[[Report], Iterable[Money]]) -> list[Figure]:
        """Return a figure for each currency; hryvnias are always included."""
        now = {money.currency: money.amount for money in of(self._report)}
        before = None if self._before is None else {money.currency: money.amount for money in of(self._before)}
        text_id = f"report-{key.replace('_', '-')}"
        return [
            Figure(
                key if currency == HRYVNIA else f"{key}_{currency}",
                self.say(text_id) if currency == HRYVNIA else f"{self.say(text_id)}, {currency}",
                Kind.MONEY,
                exact(now.get(currency, 0)),
                None if before is None else exact(before.get(currency, 0)),
                self.say(f"{text_id}-note"),
                currency,
            )
            for currency in sorted({HRYVNIA, *now, *(before or {})}, key=lambda each: (each != HRYVNIA, each))
        ]

    def _days(self) -> ReportTable:
        """List the days; the previous ones have other dates and weekdays, so they get no column."""
        weekdays = [self.say(f"report-weekday-{weekday}") for weekday in range(7)]
        rows: list[Cells] = [
            {
                "key": day.isoformat(),
                "name": day,
                "weekday": weekdays[day.weekday()],
                "orders": share.orders,
                "revenue": share.revenue,
            }
            for day, share in self._report.by_day.items()
        ]
        columns = (
            ReportColumn("name", self.say("report-date"), Kind.DAY),
            ReportColumn("weekday", self.say("report-weekday")),
            self.column("orders", Kind.NUMBER),
            self.column("revenue", Kind.MONEY),
        )
        return self.table("day", "report-day", columns, rows)

    def _hours(self) -> ReportTable:
        """List the hours from the first to the last with any order, now or before."""
        hours = list(self._report.by_hour)
        reports = [self._report] if self._before is None else [self._report, self._before]
        used = [at for at, hour in enumerate(hours) if any(report.by_hour[hour].orders for report in reports)]
        shown = hours[used[0] : used[-1] + 1] if used else []
        return self._share_table(
            "hour",
            "report-by-hour",
            ReportColumn("name", self.say("report-hour")),
            {hour: f"{hour:02}:00–{(hour + 1) % HOURS:02}:00" for hour in shown},
            lambda report: report.by_hour,
        )

    def _weekdays(self) -> ReportTable:
        weekdays = [day.weekday() for day in self._report.period.days]
        names = {weekday: self.say(f"report-weekday-{weekday}") for weekday in sorted(set(weekdays))}
        name = ReportColumn("name", self.say("report-weekday"))
        table = self._share_table("weekday", "report-by-weekday", name, names, lambda report: report.by_weekday)
        days = ReportColumn("days", self.say("report-days"), Kind.NUMBER)
        rows: list[Cells] = [
            {**row, "days": weekdays.count(weekday)} for weekday, row in zip(sorted(names), table.rows, strict=True)
        ]
        return ReportTable(table.key, table.title, table.note, (name, days, *table.columns[1:]), rows)

    def _shares(self, key: str, of: Callable[[Report], Mapping[Any, Share]], words: str) -> ReportTable:
        names = {each: self.say(f"report-{words}-{each}") for each in of(self._report)}
        return self._share_table(key, f"report-{key}", ReportColumn("name", self.say("report-name")), names, of)

    def _share_table(
        self,
        key: str,
        text_id: str,
        name: ReportColumn,
        names: Mapping[K, str],
        of: Callable[[Report], Mapping[K, Share]],
    ) -> ReportTable:
        now, before = of(self._report), of(self._before) if self._before else {}
        rows: list[Cells] = [
            {
                "key": str(each),
                "name": names[each],
                "orders": now[each].orders,
                "revenue": now[each].revenue,
                "revenue_before": before.get(each, Share()).revenue,
            }
            for each in names
        ]
        columns = (name, self.column("orders", Kind.NUMBER), *self._measure("revenue", Kind.MONEY))
        return self.table(key, text_id, columns, rows)

    def _products(self) -> ReportTable:
        rows: list[Cells] = [
            {
                "key": key,
                "name": sold.name.in_locale(self.locale),
                "pieces": now.pieces if now else 0,
                "revenue": now.revenue if now else 0,
                "revenue_before": earlier.revenue if earlier else 0,
            }
            for key, sold, now, earlier in self._beside(lambda report: report.products, lambda sold: sold.name.uk)
        ]
        columns = (
            self.column("name"),
            self.column("pieces", Kind.NUMBER),
            *self._measure("revenue", Kind.MONEY, "report-goods-revenue"),
        )
        return self.table("products", "report-products", columns, rows)

    def _options(self) -> ReportTable:
        rows: list[Cells] = [
            {
                "key": key,
                "name": sold.name.in_locale(self.locale),
                "group": sold.group.in_locale(self.locale),
                "pieces": now.pieces if now else 0,
                "revenue": now.revenue if now else 0,
                "revenue_before": earlier.revenue if earlier else 0,
            }
            for key, sold, now, earlier in self._beside(
                lambda report: report.options, lambda sold: f"{sold.option_id}/{sold.name.uk}"
            )
        ]
        columns = (
            self.column("name"),
            self.column("group"),
            ReportColumn("pieces", self.say("report-option-pieces"), Kind.NUMBER),
            *self._measure("revenue", Kind.MONEY, "report-surcharge"),
        )
        return self.table("options", "report-options", columns, rows)

    def _promos(self) -> ReportTable:
        rows: list[Cells] = [
            {
                "key": key,
                "name": key,
                "orders": now.orders if now else 0,
                "discount": now.discount if now else 0,
                "revenue": now.revenue if now else 0,
                "revenue_before": earlier.revenue if earlier else 0,
            }
            for key, _, now, earlier in self._beside(lambda report: report.promos, lambda promo: promo.code)
        ]
        columns = (
            self.column("name"),
            self.column("orders", Kind.NUMBER),
            self.column("discount", Kind.MONEY),
            *self._measure("revenue", Kind.MONEY),
        )
        return self.table("promos", "report-promos", columns, rows)

    def _zones(self) -> ReportTable:
        return self._deliveries("zones", lambda report: report.by_zone)

    def _couriers(self) -> ReportTable:
        sums = [self.column(name, Kind.MONEY) for name in ("collected", "handed_in", "difference")]
        return self._deliveries("couriers", lambda report: report.by_courier, *sums)

    def _deliveries(self, key: str, of: Callable[[Report], Sequence[Deliveries]], *more: ReportColumn) -> ReportTable:
        """Return deliveries by zone or courier; only where there are any."""
        rows: list[Cells] = [
            {
                "key": each.key,
                "name": each.name.in_locale(self.locale) or self.say(f"report-{key}-none"),
                "orders": each.orders,
                "revenue": each.revenue,
                "promised": each.promised_minutes,
                "taken": each.taken_minutes,
                "late": each.late,
                "collected": each.collected,
                "handed_in": each.handed_in,
                "difference": each.difference,
            }
            for each in of(self._report)
        ]
        columns = (
            self.column("name"),
            self.column("orders", Kind.NUMBER),
            self.column("revenue", Kind.MONEY),
            *(ReportColumn(name, self.say(f"report-{name}-minutes"), Kind.NUMBER) for name in ("promised", "taken")),
            self.column("late", Kind.NUMBER),
            *more,
        )
        return self.table(key, f"report-{key}", columns, rows)

    def _ratings(self) -> ReportTable:
        """Return the ratings; only where guests are asked."""
        ratings = self._report.ratings
        rows: list[Cells] = [
            {
                "key": each.order_number,
                "order": each.order_number,
                "rating": "👍" if each.is_good else "👎",
                "words": each.words,
            }
            for each in ratings
        ]
        good = sum(each.is_good for each in ratings)
        columns = (self.column("order"), self.column("rating"), self.column("words"))
        note = self.say("report-ratings-note", good=good, bad=len(ratings) - good)
        return ReportTable("ratings", self.say("report-ratings"), note, columns, rows)

    def _stock(self) -> ReportTable:
        rows: list[Cells] = [
            {
                "key": key,
                "name": used.name or self.say("report-gone", id=used.ingredient_id),
                "amount": now.amount if now else 0,
                "unit": self.unit(used.unit),
                "amount_before": earlier.amount if earlier else 0,
            }
            for key, used, now, earlier in self._beside(
                lambda report: report.stock, lambda used: str(used.ingredient_id)
            )
        ]
        amount, *before = self._measure("amount", Kind.NUMBER)
        columns = (self.column("name"), amount, self.column("unit"), *before)
        return self.table("stock", "report-stock", columns, rows)

    def _beside(
        self, of: Callable[[Report], Sequence[T]], key_of: Callable[[T], str]
    ) -> list[tuple[str, T, T | None, T | None]]:
        """Pair each item of now with that of before: first the present ones, then those that existed only before."""
        now = {key_of(each): each for each in of(self._report)}
        before = {key_of(each): each for each in of(self._before)} if self._before else {}
        latest = before | now
        return [(key, latest[key], now.get(key), before.get(key)) for key in now | before]

    def _measure(self, key: str, kind: Kind, text_id: str = "") -> tuple[ReportColumn, ...]:
        """Return the column of a sum, and that of the previous sum, if any."""
        text_id = text_id or f"report-{key}"
        now = ReportColumn(key, self.say(text_id), kind)
        return (now, ReportColumn(f"{key}_before", self.say(f"{text_id}-before"), kind)) if self._before else (now,)

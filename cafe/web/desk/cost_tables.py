"""What dishes bring after their ingredients, and what was written off, as tables."""

from collections.abc import Iterable
from decimal import Decimal

from cafe.core.money.reports.dishes import DishMargin
from cafe.core.money.reports.written_off import WrittenOff
from cafe.web.desk.sheets import Kind
from cafe.web.desk.table_writer import Cells, ReportColumn, ReportTable, TableWriter, exact


def margin_table(writer: TableWriter, dishes: Iterable[DishMargin]) -> ReportTable:
    """Return dishes by takings; cost and margin are blank where the cost of any piece is not known."""
    rows: list[Cells] = [
        {
            "key": each.name.uk,
            "name": each.name.in_locale(writer.locale),
            "pieces": each.pieces,
            "revenue": each.revenue,
            "share": _fraction(each.share),
            "cost": _known(each.margin.cost),
            "margin": _known(each.margin.amount),
            "margin_share": _fraction(each.margin.permille),
            "by_revenue": each.by_revenue.value,
            "by_margin": each.by_margin.value if each.by_margin else None,
        }
        for each in dishes
    ]
    columns = (
        writer.column("name"),
        writer.column("pieces", Kind.NUMBER),
        ReportColumn("revenue", writer.say("report-goods-revenue"), Kind.MONEY),
        writer.column("share", Kind.PERCENT),
        writer.column("cost", Kind.MONEY),
        writer.column("margin", Kind.MONEY),
        writer.column("margin_share", Kind.PERCENT),
        writer.column("by_revenue"),
        writer.column("by_margin"),
    )
    return writer.table("margins", "report-margins", columns, rows)


def written_off_table(writer: TableWriter, written_off: Iterable[WrittenOff]) -> ReportTable:
    """Return what was written off; the value is blank where the cost was not known."""
    rows: list[Cells] = [
        {
            "key": f"{each.code}/{each.unit}/{each.reason}",
            "name": each.name,
            "reason": each.reason,
            "amount": each.amount,
            "unit": writer.unit(each.unit),
            "value": _known(each.value),
        }
        for each in written_off
    ]
    columns = (
        writer.column("name"),
        writer.column("reason"),
        ReportColumn("amount", writer.say("report-written-off-amount"), Kind.NUMBER),
        writer.column("unit"),
        ReportColumn("value", writer.say("report-worth"), Kind.MONEY),
    )
    return writer.table("written_off", "report-written-off", columns, rows)


def _known(kopiykas: int | None) -> Decimal | None:
    return None if kopiykas is None else exact(kopiykas)


def _fraction(permille: int | None) -> Decimal | None:
    return None if permille is None else Decimal(permille).scaleb(-3)

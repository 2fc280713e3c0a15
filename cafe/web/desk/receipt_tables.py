"""Fiscal receipts and shifts of a report as tables."""

from collections.abc import Iterable
from datetime import datetime

from cafe.core.money.receipts.port import TAX_ZONE
from cafe.core.money.reports.model import ClosedShift, ReceiptSums
from cafe.web.desk.sheets import Kind
from cafe.web.desk.table_writer import Cells, ReportColumn, ReportTable, TableWriter, exact


def receipt_table(writer: TableWriter, receipts: Iterable[ReceiptSums]) -> ReportTable:
    """Return the sums of fiscal receipts by way of paying."""
    rows: list[Cells] = [
        {
            "key": each.way.value,
            "name": writer.say(f"report-way-{each.way}"),
            "sales": each.sales,
            "sold": exact(each.sold),
            "returns": each.returns,
            "returned": exact(each.returned),
            "missing": each.missing,
        }
        for each in receipts
    ]
    columns = (
        writer.column("name"),
        writer.column("sales", Kind.NUMBER),
        writer.column("sold", Kind.MONEY),
        writer.column("returns", Kind.NUMBER),
        writer.column("returned", Kind.MONEY),
        writer.column("missing", Kind.NUMBER),
    )
    return writer.table("receipts", "report-receipts", columns, rows)


def shift_table(writer: TableWriter, shifts: Iterable[ClosedShift]) -> ReportTable:
    """Return the reports of closed shifts (Z) beside our own sums."""
    rows: list[Cells] = [
        {
            "key": str(each.closed_at),
            "name": f"Z {each.number}" if each.number else writer.say("report-shift-without-report"),
            "closed": datetime.fromtimestamp(each.closed_at, TAX_ZONE).date(),
            "cash": exact(each.reported.sold_cash - each.reported.returned_cash),
            "cashless": exact(each.reported.sold_cashless - each.reported.returned_cashless),
            "own_cash": exact(each.own.sold_cash - each.own.returned_cash),
            "own_cashless": exact(each.own.sold_cashless - each.own.returned_cashless),
            "difference": None if each.difference is None else exact(each.difference),
        }
        for each in shifts
    ]
    sums = ("cash", "cashless", "own_cash", "own_cashless")
    columns = (
        ReportColumn("name", writer.say("report-shift")),
        ReportColumn("closed", writer.say("report-date"), Kind.DAY),
        *(ReportColumn(name, writer.say(f"report-shift-{name.replace('_', '-')}"), Kind.MONEY) for name in sums),
        writer.column("difference", Kind.MONEY),
    )
    return writer.table("shifts", "report-shifts", columns, rows)

"""Tables of fiscal receipts, taxes, closed shifts and banks for the accountant; each only where there is anything."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from cafe.core.catalogue.taxes.model import Tax
from cafe.core.money.receipts.port import TAX_ZONE
from cafe.core.money.reports.model import Report
from cafe.web.desk.report_tables import Cells, ReportColumn, ReportTable, exact
from cafe.web.desk.sheets import Kind

Say = Callable[..., str]
"""Words a text, as `ReportWriter.say`."""


def receipt_tables(report: Report, say: Say) -> list[ReportTable]:
    """Return the tables that have rows."""
    tables = (_receipts(report, say), _taxes(report, say), _shifts(report, say), _banks(report, say))
    return [table for table in tables if table.rows]


def tax_name(tax: Tax, say: Say) -> str:
    """Name a tax group with its rates."""
    text_id = "report-tax-excise" if tax.excise_rate else "report-tax-vat"
    return say(text_id, code=tax.code, rate=tax.rate, excise=tax.excise_rate)


def _receipts(report: Report, say: Say) -> ReportTable:
    """Return the sums of fiscal receipts by way of paying."""
    rows: list[Cells] = [
        {
            "key": each.way.value,
            "name": say(f"report-way-{each.way}"),
            "sales": each.sales,
            "sold": exact(each.sold),
            "returns": each.returns,
            "returned": exact(each.returned),
            "missing": each.missing,
        }
        for each in report.receipts
    ]
    columns = (
        _column(say, "name"),
        _column(say, "sales", Kind.NUMBER),
        _column(say, "sold", Kind.MONEY),
        _column(say, "returns", Kind.NUMBER),
        _column(say, "returned", Kind.MONEY),
        _column(say, "missing", Kind.NUMBER),
    )
    return _table("receipts", say, columns, rows)


def _taxes(report: Report, say: Say) -> ReportTable:
    """Return the receipts by tax group, beside what the closed shifts report of them."""
    rows: list[Cells] = []
    shown: set[str] = set()
    for each in report.taxes:
        code = each.tax.code
        reported = None if code in shown else report.reported_taxes.get(code)  # once, where a rate was changed
        shown.add(code)
        rows.append(
            {
                "key": f"{code}-{each.tax.rate}-{each.tax.excise_rate}",
                "name": tax_name(each.tax, say),
                "sold": exact(each.sold),
                "returned": exact(each.returned),
                "vat": exact(each.vat),
                "excise": exact(each.excise),
                "z_turnover": None if reported is None else exact(reported.turnover),
                "z_vat": None if reported is None else exact(reported.vat),
            }
        )
    names = ("sold", "returned", "vat", "excise", "z_turnover", "z_vat")
    columns = [_column(say, "name"), *(_column(say, name, Kind.MONEY) for name in names)]
    return _table("taxes", say, columns, rows)


def _shifts(report: Report, say: Say) -> ReportTable:
    """Return the reports of closed shifts (Z) beside our own sums."""
    rows: list[Cells] = [
        {
            "key": str(each.closed_at),
            "name": f"Z {each.number}" if each.number else say("report-shift-without-report"),
            "closed": datetime.fromtimestamp(each.closed_at, TAX_ZONE).date(),
            "cash": exact(each.reported.sold_cash - each.reported.returned_cash),
            "cashless": exact(each.reported.sold_cashless - each.reported.returned_cashless),
            "own_cash": exact(each.own.sold_cash - each.own.returned_cash),
            "own_cashless": exact(each.own.sold_cashless - each.own.returned_cashless),
            "difference": None if each.difference is None else exact(each.difference),
        }
        for each in report.shifts
    ]
    sums = ("cash", "cashless", "own_cash", "own_cashless")
    columns = (
        ReportColumn("name", say("report-shift")),
        ReportColumn("closed", say("report-date"), Kind.DAY),
        *(ReportColumn(name, say(f"report-shift-{name.replace('_', '-')}"), Kind.MONEY) for name in sums),
        _column(say, "difference", Kind.MONEY),
    )
    return _table("shifts", say, columns, rows)


def _banks(report: Report, say: Say) -> ReportTable:
    """Return what each bank took and kept."""
    rows: list[Cells] = [
        {
            "key": each.provider.value,
            "name": say(f"report-bank-{each.provider}"),
            "payments": each.payments,
            "bank_taken": exact(each.taken),
            "fee": exact(each.fee),
            "to_account": exact(each.taken - each.fee),
            "fee_unknown": each.unknown,
        }
        for each in report.banks
    ]
    columns = (
        _column(say, "name"),
        _column(say, "payments", Kind.NUMBER),
        *(_column(say, name, Kind.MONEY) for name in ("bank_taken", "fee", "to_account")),
        _column(say, "fee_unknown", Kind.NUMBER),
    )
    return _table("banks", say, columns, rows)


def _column(say: Say, key: str, kind: Kind = Kind.TEXT) -> ReportColumn:
    return ReportColumn(key, say(f"report-{key.replace('_', '-')}"), kind)


def _table(key: str, say: Say, columns: Sequence[ReportColumn], rows: Iterable[Cells]) -> ReportTable:
    return ReportTable(key, say(f"report-{key}"), say(f"report-{key}-note"), columns, list(rows))

"""Tables of fiscal receipts, taxes, closed shifts and banks for the accountant; each only where there is anything."""

from datetime import datetime
from decimal import Decimal

from cafe.core.catalogue.taxes.model import Tax
from cafe.core.money.receipts.port import TAX_ZONE
from cafe.core.money.reports.model import Report
from cafe.web.desk.sheets import Kind
from cafe.web.desk.table_writer import Cells, ReportColumn, ReportTable, TableWriter, exact


def receipt_tables(writer: TableWriter, report: Report) -> list[ReportTable]:
    """Return the tables that have rows."""
    tables = [make(writer, report) for make in (_receipts, _taxes, _shifts, _banks)]
    return [table for table in tables if table.rows]


def _tax_name(writer: TableWriter, tax: Tax) -> str:
    """Name a tax group with its rates."""
    text_id = "report-tax-excise" if tax.excise_rate else "report-tax-vat"
    return writer.say(text_id, code=tax.code, rate=tax.rate, excise=tax.excise_rate)


def _receipts(writer: TableWriter, report: Report) -> ReportTable:
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
        for each in report.receipts
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


def _taxes(writer: TableWriter, report: Report) -> ReportTable:
    """Return the receipts by tax group, beside what the closed shifts report of them."""
    rows: list[Cells] = []
    shown: set[str] = set()
    for each in report.taxes:
        code = each.tax.code
        told = None if code in shown else report.reported_taxes.get(code)  # once, where a rate was changed
        shown.add(code)
        rows.append(
            {
                "key": f"{code}-{each.tax.rate}-{each.tax.excise_rate}",
                "name": _tax_name(writer, each.tax),
                "sold": exact(each.sold),
                "returned": exact(each.returned),
                "vat": exact(each.vat),
                "excise": exact(each.excise),
                "z_turnover": None if told is None else exact(told.turnover),
                "z_vat": None if told is None else exact(told.vat),
            }
        )
    reported = ("z_turnover", "z_vat") if report.reported_taxes else ()
    names = ("sold", "returned", "vat", "excise", *reported)
    columns = [writer.column("name"), *(writer.column(name, Kind.MONEY) for name in names)]
    return writer.table("taxes", "report-taxes", columns, rows)


def _shifts(writer: TableWriter, report: Report) -> ReportTable:
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
            "cash_in": _told(each.reported.cash_in),
            "cash_out": _told(each.reported.cash_out),
            "own_cash_in": _told(each.own.cash_in),
            "own_cash_out": _told(each.own.cash_out),
        }
        for each in report.shifts
    ]
    sums = ["cash", "cashless", "own_cash", "own_cashless"]
    if any(of_shift.cash_in or of_shift.cash_out for each in report.shifts for of_shift in (each.reported, each.own)):
        sums += ["cash_in", "cash_out", "own_cash_in", "own_cash_out"]
    columns = (
        ReportColumn("name", writer.say("report-shift")),
        ReportColumn("closed", writer.say("report-date"), Kind.DAY),
        writer.column("difference", Kind.MONEY),
        *(ReportColumn(name, writer.say(f"report-shift-{name.replace('_', '-')}"), Kind.MONEY) for name in sums),
    )
    return writer.table("shifts", "report-shifts", columns, rows)


def _told(amount: int | None) -> Decimal | None:
    return None if amount is None else exact(amount)


def _banks(writer: TableWriter, report: Report) -> ReportTable:
    """Return what each bank took and kept."""
    rows: list[Cells] = [
        {
            "key": each.provider.value,
            "name": writer.say(f"report-bank-{each.provider}"),
            "payments": each.payments,
            "bank_taken": exact(each.taken),
            "fee": exact(each.fee),
            "to_account": exact(each.taken - each.fee),
            "fee_unknown": each.unknown,
        }
        for each in report.banks
    ]
    columns = (
        writer.column("name"),
        writer.column("payments", Kind.NUMBER),
        *(writer.column(name, Kind.MONEY) for name in ("bank_taken", "fee", "to_account")),
        writer.column("fee_unknown", Kind.NUMBER),
    )
    return writer.table("banks", "report-banks", columns, rows)

"""Reports at the desk: figures and tables on the screen, and the same as a file."""

import asyncio
from collections.abc import Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from aiohttp import web

from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.money.reports.model import ReceiptLine, Report
from cafe.core.money.reports.periods import Period, PeriodError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.locale import locale_of
from cafe.web.desk.report_tables import ReportWriter
from cafe.web.desk.sheets import Cell, Column, FileFormat, Kind, Sheet, file_name, sheet_response
from cafe.web.desk.table_writer import Figure, ReportTable, exact
from cafe.web.json import json_response

TAX_PARTS = ("turnover", "vat", "excise")
WIDE = 34
"""Width of a column of names, in characters."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    reports = ReportHandlers(services)
    return [
        web.get("/api/desk/reports", access.guard(reports.get, Right.REPORTS)),
        web.get("/api/desk/reports/file", access.guard(reports.file, Right.REPORTS)),
    ]


class ReportHandlers:
    """Both responses come from one query, so that a file always matches the screen."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def get(self, request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/reports."""
        report, before, writer = await self._report(request)
        today = await self._services.reports.today()
        figures, tables = await asyncio.to_thread(lambda: (writer.figures(), writer.tables()))
        return json_response(
            {
                "from": report.period.first,
                "to": report.period.last,
                "before": before and {"from": before.period.first, "to": before.period.last},
                "today": today,
                "is_over": report.period.last < today,
                "figures": [_figure_json(figure) for figure in figures],
                "tables": [_table_json(table) for table in tables],
            }
        )

    async def file(self, request: web.Request, _session: Session) -> web.StreamResponse:
        """GET /api/desk/reports/file: a sheet for each table, the figures first."""
        file_format = request.query.get("format", FileFormat.XLSX)
        if file_format not in list(FileFormat):
            raise ProblemsError(Problem("format", "report-format-invalid"))
        report, before, writer = await self._report(request)
        notes = [writer.say("report-period", period=_describe(report.period))]
        if before is not None:
            notes.append(writer.say("report-compared", period=_describe(before.period)))
        settings = self._services.settings.current
        receipts = await self._services.reports.receipts(report.period) if report.receipts else []
        sheets = await asyncio.to_thread(
            lambda: [
                _figures_sheet(writer, notes),
                *(_sheet(table, notes) for table in writer.tables()),
                *([_receipt_sheet(writer, receipts, settings.zone)] if receipts else []),
            ]
        )
        cafe_name = settings.in_locale(locale_of(request, self._services.texts.languages)).cafe_name
        name = file_name(cafe_name, writer.say("report-title"), _describe(report.period))
        return await sheet_response(request, FileFormat(file_format), name, sheets)

    async def _report(self, request: web.Request) -> tuple[Report, Report | None, ReportWriter]:
        period = await self._period(request)
        report, before = await self._services.reports.compare(period)
        return (
            report,
            before,
            ReportWriter(self._services.texts, locale_of(request, self._services.texts.languages), report, before),
        )

    async def _period(self, request: web.Request) -> Period:
        """Parse `from` and `to`; without either, the current day.

        Raises:
            ProblemsError: they are invalid days, or not a period.
        """
        if not {"from", "to"} & request.query.keys():
            today = await self._services.reports.today()
            return Period(today, today)
        days = {name: _day(request.query.get(name, "")) for name in ("from", "to")}
        first, last = days.values()
        if first is None or last is None:
            wrong = [name for name, day in days.items() if day is None]
            raise ProblemsError(*(Problem(name, "report-day-invalid") for name in wrong))
        try:
            return Period(first, last)
        except PeriodError:
            raise ProblemsError(Problem("to", "report-period-invalid")) from None


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None  # `fromisoformat` also accepts 20260615 and 2026-W25-1


def _describe(period: Period) -> str:
    return str(period.first) if period.length == 1 else f"{period.first} – {period.last}"


def _figure_json(figure: Figure) -> dict[str, Any]:
    return {
        "key": figure.key,
        "title": figure.title,
        "kind": figure.kind.value,
        "currency": figure.currency if figure.kind is Kind.MONEY else None,
        "value": _number(figure.value),
        "before": None if figure.before is None else _number(figure.before),
        "note": figure.note,
    }


def _number(value: int | Decimal) -> int | float:
    return value if isinstance(value, int) else float(value)


def _table_json(table: ReportTable) -> dict[str, Any]:
    return {
        "key": table.key,
        "title": table.title,
        "note": table.note,
        "columns": [{"key": column.key, "title": column.title, "kind": column.kind.value} for column in table.columns],
        "rows": [
            {name: _number(cell) if isinstance(cell, Decimal) else cell for name, cell in row.items()}
            for row in table.rows
        ],
    }


def _figures_sheet(writer: ReportWriter, notes: list[str]) -> Sheet:
    columns = (
        Column(writer.say("report-figure"), width=WIDE),
        Column(writer.say("report-value"), Kind.MONEY),
        Column(writer.say("report-before"), Kind.MONEY),
        Column(writer.say("report-meaning"), width=3 * WIDE),
    )
    rows = [[figure.title, figure.value, figure.before, figure.note] for figure in writer.figures()]
    return Sheet(writer.say("report-figures"), columns, rows, notes)


def _sheet(table: ReportTable, notes: list[str]) -> Sheet:
    columns = [
        Column(column.title, column.kind, WIDE if column.key == "name" and column.kind is Kind.TEXT else None)
        for column in table.columns
    ]
    rows = [[row[column.key] for column in table.columns] for row in table.rows]
    return Sheet(table.title, columns, rows, [*notes, table.note])


def _receipt_sheet(writer: ReportWriter, receipts: Iterable[ReceiptLine], zone: ZoneInfo) -> Sheet:
    """Return every receipt on a sheet, for the accountant, with its taxes by the codes of their groups."""
    receipts = list(receipts)
    codes = sorted({code for each in receipts for code in each.taxes})
    columns = (
        Column(writer.say("report-made-at"), Kind.MOMENT),
        Column(writer.say("report-order")),
        Column(writer.say("report-receipt")),
        Column(writer.say("report-way")),
        Column(writer.say("report-amount-uah"), Kind.MONEY),
        Column(writer.say("report-fiscal-number"), width=24),
        Column(writer.say("report-state")),
        Column(writer.say("report-link"), width=60),
        *(Column(writer.say(f"report-receipt-{part}", code=code), Kind.MONEY) for code in codes for part in TAX_PARTS),
    )
    rows: list[list[Cell]] = [
        [
            datetime.fromtimestamp(each.at, zone).replace(tzinfo=None),
            each.order_number,
            writer.say("report-receipt-return" if each.is_return else "report-receipt-sale"),
            writer.say(f"report-way-{each.way}"),
            exact(each.amount),
            each.fiscal_number,
            writer.say(f"report-receipt-{each.state}"),
            each.url,
            *_tax_cells(each, codes),
        ]
        for each in receipts
    ]
    return Sheet(writer.say("report-receipt-list"), columns, rows, [writer.say("report-receipt-list-note")])


def _tax_cells(receipt: ReceiptLine, codes: Iterable[str]) -> Iterable[Cell]:
    for code in codes:
        found = receipt.taxes.get(code)
        yield from (None if found is None else exact(getattr(found, part)) for part in TAX_PARTS)

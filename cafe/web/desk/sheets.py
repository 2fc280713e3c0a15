"""Tables as files for people: XLSX, or CSV in the format of a Ukrainian Excel.

    columns = (Column(say("number")), Column(say("placed"), Kind.MOMENT), Column(say("total"), Kind.MONEY))
    sheet = Sheet(say("orders"), columns, [["№7", datetime(2026, 6, 15, 12, 0), 185]])
    name = file_name(settings.cafe_name, say("orders"), "2026-06-15")
    return await sheet_response(request, FileFormat.XLSX, name, [sheet])

`rows` is a list, or an async iterator of lists for more than fits into memory: each batch is written before the next
one is requested. Times are naive, in local time. Money is an `int` in whole UAH, or a `Decimal` with kopiykas.
`Sheet.notes` are lines above the header (the period, what a number means).

The file is made in a thread and a temporary folder, then sent: a failure half-way is an error page, not half a file.
CSV has several sheets one below another. A text that a spreadsheet would treat as a formula stays a text: in XLSX by
its type, in CSV by an apostrophe.
"""

import asyncio
import csv
import os
import re
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum, StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol
from urllib.parse import quote

from aiohttp import hdrs, web

from cafe.core.kernel.formulas import is_formula, protect
from cafe.web.security_headers import ALWAYS

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

Cell = str | int | float | Decimal | date | datetime | None
Row = Sequence[Cell]


class FileFormat(StrEnum):
    """The value is the file's extension."""

    XLSX = "xlsx"
    CSV = "csv"


class Kind(Enum):
    """What a column contains, which decides its format."""

    TEXT = "text"
    NUMBER = "number"
    MONEY = "money"
    PERCENT = "percent"
    """A fraction: 0.125 is 12.5%."""
    DAY = "day"
    MOMENT = "moment"


@dataclass(frozen=True, slots=True)
class Column:
    """A column with its header; `width` in characters, None: by its kind."""

    title: str
    kind: Kind = Kind.TEXT
    width: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its title."""

    title: str
    columns: Sequence[Column]
    rows: Sequence[Row] | AsyncIterable[Sequence[Row]]
    notes: Sequence[str] = ()


CONTENT_TYPES = {
    FileFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    FileFormat.CSV: "text/csv; charset=utf-8",
}
WIDTHS = {Kind.TEXT: 18, Kind.NUMBER: 10, Kind.MONEY: 12, Kind.PERCENT: 9, Kind.DAY: 12, Kind.MOMENT: 17}
BATCH = 100
"""Rows written at a time."""
CHUNK = 65_536
"""Bytes sent at a time."""
MAX_ROWS = 1_048_576
"""Of a worksheet; further rows go to another one."""
MAX_CHARACTERS = 32_767
"""Of a cell, in UTF-16 units."""

UNSAFE_IN_NAMES = re.compile(r"[^\w.,№ ()+–-]+")
MAX_NAME = 100
UNSAFE_IN_TITLES = re.compile(r"[\[\]:*?/\\\s]+")
MAX_TITLE = 31


def file_name(*parts: str) -> str:
    """Return a name valid on every system, made of parts such as the cafe's name and a day; without an extension."""
    cleaned = (re.sub(r"\s+", " ", UNSAFE_IN_NAMES.sub(" ", part)).strip(" .") for part in parts)
    return " - ".join(part for part in cleaned if part)[:MAX_NAME].strip(" .-") or "cafe"


async def sheet_response(
    request: web.Request, file_format: FileFormat, name: str, sheets: Sequence[Sheet]
) -> web.StreamResponse:
    """Make a file of these sheets and send it; `name` comes from `file_name`."""
    headers = {
        **ALWAYS,
        hdrs.CONTENT_TYPE: CONTENT_TYPES[file_format],
        hdrs.CONTENT_DISPOSITION: _disposition(f"{name}.{file_format}"),
        hdrs.CACHE_CONTROL: "no-store",
    }
    response = web.StreamResponse(headers=headers)
    with await make_file(file_format, sheets) as file:
        response.content_length = os.fstat(file.fileno()).st_size
        await response.prepare(request)
        while request.method != hdrs.METH_HEAD and (chunk := await asyncio.to_thread(file.read, CHUNK)):
            await response.write(chunk)
    await response.write_eof()
    return response


def _disposition(name: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9.,() _-]+", "", name).strip(" .-,") or "cafe"
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


async def make_file(file_format: FileFormat, sheets: Sequence[Sheet]) -> BinaryIO:
    """Return the open file, already unlinked, so that nothing is left behind."""
    with TemporaryDirectory(prefix="cafe-sheet-") as folder:
        path = Path(folder) / f"sheet.{file_format}"
        make = _XlsxWriter if file_format is FileFormat.XLSX else _CsvWriter
        writer: _Writer = await asyncio.to_thread(make, path)
        try:
            for sheet in sheets:
                has_no_tabs = file_format is FileFormat.CSV and len(sheets) > 1
                titled = replace(sheet, notes=(sheet.title, *sheet.notes)) if has_no_tabs else sheet
                await asyncio.to_thread(writer.begin, titled)
                async for batch in _batches(sheet.rows):
                    await asyncio.to_thread(writer.add, batch)
        finally:
            await asyncio.to_thread(writer.close)
        return await asyncio.to_thread(path.open, "rb")


async def _batches(rows: Sequence[Row] | AsyncIterable[Sequence[Row]]) -> AsyncIterator[Sequence[Row]]:
    if isinstance(rows, AsyncIterable):
        async for batch in rows:
            yield batch
    else:
        for first in range(0, len(rows), BATCH):
            yield rows[first : first + BATCH]


class _Writer(Protocol):
    def __init__(self, path: Path) -> None: ...

    def begin(self, sheet: Sheet) -> None: ...

    def add(self, rows: Iterable[Row]) -> None: ...

    def close(self) -> None: ...


class _CsvWriter:
    """Semicolons and decimal commas, as in Excel with Ukrainian settings; other programs offer a choice."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8-sig", errors="replace", newline="")
        self._csv = csv.writer(self._file, delimiter=";", lineterminator="\r\n")
        self._columns: Sequence[Column] = ()

    def begin(self, sheet: Sheet) -> None:
        if self._columns:
            self._csv.writerow(())
        self._columns = sheet.columns
        self._csv.writerows((protect(note),) for note in sheet.notes)
        self._csv.writerow([protect(column.title) for column in sheet.columns])

    def add(self, rows: Iterable[Row]) -> None:
        kinds = [column.kind for column in self._columns]
        self._csv.writerows([self._cell(value, kind) for value, kind in zip(row, kinds, strict=True)] for row in rows)

    def close(self) -> None:
        self._file.close()

    def _cell(self, value: Cell, kind: Kind) -> str:
        match value:
            case None:
                return ""
            case str():
                return protect(value)
            case date():
                return f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else value.isoformat()
            case _ if kind is Kind.PERCENT:
                return f"{value:.1%}".replace(".", ",")
            case Decimal() if kind is Kind.MONEY:
                return f"{value:.2f}".replace(".", ",")
        return str(value).replace(".", ",")


class _XlsxWriter:
    """Writes row after row and keeps none; its own temporary files are beside the file."""

    def __init__(self, path: Path) -> None:
        import xlsxwriter  # noqa: PLC0415 - most processes never need it

        self._book: Workbook = xlsxwriter.Workbook(str(path), {"constant_memory": True, "tmpdir": str(path.parent)})
        self._header = self._book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self._quoted = self._book.add_format({"quote_prefix": True})
        self._whole = self._book.add_format({"num_format": "#,##0"})
        self._exact = self._book.add_format({"num_format": "#,##0.00"})
        self._percent = self._book.add_format({"num_format": "0.0%"})
        self._day = self._book.add_format({"num_format": "yyyy-mm-dd"})
        self._moment = self._book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
        self._page: Worksheet
        self._sheet: Sheet | None = None
        self._head = self._next = 0
        self._titles: set[str] = set()

    def begin(self, sheet: Sheet) -> None:
        self._end()
        self._sheet = sheet
        self._page = self._book.add_worksheet(self._title(sheet.title))
        for at, column in enumerate(sheet.columns):
            self._page.set_column(at, at, WIDTHS[column.kind] if column.width is None else column.width)
        self._next = 0
        for note in sheet.notes:
            self._write_text(0, note)
            self._next += 1
        self._head = self._next
        for at, column in enumerate(sheet.columns):
            self._page.write_string(self._head, at, column.title, self._header)
        self._next += 1
        self._page.freeze_panes(self._next, 0)

    def add(self, rows: Iterable[Row]) -> None:
        sheet = self._sheet
        assert sheet is not None, "begun before"  # noqa: S101 - for the type checker
        for row in rows:
            if self._next == MAX_ROWS:
                self.begin(sheet)
            for at, (value, column) in enumerate(zip(row, sheet.columns, strict=True)):
                self._write(at, value, column.kind)
            self._next += 1

    def close(self) -> None:
        self._end()
        self._book.close()

    def _end(self) -> None:
        """Add a filter to the sheet's columns, now that their extent is known."""
        if self._sheet is not None and self._next > self._head + 1:
            self._page.autofilter(self._head, 0, self._next - 1, len(self._sheet.columns) - 1)

    def _title(self, title: str) -> str:
        """Return a sheet's title within Excel's limits: short, without some characters, and unique."""
        plain = UNSAFE_IN_TITLES.sub(" ", title).strip(" '")[:MAX_TITLE].strip(" '") or "1"
        chosen, number = plain, 2
        while chosen.casefold() in self._titles:
            chosen, number = f"{plain[: MAX_TITLE - 5]} {number}", number + 1
        self._titles.add(chosen.casefold())
        return chosen

    def _write(self, at: int, value: Cell, kind: Kind) -> None:
        match value:
            case None:
                pass
            case str():
                self._write_text(at, value)
            case datetime():
                self._page.write_datetime(self._next, at, value, self._moment)
            case date():
                self._page.write_datetime(self._next, at, datetime.combine(value, time()), self._day)
            case _:
                self._page.write_number(self._next, at, float(value), self._number_format(value, kind))

    def _number_format(self, value: float | Decimal, kind: Kind) -> "Format | None":
        if kind is Kind.MONEY:
            return self._whole if isinstance(value, int) else self._exact
        return self._percent if kind is Kind.PERCENT else None

    def _write_text(self, at: int, text: str) -> None:
        """Write a text as such, never as a formula or link; that remains so when the cell is edited."""
        short: Any = text.encode("utf-16-le", "replace")[: 2 * MAX_CHARACTERS].decode("utf-16-le", "ignore")
        self._page.write_string(self._next, at, short, self._quoted if is_formula(text) else None)

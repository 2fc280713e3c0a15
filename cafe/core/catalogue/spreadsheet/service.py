"""The menu as a spreadsheet, in and out."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from cafe.core.catalogue.edits.file import Item
from cafe.core.catalogue.spreadsheet.cells import write_cell
from cafe.core.catalogue.spreadsheet.columns import FIELDS, Vocabulary, find_header, guess_columns
from cafe.core.catalogue.spreadsheet.delimited import read_csv
from cafe.core.catalogue.spreadsheet.dishes import MenuRows
from cafe.core.catalogue.spreadsheet.model import Row, not_a_spreadsheet
from cafe.core.catalogue.spreadsheet.xlsx import read_xlsx
from cafe.core.kernel.apart import Apart, ApartError
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts

ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
SAMPLES, SAMPLE = 3, 100
"""Texts of a column that are shown, and their length in characters."""
SMALL_FILE = 16_384
"""Up to this many bytes of CSV are parsed here within milliseconds; other files in a child process."""


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """A file's header with the fields that it seems to name, and the rows below it."""

    titles: Sequence[str]
    samples: Sequence[Sequence[str]]
    """The first texts of each column."""
    columns: Sequence[str]
    rows: Sequence[Row]
    vocabulary: Vocabulary

    def take(self, columns: Sequence[str]) -> MenuRows:
        """Choose the field of each column."""
        return MenuRows(self.rows, columns, self.vocabulary)


class SpreadsheetService:
    def __init__(self, texts: Texts, apart: Apart) -> None:
        self.vocabulary = Vocabulary(texts)
        self._apart = apart

    async def read(self, content: bytes) -> Spreadsheet:
        """Read an XLSX or CSV file, whatever it contains, without blocking the event loop.

        Raises:
            CatalogueError: not such a file, empty, or larger than any menu.
        """
        rows = await self._read(content)
        if not rows:
            raise not_a_spreadsheet("it is empty", "sheet-empty")
        return await asyncio.to_thread(self.with_columns, rows)

    async def _read(self, content: bytes) -> Sequence[Row]:
        if content.startswith(OLD_EXCEL):
            raise not_a_spreadsheet("an old format", "sheet-old-excel")
        is_csv = not content.startswith(ZIP)
        if is_csv and len(content) <= SMALL_FILE:
            return read_csv(content)
        try:
            return await self._apart.run(read_csv if is_csv else read_xlsx, content)
        except ApartError:
            raise not_a_spreadsheet("too costly to parse", "sheet-too-large") from None

    def with_columns(self, rows: Sequence[Row]) -> Spreadsheet:
        """Find the header, and guess what its columns are."""
        header = find_header(rows, self.vocabulary)
        width = max(len(row.cells) for row in rows[header:])
        titles = [rows[header].cell(column).strip() for column in range(width)]
        below = rows[header + 1 :]
        samples = [_samples(below, column) for column in range(width)]
        return Spreadsheet(titles, samples, guess_columns(titles, self.vocabulary), below, self.vocabulary)

    def titles(self, locale: Locale) -> list[str]:
        """Return the headers in a language."""
        return [self.vocabulary.title(locale, field) for field in FIELDS]

    def write(self, dishes: Sequence[Item], categories: Sequence[Item], locale: Locale) -> list[list[str | int]]:
        """Return the rows of dishes, in the order of `FIELDS`."""
        names = {category["slug"]: category["name"] for category in categories}
        return [
            [write_cell(field, dish, names[dish["category"]], self.vocabulary, locale) for field in FIELDS]
            for dish in dishes
        ]


def _samples(rows: Sequence[Row], column: int) -> list[str]:
    filled = (text for row in rows if (text := row.cell(column).strip()))
    return [text[:SAMPLE] for text in islice(filled, SAMPLES)]

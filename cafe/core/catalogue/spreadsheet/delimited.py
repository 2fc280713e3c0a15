"""CSV as people save it: in any of three encodings, separated by semicolons, tabs or commas."""

import codecs
import csv
from collections import Counter
from io import StringIO
from itertools import islice

from cafe.core.catalogue.spreadsheet.model import MAX_COLUMNS, MAX_ROWS, Row, not_a_spreadsheet, too_many_rows
from cafe.core.kernel.formulas import unprotect

SEPARATORS = ";\t,"
"""In this order where several fit as well: a Ukrainian Excel's first."""
LOOKED_AT = 10
"""Rows by which the separator is guessed."""


def read_csv(content: bytes) -> list[Row]:
    """Read the rows that have any text.

    Raises:
        CatalogueError: not such a file, or larger than any menu.
    """
    text = _decoded(content)
    if "\0" in text:
        raise not_a_spreadsheet("it is binary")
    first, _, rest = text.partition("\n")
    named = first.strip().lower()
    is_named = len(named) == len("sep=;") and named.startswith("sep=")  # Excel's own way
    try:
        separator = named[-1] if is_named else max(SEPARATORS, key=lambda each: _regularity(text, each))
        return _rows(rest if is_named else text, separator, 2 if is_named else 1)
    except csv.Error as error:
        raise not_a_spreadsheet(str(error)) from None


def _decoded(content: bytes) -> str:
    """Decode UTF-8 and UTF-16 with or without their marks, else what Ukrainian Windows writes."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1251", "replace")


def _regularity(text: str, separator: str) -> tuple[int, int]:
    """Return how many of the first rows have the same number of columns, more than one, and that number."""
    rows = islice(csv.reader(StringIO(text, newline=""), delimiter=separator), LOOKED_AT)
    widths = Counter(len(row) for row in rows if len(row) > 1)
    return max(((rows, width) for width, rows in widths.items()), default=(0, 0))


def _rows(text: str, separator: str, first: int) -> list[Row]:
    rows: list[Row] = []
    for number, cells in enumerate(csv.reader(StringIO(text, newline=""), delimiter=separator), start=first):
        taken = [unprotect(cell) for cell in cells[:MAX_COLUMNS]]
        if not any(cell.strip() for cell in taken):
            continue
        if len(rows) == MAX_ROWS:
            raise too_many_rows()
        rows.append(Row(number, taken))
    return rows

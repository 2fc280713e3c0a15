"""Reads the files that people open in a spreadsheet."""

import csv
import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree import ElementTree as ET

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a worksheet: the text or number, whether it would be computed, and the number of its style."""

    value: str | float
    is_formula: bool
    style: int


def read_csv(body: bytes) -> list[list[str]]:
    """The rows of a CSV file with a byte order mark and semicolons."""
    assert body.startswith(b"\xef\xbb\xbf"), body[:20]
    return list(csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""), delimiter=";"))


def read_xlsx(body: bytes) -> dict[str, list[dict[str, Cell]]]:
    """The worksheets by title; each row has its cells by the letters of their column."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.testzip() is None
        book = ET.fromstring(archive.read("xl/workbook.xml"))  # noqa: S314 - our own file
        titles = [sheet.attrib["name"] for sheet in book.iter(f"{MAIN}sheet")]
        pages = [archive.read(f"xl/worksheets/sheet{number}.xml") for number in range(1, len(titles) + 1)]
    return {title: _rows(page) for title, page in zip(titles, pages, strict=True)}


def read_styles(body: bytes) -> list[Mapping[str, str]]:
    """The attributes of the styles that cells name by number."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        styles = ET.fromstring(archive.read("xl/styles.xml"))  # noqa: S314 - our own file
    formats = styles.find(f"{MAIN}cellXfs")
    assert formats is not None
    return [dict(each.attrib) for each in formats]


def values(rows: list[dict[str, Cell]]) -> list[list[str | float]]:
    return [[cell.value for cell in row.values()] for row in rows]


def _rows(page: bytes) -> list[dict[str, Cell]]:
    tree = ET.fromstring(page)  # noqa: S314 - our own file
    return [{_letters(cell): _cell(cell) for cell in row} for row in tree.iter(f"{MAIN}row")]


def _letters(cell: ET.Element) -> str:
    return re.sub(r"\d", "", cell.attrib["r"])


def _cell(cell: ET.Element) -> Cell:
    text = "".join(piece.text or "" for piece in cell.iter(f"{MAIN}t"))
    value = cell.find(f"{MAIN}v")
    is_text = cell.attrib.get("t") == "inlineStr"
    number = 0.0 if is_text or value is None else float(value.text or 0)
    return Cell(text if is_text else number, cell.find(f"{MAIN}f") is not None, int(cell.attrib.get("s", 0)))

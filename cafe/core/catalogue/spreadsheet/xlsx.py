"""The first worksheet of an XLSX file (ECMA-376), by the standard library: streamed, no entities, within limits."""

import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from decimal import Decimal
from io import BytesIO
from posixpath import normpath
from xml.parsers import expat

from cafe.core.catalogue.spreadsheet.model import MAX_COLUMNS, MAX_ROWS, Row, not_a_spreadsheet, too_many_rows

MAX_PART = 40 * 1024**2
"""Bytes of a part of the file when unpacked."""
MAX_CHARACTERS = 20_000_000
"""Of all texts: cells may repeat a shared one."""
ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
CELL = re.compile(r"([A-Z]{1,3})(\d{1,7})")
BROKEN = (
    *(zipfile.BadZipFile, zlib.error, expat.ExpatError, OSError, EOFError),
    *(LookupError, ValueError, ArithmeticError, RuntimeError),  # parts that are missing or encrypted, bad numbers
)
SURROGATES = range(0xD800, 0xE000)

Start = Callable[[str, Mapping[str, str]], None]
End = Callable[[str, str], None]
"""Gets an element's name without its prefix, and the text within."""


def read_xlsx(content: bytes) -> list[Row]:
    """Read the rows that have any text.

    Raises:
        CatalogueError: not such a file, or larger than any menu.
    """
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return _read_page(archive, _first_page(archive), _shared_texts(archive))
    except BROKEN as error:
        raise not_a_spreadsheet(str(error)) from None


def _part(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as file:
        content = file.read(MAX_PART + 1)
    if len(content) > MAX_PART:
        raise not_a_spreadsheet("a part is too large", "sheet-too-large")
    return content


def _parse(content: bytes, start: Start, end: End) -> None:
    """Call `start` and `end` for each element."""
    pieces: list[str] = []

    def begin(name: str, attributes: dict[str, str]) -> None:
        pieces.clear()
        start(name.rpartition(":")[2], attributes)

    def finish(name: str) -> None:
        end(name.rpartition(":")[2], "".join(pieces))
        pieces.clear()

    def refuse(*_declaration: object) -> None:
        raise not_a_spreadsheet("it declares entities")

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler, parser.EndElementHandler = begin, finish
    parser.CharacterDataHandler = pieces.append
    parser.Parse(content, True)


def _nothing(_name: str, _text: str) -> None:
    """Ignore the end of an element."""


def _first_page(archive: zipfile.ZipFile) -> str:
    """Return the path of the first visible worksheet."""
    pages: list[str] = []
    targets: dict[str, str] = {}

    def of_book(name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet" and attributes.get("state", "visible") == "visible":
            pages.extend(value for key, value in attributes.items() if key.endswith(":id"))

    def of_links(name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship":
            targets[attributes["Id"]] = attributes["Target"]

    _parse(_part(archive, "xl/workbook.xml"), of_book, _nothing)
    _parse(_part(archive, "xl/_rels/workbook.xml.rels"), of_links, _nothing)
    if not pages:
        raise not_a_spreadsheet("it has no sheet")
    target = targets[pages[0]]
    return target[1:] if target.startswith("/") else normpath(f"xl/{target}")


def _shared_texts(archive: zipfile.ZipFile) -> list[str]:
    texts: list[str] = []
    if "xl/sharedStrings.xml" in archive.namelist():
        reader = _Text()

        def end(name: str, text: str) -> None:
            reader.end(name, text)
            if name == "si":
                texts.append(reader.take())

        _parse(_part(archive, "xl/sharedStrings.xml"), reader.start, end)
    return texts


class _Text:
    """Collects the pieces of a rich text, without how they are pronounced."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._is_phonetic = False

    def start(self, name: str, _attributes: Mapping[str, str]) -> None:
        if name == "rPh":
            self._is_phonetic = True

    def end(self, name: str, text: str) -> None:
        if name == "rPh":
            self._is_phonetic = False
        elif name == "t" and not self._is_phonetic:
            self._pieces.append(text)

    def take(self) -> str:
        text = ESCAPED.sub(_unescaped, "".join(self._pieces))
        self._pieces.clear()
        return text


def _unescaped(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return match[0] if code in SURROGATES else chr(code)


def _read_page(archive: zipfile.ZipFile, name: str, shared: list[str]) -> list[Row]:
    page = _Page(shared)
    _parse(_part(archive, name), page.start, page.end)
    return page.rows


class _Page:
    """Collects the rows of a worksheet; rows and cells may lack their addresses, and then follow one another."""

    def __init__(self, shared: list[str]) -> None:
        self.rows: list[Row] = []
        self._shared = shared
        self._text = _Text()
        self._number = self._column = self._characters = 0
        self._kind = self._value = ""
        self._cells: dict[int, str] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "row":
            self._number = int(attributes.get("r", self._number + 1))
            self._column = -1
            self._cells = {}
        elif name == "c":
            address = CELL.fullmatch(attributes.get("r", ""))
            self._column = _column(address[1]) if address else self._column + 1
            self._kind, self._value = attributes.get("t", "n"), ""
        else:
            self._text.start(name, attributes)

    def end(self, name: str, text: str) -> None:
        if name == "v":
            self._value = text
        elif name == "c":
            self._add(self._written(self._text.take()))
        elif name == "row" and self._cells:
            if len(self.rows) == MAX_ROWS:
                raise too_many_rows()
            self.rows.append(Row(self._number, [self._cells.get(at, "") for at in range(max(self._cells) + 1)]))
        else:
            self._text.end(name, text)

    def _add(self, text: str) -> None:
        self._characters += len(text)
        if self._characters > MAX_CHARACTERS:
            raise not_a_spreadsheet("too much text", "sheet-too-large")
        if text.strip() and self._column < MAX_COLUMNS:
            self._cells[self._column] = text

    def _written(self, inline: str) -> str:
        """Return a cell's content as a spreadsheet shows it."""
        match self._kind:
            case "s":
                return self._shared[int(self._value)]
            case "inlineStr":
                return inline
            case "n" if self._value:
                return f"{Decimal(f'{float(self._value):.15g}'):f}"  # 15 digits, as a spreadsheet
        return self._value


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1

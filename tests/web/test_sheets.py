"""Tables as files: what a spreadsheet makes of them, and that no guest's text becomes a formula."""

import tempfile
from collections.abc import AsyncIterator, Sequence
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from aiohttp import web
from pytest_aiohttp import AiohttpClient

from cafe.web.desk import sheets
from cafe.web.desk.sheets import Column, FileFormat, Kind, Row, Sheet, file_name, sheet_response
from tests.driver import Answer
from tests.web.sheet_files import read_csv, read_styles, read_xlsx, values

NOON = datetime.fromisoformat("2026-06-15T12:00")
COLUMNS = (Column("Номер"), Column("Коли", Kind.MOMENT), Column("Сума, грн", Kind.MONEY))
ROWS: list[Row] = [["№1", NOON, 185], ["№2", None, Decimal("230.50")]]
ATTACKS = ["=1+1", "+38067", "-2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1+1", "＝1+1", "+380 67 123 45 67"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files are made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def fetch(aiohttp_client: AiohttpClient, folder: Path) -> "Fetch":
    return Fetch(aiohttp_client, folder)


class Fetch:
    """Has sheets sent by a server, and sees that no file stays behind."""

    def __init__(self, client: AiohttpClient, folder: Path) -> None:
        self._client = client
        self._folder = folder

    async def __call__(self, file_format: FileFormat, *given: Sheet, name: str = "x") -> Answer:
        async def handler(request: web.Request) -> web.StreamResponse:
            return await sheet_response(request, file_format, name, given)

        app = web.Application()
        app.router.add_get("/", handler)
        async with (await self._client(app)).get("/") as response:
            answer = Answer(response.status, response.headers, await response.read())
        assert list(self._folder.iterdir()) == []
        return answer


async def test_a_csv_is_as_a_ukrainian_excel_reads_it(fetch: Fetch) -> None:
    answer = await fetch(FileFormat.CSV, Sheet("Замовлення", COLUMNS, ROWS, notes=("Червень",)))
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    lines = ["Червень", "Номер;Коли;Сума, грн", "№1;2026-06-15 12:00;185", "№2;;230,50", ""]
    assert answer.body.decode("utf-8-sig") == "\r\n".join(lines)


async def test_an_xlsx_has_numbers_and_times_as_such(fetch: Fetch) -> None:
    columns = (*COLUMNS, Column("День", Kind.DAY), Column("Частка", Kind.PERCENT), Column("Разів", Kind.NUMBER))
    rows: list[Row] = [["№1", NOON, 1850, date(2026, 6, 15), 0.125, 3]]
    answer = await fetch(FileFormat.XLSX, Sheet("Замовлення", columns, rows))
    assert answer.headers["Content-Type"] == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    [(title, table)] = read_xlsx(answer.body).items()
    assert title == "Замовлення"
    assert values(table)[0] == ["Номер", "Коли", "Сума, грн", "День", "Частка", "Разів"]
    assert values(table)[1] == ["№1", 46188.5, 1850, 46188, 0.125, 3]


async def test_a_percentage_is_one_in_a_csv_too(fetch: Fetch) -> None:
    answer = await fetch(FileFormat.CSV, Sheet("x", (Column("Частка", Kind.PERCENT),), [[0.125]]))
    assert read_csv(answer.body) == [["Частка"], ["12,5%"]]


@pytest.mark.parametrize("text", ATTACKS)
async def test_no_text_becomes_a_formula(fetch: Fetch, text: str) -> None:
    sheet = Sheet(text, (Column(text),), [[text], ["просто"]], notes=(text,))
    answer = await fetch(FileFormat.CSV, sheet, sheet)
    cells = [row[0] for row in read_csv(answer.body) if row]
    defused = f"'{text}" if text[0] not in "\t\r\n" else f"'{text[0]}'{text[1:]}"
    assert cells == ([defused] * 4 + ["просто"]) * 2
    answer = await fetch(FileFormat.XLSX, sheet)
    [table] = read_xlsx(answer.body).values()
    written = [row["A"] for row in table]
    assert not any(cell.is_formula for cell in written)
    styles = read_styles(answer.body)
    assert [styles[cell.style].get("quotePrefix") for cell in (written[0], *written[2:])] == ["1", "1", None]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Ivan,=cmd|' /C calc'!A0,", "Ivan,'=cmd|' /C calc'!A0,"),
        ("Ivan;=1", "Ivan;'=1"),
        ("Ivan\t@SUM(A1)", "Ivan\t'@SUM(A1)"),
        ("a\n=1\r\n+2", "a\n'=1\r\n'+2"),
        ("a, -1, +2", "a, '-1, '+2"),
        ("a,＝1", "a,'＝1"),
        ('Ivan,"=1"', 'Ivan,"\'=1"'),
        ("=1,=2", "'=1,'=2"),
        ("\t=1", "'\t'=1"),
        ("Коваленко-Шевчук, кв. 5+6", "Коваленко-Шевчук, кв. 5+6"),
    ],
)
async def test_no_part_of_a_text_becomes_a_formula_with_another_delimiter(
    fetch: Fetch, text: str, written: str
) -> None:
    answer = await fetch(FileFormat.CSV, Sheet("x", (Column("x"),), [[text]]))
    assert read_csv(answer.body)[1] == [written]
    answer = await fetch(FileFormat.XLSX, Sheet("x", (Column("x"),), [[text]]))
    [table] = read_xlsx(answer.body).values()
    assert [cell.is_formula for cell in table[1].values()] == [False]


async def test_an_address_of_a_page_is_no_link(fetch: Fetch) -> None:
    answer = await fetch(FileFormat.XLSX, Sheet("x", (Column("x"),), [["https://evil.example/"]]))
    assert b"hyperlink" not in answer.body
    [table] = read_xlsx(answer.body).values()
    assert values(table) == [["x"], ["https://evil.example/"]]


@pytest.mark.parametrize("file_format", list(FileFormat))
async def test_what_no_cell_can_hold_is_left_out(fetch: Fetch, file_format: FileFormat) -> None:
    answer = await fetch(file_format, Sheet("x", (Column("x"),), [["я" * 40_000 + "\ud800"], ["a\x00\x1f"]]))
    assert answer.status == 200
    if file_format is FileFormat.XLSX:
        [table] = read_xlsx(answer.body).values()
        assert values(table)[1] == ["я" * 32_767]


@pytest.mark.parametrize("file_format", list(FileFormat))
async def test_rows_come_in_batches(fetch: Fetch, file_format: FileFormat) -> None:
    async def batches() -> AsyncIterator[Sequence[Row]]:
        for number in range(3):
            yield [[number], [number]]

    answer = await fetch(file_format, Sheet("x", (Column("n", Kind.NUMBER),), batches()))
    if file_format is FileFormat.CSV:
        assert [row[0] for row in read_csv(answer.body)[1:]] == ["0", "0", "1", "1", "2", "2"]
    else:
        assert values(read_xlsx(answer.body)["x"])[1:] == [[0], [0], [1], [1], [2], [2]]


async def test_a_failure_halfway_is_an_error_and_leaves_no_file(fetch: Fetch) -> None:
    async def batches() -> AsyncIterator[Sequence[Row]]:
        yield [[1]]
        raise LookupError

    answer = await fetch(FileFormat.XLSX, Sheet("x", (Column("n", Kind.NUMBER),), batches()))
    assert answer.status == 500


async def test_several_sheets_each_with_a_title_that_excel_takes(fetch: Fetch) -> None:
    titles = ["За годинами: 12/15 [все]?*", "'Кава'", "кава", "", "х" * 40]
    answer = await fetch(FileFormat.XLSX, *(Sheet(title, COLUMNS, ROWS) for title in titles))
    assert list(read_xlsx(answer.body)) == ["За годинами 12 15 все", "Кава", "кава 2", "1", "х" * 31]
    answer = await fetch(FileFormat.CSV, Sheet("Перша", COLUMNS, ROWS[:1]), Sheet("Друга", COLUMNS, []))
    table = read_csv(answer.body)
    header = ["Номер", "Коли", "Сума, грн"]
    assert table == [["Перша"], header, ["№1", "2026-06-15 12:00", "185"], [], ["Друга"], header]


async def test_more_rows_than_a_worksheet_holds_go_on_in_another(fetch: Fetch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MAX_ROWS", 3)
    rows: list[Row] = [[number] for number in range(5)]
    answer = await fetch(FileFormat.XLSX, Sheet("Усі", (Column("n", Kind.NUMBER),), rows))
    pages = read_xlsx(answer.body)
    assert list(pages) == ["Усі", "Усі 2", "Усі 3"]
    assert [len(page) for page in pages.values()] == [3, 3, 2]


@pytest.mark.parametrize(
    ("cafe_name", "name"),
    [
        ("Кав'ярня «Дім»", "Кав ярня Дім - замовлення - 2026-06-15"),
        ('../../etc/passwd\r\nX-Evil: 1"', "etc passwd X-Evil 1 - замовлення - 2026-06-15"),
        ("", "замовлення - 2026-06-15"),
        ("☕", "замовлення - 2026-06-15"),
        ("CON.", "CON - замовлення - 2026-06-15"),
        ("к" * 300, "к" * 100),
    ],
)
async def test_a_file_has_a_name_whatever_the_cafes(fetch: Fetch, cafe_name: str, name: str) -> None:
    assert file_name(cafe_name, "замовлення", "2026-06-15") == name
    answer = await fetch(FileFormat.CSV, Sheet("x", COLUMNS, ROWS), name=name)
    disposition = answer.headers["Content-Disposition"]
    plain, _, encoded = disposition.partition("; filename*=UTF-8''")
    assert plain.startswith('attachment; filename="')
    assert plain.isascii()
    assert plain.endswith('csv"')
    assert encoded.isascii()

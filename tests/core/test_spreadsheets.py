"""The menu as a spreadsheet: what comes out goes in again unchanged, and files as people make them are understood."""

import io
import zipfile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cafe.children import Children
from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.difference import Catalogue
from cafe.core.catalogue.edits.file import CatalogueFile
from cafe.core.catalogue.menu.allergens import ALLERGENS
from cafe.core.catalogue.spreadsheet.columns import FIELDS, Vocabulary, guess_columns
from cafe.core.catalogue.spreadsheet.delimited import read_csv
from cafe.core.catalogue.spreadsheet.model import CellsError
from cafe.core.catalogue.spreadsheet.service import Spreadsheet, SpreadsheetService
from cafe.core.catalogue.spreadsheet.xlsx import read_xlsx
from cafe.core.kernel.formulas import is_formula, protect, unprotect
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import read_texts
from cafe.web.desk.sheets import Column, FileFormat, Sheet, make_file

SERVICE = SpreadsheetService(read_texts(), Children())
VOCABULARY = Vocabulary(read_texts())
READERS = {FileFormat.CSV: read_csv, FileFormat.XLSX: read_xlsx}

TRICKY = st.sampled_from([*"=+-@;,\"'\t\r\n \x0b\x1c\x85\u2028 ", "\r\n", "_x0041_", "ї", "🥐", "&", "<"])
LINE = st.lists(st.one_of(TRICKY, st.characters(codec="utf-8")), max_size=12).map(
    lambda pieces: "".join(each for each in "".join(pieces) if each.isprintable()).strip()
)
TEXT = st.lists(st.one_of(TRICKY, st.characters(codec="utf-8")), max_size=20).map(
    lambda pieces: "".join(each for each in "".join(pieces) if each.isprintable() or each.splitlines() == [""]).strip()
)
DISH = st.fixed_dictionaries(
    {
        "slug": LINE.filter(bool),
        "name": LINE.filter(bool),
        "price": st.integers(0, 10_000_000),
        "active": st.booleans(),
        "diets": st.sampled_from([[], ["vegan"], ["vegetarian", "gluten_free"]]),
        **dict.fromkeys(("description", "description_en"), TEXT),
        **dict.fromkeys(("name_en", "weight", "weight_en"), LINE),
    }
)
ALLERGY = st.one_of(
    st.lists(st.sampled_from(sorted(ALLERGENS)), unique=True).map(lambda codes: {"allergens": codes}),
    st.just({"allergens": [], "no_allergens": True}),
)
DISHES = st.lists(st.tuples(DISH, ALLERGY), max_size=4, unique_by=lambda pair: pair[0]["slug"])


def sheet_of(dishes: list[dict[str, Any]], category: str, locale: Locale) -> Sheet:
    rows = SERVICE.write(dishes, [{"slug": "food", "name": category}], locale)
    return Sheet("Меню", [Column(title) for title in SERVICE.titles(locale)], rows)


async def written(file_format: FileFormat, sheet: Sheet) -> bytes:
    with await make_file(file_format, [sheet]) as file:
        return file.read()


def spreadsheet(content: bytes, file_format: FileFormat = FileFormat.CSV) -> Spreadsheet:
    return SERVICE.with_columns(READERS[file_format](content))


def taken(table: str, catalogue: Catalogue | None = None, columns: str = "") -> CatalogueFile:
    found = spreadsheet(table.encode())
    return found.take(columns.split(",") if columns else found.columns).compare(catalogue or {})


def problems(table: str, catalogue: Catalogue | None = None) -> list[tuple[int | None, str, str]]:
    with pytest.raises(CellsError) as raised:
        taken(table, catalogue)
    return [(each.row, each.field, each.reason.text_id) for each in raised.value.problems]


@pytest.mark.parametrize("file_format", list(FileFormat))
@settings(max_examples=60, deadline=None)
@given(given_dishes=DISHES, category=LINE.filter(bool), locale=st.sampled_from([Locale.UK, Locale.EN]))
async def test_what_is_saved_changes_nothing_and_makes_the_same_menu_elsewhere(
    file_format: FileFormat, given_dishes: list[tuple[dict[str, Any], dict[str, Any]]], category: str, locale: Locale
) -> None:
    dishes = [
        {"no_allergens": False, "category": "food", "sort_order": 10} | dish | allergy for dish, allergy in given_dishes
    ]
    content = await written(file_format, sheet_of(dishes, category, locale))
    found = spreadsheet(content, file_format)
    assert tuple(found.columns) == FIELDS
    here: Catalogue = {("categories", "food"): {"slug": "food", "name": category, "sort_order": 10}}
    here |= {("products", str(dish["slug"])): dish for dish in dishes}
    again = found.take(found.columns).compare(here)
    assert again.categories == []
    assert again.products == [{"slug": dish["slug"], "category": "food"} for dish in dishes]
    elsewhere = found.take(found.columns).compare({})
    fields = [field for field in FIELDS if field != "category"] + ["no_allergens"]
    assert [{field: each[field] for field in fields} for each in elsewhere.products] == [
        {field: each[field] for field in fields} for each in dishes
    ]
    assert [" ".join(category.split())] * bool(dishes) == [each["name"] for each in elsewhere.categories]


@given(text=st.lists(TRICKY, max_size=8).map("".join))
def test_a_text_in_csv_is_no_formula_and_is_the_same_text_again(text: str) -> None:
    assert not is_formula(protect(text))
    assert unprotect(protect(text)) == text


@pytest.mark.parametrize(
    ("header", "fields"),
    [
        ("Страва|Ціна, грн|Розділ|Вихід, г", "name,price,category,weight"),
        ("№|Назва страви|Назва (англ.)|Ціна за порцію|Склад", ",name,name_en,price,description"),
        ("PRICE (UAH)|Item|Section|Name EN|Allergens", "price,name,category,name_en,allergens"),
        ("Опис українською|Опис англійською|Вага EN", "description,description_en,weight_en"),
        ("Name|Name in Ukrainian", "name,"),
        ("Фото|Калорії", ","),
    ],
)
def test_columns_are_guessed_by_their_headers(header: str, fields: str) -> None:
    assert guess_columns(header.split("|"), VOCABULARY) == tuple(fields.split(","))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "utf-16"])
@pytest.mark.parametrize("separator", [";", "\t", ","])
def test_csv_in_any_encoding_and_with_any_separator(encoding: str, separator: str) -> None:
    rows = [["Кафе «Їжак»", ""], ["Назва", '"Ціна, грн"'], ["Лате", "85"], ["", ""], ['"Чай; із м’ятою"', "1 250"]]
    content = "\r\n".join(separator.join(row) for row in rows).encode(encoding)
    found = spreadsheet(content)
    assert (found.titles, found.columns) == (["Назва", "Ціна, грн"], ("name", "price"))
    assert [(row.number, row.cells) for row in found.rows] == [(3, ["Лате", "85"]), (5, ["Чай; із м’ятою", "1 250"])]


@pytest.mark.parametrize(
    ("cell", "price"),
    [("85", 85), ("85,00", 85), ("85.00 грн", 85), ("1 250", 1250), ("1\u00a0250,0 ₴", 1250), ("UAH 90", 90)],
)
def test_prices_as_people_write_them(cell: str, price: int) -> None:
    [dish] = taken(f"Категорія;Назва;Ціна\nКава;Лате;{cell}").products
    assert dish["price"] == price


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("85,50", "sheet-kopiykas"),
        ("дорого", "sheet-price"),
        ("1,250", "sheet-price"),
        ("-5", "must-be-whole"),
        ("", "missing"),
        ("99999999", "must-be-whole"),
    ],
)
def test_a_wrong_price_is_told_at_its_cell(cell: str, reason: str) -> None:
    table = f"Категорія;Назва;Ціна\nКава;Еспресо;50\nКава;Лате;{cell}"
    assert problems(table) == [(3, "price", reason)]


LATTE = {
    "slug": "latte",
    "category": "coffee",
    "name": "Лате",
    "price": 85,
    "sort_order": 20,
    "active": True,
    "description": "Смачно",
    "allergens": ["milk"],
    "no_allergens": False,
}
NOW: Catalogue = {
    ("categories", "coffee"): {"slug": "coffee", "name": "Кава", "sort_order": 20},
    ("products", "latte"): LATTE,
}


def test_dishes_are_found_by_code_or_by_name_and_the_rest_is_new() -> None:
    table = "Код;Категорія;Назва;Ціна\nlatte;Кава;Латте;90\n;кава ;Еспресо;50\n;Сніданки;Сирники;140\n;;Омлет;120"
    found = taken(table, NOW)
    assert found.categories == [{"slug": "snidanky", "name": "Сніданки", "sort_order": 30}]
    assert found.products == [
        {"slug": "latte", "name": "Латте", "price": 90, "category": "coffee"},
        {"slug": "espreso", "name": "Еспресо", "price": 50, "category": "coffee", "sort_order": 30},
        {"slug": "syrnyky", "name": "Сирники", "price": 140, "category": "snidanky", "sort_order": 10},
        {"slug": "omlet", "name": "Омлет", "price": 120, "category": "snidanky", "sort_order": 20},
    ]


def test_a_name_finds_its_dish_however_it_is_spelt_and_leaves_it_so() -> None:
    assert taken("Назва;Ціна\nЛАТЕ;99", NOW).products == [{"slug": "latte", "price": 99}]


def test_a_dish_of_this_name_in_another_category_is_another_dish() -> None:
    [dish] = taken("Категорія;Назва;Ціна\nДесерти;Лате;99", NOW).products
    assert (dish["slug"], dish["category"]) == ("late", "deserty")


def test_headings_between_the_rows_are_categories() -> None:
    found = taken("Назва;Ціна\nКава;\nЛате;95\nЧаї;\nЗелений;40", NOW)
    assert [(each["slug"], each["category"]) for each in found.products] == [("latte", "coffee"), ("zelenyi", "chai")]


def test_allergens_in_words() -> None:
    table = (
        "Категорія;Назва;Ціна;Алергени\nА;1;1;глютен, молоко\nА;2;1;Milk\nА;3;1;немає\nА;4;1;"
        '\nА;5;1;"Злаки, що містять глютен; nuts"'
    )
    found = [(each["allergens"], each["no_allergens"]) for each in taken(table).products]
    assert found == [
        (["gluten", "milk"], False),
        (["milk"], False),
        ([], True),
        ([], False),
        (["gluten", "nuts"], False),
    ]
    assert problems("Категорія;Назва;Ціна;Алергени\nА;1;1;молоко, пил") == [(2, "allergens", "sheet-unknown-name")]


def test_what_is_wrong_is_told_at_each_cell() -> None:
    table = f"Назва;Ціна;У меню;Код\nЛате;x;можливо;\n{'щ' * 101};5;так;a\nЧай;5;;a\n;5;;b"
    assert problems(table) == [
        (2, "price", "sheet-price"),
        (2, "active", "sheet-yes-or-no"),
        (2, "category", "missing"),
        (3, "category", "missing"),
        (3, "name", "desk-field-too-long"),
        (4, "category", "missing"),
        (4, "slug", "sheet-twice"),
        (5, "name", "missing"),
        (5, "category", "missing"),
    ]
    assert problems("Категорія;Назва;Ціна\nА;Чай;5\nА;чай;6") == [(3, "name", "sheet-twice")]
    assert problems("Ціна\n5") == [(None, "name", "sheet-column-missing")]


def test_columns_may_be_chosen() -> None:
    [dish] = taken("A;B;C\n85;Лате;90", NOW, ",name,price").products
    assert dish["price"] == 90
    with pytest.raises(CellsError) as raised:
        taken("A;B;C\n85;Лате;90", NOW, "price,name,price")
    assert [each.reason.text_id for each in raised.value.problems] == ["sheet-column-twice"]


def test_of_two_dishes_of_a_name_the_code_says_which() -> None:
    now = {**NOW, ("products", "other"): {**LATTE, "slug": "other"}}
    assert problems("Назва;Ціна\nЛате;90", now) == [(2, "name", "sheet-dish-ambiguous")]
    assert taken("Код;Ціна\nother;90", now).products == [{"slug": "other", "price": 90, "category": "coffee"}]


BOOK = '<workbook xmlns:r="r"><sheets><sheet state="hidden" r:id="a"/><sheet r:id="b"/></sheets></workbook>'
LINKS = '<Relationships><Relationship Id="b" Target="worksheets/one.xml"/></Relationships>'
SHARED = "<sst><si><t>Назва</t></si><si><r><t>Ла</t></r><r><t>те</t></r><rPh><t>x</t></rPh></si></sst>"
PAGE = (
    '<worksheet><sheetData><row r="2"><c r="B2" t="s"><v>0</v></c><c t="inlineStr"><is><t>Ціна</t></is></c></row>'
    '<row r="4"><c r="B4" t="s"><v>1</v></c><c r="C4"><f>40+45</f><v>85.000000000000014</v></c>'
    '<c r="D4" t="str"><v>_x263A_</v></c><c r="E4" t="b"><v>1</v></c></row></sheetData></worksheet>'
)


def book(page: str = PAGE, **parts: str) -> bytes:
    names = {
        "xl/workbook.xml": BOOK,
        "xl/_rels/workbook.xml.rels": LINKS,
        "xl/sharedStrings.xml": SHARED,
        "xl/worksheets/one.xml": page,
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (names | parts).items():
            archive.writestr(name, content)
    return file.getvalue()


def test_xlsx_with_shared_texts_formulas_and_hidden_sheets() -> None:
    rows = [(row.number, row.cells) for row in read_xlsx(book())]
    assert rows == [(2, ["", "Назва", "Ціна"]), (4, ["", "Лате", "85", "_x263A_", "1"])]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04 and nothing else", "sheet-unreadable"),
        (book(page="<worksheet"), "sheet-unreadable"),
        (book(page='<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "sheet-unreadable"),
        (book(page=PAGE.replace("<v>1</v>", "<v>7</v>")), "sheet-unreadable"),
        (book(page=PAGE.replace("85.000000000000014", "many")), "sheet-unreadable"),
        (book(page="<worksheet>" + " " * (41 * 1024**2) + "</worksheet>"), "sheet-too-large"),
        (book(page=f"<a>{'<row><c><v>1</v></c></row>' * 5_001}</a>"), "sheet-too-long"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "sheet-old-excel"),
        (b"\x00\x01", "sheet-unreadable"),
        (b" \r\n;;\r\n", "sheet-empty"),
        (b"a;b\n" * 5_001, "sheet-too-long"),
        (b'a;b\n"' + b"a" * 200_000, "sheet-unreadable"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_what_is_no_table_or_no_menus_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(CatalogueError) as raised:
        await SERVICE.read(content)
    assert raised.value.reason.text_id == reason


async def test_of_many_empty_cells_only_those_with_text_count() -> None:
    page = f'<a><row r="1"><c r="XFD1"/>{"<c/>" * 9}<c r="B1"><v>2.5E3</v></c></row></a>'
    assert [row.cells for row in read_xlsx(book(page=page))] == [["", "2500"]]

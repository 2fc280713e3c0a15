"""Reading a catalogue file: every key and value is checked before anything is stored."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from cafe.core.errors import CatalogueError
from cafe.core.promo import promo_key
from cafe.core.settings import read_setting
from cafe.core.shapes import MAX_AMOUNT, MAX_UAH, Shape, ShapeError, filled_line, flag, line, link, text, uah, whole

Item = dict[str, Any]

_count = whole(0, 10**9)


def _moment(value: object) -> date:
    if not isinstance(value, date):  # a datetime is a date too
        raise ShapeError("must be a moment such as 2027-01-01T00:00:00+02:00")
    return value


def _codes(value: object) -> list[str]:
    if not isinstance(value, list):
        raise ShapeError('must be a list of codes such as ["milk"]')
    return [filled_line(code) for code in value]


def _recipe(value: object) -> dict[str, int]:
    if not isinstance(value, dict):
        raise ShapeError("must be a table of amounts such as { milk = 220 }")
    amount = whole(1, MAX_AMOUNT)
    recipe = {}
    for code, portion in value.items():
        try:
            recipe[code] = amount(portion)
        except ShapeError as wrong:
            raise ShapeError(f"{code}: {wrong}") from None
    return recipe


_order = whole(-(10**9), 10**9)

SHAPES: Mapping[str, Mapping[str, Shape]] = {
    "categories": {"slug": filled_line, "name": filled_line, "name_en": line, "sort_order": _order, "active": flag},
    "products": {
        "slug": filled_line,
        "category": filled_line,
        "name": filled_line,
        "name_en": line,
        "description": text,
        "description_en": text,
        "weight": line,
        "weight_en": line,
        "price": uah,
        "image_url": link,
        "allergens": _codes,
        "sort_order": _order,
        "active": flag,
        "recipe": _recipe,
    },
    "ingredients": {
        "code": filled_line,
        "name": filled_line,
        "unit": line,
        "stock": whole(-MAX_AMOUNT, MAX_AMOUNT),
        "low_stock": whole(0, MAX_AMOUNT),
    },
    "promos": {
        "code": filled_line,
        "discount_percent": whole(1, 100),
        "expires_at": _moment,
        "max_uses": _count,
        "min_order_amount": whole(0, MAX_UAH),
        "first_order_only": flag,
        "active": flag,
    },
}
"""Which tables a file may have, which keys each of them, and what those may hold."""


def _same(key: str) -> str:
    return key


KEYS: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "categories": ("slug", _same),
    "products": ("slug", _same),
    "ingredients": ("code", _same),
    "promos": ("code", promo_key),
}
"""By which key entries of a table are matched with what is stored, and in which form."""


@dataclass(frozen=True, slots=True)
class CatalogueFile:
    """A catalogue file that was understood; each entry holds only the keys that the file has."""

    settings: Item
    categories: list[Item]
    products: list[Item]
    ingredients: list[Item]
    promos: list[Item]


def read_catalogue(document: Mapping[str, Any]) -> CatalogueFile:
    """Check a parsed file.

    Raises:
        CatalogueError: one line that names the table and the key.
    """
    for table in document:
        if table != "settings" and table not in SHAPES:
            raise CatalogueError(f"[{table}]: unknown table; known are settings, {', '.join(SHAPES)}")
    settings = document.get("settings", {})
    if not isinstance(settings, dict):
        raise CatalogueError("[settings]: must be a table")
    tables = {table: _read_table(table, document.get(table, [])) for table in SHAPES}
    return CatalogueFile({key: read_setting(key, value) for key, value in settings.items()}, **tables)


def _read_table(table: str, entries: object) -> list[Item]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CatalogueError(f"{table}: must be a list of tables, each under [[{table}]]")
    key, fold = KEYS[table]
    seen: set[str] = set()
    items = []
    for number, entry in enumerate(entries, start=1):
        if key not in entry:
            raise CatalogueError(f"[[{table}]] number {number}: {key}: missing")
        item = _read_entry(table, str(entry[key]), entry)
        if fold(item[key]) in seen:
            raise CatalogueError(f"[[{table}]] {item[key]}: {key}: used twice in this file")
        seen.add(fold(item[key]))
        items.append(item)
    return items


def _read_entry(table: str, name: str, entry: Mapping[str, object]) -> Item:
    item = {}
    for key, value in entry.items():
        if key not in SHAPES[table]:
            raise CatalogueError(f"[[{table}]] {name}: {key}: unknown key; known are {', '.join(SHAPES[table])}")
        try:
            item[key] = SHAPES[table][key](value)
        except ShapeError as wrong:
            raise CatalogueError(f"[[{table}]] {name}: {key}: {wrong}") from None
    return item

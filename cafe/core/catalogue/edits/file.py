"""Parsing a catalogue file: every key and value is validated before anything is stored."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sized
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.mode_fields import MODE
from cafe.core.catalogue.edits.tax_fields import FISCAL, TAX_GROUP
from cafe.core.catalogue.edits.zone_fields import ZONE
from cafe.core.catalogue.hours.week import DAYS, read_date, read_ranges
from cafe.core.catalogue.menu.model import Mark
from cafe.core.catalogue.options.diets import Diet, without_implied
from cafe.core.catalogue.promo.model import promo_key
from cafe.core.catalogue.settings.model import read_setting
from cafe.core.kernel.validators import (
    MAX_AMOUNT,
    MAX_UAH,
    Reason,
    Validator,
    ValidatorError,
    filled_line,
    flag,
    line,
    picture,
    text,
    uah,
    unit_cost,
    whole,
)

Item = dict[str, Any]

_count = whole(0, 10**9)
MAX_PIECES = 100
"""Maximum pieces of an option or a group in one dish."""
MAX_GROUPS, MAX_OPTIONS, MAX_PARTS = 50, 200, 200
"""Maximum option groups of a dish, options of a group, and ingredients of a recipe: far more than any menu needs."""


def _date_or_time(value: object) -> date:
    if not isinstance(value, date):  # datetime is a subclass of date
        raise ValidatorError("must be a moment such as 2027-01-01T00:00:00+02:00", "must-be-moment")
    return value


def _code_list(value: object) -> list[str]:
    if not isinstance(value, list):
        raise ValidatorError('must be a list of codes such as ["milk"]', "must-be-list")
    return [filled_line(code) for code in _limited(value, MAX_GROUPS)]


def _marks(value: object) -> list[str]:
    """Read a product's marks, in display order."""
    return _several(value, Mark, "marks")


def _diets(value: object) -> list[str]:
    """Read diets, in display order; what follows from others of them is not stored."""
    return list(without_implied(_several(value, Diet, "diets")))


def _several(value: object, known: type[StrEnum], what: str) -> list[str]:
    """Read a list of known codes, in their order."""
    codes = [each.value for each in known]
    if not isinstance(value, list):
        raise ValidatorError(f'must be a list of {what} such as ["{codes[0]}"]', "must-be-list")
    for code in _limited(value, MAX_GROUPS):
        if code not in codes:
            names = ", ".join(codes)
            raise ValidatorError(f"{code}: must be one of {names}", "must-be-one-of", path=str(code), values=names)
    return [code for code in codes if code in value]


def _recipe(value: object) -> dict[str, int]:
    return _amounts(value, whole(1, MAX_AMOUNT))


def _option_recipe(value: object) -> dict[str, int]:
    """Read the recipe of an option, which may reduce the dish's."""
    recipe = _amounts(value, whole(-MAX_AMOUNT, MAX_AMOUNT))
    for code, portion in recipe.items():
        if portion == 0:
            raise ValidatorError(f"{code}: must not be 0", "must-not-be-zero", path=code)
    return recipe


def _amounts(value: object, amount: Validator) -> dict[str, int]:
    if not isinstance(value, dict):
        raise ValidatorError("must be a table of amounts such as { milk = 220 }", "must-be-amounts")
    recipe = {}
    for code, portion in _limited(value, MAX_PARTS).items():
        try:
            recipe[code] = amount(portion)
        except ValidatorError as error:
            raise error.within(code) from None
    return recipe


_order = whole(-(10**9), 10**9)
_pieces = whole(1, MAX_PIECES)


def _offered_groups(value: object) -> list[Item]:
    """Read the option groups of a product: slugs, or tables that narrow a group's limits or say what it makes."""
    if not isinstance(value, list):
        raise ValidatorError(
            'must be a list of option groups such as ["size", { group = "milk", min = 0 }]', "must-be-list"
        )
    offered = [_offered_group(entry) for entry in _limited(value, MAX_GROUPS)]
    repeated = _duplicate(entry["group"] for entry in offered)
    if repeated is not None:
        raise ValidatorError(f"{repeated}: used twice", "used-twice", path=repeated)
    return offered


def _limited(value: Sized, most: int) -> Any:
    """Accept a list or table of limited length."""
    if len(value) > most:
        raise ValidatorError(f"must be at most {most}", "too-many", most=most)
    return value


def _duplicate(slugs: Iterable[str]) -> str | None:
    """Return a slug that occurs twice, if any."""
    return next((slug for slug, times in Counter(slugs).items() if times > 1), None)


def _offered_group(entry: object) -> Item:
    if not isinstance(entry, dict):
        return {"group": filled_line(entry)}
    keys = {"group": filled_line, "min": whole(0, MAX_PIECES), "max": _pieces, "makes": _diets}
    offered = _validated(entry, keys, "")
    if "group" not in offered:
        raise ValidatorError("group: missing", "missing", path="group")
    return offered


OPTION: Mapping[str, Validator] = {
    "slug": filled_line,
    "name": filled_line,
    "name_en": line,
    "price_delta": whole(-MAX_UAH, MAX_UAH),
    "default": flag,
    "max_quantity": _pieces,
    "active": flag,
    "recipe": _option_recipe,
    "allergens": _code_list,
    "without": _code_list,
    "diets": _diets,
    **FISCAL,
}
"""The keys of `[[option_groups.options]]`."""


def _options(value: object) -> list[Item]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise ValidatorError("must be a list of tables, each under [[option_groups.options]]", "must-be-list")
    options = []
    for number, entry in enumerate(_limited(value, MAX_OPTIONS), start=1):
        if "slug" not in entry:
            raise ValidatorError(f"number {number}: slug: missing", "missing", path=f"{number}.slug")
        options.append(_validated(entry, OPTION, f"{entry['slug']}: ", f"{entry['slug']}."))
    repeated = _duplicate(option["slug"] for option in options)
    if repeated is not None:
        raise ValidatorError(f"{repeated}: slug: used twice in this group", "used-twice", path=repeated)
    return options


def _validated(entry: Mapping[str, object], validators: Mapping[str, Validator], place: str, path: str = "") -> Item:
    """Validate the keys of a table; `place` prefixes an error's text, `path` its path.

    Raises:
        ValidatorError: a key is unknown, or its value invalid.
    """
    item = {}
    for key, value in entry.items():
        if key not in validators:
            raise ValidatorError(
                f"{place}{key}: unknown key; known are {', '.join(validators)}", "unknown-key", path=f"{path}{key}"
            )
        try:
            item[key] = validators[key](value)
        except ValidatorError as error:
            raise error.within(key, place, path) from None
    return item


def _slot_type(value: object) -> str:
    if value not in SLOT_TYPES:
        raise ValidatorError(f"must be {' or '.join(SLOT_TYPES)}", "must-be-one-of", values=", ".join(SLOT_TYPES))
    return str(value)


SLOT_TYPES = ("pickup", "delivery")
"""The order types with selectable times."""
_limit = whole(1, 1_000_000)

VALIDATORS: Mapping[str, Mapping[str, Validator]] = {
    "tax_groups": TAX_GROUP,
    "categories": {
        "slug": filled_line,
        "name": filled_line,
        "name_en": line,
        "sort_order": _order,
        "active": flag,
        "available": read_ranges,
    },
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
        "image_url": picture,
        "allergens": _code_list,
        "no_allergens": flag,
        "marks": _marks,
        "diets": _diets,
        "sort_order": _order,
        "active": flag,
        "recipe": _recipe,
        "options": _offered_groups,
        "notes": flag,
        "available": read_ranges,
        **FISCAL,
    },
    "option_groups": {
        "slug": filled_line,
        "name": filled_line,
        "name_en": line,
        "min": whole(0, MAX_PIECES),
        "max": _pieces,
        "options": _options,
    },
    "ingredients": {
        "code": filled_line,
        "name": filled_line,
        "unit": line,
        "stock": whole(-MAX_AMOUNT, MAX_AMOUNT),
        "low_stock": whole(0, MAX_AMOUNT),
        "cost": unit_cost,
        "bottle": whole(0, MAX_AMOUNT),
    },
    "slots": {
        "order_type": _slot_type,
        "every_minutes": whole(5, 1_440),
        "max_orders": _limit,
        "max_items": _limit,
        "max_amount": whole(1, MAX_UAH),
    },
    "zones": ZONE,
    "modes": MODE,
    "special_days": {"date": read_date, "hours": read_ranges, "message": line, "message_en": line},
    "promos": {
        "code": filled_line,
        "discount_percent": whole(1, 100),
        "expires_at": _date_or_time,
        "max_uses": _count,
        "min_order_amount": whole(0, MAX_UAH),
        "first_order_only": flag,
        "active": flag,
    },
}
"""The lists of tables in a catalogue file, with the validator of each key."""
HOURS: Mapping[str, Validator] = dict.fromkeys(DAYS, read_ranges)
"""The keys of `[hours]`."""


def _as_is(key: str) -> str:
    return key


KEYS: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "tax_groups": ("code", _as_is),
    "categories": ("slug", _as_is),
    "products": ("slug", _as_is),
    "option_groups": ("slug", _as_is),
    "ingredients": ("code", _as_is),
    "slots": ("order_type", _as_is),
    "zones": ("slug", _as_is),
    "modes": ("slug", _as_is),
    "special_days": ("date", str),
    "promos": ("code", promo_key),
}
"""The key that matches a table's entries with stored ones, and its normalization for comparison."""


@dataclass(frozen=True, slots=True)
class CatalogueFile:
    """A validated catalogue file; each entry has only the keys given in the file."""

    settings: Item
    hours: Item | None
    """None if the file does not have the table; it may be empty."""
    tax_groups: list[Item]
    categories: list[Item]
    products: list[Item]
    option_groups: list[Item]
    ingredients: list[Item]
    slots: list[Item]
    zones: list[Item]
    modes: list[Item]
    special_days: list[Item]
    promos: list[Item]


EMPTY = CatalogueFile({}, None, *([] for _ in VALIDATORS))
"""A file without anything; to be replaced, not changed."""


def read_catalogue(document: Mapping[str, Any]) -> CatalogueFile:
    """Validate a parsed TOML document.

    Raises:
        CatalogueError: with one line that names the table and the key.
    """
    for table in document:
        if table not in {"settings", "hours", *VALIDATORS}:
            known = ", ".join(VALIDATORS)
            raise CatalogueError(
                f"[{table}]: unknown table; known are settings, hours, {known}",
                reason=Reason("unknown-table"),
                table=table,
            )
    settings = document.get("settings", {})
    if not isinstance(settings, dict):
        raise CatalogueError("[settings]: must be a table", reason=Reason("must-be-table"), table="settings")
    tables = {table: _read_table(table, document.get(table, [])) for table in VALIDATORS}
    hours = read_hours(document["hours"]) if "hours" in document else None
    return CatalogueFile({key: read_setting(key, value) for key, value in settings.items()}, hours, **tables)


def read_hours(table: object) -> Item:
    """Validate `[hours]`: the ranges of each day.

    Raises:
        CatalogueError: no such day, or bad ranges.
    """
    if not isinstance(table, dict):
        raise CatalogueError("[hours]: must be a table", reason=Reason("must-be-table"), table="hours")
    try:
        return _validated(table, HOURS, "")
    except ValidatorError as error:
        raise CatalogueError(f"[hours] {error}", error.path, error.reason, table="hours") from None


def _read_table(table: str, entries: object) -> list[Item]:
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CatalogueError(
            f"{table}: must be a list of tables, each under [[{table}]]", reason=Reason("must-be-list"), table=table
        )
    key, normalize = KEYS[table]
    seen: set[str] = set()
    items = []
    for number, entry in enumerate(entries, start=1):
        if key not in entry:
            raise CatalogueError(f"[[{table}]] number {number}: {key}: missing", key, Reason("missing"), table=table)
        item = _read_entry(table, str(entry[key]), entry)
        if normalize(item[key]) in seen:
            raise CatalogueError(
                f"[[{table}]] {item[key]}: {key}: used twice in this file",
                key,
                Reason("used-twice"),
                table=table,
                key=str(item[key]),
            )
        seen.add(normalize(item[key]))
        items.append(item)
    return items


def _read_entry(table: str, name: str, entry: Mapping[str, object]) -> Item:
    try:
        return _validated(entry, VALIDATORS[table], "")
    except ValidatorError as error:
        raise CatalogueError(f"[[{table}]] {name}: {error}", error.path, error.reason, table=table, key=name) from None

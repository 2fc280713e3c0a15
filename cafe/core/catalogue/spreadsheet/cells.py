"""A dish's fields as cells of a spreadsheet, there and back."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from cafe.core.catalogue.edits.file import VALIDATORS, Item
from cafe.core.catalogue.spreadsheet.columns import Vocabulary
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.validators import ValidatorError

PRODUCT = VALIDATORS["products"]
CURRENCY = re.compile(r"грн\.?|гривень|гривні|гривня|uah|₴", re.IGNORECASE)
AMOUNT = re.compile(r"(-?\d+)(?:[.,](\d{1,2}))?")
BLANKS = re.compile(r"[^\S\n ]+")
"""What people do not see: spaces that do not break, tabs."""


def write_cell(field: str, dish: Item, category: str, vocabulary: Vocabulary, locale: Locale) -> str | int:
    """Return a field of a listed dish; `category` is the name of its category."""
    match field:
        case "category":
            return category
        case "price":
            return int(dish["price"])
        case "active":
            return vocabulary.say(locale, "sheet-yes" if dish["active"] else "sheet-no")
        case "allergens" if dish.get("no_allergens"):
            return vocabulary.say(locale, "sheet-none")
        case "allergens" | "diets":
            return "; ".join(vocabulary.label(locale, field, code) for code in dish.get(field, []))
    return str(dish.get(field, ""))


def read_cell(field: str, cell: str, vocabulary: Vocabulary) -> Item:
    """Return the values of a dish that a cell gives.

    Raises:
        ValidatorError: it is no such value.
    """
    if field in READERS:
        return READERS[field](cell.strip(), vocabulary)
    try:
        return {field: PRODUCT[field](cell)}
    except ValidatorError:
        visible = BLANKS.sub(" ", cell)
        return {field: PRODUCT[field](visible if field.startswith("description") else visible.replace("\n", " "))}


def _read_price(cell: str, _vocabulary: Vocabulary) -> Item:
    if not cell:
        raise ValidatorError("missing", "missing")
    number = AMOUNT.fullmatch(re.sub(r"[\s'’]", "", CURRENCY.sub("", cell)))
    if number is None:
        raise ValidatorError("must be a price such as 85", "sheet-price")
    if int(number[2] or 0):
        raise ValidatorError("must be whole hryvnias", "sheet-kopiykas")
    return {"price": PRODUCT["price"](int(number[1]))}


def _read_allergens(cell: str, vocabulary: Vocabulary) -> Item:
    if cell.casefold() in vocabulary.listed("sheet-none-words"):
        return {"allergens": [], "no_allergens": True}
    return {"allergens": _codes(cell, vocabulary.allergens), "no_allergens": False}


def _read_diets(cell: str, vocabulary: Vocabulary) -> Item:
    return {"diets": PRODUCT["diets"](_codes(cell, vocabulary.diets))}


def _read_active(cell: str, vocabulary: Vocabulary) -> Item:
    if not cell:
        return {}
    for word, is_active in (("yes", True), ("no", False)):
        if cell.casefold() in vocabulary.listed(f"sheet-{word}-words"):
            return {"active": is_active}
    raise ValidatorError("must be yes or no", "sheet-yes-or-no")


READERS: Mapping[str, Callable[[str, Vocabulary], dict[str, Any]]] = {
    "price": _read_price,
    "allergens": _read_allergens,
    "diets": _read_diets,
    "active": _read_active,
}


def _codes(cell: str, known: Mapping[str, str]) -> list[str]:
    """Read names separated by semicolons or lines, or by commas, which some names have, too."""
    codes: dict[str, None] = {}
    for part in filter(None, (each.strip() for each in re.split(r"[;\n]", cell))):
        whole = known.get(part.casefold())
        for name in [part] if whole else filter(None, (each.strip() for each in part.split(","))):
            code = known.get(name.casefold())
            if code is None:
                raise ValidatorError(f"{name}: not known", "sheet-unknown-name", name=name[:100])
            codes[code] = None
    return list(codes)

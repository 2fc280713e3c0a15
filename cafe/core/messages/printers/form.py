"""Reading what the owner says of a printer."""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.cleaning import clean_text
from cafe.core.kernel.ids import CategoryId
from cafe.core.kernel.lengths import DEVICE
from cafe.core.kernel.locale import shipped_languages
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.messages.printers.model import (
    MOST_COPIES,
    PRINTED_BY_ITSELF,
    WIDTHS,
    Moment,
    Page,
    PrinterSettings,
)
from cafe.core.messages.printers.rules import ADDRESS
from cafe.core.ordering.orders.model import OrderType

E = TypeVar("E", bound=StrEnum)
INVALID = "desk-field-invalid"


def read_settings(form: Mapping[str, Any], snapshot: Snapshot) -> PrinterSettings:
    """Read a form.

    Raises:
        ProblemsError: fields are missing or invalid.
    """
    problems: list[Problem] = []

    def check(field: str, is_good: object, text_id: str = INVALID, **values: int) -> bool:
        if not is_good:
            problems.append(Problem(field, text_id, values))
        return bool(is_good)

    name = clean_text(form.get("name")) or ""
    check("name", name, "desk-field-needed")
    check("name", len(name) <= DEVICE, "desk-field-too-long", limit=DEVICE)
    width, copies = form.get("width"), form.get("copies", 1)
    check("width", type(width) is int and width in WIDTHS)
    check("copies", type(copies) is int and 1 <= copies <= MOST_COPIES)
    check("locale", form.get("locale") in tuple(shipped_languages()))
    address = clean_text(form.get("address")) or ""
    check("address", not address or ADDRESS.fullmatch(address), "printer-address-invalid")
    pages = _members(Page, form.get("pages"), PRINTED_BY_ITSELF, lambda: check("pages", is_good=False))
    types = _members(OrderType, form.get("order_types"), tuple(OrderType), lambda: check("order_types", is_good=False))
    known = {category.id for category in snapshot.categories}
    categories = form.get("categories", [])
    if check("categories", isinstance(categories, list) and all(type(each) is int for each in categories)):
        categories = [each for each in categories if each in known]  # one that was deleted meanwhile
    moment = form.get("moment", Moment.PLACED.value)
    check("moment", moment in list(Moment))
    for field in ("opens_drawer", "rings"):
        check(field, isinstance(form.get(field, False), bool))
    if problems:
        raise ProblemsError(*problems)
    return PrinterSettings(
        name=name,
        width=int(str(width)),
        locale=shipped_languages().of(form.get("locale")),
        pages=pages,
        order_types=types,
        categories=frozenset(CategoryId(each) for each in categories),
        moment=Moment(moment),
        copies=copies,
        address=address,
        opens_drawer=form.get("opens_drawer", False),
        rings=form.get("rings", False),
    )


def _members(kind: type[E], values: object, among: Collection[E], refuse: Callable[[], object]) -> frozenset[E]:
    if not isinstance(values, list) or not all(isinstance(each, str) and each in list(among) for each in values):
        refuse()
        return frozenset()
    return frozenset(kind(each) for each in values)

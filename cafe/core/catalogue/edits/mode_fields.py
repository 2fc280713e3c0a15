"""Validators of the fields of a mode of the menu."""

from collections.abc import Mapping

from cafe.core.catalogue.hours.week_ranges import read_week_ranges
from cafe.core.catalogue.settings.model import ORDER_TYPES, PAYMENTS
from cafe.core.kernel.validators import Validator, ValidatorError, filled_line, line, whole

MAX_ITEMS = 500


def _slugs(value: object) -> list[str]:
    """Read the slugs of what is served."""
    if not isinstance(value, list):
        raise ValidatorError('must be a list of slugs such as ["cold"]', "must-be-list")
    if len(value) > MAX_ITEMS:
        raise ValidatorError(f"must be at most {MAX_ITEMS}", "too-many", most=MAX_ITEMS)
    return list(dict.fromkeys(map(filled_line, value)))


def _some_of(known: tuple[str, ...]) -> Validator:
    """Make a validator for a list of some of these codes, in their order."""

    def read(value: object) -> list[str]:
        if not isinstance(value, list):
            raise ValidatorError(f'must be a list such as ["{known[0]}"]', "must-be-list")
        for code in value:
            if code not in known:
                names = ", ".join(known)
                raise ValidatorError(f"{code}: must be one of {names}", "must-be-one-of", values=names)
        return [code for code in known if code in value]

    return read


MODE: Mapping[str, Validator] = {
    "slug": filled_line,
    "name": filled_line,
    "name_en": line,
    "categories": _slugs,
    "products": _slugs,
    "extra_minutes": whole(0, 1_440),
    "order_types": _some_of(ORDER_TYPES),
    "payments": _some_of(PAYMENTS),
    "message": line,
    "message_en": line,
    "hours": read_week_ranges,
    "sort_order": whole(-(10**9), 10**9),
}
"""The keys of `[[modes]]`."""

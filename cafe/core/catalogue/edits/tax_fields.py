"""Validators of tax groups, and of what receipts say of dishes and options."""

import re
from collections.abc import Mapping

from cafe.core.kernel.validators import Validator, ValidatorError, filled_line, flag, line, percent, whole

TAX_GROUP: Mapping[str, Validator] = {
    "code": filled_line,
    "name": filled_line,
    "rate": percent,
    "excise_rate": percent,
    "sort_order": whole(-(10**9), 10**9),
}
"""The keys of `[[tax_groups]]`."""


def _digits(least: int, most: int) -> Validator:
    """Make a validator for a code of so many digits, or none."""
    shape = re.compile(rf"(\d{{{least},{most}}})?", re.ASCII)

    def read(value: object) -> str:
        code = line(value)
        if not shape.fullmatch(code):
            raise ValidatorError(f"must be {least} to {most} digits", "must-be-digits", least=least, most=most)
        return code

    return read


FISCAL: Mapping[str, Validator] = {
    "tax": line,
    "uktzed": _digits(4, 10),
    "barcode": _digits(8, 14),
    "unit": line,
    "excise": flag,
}
"""The keys of dishes and options that are for receipts."""

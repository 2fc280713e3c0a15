"""Sums as people type them."""

import re

_SUM = re.compile(r"([0-9]{1,10})(?:[.,]([0-9]{1,2}))?")


def read_amount(text: str) -> int | None:
    """Read a sum in hryvnias, as `81`, `81.5` or `81,50`, as kopiykas; None if it is none, or not above zero.

    Its length is limited before anybody computes with it: `1e999990` is a number, too.
    """
    match = _SUM.fullmatch(text)
    kopiykas = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0")) if match else 0
    return kopiykas or None

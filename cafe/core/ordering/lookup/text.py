"""Parsing the text of the search box (pure)."""

import re
from dataclasses import dataclass

from cafe.core.kernel.cleaning import fold
from cafe.core.kernel.ids import MAX_ID
from cafe.core.ordering.orders.model import PHONE_DIGITS

NUMBER = re.compile(r"(?:№|#|no\.?|n)\s*(\d{1,18})", re.IGNORECASE)
DIGITS = re.compile(r"[0-9 ().+\-]+")
FEWEST_OF_PHONE = 4
"""Digits; fewer would match a phone by chance."""
PREFIX = re.compile(r"^(380|0+)")
"""A typed prefix, or a part of one, before the digits by which phones are compared."""
MOST_WORDS = 6


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """An order's number, or a phone, or parts of its name and phone; all None and empty: everything."""

    number: int | None = None
    phone: str | None = None
    """All digits by which phones are compared."""
    words: tuple[str, ...] = ()
    """Parts of the search key, which must all match. With `number` set, number or words must match."""


def read_text(text: str) -> SearchTerms:
    """Parse a typed text such as `№7`, `067 123-45-67`, `4567`, `олена ков`."""
    text = text.strip()
    if match := NUMBER.fullmatch(text):
        return SearchTerms(number=min(int(match[1]), MAX_ID))
    if DIGITS.fullmatch(text):
        return _read_digits(re.sub(r"[^0-9]", "", text), is_phone="+" in text or text.startswith("0"))
    return SearchTerms(words=tuple(fold(text).split()[:MOST_WORDS]))


def _read_digits(digits: str, *, is_phone: bool) -> SearchTerms:
    if len(digits) >= PHONE_DIGITS:
        return SearchTerms(phone=digits[-PHONE_DIGITS:])
    part = PREFIX.sub("", digits) or digits
    number = int(digits) if digits and not is_phone else None
    return SearchTerms(number=number, words=(part,) if is_phone or len(digits) >= FEWEST_OF_PHONE else ())

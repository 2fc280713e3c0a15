"""Validators for the values of a catalogue file."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a value is refused: the id of a text in the owner's language, and its variables."""

    text_id: str = "invalid-value"
    values: Mapping[str, str | int] = field(default_factory=dict)


MAX_UAH = 10_000_000
"""Higher than any real price; keeps every total well within the database's integers."""

MILLION = 1_000_000
MAX_AMOUNT = 10**12
"""Higher than any real stock of an ingredient."""

Validator = Callable[[object], Any]


class ValidatorError(Exception):
    """A value is invalid; the text is the expectation, `reason` the same in the owner's language.

    `path` is its place within the value, as in `oat.price_delta`.
    """

    def __init__(self, text: str, reason: str = "invalid-value", *, path: str = "", **values: str | int) -> None:
        super().__init__(text)
        self.reason, self.path = Reason(reason, values), path

    def within(self, part: str, place: str = "", path: str = "") -> "ValidatorError":
        """Return the same error for a part of a larger value; `place` and `path` precede the part's name."""
        whole_path = f"{path}{part}.{self.path}" if self.path else f"{path}{part}"
        return ValidatorError(f"{place}{part}: {self}", self.reason.text_id, path=whole_path, **self.reason.values)


def line(value: object) -> str:
    """Accept one line of text, trimmed."""
    if not isinstance(value, str) or not value.isprintable():
        raise ValidatorError("must be a line of text", "must-be-line")
    return value.strip()


def filled_line(value: object) -> str:
    """Accept one line of text that is not blank."""
    text = line(value)
    if not text:
        raise ValidatorError("must not be blank", "must-not-be-blank")
    return text


def text(value: object) -> str:
    """Accept text of one or several lines, trimmed."""
    if not isinstance(value, str) or not all(piece.isprintable() for piece in value.splitlines()):
        raise ValidatorError("must be text", "must-be-text")
    return value.strip()


def link(value: object) -> str:
    """Accept an http(s) URL, a path on this server, or an empty text."""
    address = line(value)
    if address and not _is_link(address):
        raise ValidatorError("must be an http(s) address or a path that starts with /", "must-be-link")
    return address


def picture(value: object) -> str:
    """Accept the address of a picture as `link` does, but require https, as the pages' security policy does."""
    address = link(value)
    if address.lower().startswith("http:"):
        raise ValidatorError("must be an https address or a path that starts with /", "must-be-link")
    return address


def _is_link(address: str) -> bool:
    if "\\" in address:
        return False  # browsers treat it as a slash
    if address.startswith("/"):
        return not address.startswith("//")  # that would be another server's address
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def whole(least: int, most: int) -> Validator:
    """Make a validator for whole numbers within bounds."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValidatorError(
                f"must be a whole number from {least} to {most}", "must-be-whole", least=least, most=most
            )
        return value

    return read


_DECIMAL = re.compile(r"(\d{1,12})(?:[.,](\d{1,6}))?", re.ASCII)


def scaled(value: object, places: int) -> int | None:
    """Return a number of at most so many decimals, or its text, as a whole number of them: 0.38 with 6 is 380000.

    None if it is something else, or below 0. Its length is limited before any arithmetic.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, int):
        return value * int(10**places) if 0 <= value <= MAX_AMOUNT else None
    match = _DECIMAL.fullmatch(value if isinstance(value, str) else f"{Decimal(repr(value)):f}")
    decimals = ((match[2] or "") if match else "").rstrip("0")
    if match is None or len(decimals) > places:
        return None
    return int(match[1]) * int(10**places) + int(decimals.ljust(places, "0") or 0)


def flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValidatorError("must be true or false", "must-be-flag")
    return value


def unit_cost(value: object) -> float:
    """Accept what one unit of an ingredient costs: hryvnias with at most six decimals."""
    millionths = None if isinstance(value, str) else scaled(value, 6)
    if millionths is None or millionths > MAX_UAH * MILLION:
        raise ValidatorError(
            f"must be hryvnias for one unit, from 0 to {MAX_UAH}, with at most six decimals, such as 0.038",
            "must-be-cost",
            most=MAX_UAH,
        )
    return millionths / MILLION


uah = whole(0, MAX_UAH)
percent = whole(0, 100)

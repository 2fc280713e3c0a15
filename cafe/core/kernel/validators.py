"""Validators for the values of a catalogue file."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

MAX_UAH = 10_000_000
"""Higher than any real price; keeps every total well within the database's integers."""

MAX_AMOUNT = 10**12
"""Higher than any real stock of an ingredient."""

Validator = Callable[[object], Any]


class ValidatorError(Exception):
    """A value is invalid; the text says what is expected."""


def line(value: object) -> str:
    """Accept one line of text, trimmed."""
    if not isinstance(value, str) or not value.isprintable():
        raise ValidatorError("must be a line of text")
    return value.strip()


def filled_line(value: object) -> str:
    """Accept one line of text that is not blank."""
    text = line(value)
    if not text:
        raise ValidatorError("must not be blank")
    return text


def text(value: object) -> str:
    """Accept text of one or several lines, trimmed."""
    if not isinstance(value, str) or not all(piece.isprintable() for piece in value.splitlines()):
        raise ValidatorError("must be text")
    return value.strip()


def link(value: object) -> str:
    """Accept an http(s) URL, a path on this server, or an empty text."""
    address = line(value)
    if address and not address.startswith("/") and urlsplit(address).scheme not in {"http", "https"}:
        raise ValidatorError("must be an http(s) address or a path that starts with /")
    return address


def whole(least: int, most: int) -> Validator:
    """Make a validator for whole numbers within bounds."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValidatorError(f"must be a whole number from {least} to {most}")
        return value

    return read


def flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValidatorError("must be true or false")
    return value


uah = whole(0, MAX_UAH)
percent = whole(0, 100)

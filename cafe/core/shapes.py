"""The shapes that values of a catalogue file may have."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

MAX_UAH = 10_000_000
"""More than any sum here can mean; keeps every total far inside the database's integers."""

MAX_AMOUNT = 10**12
"""More than any kitchen holds of anything."""

Shape = Callable[[object], Any]


class ShapeError(Exception):
    """A value does not fit; the text says what does."""


def line(value: object) -> str:
    """One line of text, trimmed."""
    if not isinstance(value, str) or not value.isprintable():
        raise ShapeError("must be a line of text")
    return value.strip()


def filled_line(value: object) -> str:
    """One line of text that is not blank."""
    text = line(value)
    if not text:
        raise ShapeError("must not be blank")
    return text


def text(value: object) -> str:
    """Text of one or several lines, trimmed."""
    if not isinstance(value, str) or not all(piece.isprintable() for piece in value.splitlines()):
        raise ShapeError("must be text")
    return value.strip()


def link(value: object) -> str:
    """An http(s) address, or a path on this server, or nothing."""
    address = line(value)
    if address and not address.startswith("/") and urlsplit(address).scheme not in {"http", "https"}:
        raise ShapeError("must be an http(s) address or a path that starts with /")
    return address


def whole(least: int, most: int) -> Shape:
    """A whole number within bounds."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ShapeError(f"must be a whole number from {least} to {most}")
        return value

    return read


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ShapeError("must be true or false")
    return value


uah = whole(0, MAX_UAH)
percent = whole(0, 100)

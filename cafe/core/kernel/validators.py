"""Validators for the values of a catalogue file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a value is refused: the id of a text in the owner's language, and its variables."""

    text_id: str = "invalid-value"
    values: Mapping[str, str | int] = field(default_factory=dict)


MAX_UAH = 10_000_000
"""Higher than any real price; keeps every total well within the database's integers."""

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


def flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValidatorError("must be true or false", "must-be-flag")
    return value


uah = whole(0, MAX_UAH)
percent = whole(0, 100)

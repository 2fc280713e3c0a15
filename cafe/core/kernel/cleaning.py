"""Cleaning of typed texts."""

import re

CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
BIDI_MARKS = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""They change the direction of a text, so that a line may read differently from how it was written."""


MOST_CHARACTERS = 10_000
"""Ten times the limit of any field: such a text is still refused as too long, and cleaning stays cheap."""


def clean_text(value: object, *, has_lines: bool = False) -> str | None:
    """Trim a text; convert a number to text; return None for anything absent, blank or of another type.

    Control characters become spaces: chats and receipts do not accept them, and a line feed in a name would let a guest
    add lines to the staff's card. Line feeds are kept only with `has_lines`.
    Bidirectional marks are dropped.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = BIDI_MARKS.sub("", str(value).strip()[:MOST_CHARACTERS])
    lines = text.split("\n") if has_lines else [text]
    return "\n".join(CONTROL_CHARACTERS.sub(" ", line) for line in lines).strip() or None


APOSTROPHES = re.compile("[’ʼ`´‘′]")
"""Variants typed on different keyboards."""


def fold(text: str) -> str:
    """Normalise a typed text for comparison: case-folded, with one kind of apostrophe and single spaces."""
    return " ".join(APOSTROPHES.sub("'", text.casefold()).split())

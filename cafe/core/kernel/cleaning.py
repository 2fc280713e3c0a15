"""Cleaning of texts that people typed."""

import re

CONTROL_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
BIDI_MARKS = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""They change the direction of a text, so that a line may be read otherwise than it was written."""


MOST_CHARACTERS = 10_000
"""Of a text, ten times what any field takes: it is still too long there, and cleaning megabytes stalls nobody."""


def clean_text(value: object, *, has_lines: bool = False) -> str | None:
    """Trim a text; convert a number to text; return None for anything absent, blank or of another type.

    Control characters become spaces: neither chats nor receipts can hold them, and a line feed in a name would let
    a guest add lines of their own to the staff's card. Line feeds are kept only with `has_lines`.
    Bidirectional marks are dropped.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    text = BIDI_MARKS.sub("", str(value).strip()[:MOST_CHARACTERS])
    lines = text.split("\n") if has_lines else [text]
    return "\n".join(CONTROL_CHARACTERS.sub(" ", line) for line in lines).strip() or None


APOSTROPHES = re.compile("[’ʼ`´‘′]")
"""Different keyboards have different ones."""


def fold(text: str) -> str:
    """Return a text for comparing what people type: without case, with one kind of apostrophe and single spaces."""
    return " ".join(APOSTROPHES.sub("'", text.casefold()).split())

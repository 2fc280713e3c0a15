"""Spans of time as the staff write them after a command."""

import re
from dataclasses import dataclass

TIME = re.compile(
    r"(\d{1,4})\s*(m|min|minutes?|хв|хвилин[аиу]?|м|h|hours?|год|годин[аиу]?|г)?\.?",
    re.IGNORECASE,
)
"""A bare number is minutes."""
FOR = re.compile(r"(for|на|протягом)\s+", re.IGNORECASE)
TODAY = {"today", "сьогодні"}
MAX_MINUTES = 24 * 60


@dataclass(frozen=True, slots=True)
class Span:
    """A number of minutes; None: until the next opening."""

    minutes: int | None


def read_span(words: str) -> Span | None:
    """Read `30`, `30m`, `for 2h`, `2 год`, `today`; None if it is none of these, or too long."""
    words = FOR.sub("", words.strip().lower(), count=1)
    if words in TODAY:
        return Span(None)
    minutes = read_minutes(words)
    return Span(minutes) if minutes is not None else None


def read_minutes(words: str) -> int | None:
    """Read a number of minutes or hours as minutes, a day at most."""
    match = TIME.fullmatch(words.strip())
    if match is None:
        return None
    minutes = int(match[1]) * (60 if (match[2] or "")[:1].lower() in {"h", "г"} else 1)
    return minutes if 1 <= minutes <= MAX_MINUTES else None

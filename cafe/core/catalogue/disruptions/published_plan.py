"""Plans that an address answers with: the same text, or JSON of queues, days and hours (pure)."""

import re
from collections.abc import Iterator
from typing import Any

import orjson

HOURS = 24
"""Numbers up to it are hours, greater ones minutes of the day."""
QUEUE = re.compile(r"(?:gpv|group_|queue_)?([1-9][0-9]?(?:\.[1-9])?)", re.IGNORECASE)
CLOCK = re.compile(r"\d[:.]\d\d")
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
WAITING = "WaitingForSchedule"
CUTS = ("definite", "definite_outage")
"""The types of hours that are cuts, where hours have types."""


def plan_text(told: str) -> str:
    """Return the plan as text; JSON becomes lines of a day, a queue and its hours."""
    if not told.lstrip().startswith(("{", "[")):
        return told
    try:
        return "\n".join(_lines(orjson.loads(told), "", ""))
    except (orjson.JSONDecodeError, RecursionError):
        return told


def _lines(told: Any, day: str, queue: str) -> Iterator[str]:
    """Yield a line for each list of hours, wherever it is."""
    if isinstance(told, dict):
        if told.get("status") == WAITING:
            return
        day = str(told["date"])[:10] if isinstance(told.get("date"), str) else day
        for key, value in told.items():
            named = QUEUE.fullmatch(key)
            is_day = key in {"today", "tomorrow"} or DAY.fullmatch(key)
            is_later = is_day and not isinstance(value, str)
            yield from _lines(value, key if is_later else day, named[1] if named else queue)
    elif isinstance(told, list):
        hours = [_hours(each) for each in told]
        if any(each is None for each in hours):
            for part in told:
                yield from _lines(part, day, queue)
        elif told or queue:
            whose = f"Черга {queue}: " if queue else ""
            yield f"{day or 'today'} {whose}{', '.join(filter(None, hours)) or 'вимкнень немає'}"


def _hours(told: Any) -> str | None:
    """Return hours as text, empty if there is light; None if these are no hours."""
    if isinstance(told, str):
        return told if CLOCK.search(told) else None
    if not isinstance(told, dict) or "start" not in told or "end" not in told:
        return None
    kind = told.get("type", told.get("status"))
    if kind is not None and str(kind).lower() not in CUTS:
        return ""
    is_in_minutes = any(isinstance(told[at], int | float) and told[at] > HOURS for at in ("start", "end"))
    return "-".join(_clock(told[at], 1 if is_in_minutes else 60) for at in ("start", "end"))


def _clock(told: Any, minutes: int) -> str:
    if isinstance(told, bool) or not isinstance(told, int | float):
        return str(told)
    hour, minute = divmod(round(told * minutes), 60)
    return f"{hour:02}:{minute:02}"

"""Preparation times that differ by hour of the week, in text form: `mon-fri 12:00-14:00 25; sat 10:00-12:00 20`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from cafe.core.catalogue.hours.week import DAYS, ClockRange, parse_range
from cafe.core.kernel.validators import ValidatorError, line, whole

MAX_PREP_TIMES = 50
ENTRY = re.compile(r"(\S+) +(\S+) +(\d{1,4})")
EXAMPLE = "mon-fri 12:00-14:00 25"
_minutes = whole(0, 1_440)


@dataclass(frozen=True, slots=True)
class PrepTime:
    """Minutes for orders placed on some days of the week (0: Monday) within a range that opens on them."""

    days: tuple[int, ...]
    hours: ClockRange
    minutes: int

    def applies(self, local: datetime) -> bool:
        """Whether it applies at a local time; after midnight a range belongs to the day before."""
        clock = local.time()
        if not self.hours.contains(clock):
            return False
        is_after_midnight = self.hours.is_over_midnight and clock < self.hours.opens
        day = local - timedelta(days=1) if is_after_midnight else local
        return day.weekday() in self.days

    def __str__(self) -> str:
        return f"{_write_days(self.days)} {self.hours} {self.minutes}"


@lru_cache(maxsize=16)
def parse_prep_times(stored: str) -> tuple[PrepTime, ...]:
    """Parse the result of `read_prep_times`."""
    return tuple(found for text in _split(stored) if (found := _parse(text)) is not None)


def read_prep_times(value: object) -> str:
    """Validate preparation times and return them in their usual form.

    Raises:
        ValidatorError: one of them is not such a time, or there are too many.
    """
    texts = [part for text in value for part in _split(line(text))] if isinstance(value, list) else _split(line(value))
    if len(texts) > MAX_PREP_TIMES:
        raise ValidatorError(f"must be at most {MAX_PREP_TIMES}", "too-many", most=MAX_PREP_TIMES)
    for text in texts:
        if _parse(text) is None:
            raise ValidatorError(f'{text}: must be such as "{EXAMPLE}"', "must-be-prep-time", example=EXAMPLE)
        _minutes(int(text.rsplit(" ", 1)[1]))
    return "; ".join(str(_parse(text)) for text in texts)


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _parse(text: str) -> PrepTime | None:
    found = ENTRY.fullmatch(text)
    days, hours = (_parse_days(found[1]), parse_range(found[2])) if found else (None, None)
    return None if found is None or not days or hours is None else PrepTime(days, hours, int(found[3]))


def _parse_days(text: str) -> tuple[int, ...] | None:
    """Parse `mon-fri`, `sat,sun` or `fri-mon`; None if a day is unknown."""
    days: set[int] = set()
    for part in text.lower().split(","):
        first, _, last = part.partition("-")
        if first not in DAYS or (last or first) not in DAYS:
            return None
        begin, end = DAYS.index(first), DAYS.index(last or first)
        days |= {day % len(DAYS) for day in range(begin, end + 1 if end >= begin else end + len(DAYS) + 1)}
    return tuple(sorted(days))


def _write_days(days: Iterable[int]) -> str:
    """Format days, three or more in a row as a span."""
    runs: list[list[int]] = []
    for day in days:
        if runs and day == runs[-1][-1] + 1:
            runs[-1].append(day)
        else:
            runs.append([day])
    spans = [
        [f"{DAYS[run[0]]}-{DAYS[run[-1]]}"] if len(run) > 2 else [DAYS[day] for day in run]  # noqa: PLR2004 - "three"
        for run in runs
    ]
    return ",".join(text for span in spans for text in span)

"""Preparation times that differ by hour of the week, in text form: `mon-fri 12:00-14:00 25; sat 10:00-12:00 20`."""

import re
from dataclasses import dataclass
from functools import lru_cache

from cafe.core.catalogue.hours.week import parse_range
from cafe.core.catalogue.hours.week_ranges import WeekRange, parse_days, write_days
from cafe.core.kernel.validators import ValidatorError, line, whole

MAX_PREP_TIMES = 50
ENTRY = re.compile(r"(\S+) +(\S+) +(\d{1,4})")
EXAMPLE = "mon-fri 12:00-14:00 25"
_minutes = whole(0, 1_440)


@dataclass(frozen=True, slots=True)
class PrepTime:
    """Minutes for orders placed within a range of the week."""

    when: WeekRange
    minutes: int

    def __str__(self) -> str:
        return f"{write_days(self.when.days)} {self.when.hours} {self.minutes}"


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
    days, hours = (parse_days(found[1]), parse_range(found[2])) if found else (None, None)
    return None if found is None or not days or hours is None else PrepTime(WeekRange(days, hours), int(found[3]))

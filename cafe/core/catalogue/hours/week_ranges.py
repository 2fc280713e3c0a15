"""Ranges of the week in text form: `mon-fri 12:00-14:00`, `sat,sun 10:00-13:00`, or `22:00-24:00` on every day."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from cafe.core.catalogue.hours.week import DAYS, ClockRange, parse_range
from cafe.core.catalogue.hours.windows import next_boundary
from cafe.core.kernel.validators import ValidatorError, line

EVERY_DAY = tuple(range(len(DAYS)))
MAX_RANGES = 50
EXAMPLE = "mon-fri 12:00-14:00"
MOST_BOUNDARIES = 64
"""Boundaries searched for the end of overlapping ranges; a day has few."""


@dataclass(frozen=True, slots=True)
class WeekRange:
    """A range of local time on some days of the week (0: Monday); it belongs to the day on which it opens."""

    days: tuple[int, ...]
    hours: ClockRange

    def contains(self, local: datetime) -> bool:
        """Whether a local time lies within; after midnight a range belongs to the day before."""
        clock = local.time()
        if not self.hours.contains(clock):
            return False
        is_after_midnight = self.hours.is_over_midnight and clock < self.hours.opens
        day = local - timedelta(days=1) if is_after_midnight else local
        return day.weekday() in self.days

    def __str__(self) -> str:
        return str(self.hours) if self.days == EVERY_DAY else f"{write_days(self.days)} {self.hours}"


WeekRanges = tuple[WeekRange, ...]


def parse_week_range(text: str) -> WeekRange | None:
    """Parse one range; None if the text is something else."""
    match text.split():
        case [hours]:
            days: tuple[int, ...] | None = EVERY_DAY
        case [day, hours]:
            days = parse_days(day)
        case _:
            return None
    found = parse_range(hours)
    return None if found is None or not days else WeekRange(days, found)


@lru_cache(maxsize=64)
def parse_week_ranges(stored: str) -> WeekRanges:
    """Parse the result of `read_week_ranges`, joined by `; `."""
    return tuple(found for text in stored.split("; ") if (found := parse_week_range(text)) is not None)


def read_week_ranges(value: object) -> list[str]:
    """Validate ranges of the week and return them in their usual form; blank ones are left out.

    Raises:
        ValidatorError: one of them is no such range, or there are too many.
    """
    if not isinstance(value, list):
        raise ValidatorError(f'must be a list of ranges such as ["{EXAMPLE}"]', "must-be-list")
    if len(value) > MAX_RANGES:
        raise ValidatorError(f"must be at most {MAX_RANGES} ranges", "too-many-ranges", most=MAX_RANGES)
    ranges = []
    for text in filter(None, map(line, value)):
        found = parse_week_range(text)
        if found is None:
            raise ValidatorError(f'{text}: must be such as "{EXAMPLE}"', "must-be-week-range", example=EXAMPLE)
        ranges.append(str(found))
    return list(dict.fromkeys(ranges))


def is_within_week(ranges: WeekRanges, local: datetime) -> bool:
    return any(each.contains(local) for each in ranges)


def week_range_end(ranges: WeekRanges, at: int, zone: ZoneInfo) -> int:
    """Return when a moment within ranges is no longer within any (Unix seconds), or at least some days later."""
    hours = {each.hours for each in ranges}
    for _ in range(MOST_BOUNDARIES):
        at = next_boundary(hours, at, zone) or at
        if not is_within_week(ranges, datetime.fromtimestamp(at, zone)):
            break
    return at


def parse_days(text: str) -> tuple[int, ...] | None:
    """Parse `mon-fri`, `sat,sun` or `fri-mon`; None if a day is unknown."""
    days: set[int] = set()
    for part in text.lower().split(","):
        first, _, last = part.partition("-")
        if first not in DAYS or (last or first) not in DAYS:
            return None
        begin, end = DAYS.index(first), DAYS.index(last or first)
        days |= {day % len(DAYS) for day in range(begin, end + 1 if end >= begin else end + len(DAYS) + 1)}
    return tuple(sorted(days))


def write_days(days: Iterable[int]) -> str:
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

"""The owner's opening hours in text form: ranges of a day, the week, and special days."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time
from functools import lru_cache
from itertools import pairwise

from cafe.core.kernel.locale import OwnText
from cafe.core.kernel.moments import WEEKDAYS
from cafe.core.kernel.validators import ValidatorError

CLOCK_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
RANGE = re.compile(r"\s*([0-9:]+)\s*[-–]\s*([0-9:]+)\s*")
MIDNIGHT = time(0)
END_OF_DAY = "24:00"
DAYS = WEEKDAYS
"""The keys of `[hours]` in a catalogue file, in the order of `date.weekday`."""
MAX_RANGES = 12
"""Maximum ranges of one day."""
FIRST_YEAR, LAST_YEAR = 2000, 2199


def parse_clock_time(text: str) -> time | None:
    """Parse `H:MM` or `HH:MM`; None if the text is neither."""
    match = CLOCK_TIME.fullmatch(text)
    return time(int(match[1]), int(match[2])) if match else None


@dataclass(frozen=True, slots=True, order=True)
class ClockRange:
    """From `opens` until just before `closes` in local time.

    Over midnight if `closes` is not later than `opens`; equal times are a whole day.
    """

    opens: time
    closes: time

    @property
    def is_over_midnight(self) -> bool:
        """Whether the range reaches the next day, if only its first moment."""
        return self.closes <= self.opens

    def contains(self, clock: time) -> bool:
        """Whether a time of day lies within, including the part after midnight."""
        if self.is_over_midnight:
            return clock >= self.opens or clock < self.closes
        return self.opens <= clock < self.closes

    def __str__(self) -> str:
        """Format as in a catalogue file."""
        closes = END_OF_DAY if self.closes == MIDNIGHT else f"{self.closes:%H:%M}"
        return f"{self.opens:%H:%M}-{closes}"


Ranges = tuple[ClockRange, ...]
"""The ranges of one day, soonest first; each belongs to the day on which it opens."""
Week = tuple[Ranges, ...]
"""The seven days, Monday first."""


@dataclass(frozen=True, slots=True)
class SpecialDay:
    """A date with hours of its own (none if closed) and a notice for guests."""

    date: date
    ranges: Ranges
    message: OwnText


@dataclass(frozen=True, slots=True)
class Calendar:
    """The owner's week and special days; `week` is None if the two times of the settings apply."""

    week: Week | None = None
    special_days: tuple[SpecialDay, ...] = ()

    @property
    def is_used(self) -> bool:
        """Whether the two times of the settings are not the whole story."""
        return self.week is not None or bool(self.special_days)


def parse_range(text: str) -> ClockRange | None:
    """Parse `HH:MM-HH:MM`, which may end at `24:00`; None if the text is something else."""
    match = RANGE.fullmatch(text)
    if match is None:
        return None
    opens = parse_clock_time(match[1])
    closes = MIDNIGHT if match[2] == END_OF_DAY else parse_clock_time(match[2])
    return None if opens is None or closes is None else ClockRange(opens, closes)


@lru_cache(maxsize=256)  # most dishes of a large menu share a few windows, or have none
def parse_ranges(stored: str) -> Ranges:
    """Parse the result of `write_ranges`."""
    return tuple(found for text in stored.split() if (found := parse_range(text)) is not None)


def write_ranges(ranges: Iterable[ClockRange]) -> str:
    """Format ranges for the database."""
    return " ".join(map(str, ranges))


def read_ranges(value: object) -> list[str]:
    """Validate the ranges of a day in a catalogue file and return them in order.

    Raises:
        ValidatorError: not a list of ranges, or two of them overlap.
    """
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ValidatorError('must be a list of ranges such as ["08:00-15:00", "17:00-22:00"]', "must-be-ranges")
    if len(value) > MAX_RANGES:
        raise ValidatorError(f"must be at most {MAX_RANGES} ranges", "too-many-ranges", most=MAX_RANGES)
    ranges = []
    for text in value:
        found = parse_range(text)
        if found is None:
            raise ValidatorError(f'{text}: must be a range such as "08:00-15:00"', "must-be-range", range=text)
        ranges.append(found)
    ranges.sort()
    for former, latter in pairwise(ranges):
        if former.is_over_midnight or latter.opens < former.closes:
            raise ValidatorError(
                f"{former} and {latter} overlap", "ranges-overlap", former=str(former), latter=str(latter)
            )
    return [str(found) for found in ranges]


def read_date(value: object) -> date:
    """Validate the date of a special day: TOML's own, or `YYYY-MM-DD`.

    Raises:
        ValidatorError: it is neither, or of another century.
    """
    found = value
    if isinstance(found, str):
        try:
            found = date.fromisoformat(found)
        except ValueError:
            found = None
    if type(found) is not date or not FIRST_YEAR <= found.year <= LAST_YEAR:  # datetime is a subclass of date
        raise ValidatorError("must be a day such as 2026-12-25", "must-be-day")
    return found

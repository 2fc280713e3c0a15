"""Ranges of the cafe's days, and the range that each is compared with (pure)."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta

YEARS = range(2000, 2100)
MOST_DAYS = 3_660
"""Ten years."""
WEEK = 7
MONTHS = 12


class PeriodError(ValueError):
    """No such period: it ends before it begins, is longer than ten years, or lies outside of 2000 to 2099."""


@dataclass(frozen=True, slots=True)
class Period:
    """Days of the cafe, the first and the last included."""

    first: date
    last: date

    def __post_init__(self) -> None:
        """Validate the period.

        Raises:
            PeriodError: see there.
        """
        is_known = self.first.year in YEARS and self.last.year in YEARS
        if not is_known or not 1 <= self.length <= MOST_DAYS:
            raise PeriodError

    @property
    def length(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def days(self) -> list[date]:
        return [self.first + timedelta(days=at) for at in range(self.length)]

    def before(self) -> "Period | None":
        """Return the period to compare this one with; None before the first year.

        Whole months are compared with as many months before them. A part of a week from Monday, or of a month from the
        first, is compared with the same days of the week or month before, as far as they exist. Everything else is
        compared with as many days right before it.
        """
        try:
            return self._before()
        except (PeriodError, ValueError, OverflowError):
            return None

    def _before(self) -> "Period":
        if self._is_whole_months:
            months = _month_number(self.last) - _month_number(self.first) + 1
            return Period(_first_of(_month_number(self.first) - months), self.first - timedelta(days=1))
        if 1 < self.length <= WEEK and self.first.weekday() == 0:
            return self._earlier(WEEK)
        if self.length > 1 and self.first.day == 1 and _month_number(self.first) == _month_number(self.last):
            first = _first_of(_month_number(self.first) - 1)
            return Period(first, first + timedelta(days=min(self.length, _days_in(first)) - 1))
        return self._earlier(self.length)

    @property
    def _is_whole_months(self) -> bool:
        return self.first.day == 1 and self.last.day == _days_in(self.last)

    def _earlier(self, days: int) -> "Period":
        return Period(self.first - timedelta(days=days), self.last - timedelta(days=days))


def _month_number(day: date) -> int:
    return day.year * MONTHS + day.month - 1


def _first_of(month_number: int) -> date:
    return date(month_number // MONTHS, month_number % MONTHS + 1, 1)


def _days_in(day: date) -> int:
    return monthrange(day.year, day.month)[1]

"""When the lines of a day are due (pure)."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from cafe.core.catalogue.hours.model import DAY, OpeningHours
from cafe.core.upkeep.owner_news.model import DayPart

LATEST = timedelta(hours=4)
"""A line that could not be sent until then is left out."""
MORNING, EVENING = time(8), time(21)
"""Of days without an opening or a closing."""


def due_parts(moment: datetime, hours: OpeningHours) -> Iterator[tuple[DayPart, date]]:
    """Yield the lines that are due at an aware datetime: at the day's first opening and after its last closing."""
    today = moment.astimezone(hours.zone).date()
    for day in (today - DAY, today):
        for part, begins in (DayPart.MORNING, _morning_of(day, hours)), (DayPart.EVENING, _evening_of(day, hours)):
            if begins is not None and begins <= moment < begins + LATEST:
                yield part, day


def _morning_of(day: date, hours: OpeningHours) -> datetime | None:
    if _is_round_the_clock(day, hours):
        return hours.moment_of(day, MORNING)
    return hours.first_opening(day)


def _evening_of(day: date, hours: OpeningHours) -> datetime | None:
    if _is_round_the_clock(day, hours):
        return hours.moment_of(day, EVENING)
    ends = [hours.moment_of(day + DAY if each.is_over_midnight else day, each.closes) for each in hours.ranges_of(day)]
    return max(ends, default=None)


def _is_round_the_clock(day: date, hours: OpeningHours) -> bool:
    return any(each.opens == each.closes for each in hours.ranges_of(day))

"""Opening hours for people, and for schema.org."""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Any

from cafe.core.catalogue.hours.week import DAYS, ClockRange, Ranges
from cafe.web.storefront.view import View

SCHEMA_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
SCHEMA_WHOLE_DAY = {"opens": "00:00", "closes": "23:59"}
SCHEMA_CLOSED = {"opens": "00:00", "closes": "00:00"}
COMING = 5
"""Maximum special days shown: later ones are far away."""


def weekly_hours(view: View) -> list[tuple[str, str]]:
    """Return consecutive days with the same hours as a range, with their hours."""
    return [(_days(view, first, last), ranges_text(view, ranges)) for first, last, ranges in _spans(view)]


def hours_text(view: View) -> str:
    """Return the hours of the week in a line."""
    [(days, hours), *rest] = weekly_hours(view)
    if not rest and _is_always(view):
        return hours
    return ", ".join(f"{days} {hours}" for days, hours in ((days, hours), *rest))


def special_hours(view: View) -> list[tuple[str, str, str]]:
    """Return the coming special days: the date, its hours, and the notice for guests."""
    days = sorted(day for day in view.settings.hours.special if day >= view.today)[:COMING]
    special = [view.settings.hours.special[day] for day in days]
    return [
        (f"{each.date:%d.%m}", ranges_text(view, each.ranges), each.message.in_locale(view.locale)) for each in special
    ]


def ranges_text(view: View, ranges: Ranges) -> str:
    """Return the hours of a day, or the serving hours of a dish."""
    if not ranges:
        return view.text("page-closed")
    return ", ".join(view.text("page-always") if _is_whole(each) else str(each).replace("-", "–") for each in ranges)


def schema_hours(view: View) -> list[dict[str, Any]]:
    """Return the week and the coming special days; weekdays without hours are left out, as schema.org requires."""
    hours = view.settings.hours
    days: dict[ClockRange, list[str]] = {}
    for name, ranges in zip(SCHEMA_DAYS, hours.week, strict=True):
        for each in ranges:
            days.setdefault(each, []).append(name)
    week = [_specification(dayOfWeek=names, **_times(each)) for each, names in days.items()]
    return week + [spec for day in sorted(hours.special) if day >= view.today for spec in _special(view, day)]


def _special(view: View, day: date) -> Iterator[dict[str, Any]]:
    ranges = view.settings.hours.special[day].ranges
    for times in map(_times, ranges) if ranges else (SCHEMA_CLOSED,):
        yield _specification(validFrom=day.isoformat(), validThrough=day.isoformat(), **times)


def _specification(**values: Any) -> dict[str, Any]:
    return {"@type": "OpeningHoursSpecification", **values}


def _times(each: ClockRange) -> dict[str, str]:
    return SCHEMA_WHOLE_DAY if _is_whole(each) else {"opens": f"{each.opens:%H:%M}", "closes": f"{each.closes:%H:%M}"}


def _spans(view: View) -> Iterator[tuple[int, int, Ranges]]:
    """Yield the first and the last of consecutive days with the same hours."""
    week = view.settings.hours.week
    for ranges, days in groupby(range(len(DAYS)), week.__getitem__):
        first, *others = days
        yield first, others[-1] if others else first, ranges


def _days(view: View, first: int, last: int) -> str:
    if last - first == len(DAYS) - 1:
        return view.text("page-daily")
    names = [view.text("page-weekday", day=DAYS[day]) for day in dict.fromkeys((first, last))]
    return "–".join(names)


def _is_whole(each: ClockRange) -> bool:
    return each.opens == each.closes


def _is_always(view: View) -> bool:
    return all(len(ranges) == 1 and _is_whole(ranges[0]) for ranges in view.settings.hours.week)

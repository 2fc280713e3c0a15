"""The hours in which a dish or category is served: ranges of local time, the same every day (pure)."""

from collections.abc import Collection
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from cafe.core.catalogue.hours.week import ClockRange, Ranges

HALF_HOUR = 1800
"""Daylight saving begins and ends at full half hours only; Unix seconds."""


def is_within(windows: Ranges, clock: time) -> bool:
    """Whether something with these windows is served at a time; always, if it has none."""
    return not windows or any(window.contains(clock) for window in windows)


def next_boundary(windows: Collection[ClockRange], now: int, zone: ZoneInfo) -> int | None:
    """Return the next moment (Unix seconds) at which a window opens or closes; None if there are no windows."""
    if not windows:
        return None
    local = datetime.fromtimestamp(now, zone)
    clocks = {clock for window in windows for clock in (window.opens, window.closes)}
    days = [local.date() + timedelta(days=ahead) for ahead in (0, 1)]
    moments = (datetime.combine(day, clock, zone) for day in days for clock in clocks)
    boundary = min(moment for moment in moments if moment.timestamp() > now)
    if boundary.utcoffset() != local.utcoffset():  # the clock changes before it, perhaps across a boundary
        return min(int(boundary.timestamp()), now - now % HALF_HOUR + HALF_HOUR)
    return int(boundary.timestamp())

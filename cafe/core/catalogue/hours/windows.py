"""When in the day a dish or a category is offered: ranges of the cafe's clock, the same every day (pure)."""

from collections.abc import Collection
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from cafe.core.catalogue.hours.week import ClockRange, Ranges

HALF_HOUR = 1800
"""Clocks jump at full half hours only; Unix seconds."""


def is_within(windows: Ranges, clock: time) -> bool:
    """Whether something with these windows is offered at a time; without any it always is."""
    return not windows or any(window.contains(clock) for window in windows)


def next_boundary(windows: Collection[ClockRange], now: int, zone: ZoneInfo) -> int | None:
    """Return until when (Unix seconds) no window opens or closes after `now`; None if there are no windows."""
    if not windows:
        return None
    local = datetime.fromtimestamp(now, zone)
    clocks = {clock for window in windows for clock in (window.opens, window.closes)}
    days = [local.date() + timedelta(days=ahead) for ahead in (0, 1)]
    moments = (datetime.combine(day, clock, zone) for day in days for clock in clocks)
    boundary = min(moment for moment in moments if moment.timestamp() > now)
    if boundary.utcoffset() != local.utcoffset():  # the clock jumps before, perhaps over a boundary
        return min(int(boundary.timestamp()), now - now % HALF_HOUR + HALF_HOUR)
    return int(boundary.timestamp())

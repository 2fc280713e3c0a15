"""When a copy is due, when to try again, and which copies are too old."""

from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

NIGHT_BEGINS = time(4)
AFTER_START = timedelta(minutes=1)
"""How long a start is left alone: everybody waits for it."""
LOOK_EVERY = timedelta(minutes=1)
FIRST_RETRY, LATER_RETRIES = timedelta(minutes=15), timedelta(hours=1)


def night_of(moment: datetime, zone: ZoneInfo) -> date:
    """Return the night that a moment belongs to: the day on which it began."""
    local = moment.astimezone(zone)
    return local.date() if local.time() >= NIGHT_BEGINS else local.date() - timedelta(days=1)


def retry_after(failures: int) -> timedelta:
    """Return how long to wait after so many failures in a row."""
    return FIRST_RETRY if failures == 1 else LATER_RETRIES


def list_surplus(nights: Collection[date], kept: int, made: date) -> list[date]:
    """List the nights beyond the newest `kept`, oldest first; never the one that was just made."""
    return [night for night in sorted(nights)[:-kept] if night != made]

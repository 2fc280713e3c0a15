"""When a backup is due, when to retry, and which backups are too old."""

from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

NIGHT_BEGINS = time(4)
AFTER_START = timedelta(minutes=1)
"""No backup sooner after a start, when everybody is waiting for the program."""
CHECK_EVERY = timedelta(minutes=1)
FIRST_RETRY, LATER_RETRIES = timedelta(minutes=15), timedelta(hours=1)


def night_of(moment: datetime, zone: ZoneInfo) -> date:
    """Return the night that contains a moment: the day on which it began."""
    local = moment.astimezone(zone)
    return local.date() if local.time() >= NIGHT_BEGINS else local.date() - timedelta(days=1)


def retry_after(failures: int) -> timedelta:
    """Return how long to wait after this many consecutive failures."""
    return FIRST_RETRY if failures == 1 else LATER_RETRIES


def list_surplus(nights: Collection[date], kept: int, made: date) -> list[date]:
    """List the nights beyond the newest `kept`, oldest first; never the one just made."""
    return [night for night in sorted(nights)[:-kept] if night != made]

"""When an order should be ready (pure)."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

EARLIER = timedelta(minutes=15)
"""A pickup time up to this long before the order was placed still means the same day."""


def pickup_due(created_at: int, clock: time, zone: ZoneInfo, *, is_tomorrow: bool = False) -> int:
    """Return the moment of a pickup time for an order placed at `created_at`; both in Unix seconds.

    `is_tomorrow`: the guest typed it.
    """
    created = datetime.fromtimestamp(created_at, zone)
    at = datetime.combine(created.date() + timedelta(days=int(is_tomorrow)), clock, zone)
    if at < created - EARLIER:
        at = datetime.combine(created.date() + timedelta(days=1), clock, zone)
    return int(at.timestamp())


def soonest_due(created_at: int, asap_minutes: int) -> int:
    """Return when an order for as soon as possible is due, in Unix seconds."""
    return created_at + asap_minutes * 60

"""Which outages the staff are told of."""

from datetime import datetime, timedelta

from cafe.core.catalogue.settings.model import Settings

SHORTEST = timedelta(minutes=2)
"""A new version is started within seconds."""


def was_missed(settings: Settings, since: datetime, until: datetime) -> bool:
    """Whether anybody may have missed the service in a span."""
    if until - since < SHORTEST or settings.force_closed:
        return False
    opening = settings.hours.next_opening(since)
    return settings.hours.is_open(since) or (opening is not None and opening < until)

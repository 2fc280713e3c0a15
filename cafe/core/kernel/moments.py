"""Future moments in everyday language: today, tomorrow, on Friday, on a date."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""In the order of `date.weekday`."""
NEVER = "never"


@dataclass(frozen=True, slots=True)
class NamedMoment:
    """A moment on the cafe's clock. `day` is `today`, `tomorrow`, a day of the week, a date, or `never`."""

    day: str
    time: str


def name_moment(moment: datetime | None, now: datetime, zone: ZoneInfo) -> NamedMoment:
    """Name an aware datetime after `now`; None is never."""
    if moment is None:
        return NamedMoment(NEVER, "")
    local, today = moment.astimezone(zone), now.astimezone(zone).date()
    week = {today + timedelta(days=ahead): WEEKDAYS[(today.weekday() + ahead) % 7] for ahead in range(7)}
    near = {**week, today: "today", today + timedelta(days=1): "tomorrow"}
    return NamedMoment(near.get(local.date(), f"{local:%d.%m}"), f"{local:%H:%M}")

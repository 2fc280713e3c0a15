"""Pickup times: parsing typed times, and offering times within the opening hours.

Only the chat offers and refuses times; the HTTP API accepts any (specification, Checkout).
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from cafe.core.catalogue.hours.model import OpeningHours
from cafe.core.catalogue.hours.week import parse_clock_time

LEAD_MINUTES = (15, 30, 45, 60)
"""Offered times, in minutes from now."""
STEP_MINUTES = 5
NOON = 12

TYPED = re.compile(
    r"(?P<day>завтра|tomorrow)?\s*(?P<at>о|об|в|на|at)?\s*"
    r"(?:(?P<hour>\d{1,2})\s?[:.\-]\s?(?P<minute>\d{2})|(?P<digits>\d{3,4})|(?P<alone>\d{1,2}))"
    r"\s*(?P<half>am|pm)?\s*(?P<late_day>завтра|tomorrow)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TypedTime:
    """A typed wall-clock time, and whether 'tomorrow' was typed with it."""

    clock: time
    is_tomorrow: bool


@dataclass(frozen=True, slots=True)
class PickupMoment:
    """The next occurrence of a typed time on the cafe's clock."""

    at: datetime
    is_open: bool
    is_plain: bool
    """Whether the day is unambiguous: today, or before the cafe closes tonight."""


def read_time(text: str) -> TypedTime | None:
    """Parse `18:30`, `18.30`, `1830`, `о 18:30`, `о 18`, `завтра о 9:00`, `6:30 pm`; None if it is not a time."""
    match = TYPED.fullmatch(text.strip().rstrip("."))
    if match is None:
        return None
    if match["alone"] and not match["at"] and not match["half"]:
        return None  # a bare number may as well mean minutes
    digits = match["digits"]
    hour = int(digits[:-2] if digits else match["hour"] or match["alone"])
    minute = int(digits[-2:] if digits else match["minute"] or 0)
    if match["half"]:
        if not 1 <= hour <= NOON:
            return None
        hour = hour % NOON + (NOON if match["half"].lower() == "pm" else 0)
    clock = parse_clock_time(f"{hour}:{minute:02}")
    return None if clock is None else TypedTime(clock, bool(match["day"] or match["late_day"]))


def next_pickup(hours: OpeningHours, now: datetime, typed: TypedTime) -> PickupMoment:
    """Return the next occurrence of a typed time from `now` (aware), and whether the cafe is open then."""
    local = now.astimezone(hours.zone)
    at = pickup_moment(hours, local.date() + timedelta(days=int(typed.is_tomorrow)), typed.clock)
    if at < _minute(local):
        at = pickup_moment(hours, local.date() + timedelta(days=1), typed.clock)
    is_open = hours.is_open(at)
    is_tonight = is_open and hours.is_open(now) and at < hours.next_start(now)
    return PickupMoment(at, is_open, typed.is_tomorrow or is_tonight or at.date() == local.date())


def pickup_moment(hours: OpeningHours, day: date, clock: time) -> datetime:
    """Return a time of a day on the cafe's clock."""
    return datetime.combine(day, clock, hours.zone)


def offered_times(hours: OpeningHours, now: datetime) -> list[datetime]:
    """Return the next possible times, or the first ones after the next opening, if any."""
    soon = [moment for moment in _ahead(hours, now) if hours.is_open(moment)]
    if soon:
        return soon
    opening = hours.next_opening(now)
    return [] if opening is None else _ahead(hours, opening)


def is_past(moment: datetime, now: datetime) -> bool:
    """Whether a moment lies in a past minute."""
    return moment < _minute(now)


def _ahead(hours: OpeningHours, start: datetime) -> list[datetime]:
    """Return round times after a moment, on the cafe's clock."""
    start = _minute(start.astimezone(UTC))
    if start.minute % STEP_MINUTES:
        start += timedelta(minutes=-start.minute % STEP_MINUTES)
    return [(start + timedelta(minutes=minutes)).astimezone(hours.zone) for minutes in LEAD_MINUTES]


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)

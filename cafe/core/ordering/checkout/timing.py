"""The requested time of an order: parsing `scheduled_for`, checking it, and computing when the order is due."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from cafe.core.catalogue.hours.slots import TimeProblem
from cafe.core.catalogue.settings.model import Settings
from cafe.core.ordering.checkout.errors import TimeUnavailableError
from cafe.core.ordering.checkout.form import CheckoutForm
from cafe.core.ordering.checkout.pickup_times import is_past, read_time
from cafe.core.ordering.orders.due import pickup_due, soonest_due
from cafe.core.ordering.orders.model import OrderType

PICKUP_DAYS = 14
"""Days searched for the next opening, for a pickup time without a day."""
LOCAL_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Timing:
    """The requested time of an order, in Unix seconds; `problem` is why it cannot be scheduled, slots aside."""

    due_at: int
    scheduled_for: int | None
    pickup_time: str | None
    """The stored text; `HH:MM` of `scheduled_for` if there is one."""
    problem: TimeUnavailableError | None = None


def read_timing(form: CheckoutForm, settings: Settings, moment: datetime, asap_minutes: int) -> Timing:
    """Read the requested time of an order placed at `moment`; as soon as possible means in `asap_minutes`."""
    now = int(moment.timestamp())
    soonest = soonest_due(now, asap_minutes)
    if form.scheduled_for is None:
        typed = read_time(form.pickup_time) if form.pickup_time else None
        if typed is None:
            return Timing(soonest, None, form.pickup_time)
        due_at = _next_open(settings, pickup_due(now, typed.clock, settings.zone, is_tomorrow=typed.is_tomorrow))
        return Timing(due_at, None, form.pickup_time)
    wanted = read_local_time(form.scheduled_for, settings.zone, moment)
    problem = _problem(wanted, settings, moment)
    if wanted is None or problem is not None:
        return Timing(soonest, None, form.pickup_time, problem)
    at = int(wanted.timestamp())
    pickup_time = f"{wanted:%H:%M}" if form.order_type is OrderType.PICKUP else None
    return Timing(at, at, pickup_time)


def serving_time(form: CheckoutForm, settings: Settings, moment: datetime) -> int:
    """Return the moment (Unix seconds) at which dishes must be served: the scheduled time, else now."""
    scheduled = form.scheduled_for and read_local_time(form.scheduled_for, settings.zone, moment)
    return int((scheduled or moment).timestamp())


def read_local_time(text: str, zone: ZoneInfo, now: datetime) -> datetime | None:
    """Parse `YYYY-MM-DDTHH:MM` on the cafe's clock; None if it is invalid, or the clock skips it.

    In the hour repeated in autumn the first occurrence counts, unless it is past at `now`.
    """
    if not LOCAL_TIME.fullmatch(text):
        return None
    try:
        wall = datetime.fromisoformat(text)
        first, second = (wall.replace(tzinfo=zone, fold=fold).astimezone(UTC).astimezone(zone) for fold in (0, 1))
    except (ValueError, OverflowError):
        return None
    if first.replace(tzinfo=None) != wall:
        return None
    return second if is_past(first, now) else first


def time_error(problem: TimeProblem, wanted: datetime | None = None, limit: int = 0) -> TimeUnavailableError:
    """Build the error for a time on the cafe's clock."""
    day, clock = (f"{wanted:%d.%m}", f"{wanted:%H:%M}") if wanted else ("", "")
    return TimeUnavailableError(problem, day=day, time=clock, limit=limit)


def _next_open(settings: Settings, due_at: int) -> int:
    """Return the next occurrence of a pickup time at which the cafe is open, in Unix seconds.

    This only matters for a cafe whose hours differ between days; if there is none, the time stays as it is.
    """
    at = datetime.fromtimestamp(due_at, settings.zone)
    if not settings.calendar.is_used:
        return due_at
    days = (at + timedelta(days=ahead) for ahead in range(PICKUP_DAYS))  # same wall-clock time each day
    return next((int(day.timestamp()) for day in days if settings.hours.is_open(day)), due_at)


def _problem(wanted: datetime | None, settings: Settings, moment: datetime) -> TimeUnavailableError | None:
    if settings.schedule_days == 0:
        return time_error(TimeProblem.NOT_OFFERED)
    if wanted is None:
        return time_error(TimeProblem.UNREADABLE)
    if is_past(wanted, moment):
        return time_error(TimeProblem.PAST, wanted)
    last_day = moment.astimezone(settings.zone).date() + timedelta(days=settings.schedule_days)
    if wanted.date() > last_day:
        return time_error(TimeProblem.TOO_FAR, wanted, settings.schedule_days)
    if not settings.hours.is_open(wanted):
        return time_error(TimeProblem.OUTSIDE_HOURS, wanted)
    return None

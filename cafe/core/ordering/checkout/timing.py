"""When an order is wanted: reading `scheduled_for`, whether that is possible, and when the order is due."""

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
    """When an order is wanted, in Unix seconds; `problem` says why it cannot be scheduled, slots aside."""

    due_at: int
    scheduled_for: int | None
    pickup_time: str | None
    """As it is stored; `HH:MM` of `scheduled_for` if there is one."""
    problem: TimeUnavailableError | None = None


def read_timing(form: CheckoutForm, settings: Settings, moment: datetime, asap_minutes: int) -> Timing:
    """Read when an order that is placed at `moment` is wanted; as soon as possible it takes `asap_minutes`."""
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


def wanted_at(form: CheckoutForm, settings: Settings, moment: datetime) -> int:
    """Return at which moment (Unix seconds) dishes must be served: when the order is scheduled for, else now."""
    scheduled = form.scheduled_for and read_local_time(form.scheduled_for, settings.zone, moment)
    return int((scheduled or moment).timestamp())


def read_local_time(text: str, zone: ZoneInfo, now: datetime) -> datetime | None:
    """Read `YYYY-MM-DDTHH:MM` on the cafe's clock; None if it is not that, or the clock jumps past it.

    Of an hour that is repeated in autumn the first is meant, as long as it is not over at `now`.
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
    """Describe why an order cannot be had at a time on the cafe's clock."""
    day, clock = (f"{wanted:%d.%m}", f"{wanted:%H:%M}") if wanted else ("", "")
    return TimeUnavailableError(problem, day=day, time=clock, limit=limit)


def _next_open(settings: Settings, due_at: int) -> int:
    """Return when the clock shows a pickup time next on a day on which the cafe is open then; in Unix seconds.

    Only a cafe with hours of its own for each day has such days; a time at which none is open stays as it is.
    """
    at = datetime.fromtimestamp(due_at, settings.zone)
    if not settings.calendar.is_used:
        return due_at
    days = (at + timedelta(days=ahead) for ahead in range(PICKUP_DAYS))  # on the wall, whatever the clock does
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

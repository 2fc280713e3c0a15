"""When the staff are reminded of an accepted order.

Before a pickup that is not being prepared, when a scheduled order must be begun, and when an order is late.
"""

from zoneinfo import ZoneInfo

from cafe.core.catalogue.hours.week import parse_clock_time
from cafe.core.messages.notifications.model import OrderTimes, Overdue, TimedOrder
from cafe.core.ordering.orders.due import pickup_due
from cafe.core.ordering.orders.model import OrderStatus

PREPARE_SECONDS = 15 * 60
"""How long before its time the staff are reminded of a pickup that is not being prepared."""
LATE_SECONDS = 5 * 60
"""The delay from which an order is late."""
LATE_GAP_SECONDS = 15 * 60
LATE_REMINDERS = 3
"""The number of reminders of a late order, and the time between them."""

NOT_BEGUN = frozenset({OrderStatus.NEW, OrderStatus.CONFIRMED})
NOT_READY = NOT_BEGUN | {OrderStatus.COOKING}


def ready_time(times: OrderTimes, zone: ZoneInfo) -> int | None:
    """Return when the order should be ready: as promised, else as scheduled or by the pickup time (Unix seconds)."""
    known = times.scheduled_for if times.ready_at is None else times.ready_at
    if known is not None:
        return known
    clock_time = parse_clock_time(times.pickup_time or "")
    return None if clock_time is None else pickup_due(times.created_at, clock_time, zone)


def start_time(times: OrderTimes) -> int | None:
    """Return when to begin a scheduled order so that it is ready in time (Unix seconds); None for others."""
    if times.scheduled_for is None or times.ready_at is not None:
        return None
    return times.scheduled_for - (times.prep_minutes or 0) * 60


def overdue(times: OrderTimes, zone: ZoneInfo, now: int) -> Overdue | None:
    """Return why the staff should be reminded of an order; None if there is no reason."""
    ready_at = ready_time(times, zone)
    if ready_at is None or times.status not in NOT_READY:
        return None
    if now >= ready_at + LATE_SECONDS:
        return Overdue.LATE
    if times.ready_at is not None or times.status not in NOT_BEGUN:
        return None
    start = start_time(times)
    if start is not None:
        is_time = times.prep_minutes is None or (start - times.created_at >= PREPARE_SECONDS and now >= start)
        return Overdue.START if is_time else None
    is_ordered_ahead = ready_at - times.created_at >= 2 * PREPARE_SECONDS
    return Overdue.PICKUP_DUE if is_ordered_ahead and now >= ready_at - PREPARE_SECONDS else None


def next_reminder(order: TimedOrder, zone: ZoneInfo, now: int) -> tuple[Overdue, int] | None:
    """Return the reason for a reminder that is due now, and its number; None if none is due."""
    why = overdue(order.times, zone, now)
    ready_at = ready_time(order.times, zone)
    if why is None or ready_at is None:
        return None
    start = start_time(order.times)
    since = ready_at
    if why is Overdue.START and start is not None:
        since = start
    elif why is Overdue.PICKUP_DUE:
        since = ready_at - PREPARE_SECONDS
    before = order.due_reminders if since <= order.due_reminded_at <= now else 0
    if before == 0:
        return why, 1
    is_again = why is Overdue.LATE and before < LATE_REMINDERS and now >= order.due_reminded_at + LATE_GAP_SECONDS
    return (why, before + 1) if is_again else None

"""Reminders in the staff chat of orders that are not accepted, due or late.

There are none while the cafe is closed; when it opens, the waiting orders are listed. Many at once are listed too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from cafe.core.catalogue.hours.model import OpeningHours
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Fact, Recorder
from cafe.core.kernel.ids import OrderId
from cafe.core.kernel.meta import get_meta, set_meta, take_turn
from cafe.core.messages.notifications import store
from cafe.core.messages.notifications.model import REMINDERS, Overdue, TimedOrder
from cafe.core.messages.notifications.overdue import next_reminder, start_time
from cafe.core.messages.notifications.waiting_messages import StaffOrderLate, StaffPickupDue
from cafe.core.messages.outbox.store import is_queued
from cafe.core.ordering.orders.facts import OrderOverdue, OrdersWaiting, OrderUnanswered

GAP_SECONDS = 180
FEW = 3
"""More reminders at once, or one while more orders wait, are replaced by one message."""
LISTED_META = "waiting_listed_at"
"""The opening (Unix seconds) at which waiting orders were last listed."""


@dataclass(frozen=True, slots=True)
class _Due:
    """The reminders that are due now."""

    now: int
    opened_at: int | None
    """When the cafe opened, if the orders that waited then are not listed yet."""
    unanswered: Sequence[OrderId]
    overdue: Sequence[tuple[TimedOrder, Overdue, int]]
    """Each with the number of its reminder."""

    def __bool__(self) -> bool:
        return self.opened_at is not None or bool(self.unanswered or self.overdue)


class Reminders:
    """Finds orders that have waited too long."""

    def __init__(self, database: Database, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._record = record

    async def remind(self) -> bool:
        """Queue the reminders that are due; always False, as there is no further work."""
        moment = self._clock.now()
        if await self._database.read(_find_due, moment):
            await self._database.write(_remind, self._record, moment)
        return False


def _find_due(conn: Connection, moment: datetime) -> _Due:
    settings = get_settings(conn)
    now = int(moment.timestamp())
    if not settings.hours.is_open(moment):
        return _Due(now, None, (), ())
    opened_at = _opened_at(settings.hours, moment)
    if now - opened_at < GAP_SECONDS:
        unanswered: list[OrderId] = []
    else:
        unanswered = store.list_unanswered(conn, now, GAP_SECONDS)
    overdue = _find_overdue(conn, settings.zone, now)
    opening = opened_at if _is_to_be_listed(conn, opened_at, overdue) else None
    return _Due(now, opening, unanswered, overdue)


def _opened_at(hours: OpeningHours, moment: datetime) -> int:
    """Return when the cafe opened last (Unix seconds); 0 if it is always open."""
    opened = hours.opened_at(moment)
    return 0 if opened is None else int(opened.timestamp())


def _is_to_be_listed(conn: Connection, opened_at: int, overdue: Sequence[tuple[TimedOrder, Overdue, int]]) -> bool:
    """Whether orders arrived, or scheduled ones had to be begun, while the cafe was closed, and are not listed yet."""
    if int(get_meta(conn, LISTED_META) or 0) >= opened_at:
        return False
    starts = (start_time(order.times) for order, why, _ in overdue if why is Overdue.START)
    return store.has_new_before(conn, opened_at) or any(start is not None and start < opened_at for start in starts)


def _find_overdue(conn: Connection, zone: ZoneInfo, now: int) -> list[tuple[TimedOrder, Overdue, int]]:
    found = []
    for order in store.list_timed(conn):
        reminder = next_reminder(order, zone, now)
        kinds = (StaffOrderLate.kind, StaffPickupDue.kind)
        if reminder is not None and not any(is_queued(conn, kind, order.id) for kind in kinds):
            found.append((order, *reminder))
    return found


def _remind(conn: Connection, record: Recorder, moment: datetime) -> None:
    take_turn(conn, "reminders")
    due = _find_due(conn, moment)
    counts = [(order_id, store.count_reminder(conn, order_id, due.now)) for order_id in due.unanswered]
    for order, _, times in due.overdue:
        store.count_due_reminder(conn, order.id, times, due.now)
    if due.opened_at is not None:
        set_meta(conn, LISTED_META, str(due.opened_at))
        record(conn, OrdersWaiting(at=due.now, at_opening=True))
        return
    facts: list[Fact] = [
        OrderUnanswered(at=due.now, order_id=order_id, is_last_call=count > REMINDERS) for order_id, count in counts
    ]
    facts += [OrderOverdue(at=due.now, order_id=order.id, is_late=why is Overdue.LATE) for order, why, _ in due.overdue]
    is_rush = len(facts) > FEW or (bool(counts) and store.count_new(conn) > FEW)
    for fact in [OrdersWaiting(at=due.now, at_opening=False)] if is_rush else facts:
        record(conn, fact)

"""Orders for later that a mode prevents: their guests are told before they come, and again when it is over."""

from dataclasses import dataclass
from datetime import datetime

from cafe.core.catalogue.disruptions.rules import mode_until
from cafe.core.catalogue.hours.week_ranges import is_within_week
from cafe.core.catalogue.modes.model import Mode
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.meta import take_turn
from cafe.core.ordering.orders.facts import OrderPossible, OrderPrevented
from cafe.core.ordering.orders.model import CUSTOMER_CAN_CANCEL, Order, Prevention
from cafe.core.ordering.orders.prevented_store import list_for_later, list_preventions, set_prevention

AHEAD_SECONDS = 3 * 3600
"""How far ahead a mode without a known end counts: nobody knows whether it will still be on tomorrow."""


@dataclass(frozen=True, slots=True)
class _News:
    """An order, what its guest knows, and what is so."""

    order: Order
    was: Prevention | None
    prevention: Prevention | None


class PreventedOrders:
    """Finds the orders for later that cannot be made as ordered."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock
        self._record = record

    async def work(self) -> bool:
        """Look once; always False, as there is no further work."""
        now = unix_now(self._clock)
        if await self._database.read(self._find_news, now):
            await self._database.write(self._tell, now)
        return False

    def _find_news(self, conn: Connection, now: int) -> list[_News]:
        """Find the orders of which guests know something else."""
        known, snapshot = list_preventions(conn), self._cache.snapshot_in(conn)
        if not known and not snapshot.may_have_modes(now):
            return []
        found = (_look(snapshot, order, known.get(order.id), now) for order in list_for_later(conn, now))
        return [news for news in found if news.was != news.prevention]

    def _tell(self, conn: Connection, now: int) -> None:
        take_turn(conn, "prevented")
        for news in self._find_news(conn, now):
            order, was, prevention = news.order, news.was, news.prevention
            set_prevention(conn, order.id, prevention, now)
            if prevention is not None and not (was and prevention.is_same_for_guest(was)):
                self._record(conn, OrderPrevented(at=now, order=order, prevention=prevention))
            elif was is not None and prevention is None and _is_waiting(order, now) and _has_all(order, was):
                self._record(conn, OrderPossible(at=now, order=order))


def _look(snapshot: Snapshot, order: Order, was: Prevention | None, now: int) -> _News:
    if not _is_waiting(order, now):
        return _News(order, was, None)
    due = order.due_at or now
    if due - snapshot.settings.prep_minutes_at(due) * 60 <= now:
        return _News(order, was, was)  # the kitchen is at it
    return _News(order, was, _find_prevention(snapshot, order, due, now))


def _is_waiting(order: Order, now: int) -> bool:
    """Whether it is not begun, and its time has not come."""
    return order.status in CUSTOMER_CAN_CANCEL and order.due_at is not None and order.due_at > now


def _find_prevention(snapshot: Snapshot, order: Order, due: int, now: int) -> Prevention | None:
    """Return what the modes prevent of an order at its time; None if it can be made, as far as is known."""
    on = [mode for mode in snapshot.modes_at_second(due) if due - now <= AHEAD_SECONDS or _has_end(snapshot, mode, due)]
    dishes, modes = [], dict[str, Mode]()
    for line in order.lines:
        product = snapshot.products.get(line.product_id) if line.product_id else None
        withholding = [mode for mode in on if product and not mode.serves(product.category_id, product.id)]
        if withholding:
            dishes.append(line.product_name)
            modes |= {mode.slug: mode for mode in withholding}
    refusing = [mode for mode in on if mode.order_types and order.order_type.value not in mode.order_types]
    modes |= {mode.slug: mode for mode in refusing}
    if not modes:
        return None
    names = tuple(mode.name for mode in modes.values())
    return Prevention(tuple(dict.fromkeys(dishes)), names, type_is_off=bool(refusing))


def _has_end(snapshot: Snapshot, mode: Mode, due: int) -> bool:
    """Whether it is known that a mode will be on at a moment, and for how long."""
    if is_within_week(mode.hours, datetime.fromtimestamp(due, snapshot.settings.zone)):
        return True
    called_until = mode_until(snapshot.disruptions, snapshot.settings.effects, mode.slug, due)
    return max(mode.on_until, called_until) < ENDLESS


def _has_all(order: Order, prevention: Prevention) -> bool:
    """Whether it still has what could not be made: else it was changed, and its guest knows."""
    return {line.product_name for line in order.lines} >= set(prevention.dishes)

"""The times offered for orders, and which of them are full (operating contract, `/api/checkout/times`)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cafe.core.catalogue.hours.slots import Load, Slots, Span
from cafe.core.catalogue.hours.slots_store import loads_by_due
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.snapshot.cache import Offer, SnapshotCache
from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.catalogue.zones.model import Zone
from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CustomerId, ZoneId
from cafe.core.ordering.cart import store as carts
from cafe.core.ordering.cart.model import Cart
from cafe.core.ordering.checkout.pickup_times import is_past
from cafe.core.ordering.orders.due import soonest_due
from cafe.core.ordering.orders.model import OrderType


@dataclass(frozen=True, slots=True)
class OfferedTime:
    """A time on the cafe's clock; `is_full` if its slot has no room for the customer's cart."""

    at: datetime
    is_full: bool


@dataclass(frozen=True, slots=True)
class OfferedTimes:
    """Minutes until a guest has an order for as soon as possible, and the times for later, soonest first."""

    asap_minutes: int
    times: tuple[OfferedTime, ...]


class TimesService:
    """Offers times to order for."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock

    def asap_minutes(self) -> int:
        """Return the minutes the kitchen needs for an order placed now for as soon as possible."""
        return self._cache.current.asap_minutes(self._clock.now())

    def estimated_minutes(self, order_type: OrderType, zone: Zone | None = None) -> int | None:
        """Return the estimated minutes until a guest has an order for now; None while the cafe is closed."""
        return self._cache.current.estimated_minutes_if_open(self._clock.now(), order_type, zone)

    def extra_minutes(self) -> int:
        """Return the minutes added by busy mode and the modes of the menu."""
        return self._cache.current.extra_minutes(self._clock.now())

    async def list(self, customer_id: CustomerId, order_type: OrderType, zone_id: ZoneId | None = None) -> OfferedTimes:
        """List the times of an order type, full ones included; none while orders for later are not accepted.

        In a zone, only those at which it is delivered to.
        """
        return await self._database.read(self._list, customer_id, order_type, zone_id, self._clock.now())

    def _list(
        self,
        conn: Connection,
        customer_id: CustomerId,
        order_type: OrderType,
        zone_id: ZoneId | None,
        moment: datetime,
    ) -> OfferedTimes:
        snapshot = self._cache.snapshot_in(conn, ())
        settings, zone = snapshot.settings, snapshot.zone_map.find(zone_id)
        minutes = snapshot.estimated_minutes(moment, order_type, zone)
        times: tuple[OfferedTime, ...] = ()
        is_taken = order_type in snapshot.settings_at(moment).offered_types
        if is_taken and settings.takes_scheduled_orders and snapshot.pause_of(order_type, moment) is None:
            slots = snapshot.slots.get(order_type, Slots())
            possible = _times(snapshot, slots, moment, minutes)
            offered = [
                at
                for at in possible
                if order_type in snapshot.settings_at(at).offered_types
                and (zone is None or zone.is_open_at(at))
                and not snapshot.is_disrupted(order_type, at)
            ]
            cart = carts.get_cart(conn, customer_id, Offer(int(moment.timestamp()), self._cache))
            loads = _loads(conn, order_type, slots, settings, offered)
            own = _load_of(cart)
            times = tuple(
                OfferedTime(at, slots.exceeded_by(loads.get(int(at.timestamp()), Load()) + own) is not None)
                for at in offered
            )
        return OfferedTimes(minutes, times)


def _times(snapshot: Snapshot, slots: Slots, moment: datetime, minutes: int) -> Iterator[datetime]:
    """Yield the beginnings of slots within the opening hours, from `minutes` ahead to the last day."""
    settings = snapshot.settings
    zone, hours = settings.zone, settings.hours
    today = moment.astimezone(zone).date()
    soonest = soonest_due(int(moment.timestamp()), minutes)
    for ahead in range(settings.schedule_days + 1):
        for start in slots.starts_of(today + timedelta(days=ahead), zone):
            at = datetime.fromtimestamp(start, zone)
            if start >= soonest and hours.is_open(at) and not _is_ambiguous(at, moment):
                yield at


def _is_ambiguous(at: datetime, moment: datetime) -> bool:
    """Whether the wall clock shows the same time an hour earlier, which is then the one a guest means."""
    return at.fold == 1 and not is_past(at.replace(fold=0).astimezone(UTC), moment)


def _loads(
    conn: Connection, order_type: OrderType, slots: Slots, settings: Settings, offered: list[datetime]
) -> Mapping[int, Load]:
    """Sum the orders of each slot by its beginning; only configured limits cost a query."""
    if not offered or not slots.has_limits:
        return {}
    zone = settings.zone
    first, last = (slots.span_of(int(at.timestamp()), zone) for at in (offered[0], offered[-1]))
    loads: dict[int, Load] = {}
    for due_at, load in loads_by_due(conn, order_type.value, Span(first.start, last.end)).items():
        start = slots.span_of(due_at, zone).start
        loads[start] = loads.get(start, Load()) + load
    return loads


def _load_of(cart: Cart) -> Load:
    """Return the load of the cart; an empty cart counts as the smallest possible order."""
    return Load(1, max(1, cart.count), max(1, cart.items_total))

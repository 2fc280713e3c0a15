"""A guest's view of their own order, with a version that changes with it."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from cafe.core.catalogue.settings.model import CODE_PROOF, Settings
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.catalogue.zones.model import Pin
from cafe.core.delivery.couriers import store as couriers
from cafe.core.delivery.couriers.model import Words
from cafe.core.delivery.couriers.window import Window, door_window
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.money.payments.port import InvoiceStatus
from cafe.core.money.payments.store import find_newest_status
from cafe.core.money.receipts.store import find_url
from cafe.core.ordering.board.rules import due_at
from cafe.core.ordering.lookup import store
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.history import list_events
from cafe.core.ordering.orders.model import DeliveryState, Order, OrderStatus, Prevention
from cafe.core.ordering.orders.prevented_store import find_prevention
from cafe.core.ordering.orders.rules import PROMISABLE, has_ended_for_good, pay_until, times_reached

FRESH_SECONDS = 180
"""A place that is older tells where somebody was, not where they are."""
MOST_WAYS = 30
"""The latest deliveries by which a guest is told when to expect theirs."""


@dataclass(frozen=True, slots=True)
class OrderVersion:
    """A short text that changes with the guest's view of an order."""

    text: str
    is_final: bool
    """Whether nothing will change any more; a recently completed order may still be called back."""


@dataclass(frozen=True, slots=True)
class OwnDelivery:
    """What a guest sees of their delivery on its way."""

    code: str
    """The digits that they read out at the door; empty: none are asked."""
    window: Window | None
    place: Pin | None
    """Where the courier is, if they share it."""
    place_at: int
    words: tuple[Words, ...]
    can_write: bool


@dataclass(frozen=True, slots=True)
class OwnOrder:
    """An order with details for its guest only. Times in Unix seconds."""

    order: Order
    version: OrderVersion
    times: Mapping[OrderStatus, int]
    """When it reached each of its statuses."""
    estimated_at: int | None
    """When it should be ready, or at the door, while no time is promised; None once it is irrelevant."""
    is_declined: bool
    """Whether the bank declined the last card."""
    to_return: int
    """Kopiykas still to be returned."""
    receipt_url: str | None
    pay_until: int | None
    """The deadline for payment, after which it will be cancelled."""
    delivery: OwnDelivery | None = None
    """While somebody brings it."""
    prevention: Prevention | None = None
    """Why it cannot be made as ordered."""


class OwnOrderService:
    """Reads orders for their guests' pages."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def get(self, customer_id: CustomerId, order_id: int) -> OwnOrder:
        """Return one of the customer's orders.

        Raises:
            NotFoundError: no such order, or not theirs.
        """
        return await self._database.read(_get, customer_id, order_id, unix_now(self._clock))

    async def list_versions(self, order_ids: Collection[int]) -> Mapping[int, OrderVersion]:
        """Return the versions of these orders, without missing ones."""
        return await self._database.read(_list_versions, order_ids, unix_now(self._clock))


def _get(conn: Connection, customer_id: CustomerId, order_id: int, now: int) -> OwnOrder:
    order = orders.get_order_of(conn, order_id, customer_id)
    estimated_at, settings = None, get_settings(conn)
    newest = find_newest_status(conn, order.id)
    if order.status in PROMISABLE and order.ready_at is None:
        estimated_at = due_at(order, settings) + order.way_minutes(settings) * 60
    return OwnOrder(
        order=order,
        version=_list_versions(conn, {order.id}, now)[order.id],
        times=times_reached(order.order_type, list_events(conn, order.id)),
        estimated_at=estimated_at,
        is_declined=order.can_pay and newest is InvoiceStatus.FAILED,
        to_return=store.sum_expected(conn, order.id),
        receipt_url=find_url(conn, order.id),
        pay_until=None if newest is None else pay_until(order, settings.unpaid_minutes),
        delivery=_delivery(conn, order, settings, now),
        prevention=find_prevention(conn, order.id),
    )


def _delivery(conn: Connection, order: Order, settings: Settings, now: int) -> OwnDelivery | None:
    if order.courier is None or order.courier.state is None:
        return None
    is_away, state = order.courier.is_under_way, order.courier.state
    courier = couriers.find_courier(conn, order.courier.id)
    point = couriers.find_point(conn, order.courier.id, now - FRESH_SECONDS) if is_away else None
    left_at = couriers.find_left_at(conn, order.id)
    window = None
    if state is DeliveryState.ON_WAY and left_at is not None:
        zone_id = order.zone.id if order.zone else None
        ways = couriers.list_ways(conn, zone_id, MOST_WAYS)
        window = door_window(left_at, ways, order.way_minutes(settings) * 60, now)
    asks_code = is_away and settings.handover_proof == CODE_PROOF
    return OwnDelivery(
        code=couriers.find_code(conn, order.id)[0] if asks_code else "",
        window=window,
        place=None if point is None else Pin.parse(point[0]),
        place_at=0 if point is None else point[1],
        words=tuple(couriers.list_words(conn, order.id)),
        can_write=courier is not None and courier.chat_id is not None,
    )


def _list_versions(conn: Connection, order_ids: Collection[int], now: int) -> Mapping[int, OrderVersion]:
    versions: dict[int, OrderVersion] = {}
    for row in store.list_versioned(conn, order_ids):
        shown = repr([row[column] for column in row.keys()])  # noqa: SIM118 - no mapping
        digest = hashlib.blake2b(shown.encode(), digest_size=8).hexdigest()
        is_final = has_ended_for_good(OrderStatus(row["status"]), row["completed_at"], now)
        versions[OrderId(row["id"])] = OrderVersion(digest, is_final)
    return versions

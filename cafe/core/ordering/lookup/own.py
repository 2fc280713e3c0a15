"""A guest's view of their own order, with a version that changes with it."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from cafe.core.catalogue.settings.store import get_settings
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
from cafe.core.ordering.orders.model import Order, OrderStatus
from cafe.core.ordering.orders.rules import PROMISABLE, has_ended_for_good, pay_until, times_reached


@dataclass(frozen=True, slots=True)
class OrderVersion:
    """A short text that changes with the guest's view of an order."""

    text: str
    is_final: bool
    """Whether nothing will change any more; a recently completed order may still be called back."""


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
    )


def _list_versions(conn: Connection, order_ids: Collection[int], now: int) -> Mapping[int, OrderVersion]:
    versions: dict[int, OrderVersion] = {}
    for row in store.list_versioned(conn, order_ids):
        shown = repr([row[column] for column in row.keys()])  # noqa: SIM118 - no mapping
        digest = hashlib.blake2b(shown.encode(), digest_size=8).hexdigest()
        is_final = has_ended_for_good(OrderStatus(row["status"]), row["completed_at"], now)
        versions[OrderId(row["id"])] = OrderVersion(digest, is_final)
    return versions

"""A customer's orders: list, cancel, repeat, track."""

from collections.abc import Mapping
from dataclasses import dataclass

from cafe.core.catalogue.menu import store as menu
from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.options.model import OptionGroups
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.catalogue.snapshot.cache import Offer, SnapshotCache
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import CustomerId, ProductId
from cafe.core.ordering.cart import store as carts
from cafe.core.ordering.cart.model import Cart, LineKey
from cafe.core.ordering.cart.serving import is_served
from cafe.core.ordering.cart.store import unavailable_parts
from cafe.core.ordering.orders import store
from cafe.core.ordering.orders.cancellation import cancel_order
from cafe.core.ordering.orders.errors import NotCancellableError
from cafe.core.ordering.orders.facts import CancelledBy, OrderCancelled
from cafe.core.ordering.orders.model import CANCELLED_BY_CUSTOMER, CUSTOMER_CAN_CANCEL, Order, OrderLine

LIST_LIMIT = 50
"""Maximum number of orders in a customer's list (specification, Limits)."""

DAY = 86_400


@dataclass(frozen=True, slots=True)
class RepeatedOrder:
    """The cart after an old order was added to it, and the names of the skipped lines."""

    cart: Cart
    skipped: tuple[str, ...]


class OrderService:
    """Reads and cancels orders; customers have access only to their own."""

    def __init__(self, database: Database, clock: Clock, record: Recorder, cache: SnapshotCache) -> None:
        self._database = database
        self._clock = clock
        self._record = record
        self._cache = cache

    async def list(self, customer_id: CustomerId) -> list[Order]:
        """List the customer's most recent orders, newest first."""
        return await self._database.read(store.list_orders_of, customer_id, LIST_LIMIT)

    async def get(self, customer_id: CustomerId, order_id: int) -> Order:
        """Return one of the customer's orders.

        Raises:
            NotFoundError: no such order, or not theirs.
        """
        return await self._database.read(store.get_order_of, order_id, customer_id)

    async def track(self, token: str) -> Order:
        """Return the order with a tracking token; the token is the only credential.

        Raises:
            NotFoundError: no order has this token, or it ended longer ago than `keep_personal_days`.
        """
        return await self._database.read(track_order, token, unix_now(self._clock))

    async def cancel(self, customer_id: CustomerId, order_id: int) -> Order:
        """Cancel an order while its status allows it; stock is restored and the staff are notified.

        Raises:
            NotFoundError: no such order, or not theirs.
            NotCancellableError: too late.
        """
        return await self._database.write(_cancel, self._record, customer_id, order_id, unix_now(self._clock))

    async def repeat(self, customer_id: CustomerId, order_id: int) -> RepeatedOrder:
        """Add an order's products to the cart again, keeping what is already in it.

        Raises:
            NotFoundError: no such order, or not theirs.
        """
        return await self._database.write_relaxed(_repeat, customer_id, order_id, self._cache.offer)


def track_order(conn: Connection, token: str, now: int) -> Order:
    """Return the order with a tracking token, as `OrderService.track` does."""
    order = store.find_order_by_token(conn, token)
    if order is None:
        raise NotFoundError
    if order.status.is_final:
        days = get_settings(conn).keep_personal_days
        # The order itself is anonymised by the next hourly cleanup.
        if days and max(store.last_change(conn, order.id), order.created_at or 0) < now - days * DAY:
            raise NotFoundError
    return order


def _cancel(conn: Connection, record: Recorder, customer_id: CustomerId, order_id: int, now: int) -> Order:
    conn.lock("orders", order_id)
    order = store.get_order_of(conn, order_id, customer_id)
    cancellation = OrderCancelled(
        at=now, order=order, by=CancelledBy.CUSTOMER, reason=CANCELLED_BY_CUSTOMER, actor=order.name
    )
    if not cancel_order(conn, record, cancellation, CUSTOMER_CAN_CANCEL):
        raise NotCancellableError
    return store.get_order(conn, order.id)


def _repeat(conn: Connection, customer_id: CustomerId, order_id: int, offer: Offer) -> RepeatedOrder:
    order = store.get_order_of(conn, order_id, customer_id)
    products = menu.find_all_orderable(conn, {line.product_id for line in order.lines if line.product_id}, offer.now)
    with_options = {product.id for product in products.values() if product.has_options}
    groups = offer.cache.snapshot_in(conn, with_options).option_groups if with_options else {}
    skipped = []
    conn.lock("customers", customer_id)
    for line in order.lines:
        product = products.get(line.product_id or ProductId(0))
        key = _key_of(conn, line, product, groups, offer)
        if key is None or not carts.has_room(conn, customer_id, key):
            skipped.append(line.name_in(order.customer_locale))
        else:
            carts.add_line_capped(conn, customer_id, key, line.quantity)
    return RepeatedOrder(carts.get_cart(conn, customer_id, offer), tuple(skipped))


def _key_of(
    conn: Connection, line: OrderLine, product: Product | None, groups: Mapping[ProductId, OptionGroups], offer: Offer
) -> LineKey | None:
    """Return the cart key of an order's line; None if it cannot be ordered now."""
    if product is None or not is_served(conn, product, offer):
        return None
    if unavailable_parts(conn, groups.get(product.id, ()), line.choice.key, offer.now):
        return None
    return LineKey(product.id, line.choice.key, line.note if product.takes_note else "")

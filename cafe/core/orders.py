"""A customer's orders: listing, cancelling, repeating, tracking."""

from dataclasses import dataclass

from cafe.core import store
from cafe.core.errors import NotCancellableError, NotFoundError
from cafe.core.notifications import Kind
from cafe.core.ports import Clock, Connection, Database
from cafe.core.values import Cart, CustomerId, Order, PaymentStatus

LISTED = 50
"""Orders in a customer's list (specification, Limits)."""

CANCELLED_BY_CUSTOMER = "Скасовано клієнтом"
"""The reason stored when customers cancel."""


@dataclass(frozen=True, slots=True)
class RepeatedOrder:
    """The cart after an old order went into it, and the names of what could not."""

    cart: Cart
    skipped: tuple[str, ...]


class OrderService:
    """Reads and cancels orders; customers only ever reach their own."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def list(self, customer_id: CustomerId) -> list[Order]:
        """The customer's newest orders, newest first."""
        return await self._database.read(store.orders.list_orders_of, customer_id, LISTED)

    async def get(self, customer_id: CustomerId, order_id: int) -> Order:
        """One of the customer's orders.

        Raises:
            NotFoundError: no such order, or not theirs.
        """
        order = await self._database.read(store.orders.find_order_of, order_id, customer_id)
        if order is None:
            raise NotFoundError
        return order

    async def find_receipt(self, order: Order) -> str | None:
        """Where the receipt of a customer's own order can be seen, once it is made."""
        return await self._database.read(store.receipts.find_url, order.id)

    async def track(self, token: str) -> Order:
        """The order with a tracking token, for whoever has it.

        Raises:
            NotFoundError: no order has it.
        """
        order = await self._database.read(store.orders.find_order_by_token, token)
        if order is None:
            raise NotFoundError
        return order

    async def cancel(self, customer_id: CustomerId, order_id: int) -> Order:
        """Cancel while that is still possible; stock goes back, the staff hear of it.

        Raises:
            NotFoundError: no such order, or not theirs.
            NotCancellableError: too late.
        """
        return await self._database.write(_cancel, customer_id, order_id, self._now())

    async def repeat(self, customer_id: CustomerId, order_id: int) -> RepeatedOrder:
        """Put what was ordered into the cart again, beside what is there.

        Raises:
            NotFoundError: no such order, or not theirs.
        """
        return await self._database.write_relaxed(_repeat, customer_id, order_id, self._now())

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def _cancel(conn: Connection, customer_id: CustomerId, order_id: int, now: int) -> Order:
    is_cancelled = store.orders.cancel_order_of(conn, order_id, customer_id, CANCELLED_BY_CUSTOMER)
    order = store.orders.find_order_of(conn, order_id, customer_id)
    if order is None:
        raise NotFoundError
    if not is_cancelled:
        raise NotCancellableError
    store.stock.restore_stock(conn, order.id)
    store.invoices.queue_withdrawals(conn, order.id, now)
    store.orders.add_event(conn, order.id, "cancelled", order.name, now, CANCELLED_BY_CUSTOMER)
    has_money = order.payment_status is PaymentStatus.PAID and order.total > 0
    store.outbox.queue_to_staff(conn, Kind.STAFF_ORDER_CANCELLED, now, order.id, money_to_return=has_money)
    return order


def _repeat(conn: Connection, customer_id: CustomerId, order_id: int, now: int) -> RepeatedOrder:
    order = store.orders.find_order_of(conn, order_id, customer_id)
    if order is None:
        raise NotFoundError
    skipped = []
    for line in order.lines:
        is_orderable = line.product_id is not None and store.menu.find_orderable(conn, line.product_id, now) is not None
        if line.product_id is None or not is_orderable:
            skipped.append(line.name_in(order.customer_locale))
        else:
            store.carts.add_line_capped(conn, customer_id, line.product_id, line.quantity)
    return RepeatedOrder(store.carts.get_cart(conn, customer_id, now), tuple(skipped))

"""What the staff do to orders: move them on, promise a time, cancel. The database decides between two at once."""

from dataclasses import dataclass

from cafe.core import store
from cafe.core.errors import AlreadyPromisedError, IllegalTransitionError, NotFoundError
from cafe.core.notifications import Kind
from cafe.core.order_steps import PROMISABLE, next_step
from cafe.core.ports import Clock, Connection, Database
from cafe.core.store.staff_cards import Card, Event
from cafe.core.values import Order, OrderId, OrderStatus, PaymentStatus

SAME_PROMISE_SECONDS = 60
"""A promise this close to the one that stands is the same button pressed twice."""


@dataclass(frozen=True, slots=True)
class OrderWithHistory:
    """An order, who did what to it, and where its card stands, if it has one."""

    order: Order
    events: tuple[Event, ...]
    card: Card | None


class StaffOrderService:
    """Orders as the staff see and move them. `actor` is the name that the card will show."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def list_open(self) -> list[Order]:
        """Every order that is not over, oldest first, guests' and walk-ins' too."""
        return await self._database.read(store.orders.list_open_orders)

    async def get(self, order_id: int) -> OrderWithHistory:
        """Any order with its history.

        Raises:
            NotFoundError: no such order.
        """
        return await self._database.read(_get, order_id)

    async def advance(self, order_id: int, seen: OrderStatus, to: OrderStatus, actor: str) -> Order:
        """Move an order that stands at `seen` one step on; the customer hears of it, the card follows.

        Raises:
            NotFoundError: no such order.
            IllegalTransitionError: it stands elsewhere by now, or its type goes another way.
        """
        return await self._database.write(_advance, order_id, seen, to, actor, self._now())

    async def promise(self, order_id: int, seen: OrderStatus, minutes: int, actor: str) -> Order:
        """Say in how many minutes an order will be ready; a new one is taken by that.

        Raises:
            NotFoundError: no such order.
            IllegalTransitionError: it stands elsewhere by now.
            AlreadyPromisedError: the same was promised a moment ago.
        """
        return await self._database.write(_promise, order_id, seen, minutes, actor, self._now())

    async def cancel(self, order_id: int, seen: OrderStatus, reason: str, actor: str) -> Order:
        """Cancel an order at any time before its end; stock goes back, the customer hears why.

        Raises:
            NotFoundError: no such order.
            IllegalTransitionError: it stands elsewhere by now.
        """
        return await self._database.write(_cancel, order_id, seen, reason, actor, self._now())

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def confirm(conn: Connection, order_id: int, actor: str, now: int) -> Order:
    """Take a new order, inside a transaction that has made it."""
    return _advance(conn, order_id, OrderStatus.NEW, OrderStatus.CONFIRMED, actor, now)


def _get(conn: Connection, order_id: int) -> OrderWithHistory:
    order = store.orders.find_order(conn, order_id)
    if order is None:
        raise NotFoundError
    events = tuple(store.staff_cards.list_events(conn, order.id))
    return OrderWithHistory(order, events, store.staff_cards.find_card(conn, order.id))


def _advance(conn: Connection, order_id: int, seen: OrderStatus, to: OrderStatus, actor: str, now: int) -> Order:
    order = _get(conn, order_id).order
    if to is not next_step(order.order_type, seen) or not store.orders.move_order(conn, order.id, seen, to):
        raise IllegalTransitionError(order.status)
    if to.is_final:  # the guest paid in cash after all: nobody should pay the page any more
        store.invoices.queue_withdrawals(conn, order.id, now)
    store.orders.add_event(conn, order.id, "status", actor, now, to.value)
    _tell_customer(conn, order, now, status=to.value)
    store.outbox.queue_card(conn, order.id, now)
    return _get(conn, order_id).order


def _promise(conn: Connection, order_id: int, seen: OrderStatus, minutes: int, actor: str, now: int) -> Order:
    order = _get(conn, order_id).order
    ready_at = now + minutes * 60
    if order.status is not seen or seen not in PROMISABLE:
        raise IllegalTransitionError(order.status)
    if not store.orders.promise_order(conn, order.id, seen, ready_at, SAME_PROMISE_SECONDS):
        raise AlreadyPromisedError(order.ready_at or ready_at)
    facts: dict[str, str | int] = {"ready_minutes": minutes, "ready_at": ready_at}
    if seen is OrderStatus.NEW:
        store.orders.move_order(conn, order.id, seen, OrderStatus.CONFIRMED)
        store.orders.add_event(conn, order.id, "status", actor, now, OrderStatus.CONFIRMED.value)
        facts["status"] = OrderStatus.CONFIRMED.value
    store.orders.add_event(conn, order.id, "promised", actor, now, str(minutes))
    _tell_customer(conn, order, now, **facts)
    store.outbox.queue_card(conn, order.id, now)
    return _get(conn, order_id).order


def _cancel(conn: Connection, order_id: int, seen: OrderStatus, reason: str, actor: str, now: int) -> Order:
    order = _get(conn, order_id).order
    if seen.is_final or not store.orders.move_order(conn, order.id, seen, OrderStatus.CANCELLED, reason):
        raise IllegalTransitionError(order.status)
    store.stock.restore_stock(conn, order.id)
    store.invoices.queue_withdrawals(conn, order.id, now)
    store.orders.add_event(conn, order.id, "cancelled", actor, now, reason)
    has_money = order.payment_status is PaymentStatus.PAID and order.total > 0
    _tell_customer(conn, order, now, status=OrderStatus.CANCELLED.value, reason=reason, money_to_return=has_money)
    store.outbox.queue_card(conn, order.id, now)
    if has_money:
        facts: dict[str, str | int] = {"amount": order.total, "reason": "by-staff"}
        store.outbox.queue_to_staff(conn, Kind.STAFF_MONEY_TO_RETURN, now, order.id, **facts)
    return _get(conn, order_id).order


def _tell_customer(conn: Connection, order: Order, now: int, **facts: str | int | bool) -> None:
    store.outbox.queue_to_customer(
        conn, Kind.CUSTOMER_ORDER_STATUS, now, order.customer_id, order.customer_locale, OrderId(order.id), **facts
    )

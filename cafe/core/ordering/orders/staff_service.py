"""Staff actions on orders: change the status, promise a time, cancel. The database resolves concurrent actions."""

from dataclasses import dataclass

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.facts import Recorder
from cafe.core.ordering.orders import store
from cafe.core.ordering.orders.cancellation import cancel_order
from cafe.core.ordering.orders.errors import (
    AlreadyPromisedError,
    GivenBackError,
    IllegalTransitionError,
    NotPaidError,
    TooLateError,
)
from cafe.core.ordering.orders.facts import CancelledBy, OrderCancelled, OrderMoved, OrderPromised, OrderSteppedBack
from cafe.core.ordering.orders.history import Event, list_events
from cafe.core.ordering.orders.model import Order, OrderStatus
from cafe.core.ordering.orders.rules import PROMISABLE, is_cash_refunded, next_step, step_back

SAME_PROMISE_SECONDS = 60
"""A promise this close to the current one counts as the same button pressed twice."""


@dataclass(frozen=True, slots=True)
class OrderWithHistory:
    order: Order
    events: tuple[Event, ...]


class StaffOrderService:
    """Access to all orders for the staff. `actor` is the name shown on the order's card.

    `seen` is the status shown to the staff member; if it has changed since, the action is refused.
    """

    def __init__(self, database: Database, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._record = record

    async def get(self, order_id: int) -> OrderWithHistory:
        """Return any order with its history.

        Raises:
            NotFoundError: no such order.
        """
        return await self._database.read(_get, order_id)

    async def advance(
        self, order_id: int, seen: OrderStatus, to: OrderStatus, actor: str, *, asks_payment: bool = False
    ) -> Order:
        """Move an order from `seen` to the next status; the customer is notified and the card updated.

        With `asks_payment` one to be paid in cash is not completed either: see `CounterService.complete`.

        Raises:
            NotFoundError: no such order.
            IllegalTransitionError: the status has changed, or `to` is not the next one for this order type.
            NotPaidError: it would be completed unpaid.
        """
        now = unix_now(self._clock)
        return await self._database.write(
            advance_order, self._record, order_id, seen, to, actor, now, asks_payment=asks_payment
        )

    async def step_back(self, order_id: int, seen: OrderStatus, actor: str) -> Order:
        """Undo an order's last step; the customer is notified only if they were notified of the step.

        Raises:
            NotFoundError: no such order.
            IllegalTransitionError: the status has changed.
            GivenBackError: money of the completed order was refunded.
            TooLateError: the step was taken too long ago.
        """
        now = unix_now(self._clock)
        return await self._database.write(step_back_order, self._record, order_id, seen, actor, now)

    async def promise(self, order_id: int, seen: OrderStatus, minutes: int, actor: str) -> Order:
        """Promise in how many minutes an order will be ready; this also accepts a new order.

        Raises:
            NotFoundError: no such order.
            IllegalTransitionError: the status has changed.
            AlreadyPromisedError: the same time was promised a moment ago.
        """
        now = unix_now(self._clock)
        return await self._database.write(_promise, self._record, order_id, seen, minutes, actor, now)

    async def cancel(
        self, order_id: int, seen: OrderStatus, reason: str, actor: str, reason_id: str | None = None
    ) -> Order:
        """Cancel an unfinished order; stock is restored and the customer is notified with the reason.

        A `reason_id` names a predefined reason, which has a text of its own for the customer, in their language.

        Raises:
            NotFoundError: no such order.
            IllegalTransitionError: the status has changed.
        """
        now = unix_now(self._clock)
        return await self._database.write(_cancel, self._record, order_id, seen, reason, reason_id, actor, now)


def advance_order(
    conn: Connection,
    record: Recorder,
    order_id: int,
    seen: OrderStatus,
    to: OrderStatus,
    actor: str,
    now: int,
    *,
    asks_payment: bool = False,
) -> Order:
    """Move an order to its next status, inside a transaction.

    Raises:
        NotFoundError: no such order.
        IllegalTransitionError: the status has changed, or `to` is not the next one for this order type.
        NotPaidError: it would be completed unpaid, or with something still to take.
    """
    order = lock_any_order(conn, order_id)
    is_unpaid = order.is_payment_asked if asks_payment else order.can_pay or order.balance > 0
    if order.status is seen and to is OrderStatus.COMPLETED and is_unpaid:
        raise NotPaidError
    if to is not next_step(order.order_type, seen) or not store.move_order(conn, order.id, seen, to):
        raise IllegalTransitionError(order.status)
    record(conn, OrderMoved(at=now, order=order, to=to, actor=actor))
    return store.get_order(conn, order.id)


def step_back_order(
    conn: Connection, record: Recorder, order_id: int, seen: OrderStatus, actor: str, now: int
) -> Order:
    order = lock_any_order(conn, order_id)
    if order.status is not seen:
        raise IllegalTransitionError(order.status)
    events = list_events(conn, order.id)
    if is_cash_refunded(order, events):
        raise GivenBackError
    to = step_back(order, events, now)
    if to is None or not store.step_back_order(conn, order.id, seen, to):
        raise TooLateError
    record(conn, OrderSteppedBack(at=now, order=order, to=to, actor=actor))
    return store.get_order(conn, order.id)


def find_any_order(conn: Connection, order_id: int) -> Order:
    """Find an order of any customer by its id, inside a transaction.

    Raises:
        NotFoundError: no such order.
    """
    order = store.find_order(conn, order_id)
    if order is None:
        raise NotFoundError
    return order


def lock_any_order(conn: Connection, order_id: int) -> Order:
    """Find an order and lock it until the transaction ends.

    Raises:
        NotFoundError: no such order.
    """
    conn.lock("orders", order_id)
    return find_any_order(conn, order_id)


def _get(conn: Connection, order_id: int) -> OrderWithHistory:
    order = find_any_order(conn, order_id)
    return OrderWithHistory(order, tuple(list_events(conn, order.id)))


def _promise(
    conn: Connection, record: Recorder, order_id: int, seen: OrderStatus, minutes: int, actor: str, now: int
) -> Order:
    order = lock_any_order(conn, order_id)
    ready_at = now + minutes * 60
    if order.status is not seen or seen not in PROMISABLE:
        raise IllegalTransitionError(order.status)
    if not store.promise_order(conn, order.id, seen, ready_at, SAME_PROMISE_SECONDS):
        raise AlreadyPromisedError(order.ready_at or ready_at)
    is_accepted = seen is OrderStatus.NEW and store.move_order(conn, order.id, seen, OrderStatus.CONFIRMED)
    promise = OrderPromised(
        at=now, order=order, minutes=minutes, ready_at=ready_at, is_accepted=is_accepted, actor=actor
    )
    record(conn, promise)
    return store.get_order(conn, order.id)


def _cancel(
    conn: Connection,
    record: Recorder,
    order_id: int,
    seen: OrderStatus,
    reason: str,
    reason_id: str | None,
    actor: str,
    now: int,
) -> Order:
    order = lock_any_order(conn, order_id)
    cancellation = OrderCancelled(
        at=now, order=order, by=CancelledBy.STAFF, reason=reason, reason_id=reason_id, actor=actor
    )
    if seen.is_final or not cancel_order(conn, record, cancellation, {seen}):
        raise IllegalTransitionError(order.status)
    return store.get_order(conn, order.id)

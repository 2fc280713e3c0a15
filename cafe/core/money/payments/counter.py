"""Payments in person, at the counter or at the door."""

from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments import ledger
from cafe.core.money.payments.errors import AlreadyPaidError
from cafe.core.money.payments.facts import CounterPayment, PaidAtCounter
from cafe.core.ordering.orders import payment_store
from cafe.core.ordering.orders.errors import IllegalTransitionError
from cafe.core.ordering.orders.model import Order, OrderStatus, PaymentMethod
from cafe.core.ordering.orders.staff_service import advance_order, lock_any_order


class CounterService:
    def __init__(self, database: Database, clock: Clock, record: Recorder) -> None:
        self._database = database
        self._clock = clock
        self._record = record

    async def is_refunded(self, order_id: OrderId) -> bool:
        """Whether everything paid for an order was refunded, so that it can be paid again."""
        return await self._database.read(ledger.is_refunded, order_id)

    async def complete(self, order_id: int, seen: OrderStatus, payment: CounterPayment, actor: str) -> Order:
        """Complete an order that is not paid online, not wholly, or whose payment was refunded.

        Open payment pages are withdrawn.

        Cash for a cash order is the expected case, so no payment is recorded.

        Raises:
            NotFoundError: no such order.
            IllegalTransitionError: the status has changed, or the order is not about to be completed.
            AlreadyPaidError: the card payment has arrived in the meantime, or its amount is held.
        """
        now = unix_now(self._clock)
        return await self._database.write(complete_order, self._record, order_id, seen, payment, actor, now)


def complete_order(
    conn: Connection,
    record: Recorder,
    order_id: int,
    seen: OrderStatus,
    payment: CounterPayment,
    actor: str,
    now: int,
) -> Order:
    """Complete an order that is paid in person, inside a transaction; see `CounterService.complete`."""
    order = lock_any_order(conn, order_id)
    if order.status is not seen:
        raise IllegalTransitionError(order.status)
    if order.balance:
        payment_store.clear_balance(conn, order.id)
        record(conn, PaidAtCounter(at=now, order_id=order.id, actor=actor, payment=payment, amount=order.balance))
    elif payment is not CounterPayment.CASH or order.payment_method is PaymentMethod.CARD:
        is_claimed = not order.is_held and payment_store.claim_payment(conn, order.id)
        if not is_claimed and not ledger.is_refunded(conn, order.id):
            raise AlreadyPaidError
        record(conn, PaidAtCounter(at=now, order_id=order.id, actor=actor, payment=payment))
    return advance_order(conn, record, order_id, seen, OrderStatus.COMPLETED, actor, now)

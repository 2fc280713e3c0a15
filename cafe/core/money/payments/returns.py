"""Decides, in this single place, which payments must be returned."""

from collections.abc import Iterable

from cafe.core.kernel.database import Connection
from cafe.core.money.payments import ledger, returns_store
from cafe.core.money.payments.facts import MoneyToReturn, OrderPaid, ReportSource, ReturnReason
from cafe.core.money.payments.model import Money, Payment, StoredPayment
from cafe.core.ordering.orders.facts import CancelledBy, OrderCancelled
from cafe.core.ordering.orders.model import Order, OrderStatus

CANCELLATION_REASONS = {
    CancelledBy.CUSTOMER: ReturnReason.CANCELLED_BY_CUSTOMER,
    CancelledBy.STAFF: ReturnReason.CANCELLED_BY_STAFF,
    CancelledBy.TIME: ReturnReason.CANCELLED,
}

SET_OFF = "set-off"
"""Marks in `money_to_return` that another payment was returned instead."""


def left_to_staff(conn: Connection, payments: Iterable[Payment]) -> list[Money]:
    """Return what the staff have to give back of payments, less the refunds under way."""
    lefts = [
        Money(payment.money.amount - ledger.get_payment(conn, payment.id).pending, payment.money.currency)
        for payment in payments
    ]
    return [left for left in lefts if left.amount > 0]


def return_money_of_cancelled(conn: Connection, fact: OrderCancelled) -> Iterable[MoneyToReturn]:
    """Return the money of a paid order that was cancelled."""
    reason = CANCELLATION_REASONS[fact.by]
    return [
        MoneyToReturn(at=fact.at, order=fact.order, payment=payment, reason=reason)
        for payment in ledger.list_kept(conn, fact.order.id)
    ]


def return_late_payment(_conn: Connection, fact: OrderPaid) -> Iterable[MoneyToReturn]:
    """Return a payment that arrived after the order was cancelled."""
    if fact.is_to_return:
        yield MoneyToReturn(
            at=fact.at,
            order=fact.order,
            payment=fact.payment,
            reason=ReturnReason.CANCELLED,
            notifies_customer=fact.source is not ReportSource.POLL,
        )


def set_off(conn: Connection, order: Order, payment_id: int, now: int) -> bool:
    """Replace a payment that was returned without us by the order's second payment, which had to be returned.

    Return whether there is such a second payment: then nothing must be returned, and the sale's receipt stays valid.
    """
    payments = ledger.list_payments(conn, order.id)
    gone = next(each for each in payments if each.id == payment_id)
    second = next((each for each in payments if _is_untouched(each) and each.paid == gone.paid), None)
    if order.status is OrderStatus.CANCELLED or not gone.has_sale or gone.kept or second is None:
        return False
    ledger.move_sale(conn, gone.id, second.id)
    returns_store.lower_to_return(conn, second.id, second.paid.amount, SET_OFF, now)
    return True


def _is_untouched(payment: StoredPayment) -> bool:
    """Whether a payment must be returned and no refund of it has begun."""
    return payment.debt_id is not None and not payment.has_sale and payment.left == payment.paid.amount


def second_payment(order: Order, payment: Payment, now: int) -> MoneyToReturn:
    """Build the fact for an order that was paid twice."""
    is_cancelled = order.status is OrderStatus.CANCELLED
    reason = ReturnReason.CANCELLED if is_cancelled else ReturnReason.SECOND_PAYMENT
    return MoneyToReturn(at=now, order=order, payment=payment, reason=reason)

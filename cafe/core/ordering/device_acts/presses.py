"""Presses on orders that were made earlier, at a tablet without a network, inside a transaction.

What somebody else has done meanwhile is done: so two tablets that were both alone agree afterwards.
"""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Recorder
from cafe.core.money.payments import ledger
from cafe.core.money.payments.counter import complete_order
from cafe.core.money.payments.errors import AlreadyPaidError
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.money.payments.model import PaymentKind
from cafe.core.ordering.board.service import mark_line_of
from cafe.core.ordering.device_acts.model import MarkLine, Move, StepBack, TakePayment
from cafe.core.ordering.orders.model import Order, OrderStatus
from cafe.core.ordering.orders.rules import previous_step, steps
from cafe.core.ordering.orders.staff_service import advance_order, lock_any_order, step_back_order

PAID_AS = {CounterPayment.CASH: PaymentKind.CASH, CounterPayment.TERMINAL: PaymentKind.TERMINAL}


def press(
    conn: Connection,
    record: Recorder,
    order_id: int,
    what: Move | StepBack | MarkLine | TakePayment,
    actor: str,
    now: int,
) -> None:
    """Do what was pressed, unless it is done already.

    Raises:
        CafeError: one of `PRESS_REFUSALS`, or there is no such order or line.
    """
    order = lock_any_order(conn, order_id)
    if isinstance(what, Move):
        if not _has_reached(order, what):
            advance_order(conn, record, order.id, what.seen, what.to, actor, now, asks_payment=True)
    elif isinstance(what, StepBack):
        if order.status is not previous_step(order.order_type, what.seen):
            step_back_order(conn, record, order.id, what.seen, actor, now)
    elif isinstance(what, MarkLine):
        if order.status is not OrderStatus.COMPLETED or not what.is_done:
            mark_line_of(conn, order.id, what.line_id, now if what.is_done else None)
    elif not _has_paid(conn, order, PAID_AS[what.payment]):
        complete_order(conn, record, order.id, what.seen, what.payment, actor, now)


def _has_reached(order: Order, move: Move) -> bool:
    statuses = steps(order.order_type)
    if order.status not in statuses or move.to not in statuses:
        return False
    return statuses.index(order.status) >= statuses.index(move.to)


def _has_paid(conn: Connection, order: Order, kind: PaymentKind) -> bool:
    """Whether another tablet has noted the same payment.

    Raises:
        AlreadyPaidError: it was paid in another way: the guest has paid twice.
    """
    if order.status is not OrderStatus.COMPLETED:
        return False
    kinds = {each.kind for each in ledger.list_payments(conn, order.id) if each.kept}
    if kinds and kind not in kinds:
        raise AlreadyPaidError
    return bool(kinds)

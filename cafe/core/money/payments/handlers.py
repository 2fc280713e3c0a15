"""Handlers that withdraw invoices, record what must be returned, and add payments to an order's history."""

from collections.abc import Iterable

from cafe.core.kernel.database import Connection
from cafe.core.money.payments import ledger, returns_store, store
from cafe.core.money.payments.facts import (
    HoldLost,
    MoneyToReturn,
    OrderPaid,
    PaidAtCounter,
    PaymentHeld,
    PaymentReversed,
    SwitchedToCash,
    TakenInPerson,
)
from cafe.core.money.payments.model import PaymentKind
from cafe.core.ordering.orders import payment_store
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.facts import OrderCancelled, OrderEdited, OrderMoved, OrderPromised, OrderSteppedBack
from cafe.core.ordering.orders.history import Event, EventKind, add_event
from cafe.core.ordering.orders.model import Order, OrderStatus, PaymentMethod, PaymentStatus

REVERSAL_CHECK_SECONDS = 600
"""Delay before the provider is first asked whether money was returned; people need a while for it."""


def note_paid(conn: Connection, fact: OrderPaid) -> None:
    """Add the payment to the order's history, with the provider and the source of the report."""
    add_event(conn, fact.order.id, Event(EventKind.PAID, fact.provider.value, fact.source.value, fact.at))


def note_paid_at_counter(conn: Connection, fact: PaidAtCounter) -> Iterable[TakenInPerson]:
    """Store the payment, and add to the order's history who took the money, and how."""
    order = orders.get_order(conn, fact.order_id)
    add_event(conn, fact.order_id, Event(EventKind.PAID, fact.actor, fact.payment.value, fact.at))
    return _take(conn, order, PaymentKind(fact.payment.value), fact.actor, fact.at, fact.amount)


def note_cash_at_the_door(conn: Connection, fact: OrderMoved) -> Iterable[TakenInPerson]:
    """Store the cash payment expected when an order is handed over: nobody enters it."""
    if fact.to is OrderStatus.COMPLETED and _expects_cash(fact.order):
        return _take(conn, fact.order, PaymentKind.CASH, fact.actor, fact.at)
    return ()


def _take(
    conn: Connection, order: Order, kind: PaymentKind, actor: str, now: int, amount: int | None = None
) -> Iterable[TakenInPerson]:
    payment = ledger.add_payment_in_person(conn, order, kind, actor, now, amount)
    return () if payment is None else (TakenInPerson(at=now, order=order, payment=payment, kind=kind),)


def drop_cash_at_the_door(conn: Connection, fact: OrderSteppedBack) -> None:
    """Delete that cash payment: the order was not handed over yet."""
    if fact.order.status is OrderStatus.COMPLETED and _expects_cash(fact.order):
        ledger.drop_cash_at_the_door(conn, fact.order.id)


def _expects_cash(order: Order) -> bool:
    return order.payment_status is not PaymentStatus.PAID and order.payment_method is not PaymentMethod.CARD


def note_switched(conn: Connection, fact: SwitchedToCash) -> None:
    """Add to the order's history that its guest chose to pay in cash."""
    add_event(conn, fact.order.id, Event(EventKind.SWITCHED, "", PaymentMethod.CASH.value, fact.at))


def note_held(conn: Connection, fact: PaymentHeld) -> None:
    """Add the hold to the order's history, with the provider and the source of the report."""
    add_event(conn, fact.order.id, Event(EventKind.HELD, fact.provider.value, fact.source.value, fact.at))


def note_hold_lost(conn: Connection, fact: HoldLost) -> None:
    """Add to the order's history that nothing is held for it any more."""
    add_event(conn, fact.order.id, Event(EventKind.HOLD_LOST, "", fact.reason, fact.at))


def capture_hold(conn: Connection, fact: OrderMoved | OrderPromised) -> None:
    """Queue the capture of an order's hold once the staff accept it."""
    is_accepted = fact.order.status is OrderStatus.NEW if isinstance(fact, OrderMoved) else fact.is_accepted
    if is_accepted and fact.order.is_held:
        store.queue_capture(conn, fact.order.id, fact.order.total * 100, fact.at)


def release_holds(conn: Connection, fact: OrderCancelled | OrderPaid) -> None:
    """Queue the release of holds that an order no longer needs."""
    store.queue_releases(conn, fact.order.id, fact.at)
    payment_store.drop_hold(conn, fact.order.id)


def withdraw_invoices(conn: Connection, fact: OrderCancelled | OrderPaid | PaymentHeld | SwitchedToCash) -> None:
    """Withdraw the open invoices of an order that must not be paid any more."""
    store.queue_withdrawals(conn, fact.order.id, fact.at)


def withdraw_outdated_invoices(conn: Connection, fact: OrderEdited) -> None:
    """Withdraw the open invoices of an order that costs something else now."""
    if fact.edit.total != fact.edit.total_before:
        store.queue_withdrawals(conn, fact.order.id, fact.at)


def withdraw_invoices_of_finished(conn: Connection, fact: OrderMoved) -> None:
    """Withdraw the open invoices of a finished order: it was paid in cash after all."""
    if fact.to.is_final:
        store.queue_withdrawals(conn, fact.order.id, fact.at)


def note_money_to_return(conn: Connection, fact: MoneyToReturn) -> None:
    """Store that the payment must be returned, and start checking for its return."""
    returns_store.add_to_return(conn, fact.order.id, fact.payment, fact.reason, fact.at)
    store.watch_for_reversal(conn, fact.payment.id, fact.at, fact.at + REVERSAL_CHECK_SECONDS)


def note_reversed(conn: Connection, fact: PaymentReversed) -> None:
    """Add to the order's history that the money was returned."""
    add_event(conn, fact.order.id, Event(EventKind.REVERSED, "", str(fact.payment.money), fact.at))

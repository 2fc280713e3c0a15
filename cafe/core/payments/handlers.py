"""Handlers that withdraw invoices, note what must be returned, and write payments into an order's history."""

from cafe.core.kernel.database import Connection
from cafe.core.orders.facts import OrderCancelled, OrderMoved
from cafe.core.orders.history import Event, EventKind, add_event
from cafe.core.orders.model import PaymentMethod
from cafe.core.payments import returns_store, store
from cafe.core.payments.facts import MoneyToReturn, OrderPaid, PaidAtCounter, PaymentReversed, SwitchedToCash

REVERSAL_CHECK_SECONDS = 600
"""When the provider is first asked whether money was returned; people need a while for it."""


def note_paid(conn: Connection, fact: OrderPaid) -> None:
    """Add the payment to the order's history, with the provider and the source of the report."""
    add_event(conn, fact.order.id, Event(EventKind.PAID, fact.provider.value, fact.source.value, fact.at))


def note_paid_at_counter(conn: Connection, fact: PaidAtCounter) -> None:
    """Note in the order's history who took the money, and how."""
    add_event(conn, fact.order_id, Event(EventKind.PAID, fact.actor, fact.payment.value, fact.at))


def note_switched(conn: Connection, fact: SwitchedToCash) -> None:
    """Note in the order's history that its guest chose to pay in cash."""
    add_event(conn, fact.order.id, Event(EventKind.SWITCHED, "", PaymentMethod.CASH.value, fact.at))


def withdraw_invoices(conn: Connection, fact: OrderCancelled | OrderPaid | SwitchedToCash) -> None:
    """Withdraw open invoices of an order that must not be paid any more."""
    store.queue_withdrawals(conn, fact.order.id, fact.at)


def withdraw_invoices_of_finished(conn: Connection, fact: OrderMoved) -> None:
    """Withdraw open invoices of a finished order: it was paid in cash after all."""
    if fact.to.is_final:
        store.queue_withdrawals(conn, fact.order.id, fact.at)


def note_money_to_return(conn: Connection, fact: MoneyToReturn) -> None:
    """Store the payment as one to be returned, and look out for its return."""
    returns_store.add_to_return(conn, fact.order.id, fact.payment, fact.reason, fact.at)
    if fact.payment.invoice_id is not None:
        store.watch_for_reversal(conn, fact.payment.invoice_id, fact.at, fact.at + REVERSAL_CHECK_SECONDS)


def note_reversed(conn: Connection, fact: PaymentReversed) -> None:
    """Add to the order's history that the money went back."""
    add_event(conn, fact.order.id, Event(EventKind.REVERSED, "", str(fact.payment.money), fact.at))

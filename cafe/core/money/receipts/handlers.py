"""Handlers that queue receipts, and drop those no longer wanted."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.texts import read_texts
from cafe.core.money.payments.facts import OrderPaid
from cafe.core.money.receipts import store
from cafe.core.money.receipts.goods import bill_of, part_of
from cafe.core.ordering.orders.facts import OrderCancelled, OrderEdited


def queue_receipt(conn: Connection, fact: OrderPaid) -> None:
    """Queue a receipt for a payment that need not be returned."""
    if fact.receipt_id is not None and not fact.is_to_return:
        store.add_receipt(conn, fact.order.id, fact.receipt_id, fact.at)
        if fact.payment.money.amount != fact.order.total * 100:  # it was edited since its page was opened
            store.keep_bill(conn, fact.order.id, part_of(fact.order, fact.payment.money.amount, read_texts()))


def keep_bill(conn: Connection, fact: OrderEdited) -> None:
    """Keep the bill of an order that is edited between its payment and its receipt."""
    store.keep_bill(conn, fact.order.id, bill_of(fact.order, read_texts()))


def drop_receipt(conn: Connection, fact: OrderCancelled) -> None:
    """Drop the receipt of a cancelled order, unless the fiscal service may have issued it already."""
    store.drop_unsent(conn, fact.order.id, fact.at)

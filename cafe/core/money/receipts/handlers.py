"""Handlers that queue receipts, and drop those no longer wanted."""

from cafe.core.kernel.database import Connection
from cafe.core.money.payments.facts import OrderPaid
from cafe.core.money.receipts import store
from cafe.core.ordering.orders.facts import OrderCancelled


def queue_receipt(conn: Connection, fact: OrderPaid) -> None:
    """Queue a receipt for a payment that need not be returned."""
    if fact.receipt_id is not None and not fact.is_to_return:
        store.add_receipt(conn, fact.order.id, fact.receipt_id, fact.at)


def drop_receipt(conn: Connection, fact: OrderCancelled) -> None:
    """Drop the receipt of a cancelled order, unless the fiscal service may have issued it already."""
    store.drop_unsent(conn, fact.order.id, fact.at)

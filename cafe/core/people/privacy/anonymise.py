"""Forgetting within a transaction: a customer, a phone, or old orders."""

from collections.abc import Sequence

from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import FORGOTTEN, CustomerId, OrderId
from cafe.core.messages.inbox import dialogs_store as dialogs
from cafe.core.ordering.cart import store as carts
from cafe.core.ordering.orders.facts import OrderAnonymised
from cafe.core.people.customers import store as customers
from cafe.core.people.privacy import store
from cafe.core.people.privacy.model import Forgotten

BATCH_SIZE = 500
"""Orders per statement."""


def forget_customer(conn: Connection, record: Recorder, customer_id: CustomerId, now: int) -> Forgotten:
    """Anonymise a customer's orders and delete their cart, dialogs, messages, names and subscriptions."""
    forgotten = _forget_orders(conn, record, customer_id, None, now)
    store.delete_subscriptions_of(conn, customer_id)
    store.delete_questions_of(conn, customer_id)
    carts.clear_cart(conn, customer_id)
    dialogs.delete_dialogs_of(conn, customer_id)
    store.clear_names(conn, customer_id)
    store.delete_empty_customer(conn, customer_id)
    return forgotten


def forget_phone(conn: Connection, record: Recorder, key: str, now: int) -> Forgotten:
    """Forget the customers of a phone; if they also ordered with other phones, only the orders with this one."""
    total = Forgotten(0, 0)
    for customer_id in store.list_customers_with_phone(conn, key):
        if store.has_other_phone(conn, customer_id, key):
            part = _forget_orders(conn, record, customer_id, key, now)
            total += Forgotten(part.orders, part.open_orders, (customer_id,))
        else:
            total += forget_customer(conn, record, customer_id, now)
    return total


def anonymise_old_orders(conn: Connection, before: int, now: int, limit: int) -> int:
    """Anonymise orders that ended before a time (Unix seconds), oldest first; return their number.

    Their cards in the staff chat stay: editing thousands of them would delay the cards of new orders.
    """
    old = store.list_old_finished(conn, before, limit)
    anonymise_orders(conn, [order_id for order_id, _ in old], now, keeps_queued=False)
    store.clear_customers_without_orders(conn, {customer_id for _, customer_id in old})
    return len(old)


def anonymise_orders(conn: Connection, order_ids: Sequence[OrderId], now: int, *, keeps_queued: bool) -> None:
    """Remove the personal data from orders; the caller cleans up the customers."""
    if order_ids:
        customers.ensure_customer(conn, FORGOTTEN, now)
    for start in range(0, len(order_ids), BATCH_SIZE):
        batch = order_ids[start : start + BATCH_SIZE]
        store.delete_messages(conn, batch, keeps_queued=keeps_queued)
        if not keeps_queued:  # otherwise the cleanup does it, once they were notified of the end
            store.delete_followers(conn, batch)
        store.anonymise(conn, batch)


def _forget_orders(conn: Connection, record: Recorder, customer_id: CustomerId, key: str | None, now: int) -> Forgotten:
    """Anonymise a customer's finished orders and mark the open ones; all, or those with a phone."""
    conn.lock("customers", customer_id)
    open_orders = store.mark_open(conn, customer_id, key)  # first, so that an order just ending is not missed
    finished = store.list_finished(conn, customer_id, key)
    anonymise_orders(conn, finished, now, keeps_queued=False)
    for order_id in finished:
        record(conn, OrderAnonymised(at=now, order_id=order_id))
    return Forgotten(len(finished), open_orders)

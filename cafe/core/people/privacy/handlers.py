"""Anonymising an order at its end, if its customer asked to be forgotten in the meantime."""

from collections.abc import Iterable

from cafe.core.kernel.database import Connection
from cafe.core.ordering.orders.facts import OrderAnonymised, OrderCancelled, OrderMoved
from cafe.core.people.privacy import store
from cafe.core.people.privacy.anonymise import anonymise_orders


def anonymise_if_forgotten(conn: Connection, fact: OrderMoved | OrderCancelled) -> Iterable[OrderAnonymised]:
    """Anonymise a marked order when it ends. Messages about its end are still sent."""
    order = fact.order
    is_over = isinstance(fact, OrderCancelled) or fact.to.is_final
    if is_over and store.is_marked(conn, order.id):
        anonymise_orders(conn, [order.id], fact.at, keeps_queued=True)
        if order.customer_id > 0:
            store.delete_empty_customer(conn, order.customer_id)
        yield OrderAnonymised(at=fact.at, order_id=order.id)

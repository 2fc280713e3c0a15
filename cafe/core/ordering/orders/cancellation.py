"""Cancels orders, in this single place; `core/handlers.py` lists the consequences."""

from collections.abc import Collection

from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Recorder
from cafe.core.ordering.orders import store
from cafe.core.ordering.orders.facts import OrderCancelled
from cafe.core.ordering.orders.model import OrderStatus


def cancel_order(
    conn: Connection, record: Recorder, cancellation: OrderCancelled, from_statuses: Collection[OrderStatus]
) -> bool:
    """Cancel an order in one of these statuses; False if its status is another one now."""
    reason, reason_id = cancellation.reason, cancellation.reason_id
    if not store.cancel_order(conn, cancellation.order.id, from_statuses, reason, reason_id):
        return False
    record(conn, cancellation)
    return True

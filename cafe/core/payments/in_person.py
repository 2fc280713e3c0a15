"""Whether an order was paid in person, told here alone: no invoice does, and card payments may stand beside."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId

AT_THE_DOOR = "(o.payment_status <> 'paid' AND o.status = 'completed' AND COALESCE(o.payment_method, 'cash') <> 'card')"
"""Whether cash was taken when the order `o` was handed over: it is expected then, so it is not noted."""
PAID_IN_PERSON = (
    f"(o.total > 0 AND ({AT_THE_DOOR} OR (o.payment_status = 'paid' AND (NOT EXISTS "
    "(SELECT 1 FROM invoices i WHERE i.order_id = o.id AND i.paid_at IS NOT NULL) OR EXISTS (SELECT 1 "
    "FROM order_events e WHERE e.order_id = o.id AND e.kind = 'paid' AND e.detail IN ('cash', 'terminal'))))))"
)
"""Whether the order `o` was paid at the counter or at the door, whatever was paid by card besides."""


def was_paid_in_person(conn: Connection, order_id: OrderId) -> bool:
    """Whether the guest paid at the counter or at the door."""
    return conn.one(f"SELECT 1 FROM orders o WHERE o.id = :id AND {PAID_IN_PERSON}", {"id": order_id}) is not None

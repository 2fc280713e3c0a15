"""SQL for slots, and for the total load of a slot's orders."""

from cafe.core.catalogue.hours.slots import Load, Slots, Span
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import SlotsId

# Orders that the kitchen makes for their due time; cancelled orders have freed their place.
COUNTED = (
    "FROM orders o WHERE o.order_type = :type AND o.due_at >= :start AND o.due_at < :end AND o.status <> 'cancelled'"
)


def list_slots(conn: Connection) -> dict[str, Slots]:
    """List the slots by order type."""
    rows = conn.all("SELECT * FROM slots ORDER BY order_type")
    return {
        row["order_type"]: Slots(
            SlotsId(row["id"]), row["every_minutes"], row["max_orders"], row["max_items"], row["max_amount"]
        )
        for row in rows
    }


def load_of(conn: Connection, order_type: str, span: Span) -> Load:
    """Sum up the orders due within a span."""
    total = Load()
    for load in loads_by_due(conn, order_type, span).values():
        total += load
    return total


def loads_by_due(conn: Connection, order_type: str, span: Span) -> dict[int, Load]:
    """Sum up the orders due within a span, by due time in Unix seconds."""
    rows = conn.all(
        "SELECT o.due_at, COUNT(*) AS orders, CAST(SUM(o.items_total) AS BIGINT) AS amount, CAST(SUM("
        "(SELECT COALESCE(SUM(l.quantity), 0) FROM order_lines l WHERE l.order_id = o.id)) AS BIGINT) AS items "
        f"{COUNTED} GROUP BY o.due_at ORDER BY o.due_at",
        {"type": order_type, "start": span.start, "end": span.end},
    )
    return {row["due_at"]: Load(row["orders"], row["items"], row["amount"]) for row in rows}

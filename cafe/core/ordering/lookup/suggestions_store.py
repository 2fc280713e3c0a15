"""SQL for how often products were ordered. Moments in Unix seconds."""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import CustomerId, ProductId


@dataclass(frozen=True, slots=True)
class Demand:
    """The number of orders in a time span, and of those with each product, most first."""

    orders: int
    by_product: Sequence[tuple[ProductId, int]]


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Each in display order."""

    again: Sequence[ProductId]
    popular: Sequence[ProductId]


MOST_ROWS = 60
"""More than are shown, since some may not be offered at the moment."""


def read_demand(conn: Connection, since: int) -> Demand:
    """Return the demand since a moment, without cancelled orders."""
    rows = conn.all(
        "SELECT l.product_id, COUNT(DISTINCT o.id) AS orders, "
        "(SELECT COUNT(*) FROM orders WHERE created_at >= :since AND status <> 'cancelled') AS all_orders "
        "FROM orders o CROSS JOIN order_lines l "  # in this order: SQLite would read the lines of all times
        "WHERE l.order_id = o.id AND o.created_at >= :since AND o.status <> 'cancelled' AND l.product_id IS NOT NULL "
        "GROUP BY l.product_id ORDER BY orders DESC, l.product_id LIMIT :limit",
        {"since": since, "limit": MOST_ROWS},
    )
    return Demand(rows[0]["all_orders"] if rows else 0, [(row["product_id"], row["orders"]) for row in rows])


def list_usual(conn: Connection, customer_id: CustomerId, since: int) -> list[ProductId]:
    """List a customer's products since a moment by frequency, then by recency, without cancelled orders."""
    rows = conn.all(
        "SELECT l.product_id, COUNT(DISTINCT o.id) AS orders, MAX(o.created_at) AS latest "
        "FROM orders o JOIN order_lines l ON l.order_id = o.id "
        "WHERE o.customer_id = :customer AND o.created_at >= :since AND o.status <> 'cancelled' "
        "AND l.product_id IS NOT NULL "
        "GROUP BY l.product_id ORDER BY orders DESC, latest DESC, l.product_id LIMIT :limit",
        {"customer": customer_id, "since": since, "limit": MOST_ROWS},
    )
    return [row["product_id"] for row in rows]

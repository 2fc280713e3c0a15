"""Sums over many orders."""

from dataclasses import dataclass

from cafe.core.ports import Connection
from cafe.core.values import OrderType


@dataclass(frozen=True, slots=True)
class OrderSum:
    """How many orders of one kind there were, and what they cost together in whole UAH."""

    order_type: OrderType
    is_cancelled: bool
    payment_method: str | None
    payment_status: str
    orders: int
    revenue: int


def sum_orders_since(conn: Connection, since: int) -> list[OrderSum]:
    """Orders since a moment in Unix seconds, by type, payment and whether they were cancelled."""
    rows = conn.all(
        "SELECT order_type, status = 'cancelled' AS is_cancelled, payment_method, payment_status, "
        "COUNT(*) AS orders, SUM(total) AS revenue FROM orders WHERE created_at >= :since "
        "GROUP BY order_type, status = 'cancelled', payment_method, payment_status",
        {"since": since},
    )
    return [
        OrderSum(
            OrderType(row["order_type"]),
            bool(row["is_cancelled"]),
            row["payment_method"],
            row["payment_status"],
            int(row["orders"]),
            int(row["revenue"]),
        )
        for row in rows
    ]


def count_sold_since(conn: Connection, since: int, most: int) -> list[tuple[str, int]]:
    """What sold best since a moment: names and pieces."""
    rows = conn.all(
        "SELECT l.name, SUM(l.quantity) AS pieces FROM order_lines l JOIN orders o ON o.id = l.order_id "
        "WHERE o.created_at >= :since AND o.status <> 'cancelled' "
        "GROUP BY l.name ORDER BY pieces DESC, l.name LIMIT :most",
        {"since": since, "most": most},
    )
    return [(str(row["name"]), int(row["pieces"])) for row in rows]

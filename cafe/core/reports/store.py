"""SQL for sums over many orders."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.kernel.locale import Locale
from cafe.core.options.model import describe_line
from cafe.core.orders.model import OrderStatus, OrderType, PaymentMethod, PaymentStatus
from cafe.core.orders.store import read_choice_text
from cafe.core.payments.model import Money


@dataclass(frozen=True, slots=True)
class OrderSum:
    """How many orders of one kind there were, and their total in whole UAH."""

    order_type: OrderType
    status: OrderStatus
    payment_method: PaymentMethod | None
    payment_status: PaymentStatus
    paid_how: str | None
    """The detail of the payment's event: a source of online payments, or a way of paying in person."""
    orders: int
    revenue: int


def sum_orders(conn: Connection, since: int, until: int) -> list[OrderSum]:
    """Sum the orders that were placed from a moment on and before another (Unix seconds)."""
    rows = conn.all(
        "SELECT order_type, status, payment_method, payment_status, paid_how, COUNT(*) AS orders, "
        "SUM(total) AS revenue FROM (SELECT o.order_type, o.status, o.payment_method, o.payment_status, o.total, "
        "(SELECT e.detail FROM order_events e WHERE e.order_id = o.id AND e.kind = 'paid' ORDER BY e.id DESC LIMIT 1) "
        "AS paid_how FROM orders o WHERE o.created_at >= :since AND o.created_at < :until) AS placed "
        "GROUP BY order_type, status, payment_method, payment_status, paid_how",
        {"since": since, "until": until},
    )
    return [
        OrderSum(
            OrderType(row["order_type"]),
            OrderStatus(row["status"]),
            None if row["payment_method"] is None else PaymentMethod(row["payment_method"]),
            PaymentStatus(row["payment_status"]),
            row["paid_how"],
            int(row["orders"]),
            int(row["revenue"]),
        )
        for row in rows
    ]


def sum_to_return(conn: Connection, since: int, until: int) -> list[Money]:
    """Sum what must still be returned for the orders of that time, by currency."""
    rows = conn.all(
        "SELECT m.currency, SUM(m.amount) AS amount FROM money_to_return m JOIN orders o ON o.id = m.order_id "
        "WHERE o.created_at >= :since AND o.created_at < :until AND m.returned_at IS NULL "
        "GROUP BY m.currency ORDER BY m.currency",
        {"since": since, "until": until},
    )
    return [Money(int(row["amount"]), str(row["currency"])) for row in rows]


def count_sold(conn: Connection, since: int, until: int, most: int) -> list[tuple[str, int]]:
    """Return what sold best in that time: names with their choices, and pieces."""
    rows = conn.all(
        "SELECT l.name, l.choice, SUM(l.quantity) AS pieces FROM order_lines l JOIN orders o ON o.id = l.order_id "
        "WHERE o.created_at >= :since AND o.created_at < :until AND o.status <> 'cancelled' "
        "GROUP BY l.name, l.choice ORDER BY pieces DESC, l.name, l.choice LIMIT :most",
        {"since": since, "until": until, "most": most},
    )
    return [
        (describe_line(row["name"], read_choice_text(row["choice"]), Locale.UK), int(row["pieces"])) for row in rows
    ]

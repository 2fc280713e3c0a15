"""SQL for sums over many orders."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.orders.model import OrderStatus, OrderType, PaymentMethod, PaymentStatus
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
    is_taken_back: bool
    """Whether a card payment was reversed that was not to be returned."""
    orders: int
    revenue: int


@dataclass(frozen=True, slots=True)
class QuarterSum:
    """The orders of a quarter of an hour, which is a part of one hour in every timezone, and their total in whole UAH.

    `begins` in Unix seconds.
    """

    begins: int
    orders: int
    revenue: int


def sum_orders(conn: Connection, since: int, until: int) -> list[OrderSum]:
    """Sum the orders that were placed from a moment on and before another (Unix seconds)."""
    rows = conn.all(
        "SELECT order_type, status, payment_method, payment_status, paid_how, is_taken_back, COUNT(*) AS orders, "
        "SUM(total) AS revenue FROM (SELECT o.order_type, o.status, o.payment_method, o.payment_status, o.total, "
        "(SELECT e.detail FROM order_events e WHERE e.order_id = o.id AND e.kind = 'paid' ORDER BY e.id DESC LIMIT 1) "
        "AS paid_how, (SELECT COUNT(*) FROM invoices i WHERE i.order_id = o.id AND i.paid_at IS NOT NULL "
        "AND i.status = 'reversed' AND NOT EXISTS (SELECT 1 FROM money_to_return m WHERE m.invoice_id = i.id)) > 0 "
        "AS is_taken_back FROM orders o WHERE o.created_at >= :since AND o.created_at < :until) AS placed "
        "GROUP BY order_type, status, payment_method, payment_status, paid_how, is_taken_back",
        {"since": since, "until": until},
    )
    return [
        OrderSum(
            OrderType(row["order_type"]),
            OrderStatus(row["status"]),
            None if row["payment_method"] is None else PaymentMethod(row["payment_method"]),
            PaymentStatus(row["payment_status"]),
            row["paid_how"],
            bool(row["is_taken_back"]),
            int(row["orders"]),
            int(row["revenue"]),
        )
        for row in rows
    ]


def sum_quarters(conn: Connection, since: int, until: int) -> list[QuarterSum]:
    """Sum the orders of that time by the quarter of an hour in which they were placed, without the cancelled ones."""
    rows = conn.all(
        "SELECT created_at / 900 AS quarter, COUNT(*) AS orders, SUM(total) AS revenue FROM orders "
        "WHERE created_at >= :since AND created_at < :until AND status <> 'cancelled' GROUP BY created_at / 900",
        {"since": since, "until": until},
    )
    return [QuarterSum(row["quarter"] * 900, int(row["orders"]), int(row["revenue"])) for row in rows]


def sum_to_return(conn: Connection, since: int, until: int) -> list[Money]:
    """Sum what must still be returned for the orders of that time, by currency."""
    rows = conn.all(
        "SELECT m.currency, SUM(m.amount) AS amount FROM money_to_return m JOIN orders o ON o.id = m.order_id "
        "WHERE o.created_at >= :since AND o.created_at < :until AND m.returned_at IS NULL "
        "GROUP BY m.currency ORDER BY m.currency",
        {"since": since, "until": until},
    )
    return [Money(int(row["amount"]), str(row["currency"])) for row in rows]


def sum_returned(conn: Connection, since: int, until: int) -> list[Money]:
    """Sum the card payments for the orders of that time that went back to the guests, by currency."""
    rows = conn.all(
        "SELECT i.paid_currency AS currency, SUM(COALESCE(i.paid_amount, o.total * 100)) AS amount "
        "FROM invoices i JOIN orders o ON o.id = i.order_id WHERE o.created_at >= :since AND o.created_at < :until "
        "AND i.paid_at IS NOT NULL AND i.status = 'reversed' GROUP BY i.paid_currency ORDER BY i.paid_currency",
        {"since": since, "until": until},
    )
    return [Money(int(row["amount"]), str(row["currency"])) for row in rows]


def count_sold(conn: Connection, since: int, until: int, most: int) -> list[tuple[str, int]]:
    """Return what sold best in that time: names, whatever was chosen with them, and pieces."""
    rows = conn.all(
        "SELECT l.name, SUM(l.quantity) AS pieces FROM order_lines l JOIN orders o ON o.id = l.order_id "
        "WHERE o.created_at >= :since AND o.created_at < :until AND o.status <> 'cancelled' "
        "GROUP BY l.name ORDER BY pieces DESC, l.name LIMIT :most",
        {"since": since, "until": until, "most": most},
    )
    return [(str(row["name"]), int(row["pieces"])) for row in rows]

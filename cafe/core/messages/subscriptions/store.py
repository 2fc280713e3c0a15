"""SQL for followers of orders."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.locale import Locale
from cafe.core.messages.subscriptions.model import Follower


def list_followers(conn: Connection, order_id: OrderId) -> list[Follower]:
    """List the followers of an order in chats, each with their current language."""
    rows = conn.all(
        "SELECT f.customer_id, COALESCE(c.locale, 'uk') AS locale FROM order_followers f "
        "LEFT JOIN customers c ON c.id = f.customer_id WHERE f.order_id = :order ORDER BY f.customer_id",
        {"order": order_id},
    )
    return [Follower(CustomerId(row["customer_id"]), Locale(row["locale"])) for row in rows]


def is_followed(conn: Connection, order_id: OrderId) -> bool:
    """Whether somebody follows an order in a chat."""
    return conn.one("SELECT 1 FROM order_followers WHERE order_id = :order LIMIT 1", {"order": order_id}) is not None


def is_follower(conn: Connection, order_id: OrderId, customer_id: int) -> bool:
    row = conn.one(
        "SELECT 1 FROM order_followers WHERE order_id = :order AND customer_id = :customer",
        {"order": order_id, "customer": customer_id},
    )
    return row is not None


def count_followers(conn: Connection, order_id: OrderId) -> int:
    row = conn.one("SELECT COUNT(*) AS n FROM order_followers WHERE order_id = :order", {"order": order_id})
    return 0 if row is None else int(row["n"])


def add_follower(conn: Connection, order_id: OrderId, customer_id: CustomerId, now: int) -> None:
    """Add a follower of an order; the caller has locked it."""
    conn.run(
        "INSERT INTO order_followers (order_id, customer_id, created_at) VALUES (:order, :customer, :now) "
        "ON CONFLICT (order_id, customer_id) DO NOTHING",
        {"order": order_id, "customer": customer_id, "now": now},
    )


def remove_follower(conn: Connection, order_id: int, customer_id: CustomerId) -> bool:
    """Remove a follower of an order; whether they followed it."""
    removed = conn.run(
        "DELETE FROM order_followers WHERE order_id = :order AND customer_id = :customer",
        {"order": order_id, "customer": customer_id},
    )
    return removed == 1


def delete_old_followers(conn: Connection, before: int, limit: int) -> int:
    """Delete followers from before a time (Unix seconds), and those of orders of forgotten customers."""
    return conn.run(
        "DELETE FROM order_followers WHERE (order_id, customer_id) IN "
        "(SELECT f.order_id, f.customer_id FROM order_followers f JOIN orders o ON o.id = f.order_id "
        "WHERE f.created_at < :before OR o.customer_id = 0 LIMIT :limit)",
        {"before": before, "limit": limit},
    )

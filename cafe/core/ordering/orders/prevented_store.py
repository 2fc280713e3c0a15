"""SQL for orders for later that cannot be made as ordered."""

import orjson

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId
from cafe.core.kernel.locale import OwnText
from cafe.core.ordering.orders.model import Order, Prevention
from cafe.core.ordering.orders.store import list_orders

PREVENTION = "SELECT dishes FROM prevented_orders p WHERE p.order_id = o.id"
"""The column of orders `o` that tells what their guests were told."""


def list_for_later(conn: Connection, now: int) -> list[Order]:
    """List the orders for later that nobody has begun yet, and those whose guests were told otherwise."""
    rows = conn.all(
        "SELECT id FROM orders WHERE status IN ('new', 'confirmed') AND due_at > :now "
        "AND (scheduled_for IS NOT NULL OR pickup_time IS NOT NULL) UNION SELECT order_id FROM prevented_orders",
        {"now": now},
    )
    return list_orders(conn, [OrderId(row["id"]) for row in rows])


def list_preventions(conn: Connection) -> dict[OrderId, Prevention]:
    """Return what guests were told, by order."""
    return {OrderId(row["order_id"]): _read(row["dishes"]) for row in conn.all("SELECT * FROM prevented_orders")}


def find_prevention(conn: Connection, order_id: OrderId) -> Prevention | None:
    """Return what the guest of an order was told; None if it can be made."""
    row = conn.one("SELECT dishes FROM prevented_orders WHERE order_id = :order", {"order": order_id})
    return None if row is None else _read(row["dishes"])


def set_prevention(conn: Connection, order_id: OrderId, prevention: Prevention | None, now: int) -> None:
    """Store what the guest of an order is told; None: it can be made."""
    conn.run("DELETE FROM prevented_orders WHERE order_id = :order", {"order": order_id})
    if prevention is not None:
        conn.run(
            "INSERT INTO prevented_orders (order_id, dishes, told_at) VALUES (:order, :dishes, :now)",
            {"order": order_id, "dishes": orjson.dumps(prevention).decode(), "now": now},
        )


def _read(stored: str) -> Prevention:
    values = orjson.loads(stored)
    dishes = tuple(OwnText(**dish) for dish in values["dishes"])
    return Prevention(dishes, tuple(OwnText(**mode) for mode in values["modes"]), type_is_off=values["type_is_off"])

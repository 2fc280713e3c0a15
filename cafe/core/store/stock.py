"""Ingredients and what portions take of them."""

from dataclasses import dataclass

import orjson

from cafe.core.ports import Connection
from cafe.core.values import OrderId, OrderLine


@dataclass(frozen=True, slots=True)
class Ingredient:
    """Something the kitchen has; amounts in `unit`."""

    id: int
    code: str
    name: str
    unit: str
    stock: int
    low_stock: int


def list_ingredients(conn: Connection) -> list[Ingredient]:
    """Every ingredient by name."""
    rows = conn.all("SELECT id, code, name, unit, stock, low_stock FROM ingredients ORDER BY id")
    return [
        Ingredient(row["id"], row["code"], row["name"], row["unit"], row["stock"], row["low_stock"]) for row in rows
    ]


def take_stock(conn: Connection, order_id: OrderId, lines: tuple[OrderLine, ...]) -> list[Ingredient]:
    """Take what the lines need, also below zero, and remember it with the order.

    Returns:
        The ingredients that fell under their mark by this and were not reported before.
    """
    needed: dict[int, int] = {}
    for line in lines:
        for row in conn.all(
            "SELECT ingredient_id, amount FROM recipes WHERE product_id = :id", {"id": line.product_id}
        ):
            needed[row["ingredient_id"]] = needed.get(row["ingredient_id"], 0) + row["amount"] * line.quantity
    if not needed:
        return []
    for ingredient_id in sorted(needed):  # always in one order, so that two transactions cannot wait for each other
        conn.run(
            "UPDATE ingredients SET stock = stock - :amount WHERE id = :id",
            {"amount": needed[ingredient_id], "id": ingredient_id},
        )
    conn.run(
        "UPDATE orders SET stock_taken = :taken WHERE id = :id",
        {"taken": orjson.dumps(needed, option=orjson.OPT_NON_STR_KEYS).decode(), "id": order_id},
    )
    rows = conn.all(
        "UPDATE ingredients SET is_low_reported = 1 WHERE stock < low_stock AND is_low_reported = 0 "
        "RETURNING id, code, name, unit, stock, low_stock"
    )
    return [
        Ingredient(row["id"], row["code"], row["name"], row["unit"], row["stock"], row["low_stock"]) for row in rows
    ]


def restore_stock(conn: Connection, order_id: OrderId) -> None:
    """Give back what an order took; a second call gives nothing."""
    row = conn.one("SELECT stock_taken FROM orders WHERE id = :id", {"id": order_id})
    if row is None or row["stock_taken"] is None:
        return
    claimed = conn.run(
        "UPDATE orders SET stock_taken = NULL WHERE id = :id AND stock_taken IS NOT NULL", {"id": order_id}
    )
    if not claimed:
        return
    for ingredient_id, amount in sorted(orjson.loads(row["stock_taken"]).items()):
        set_restored = "UPDATE ingredients SET stock = stock + :amount WHERE id = :id"
        conn.run(set_restored, {"amount": amount, "id": int(ingredient_id)})
    reset_reports(conn)


def set_stock(conn: Connection, ingredient_id: int, stock: int) -> Ingredient | None:
    """Store what was counted; None when there is no such ingredient."""
    row = conn.one(
        "UPDATE ingredients SET stock = :stock WHERE id = :id RETURNING id, code, name, unit, stock, low_stock",
        {"stock": stock, "id": ingredient_id},
    )
    reset_reports(conn)
    if row is None:
        return None
    return Ingredient(row["id"], row["code"], row["name"], row["unit"], row["stock"], row["low_stock"])


def reset_reports(conn: Connection) -> None:
    """Make ingredients that are back at their mark worth a new warning."""
    conn.run("UPDATE ingredients SET is_low_reported = 0 WHERE is_low_reported = 1 AND stock >= low_stock")

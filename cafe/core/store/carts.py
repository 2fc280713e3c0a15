"""Cart lines."""

from cafe.core.errors import CustomerGoneError
from cafe.core.ports import Connection
from cafe.core.store.menu import ORDERABLE
from cafe.core.values import Cart, CartLine, CustomerId, Locale, ProductId

MAX_QUANTITY = 10_000
"""Pieces in one line (operating contract)."""


def get_cart(conn: Connection, customer_id: CustomerId, now: int) -> Cart:
    """The cart in its owner's language; what cannot be ordered now is left out.

    Raises:
        CustomerGoneError: this database does not know the customer.
    """
    rows = conn.all(
        "SELECT cu.locale, l.product_id, l.quantity, p.name, p.name_en, p.weight, p.weight_en, p.image_url, p.price, "
        f"c.id IS NOT NULL AND {ORDERABLE} AS is_orderable "
        "FROM customers cu LEFT JOIN cart_lines l ON l.customer_id = cu.id "
        "LEFT JOIN products p ON p.id = l.product_id LEFT JOIN categories c ON c.id = p.category_id "
        "WHERE cu.id = :customer ORDER BY l.id",
        {"customer": customer_id, "now": now},
    )
    if not rows:
        raise CustomerGoneError
    is_english = rows[0]["locale"] == Locale.EN
    return Cart(
        tuple(
            CartLine(
                row["product_id"],
                (is_english and row["name_en"]) or row["name"],
                (is_english and row["weight_en"]) or row["weight"],
                row["image_url"],
                row["price"],
                row["quantity"],
            )
            for row in rows
            if row["is_orderable"]
        )
    )


def add_line(conn: Connection, customer_id: CustomerId, product_id: ProductId, quantity: int, now: int) -> bool:
    """Add pieces of an orderable product; False when there is no such customer or product, or too many pieces."""
    row = conn.one(
        "INSERT INTO cart_lines (customer_id, product_id, quantity) "
        "SELECT cu.id, p.id, :quantity FROM customers cu, products p JOIN categories c ON c.id = p.category_id "
        f"WHERE cu.id = :customer AND p.id = :product AND {ORDERABLE} "
        "ON CONFLICT (customer_id, product_id) DO UPDATE SET quantity = cart_lines.quantity + excluded.quantity "
        "WHERE cart_lines.quantity + excluded.quantity <= :most RETURNING quantity",
        {"customer": customer_id, "product": product_id, "quantity": quantity, "now": now, "most": MAX_QUANTITY},
    )
    return row is not None


def set_line(conn: Connection, customer_id: CustomerId, product_id: ProductId, quantity: int, now: int) -> bool:
    """Set the pieces of a line; False when the cart shows no such line."""
    changed = conn.run(
        "UPDATE cart_lines SET quantity = :quantity WHERE customer_id = :customer AND product_id IN "
        "(SELECT p.id FROM products p JOIN categories c ON c.id = p.category_id "
        f"WHERE p.id = :product AND {ORDERABLE})",
        {"customer": customer_id, "product": product_id, "quantity": quantity, "now": now},
    )
    return changed == 1


def remove_line(conn: Connection, customer_id: CustomerId, product_id: ProductId) -> bool:
    """Take a line out; False when there was none."""
    removed = conn.run(
        "DELETE FROM cart_lines WHERE customer_id = :customer AND product_id = :product",
        {"customer": customer_id, "product": product_id},
    )
    return removed == 1


def take_lines(conn: Connection, customer_id: CustomerId) -> list[tuple[ProductId, int]]:
    """Empty the cart and return what was in it, oldest line first: of two takers only one gets it."""
    rows = conn.all(
        "DELETE FROM cart_lines WHERE customer_id = :customer RETURNING id, product_id, quantity",
        {"customer": customer_id},
    )
    return [(row["product_id"], row["quantity"]) for row in sorted(rows, key=lambda row: int(row["id"]))]


def add_line_capped(conn: Connection, customer_id: CustomerId, product_id: ProductId, quantity: int) -> None:
    """Add pieces of a product known to be orderable, as many as a line can hold."""
    conn.run(
        "INSERT INTO cart_lines (customer_id, product_id, quantity) VALUES (:customer, :product, :quantity) "
        "ON CONFLICT (customer_id, product_id) DO UPDATE SET quantity = "
        "CASE WHEN cart_lines.quantity + excluded.quantity > :most THEN :most "
        "ELSE cart_lines.quantity + excluded.quantity END",
        {"customer": customer_id, "product": product_id, "quantity": quantity, "most": MAX_QUANTITY},
    )

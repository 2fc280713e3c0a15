"""Customers: platform users, guests, the walk-in."""

from cafe.core.errors import CustomerGoneError
from cafe.core.ports import Connection, Row
from cafe.core.values import Customer, CustomerId, Locale


def find_customer(conn: Connection, customer_id: int) -> Customer | None:
    """A customer, if this database knows them."""
    row = conn.one("SELECT id, username, first_name, locale FROM customers WHERE id = :id", {"id": customer_id})
    return None if row is None else _customer(row)


def get_locale(conn: Connection, customer_id: int) -> Locale:
    """A customer's language.

    Raises:
        CustomerGoneError: this database does not know them.
    """
    row = conn.one("SELECT locale FROM customers WHERE id = :id", {"id": customer_id})
    if row is None:
        raise CustomerGoneError
    return Locale(row["locale"])


def add_customer(conn: Connection, customer: Customer, now: int) -> Customer:
    """Store a new customer, or the new names of a known one, whose language stays."""
    row = conn.one(
        "INSERT INTO customers (id, username, first_name, locale, created_at) "
        "VALUES (:id, :username, :first_name, :locale, :now) "
        "ON CONFLICT (id) DO UPDATE SET username = excluded.username, first_name = excluded.first_name "
        "RETURNING id, username, first_name, locale",
        {
            "id": customer.id,
            "username": customer.username,
            "first_name": customer.first_name,
            "locale": customer.locale.value,
            "now": now,
        },
    )
    return customer if row is None else _customer(row)


def set_locale(conn: Connection, customer_id: int, locale: Locale) -> bool:
    """Change a customer's language; False when this database does not know them."""
    changed = conn.run(
        "UPDATE customers SET locale = :locale WHERE id = :id", {"locale": locale.value, "id": customer_id}
    )
    return changed == 1


def _customer(row: Row) -> Customer:
    return Customer(CustomerId(row["id"]), row["first_name"], row["username"], Locale(row["locale"]))

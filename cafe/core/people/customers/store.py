"""SQL for customers."""

from cafe.core.kernel.database import Connection, Params, Row
from cafe.core.kernel.ids import CustomerId
from cafe.core.kernel.locale import Locale
from cafe.core.people.customers.model import GUEST_NAME, Customer


def find_customer(conn: Connection, customer_id: int) -> Customer | None:
    row = conn.one("SELECT id, username, first_name, locale FROM customers WHERE id = :id", {"id": customer_id})
    return None if row is None else _customer(row)


def get_locale(conn: Connection, customer_id: int) -> Locale:
    """Return a customer's language, Ukrainian for a guest without a row."""
    row = conn.one("SELECT locale FROM customers WHERE id = :id", {"id": customer_id})
    return Locale.UK if row is None else Locale(row["locale"])


def add_customer(conn: Connection, customer: Customer, now: int) -> Customer:
    """Store a new customer, or update the names of a known one; the language stays as it is."""
    row = conn.one(
        "INSERT INTO customers (id, username, first_name, locale, created_at) "
        "VALUES (:id, :username, :first_name, :locale, :now) "
        "ON CONFLICT (id) DO UPDATE SET username = excluded.username, first_name = excluded.first_name "
        "RETURNING id, username, first_name, locale",
        {
            "id": customer.id,
            "username": customer.username,
            "first_name": customer.first_name,
            "locale": customer.locale,
            "now": now,
        },
    )
    return customer if row is None else _customer(row)


def ensure_customer(conn: Connection, customer_id: int, now: int) -> bool:
    """Create a customer's row if it is missing; return whether it was.

    Guests get one with their first cart line or language; Telegram users lack it only if they were just forgotten.
    """
    added = conn.run(
        "INSERT INTO customers (id, first_name, locale, created_at, seen_at) "
        "VALUES (:id, :name, 'uk', :now, :now) ON CONFLICT (id) DO NOTHING",
        {"id": customer_id, "name": _first_name(customer_id), "now": now},
    )
    return added == 1


def add_missing_customer(conn: Connection, customer_id: int, now: int, condition: str, params: Params) -> None:
    """Create a customer's row, as `ensure_customer` does, if a condition holds; `params` are the condition's."""
    conn.later(
        "customers",
        "INSERT INTO customers (id, first_name, locale, created_at, seen_at) "
        "SELECT CAST(:id AS BIGINT), :first_name, 'uk', CAST(:seen_at AS BIGINT), :seen_at "
        f"WHERE NOT EXISTS (SELECT 1 FROM customers WHERE id = :id) AND {condition} ON CONFLICT (id) DO NOTHING",
        {**params, "id": customer_id, "first_name": _first_name(customer_id), "seen_at": now},
    )


def _first_name(customer_id: int) -> str:
    return GUEST_NAME if customer_id < 0 else ""


def record_visit(conn: Connection, guest_id: int, now: int) -> None:
    """Record a guest's visit; nothing for a guest without a row."""
    conn.run("UPDATE customers SET seen_at = :now WHERE id = :id AND seen_at < :now", {"id": guest_id, "now": now})


def set_locale(conn: Connection, customer_id: int, locale: Locale) -> bool:
    """Change a customer's language; False if the customer has no row."""
    changed = conn.run("UPDATE customers SET locale = :locale WHERE id = :id", {"locale": locale, "id": customer_id})
    return changed == 1


def _customer(row: Row) -> Customer:
    return Customer(CustomerId(row["id"]), row["first_name"], row["username"], Locale(row["locale"]))

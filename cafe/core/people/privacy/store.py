"""SQL for finding and removing personal data."""

from collections.abc import Collection

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import FORGOTTEN, CustomerId, OrderId
from cafe.core.messages.notifications.question_messages import CustomerCafeAnswer, StaffGuestQuestion
from cafe.core.ordering.orders.model import phone_key
from cafe.core.ordering.orders.store import OPEN

HAS_PERSON = "customer_id NOT IN (-1, 0)"
"""The condition of the index `orders_with_person`."""
RATED_OR_CUSTOMERS = "(recipient = 'customer' OR kind = 'staff-rated-bad')"
"""A bad rating has the guest's own words."""
WITHOUT_ORDERS = "NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = customers.id)"


def list_customers_with_phone(conn: Connection, key: str) -> list[CustomerId]:
    """List the customers of all orders with a phone."""
    rows = conn.all(
        f"SELECT DISTINCT customer_id FROM orders WHERE phone_key = :phone AND {HAS_PERSON} ORDER BY customer_id",
        {"phone": key},
    )
    return [CustomerId(row["customer_id"]) for row in rows]


def find_phone_of(conn: Connection, order_id: int) -> str | None:
    """Find the key of an order's phone; empty if it has none."""
    row = conn.one("SELECT phone FROM orders WHERE id = :id", {"id": order_id})
    return None if row is None else phone_key(row["phone"])


def has_other_phone(conn: Connection, customer_id: CustomerId, key: str) -> bool:
    """Whether a customer also has orders with another phone."""
    row = conn.one(
        "SELECT 1 FROM orders WHERE customer_id = :customer AND phone_key <> :phone LIMIT 1",
        {"customer": customer_id, "phone": key},
    )
    return row is not None


def has_customer(conn: Connection, customer_id: CustomerId) -> bool:
    """Whether a customer has a row."""
    return conn.one("SELECT 1 FROM customers WHERE id = :id", {"id": customer_id}) is not None


def list_finished(conn: Connection, customer_id: CustomerId, key: str | None = None) -> list[OrderId]:
    """List a customer's finished orders, all or those with a phone."""
    condition, params = _of(customer_id, key)
    rows = conn.all(f"SELECT id FROM orders WHERE {condition} AND NOT ({OPEN}) ORDER BY id", params)
    return [OrderId(row["id"]) for row in rows]


def mark_open(conn: Connection, customer_id: CustomerId, key: str | None = None) -> int:
    """Mark a customer's unfinished orders to be anonymised when they end; return their number."""
    condition, params = _of(customer_id, key)
    return conn.run(f"UPDATE orders SET is_forgotten_at_end = 1 WHERE {condition} AND {OPEN}", params)


def is_marked(conn: Connection, order_id: OrderId) -> bool:
    """Whether an order is to be anonymised when it ends."""
    row = conn.one("SELECT is_forgotten_at_end FROM orders WHERE id = :id", {"id": order_id})
    return row is not None and bool(row["is_forgotten_at_end"])


def list_old_finished(conn: Connection, before: int, limit: int) -> list[tuple[OrderId, CustomerId]]:
    """List finished orders without any event since a time (Unix seconds), oldest first."""
    rows = conn.all(
        f"SELECT id, customer_id FROM orders WHERE {HAS_PERSON} AND created_at < :before AND NOT ({OPEN}) "
        "AND NOT EXISTS (SELECT 1 FROM order_events e WHERE e.order_id = orders.id AND e.created_at >= :before) "
        "ORDER BY created_at LIMIT :limit",
        {"before": before, "limit": limit},
    )
    return [(OrderId(row["id"]), CustomerId(row["customer_id"])) for row in rows]


def anonymise(conn: Connection, order_ids: Collection[OrderId]) -> None:
    """Remove everything personal from orders; lines without their notes, amounts, times and the table stay."""
    ids, params = _in(order_ids)
    conn.run(
        f"DELETE FROM idempotency_keys WHERE order_id IN {ids} "
        f"AND customer_id IN (SELECT customer_id FROM orders WHERE id IN {ids})",
        params,
    )
    # The history keeps what the staff did. A cancellation's or a refund's reason is free text that may name somebody.
    conn.run(
        f"UPDATE order_events SET actor = '' WHERE order_id IN {ids} "
        "AND actor = (SELECT o.name FROM orders o WHERE o.id = order_events.order_id)",
        params,
    )
    conn.run(f"UPDATE order_events SET detail = '' WHERE order_id IN {ids} AND kind = 'cancelled'", params)
    conn.run(f"UPDATE refunds SET reason = '' WHERE order_id IN {ids} AND reason <> ''", params)
    conn.run(f"DELETE FROM courier_words WHERE order_id IN {ids}", params)
    conn.run(f"UPDATE ratings SET words = '' WHERE order_id IN {ids} AND words <> ''", params)
    conn.run(f"UPDATE order_edits SET wanted = NULL WHERE order_id IN {ids} AND wanted IS NOT NULL", params)
    conn.run(f"UPDATE order_lines SET note = '' WHERE order_id IN {ids} AND note <> ''", params)
    conn.run(
        "UPDATE orders SET customer_id = :forgotten, name = '', phone = '', phone_key = '', "
        "search_key = '', address_city = NULL, "
        "address_street = NULL, address_house = NULL, address_apartment = NULL, address_comment = NULL, "
        "answers = NULL, pin = NULL, cancel_reason = NULL, "
        f"cancel_reason_id = NULL, tracking_token = NULL, is_forgotten_at_end = 0 WHERE id IN {ids}",
        {**params, "forgotten": FORGOTTEN},
    )


def delete_messages(conn: Connection, order_ids: Collection[OrderId], *, keeps_queued: bool) -> None:
    """Delete the messages to the customers of orders; queued ones stay with `keeps_queued`."""
    ids, params = _in(order_ids)
    condition = " AND state <> 'queued'" if keeps_queued else ""
    conn.run(f"DELETE FROM outbox WHERE order_id IN {ids} AND {RATED_OR_CUSTOMERS}{condition}", params)
    for table in ("order_messages", "order_screens"):
        conn.run(f"DELETE FROM {table} WHERE order_id IN {ids}", params)


def delete_followers(conn: Connection, order_ids: Collection[OrderId]) -> None:
    """Delete the followers and the browsers' subscriptions of these orders."""
    ids, params = _in(order_ids)
    conn.run(f"DELETE FROM order_followers WHERE order_id IN {ids}", params)
    conn.run(f"DELETE FROM push_subscriptions WHERE order_id IN {ids}", params)


def delete_subscriptions_of(conn: Connection, customer_id: CustomerId) -> None:
    """End a customer's subscriptions to other people's orders, and delete the messages about those."""
    params = {"customer": customer_id}
    conn.run("DELETE FROM order_followers WHERE customer_id = :customer", params)
    conn.run("DELETE FROM outbox WHERE via = 'follower' AND chat_id = :customer", params)
    conn.run(
        "DELETE FROM order_messages WHERE chat_id = :customer "
        "AND order_id NOT IN (SELECT id FROM orders WHERE customer_id = :customer)",
        params,
    )


def delete_questions_of(conn: Connection, customer_id: CustomerId) -> None:
    """Delete a customer's questions to the staff and the answers, those too that are not sent yet."""
    conn.run(
        "DELETE FROM outbox WHERE order_id IS NULL AND kind = :kind AND payload LIKE :by_customer",
        {"kind": StaffGuestQuestion.kind, "by_customer": f'{{"customer_id":{customer_id},%'},
    )
    conn.run(
        "DELETE FROM outbox WHERE order_id IS NULL AND kind = :kind AND chat_id = :customer",
        {"kind": CustomerCafeAnswer.kind, "customer": customer_id},
    )


def delete_last_messages(conn: Connection, since: int, limit: int) -> int:
    """Delete messages to forgotten customers that were finished since a time (Unix seconds); return their number."""
    return conn.run(
        "DELETE FROM outbox WHERE id IN (SELECT b.id FROM outbox b JOIN orders o ON o.id = b.order_id "
        "WHERE b.state <> 'queued' AND b.finished_at >= :since AND b.recipient = 'customer' "
        "AND o.customer_id = :forgotten LIMIT :limit)",
        {"since": since, "forgotten": FORGOTTEN, "limit": limit},
    )


def clear_names(conn: Connection, customer_id: CustomerId) -> None:
    """Remove a Telegram user's names, until their next contact; guests have none."""
    conn.run("UPDATE customers SET username = NULL, first_name = '' WHERE id = :id AND id > 0", {"id": customer_id})


def clear_customers_without_orders(conn: Connection, customer_ids: Collection[CustomerId]) -> None:
    """Remove the names of Telegram users without orders, and make such guests due for the cleanup of idle ones."""
    ids, params = _in(customer_ids)
    conn.run(
        f"UPDATE customers SET username = NULL, first_name = '' WHERE id IN {ids} AND id > 0 AND {WITHOUT_ORDERS}",
        params,
    )
    conn.run(
        f"UPDATE customers SET seen_at = 1 WHERE id IN {ids} AND seen_at IS NULL AND {WITHOUT_ORDERS}",
        params,
    )


def delete_empty_customer(conn: Connection, customer_id: CustomerId) -> None:
    """Delete a customer without names, orders and cart."""
    conn.run(
        "DELETE FROM customers WHERE id = :id AND id NOT IN (-1, 0) AND username IS NULL "
        f"AND (first_name = '' OR id < 0) AND {WITHOUT_ORDERS} "
        "AND NOT EXISTS (SELECT 1 FROM cart_lines l WHERE l.customer_id = customers.id)",
        {"id": customer_id},
    )


def fill_phone_keys(conn: Connection, limit: int) -> int:
    """Add the phone keys of orders placed by older versions; return the number of orders."""
    rows = conn.all("SELECT id, phone FROM orders WHERE phone_key IS NULL LIMIT :limit", {"limit": limit})
    conn.run_many(
        "UPDATE orders SET phone_key = :key WHERE id = :id",
        [{"id": row["id"], "key": phone_key(row["phone"])} for row in rows],
    )
    return len(rows)


def _of(customer_id: CustomerId, key: str | None) -> tuple[str, dict[str, object]]:
    if key is None:
        return "customer_id = :customer", {"customer": customer_id}
    return "customer_id = :customer AND phone_key = :phone", {"customer": customer_id, "phone": key}


def _in(ids: Collection[int]) -> tuple[str, dict[str, object]]:
    """Return the right side of an `IN` with its parameters."""
    params: dict[str, object] = {f"id{index}": value for index, value in enumerate(ids)}
    return f"({', '.join(':' + name for name in params) or 'NULL'})", params

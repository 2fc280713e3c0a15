"""SQL that deletes old rows in batches; each function returns the number of rows."""

from cafe.core.kernel.database import Connection

GUESTS = "id < -1000000"
"""The condition of the index `guests_by_age`."""


def date_guests(conn: Connection, now: int, limit: int) -> int:
    """Date guests of older versions: those with a cart as seen now, others as seen when created."""
    return conn.run(
        "UPDATE customers SET seen_at = CASE WHEN EXISTS "
        "(SELECT 1 FROM cart_lines l WHERE l.customer_id = customers.id) THEN :now "
        "WHEN created_at > 0 THEN created_at ELSE 1 END "
        f"WHERE id IN (SELECT id FROM customers WHERE {GUESTS} AND seen_at = 0 LIMIT :limit)",
        {"now": now, "limit": limit},
    )


def delete_idle_guests(conn: Connection, before: int, limit: int) -> int:
    """Empty the carts of guests not seen since a time (Unix seconds), oldest first; delete those without orders.

    Returns the number of guests. Guests with orders are skipped the next time: their cookie has expired.
    """
    rows = conn.all(
        f"SELECT id FROM customers WHERE {GUESTS} AND seen_at < :before ORDER BY seen_at LIMIT :limit",
        {"before": before, "limit": limit},
    )
    guests = {f"id{index}": row["id"] for index, row in enumerate(rows)}
    if not guests:
        return 0
    ids = f"({', '.join(':' + name for name in guests)})"
    conn.run(f"DELETE FROM cart_lines WHERE customer_id IN {ids}", guests)
    conn.run(
        f"UPDATE customers SET seen_at = NULL WHERE id IN {ids} "
        "AND EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = customers.id)",
        guests,
    )
    conn.run(f"DELETE FROM customers WHERE id IN {ids} AND seen_at IS NOT NULL", guests)
    return len(guests)


def delete_finished_messages(conn: Connection, before: int, limit: int) -> int:
    """Delete messages finished before a time (Unix seconds)."""
    return conn.run(
        "DELETE FROM outbox WHERE id IN "
        "(SELECT id FROM outbox WHERE state <> 'queued' AND finished_at < :before LIMIT :limit)",
        {"before": before, "limit": limit},
    )


def give_up_messages(conn: Connection, before: int, now: int, limit: int) -> int:
    """Close messages queued before a time (Unix seconds), except messages to the staff about open orders."""
    return conn.run(
        "UPDATE outbox SET state = 'given_up', finished_at = :now, last_error = 'no bot took it in time' "
        "WHERE state = 'queued' AND id IN (SELECT m.id FROM outbox m LEFT JOIN orders o ON o.id = m.order_id "
        "WHERE m.state = 'queued' AND m.created_at < :before AND (m.recipient = 'customer' OR m.order_id IS NULL "
        "OR o.status IN ('completed', 'cancelled')) LIMIT :limit)",
        {"before": before, "now": now, "limit": limit},
    )


def delete_expired_dialogs(conn: Connection, now: int, limit: int) -> int:
    """Delete expired conversations."""
    return conn.run(
        "DELETE FROM dialogs WHERE id IN (SELECT id FROM dialogs WHERE expires_at <= :now LIMIT :limit)",
        {"now": now, "limit": limit},
    )

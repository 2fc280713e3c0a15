"""What nobody will ask for again."""

from cafe.core.ports import Connection


def forget_idle_guests(conn: Connection, before: int, most: int) -> int:
    """Delete guests of before a moment who left nothing behind: no cart, no order, no language; how many."""
    return conn.run(
        "DELETE FROM customers WHERE id IN (SELECT cu.id FROM customers cu "
        "WHERE cu.id < -1 AND cu.created_at < :before AND cu.locale = 'uk' "
        "AND NOT EXISTS (SELECT 1 FROM cart_lines l WHERE l.customer_id = cu.id) "
        "AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = cu.id) LIMIT :most)",
        {"before": before, "most": most},
    )


def forget_finished_messages(conn: Connection, before: int, most: int) -> int:
    """Delete messages that were finished before a moment; how many."""
    return conn.run(
        "DELETE FROM outbox WHERE id IN "
        "(SELECT id FROM outbox WHERE state <> 'queued' AND finished_at < :before LIMIT :most)",
        {"before": before, "most": most},
    )


def give_up_messages(conn: Connection, before: int, now: int, most: int) -> int:
    """Close messages that have waited since before a moment; how many."""
    return conn.run(
        "UPDATE outbox SET state = 'given_up', finished_at = :now, last_error = 'no bot took it in time' WHERE id IN "
        "(SELECT id FROM outbox WHERE state = 'queued' AND created_at < :before LIMIT :most)",
        {"before": before, "now": now, "most": most},
    )

"""SQL for fiscal receipts and for the days whose shift must be closed."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId
from cafe.core.receipts.model import DueReceipt
from cafe.core.receipts.port import ReceiptReport


def add_receipt(conn: Connection, order_id: OrderId, receipt_id: str, now: int) -> None:
    """Queue a receipt for an order; an order never gets two."""
    conn.run(
        "INSERT INTO receipts (order_id, receipt_id, due_at, created_at) VALUES (:order_id, :receipt_id, :now, :now) "
        "ON CONFLICT (order_id) DO NOTHING",
        {"order_id": order_id, "receipt_id": receipt_id, "now": now},
    )


def list_due(conn: Connection, now: int, longest_gap: int, limit: int) -> list[DueReceipt]:
    """List receipts that are due; those that failed often come after new ones.

    One that is due later than any gap allows is due now: the clock was set back.
    """
    rows = conn.all(
        "SELECT order_id, receipt_id, attempts, created_at FROM receipts "
        "WHERE state = 'pending' AND (due_at <= :now OR due_at > :far) "
        f"ORDER BY attempts, due_at LIMIT {limit:d}",
        {"now": now, "far": now + longest_gap},
    )
    return [DueReceipt(row["order_id"], row["receipt_id"], row["attempts"], row["created_at"]) for row in rows]


def note_asked(conn: Connection, order_id: OrderId, now: int) -> bool:
    """Note that the fiscal service is asked for a receipt; False if none is wanted any more."""
    changed = conn.run(
        "UPDATE receipts SET asked_at = COALESCE(asked_at, :now) WHERE order_id = :order_id AND state = 'pending'",
        {"order_id": order_id, "now": now},
    )
    return changed == 1


def drop_unasked(conn: Connection, order_id: OrderId, now: int) -> None:
    """Drop a receipt that the fiscal service was never asked for."""
    conn.run(
        "UPDATE receipts SET state = 'dropped', finished_at = :now "
        "WHERE order_id = :order_id AND state = 'pending' AND asked_at IS NULL",
        {"order_id": order_id, "now": now},
    )


def note_delay_told(conn: Connection, order_id: OrderId, now: int) -> bool:
    """Note that the staff are told of a receipt that takes long; True only the first time."""
    changed = conn.run(
        "UPDATE receipts SET delay_told_at = :now "
        "WHERE order_id = :order_id AND state = 'pending' AND delay_told_at IS NULL",
        {"order_id": order_id, "now": now},
    )
    return changed == 1


def put_off(conn: Connection, order_id: OrderId, due_at: int) -> None:
    """Count a failed attempt and schedule the next one."""
    conn.run(
        "UPDATE receipts SET attempts = attempts + 1, due_at = :due_at WHERE order_id = :order_id",
        {"due_at": due_at, "order_id": order_id},
    )


def finish(conn: Connection, order_id: OrderId, report: ReceiptReport, now: int) -> bool:
    """Mark a receipt as done or refused; True only for the caller that changed it."""
    changed = conn.run(
        "UPDATE receipts SET state = :state, url = :url, reason = :reason, finished_at = :now "
        "WHERE order_id = :order_id AND state = 'pending'",
        {
            "state": report.state.value,
            "url": report.url,
            "reason": report.reason,
            "now": now,
            "order_id": order_id,
        },
    )
    return changed == 1


def find_url(conn: Connection, order_id: OrderId) -> str | None:
    """Find the URL of an order's receipt; None until it is done."""
    row = conn.one("SELECT url FROM receipts WHERE order_id = :id AND state = 'done'", {"id": order_id})
    return None if row is None else row["url"]


def has_receipt(conn: Connection, order_id: OrderId) -> bool:
    """Whether an order's receipt is made."""
    return conn.one("SELECT 1 FROM receipts WHERE order_id = :id AND state = 'done'", {"id": order_id}) is not None


def make_all_due(conn: Connection, now: int) -> None:
    """Make all pending receipts due now (after a restart)."""
    conn.run("UPDATE receipts SET due_at = :now WHERE state = 'pending' AND due_at > :now", {"now": now})


def open_day(conn: Connection, day: str) -> None:
    """Store that this day needs a shift."""
    conn.run(
        "INSERT INTO fiscal_days (day) VALUES (:day) ON CONFLICT (day) DO UPDATE SET closed_at = NULL", {"day": day}
    )


def find_open_day(conn: Connection) -> str | None:
    """Find the earliest day whose shift is not closed yet."""
    row = conn.one("SELECT day FROM fiscal_days WHERE closed_at IS NULL ORDER BY day LIMIT 1")
    return None if row is None else str(row["day"])


def close_days(conn: Connection, day: str, now: int) -> None:
    """Mark the shifts of a day and of those before it as closed."""
    conn.run(
        "UPDATE fiscal_days SET closed_at = :now WHERE closed_at IS NULL AND day <= :day", {"day": day, "now": now}
    )

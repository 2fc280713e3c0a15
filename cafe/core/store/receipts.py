"""Fiscal receipts to make, and the days whose shift must be closed."""

from dataclasses import dataclass

from cafe.core.ports import Connection, ReceiptReport
from cafe.core.values import OrderId


@dataclass(frozen=True, slots=True)
class DueReceipt:
    """A receipt that waits to be made."""

    order_id: OrderId
    receipt_id: str
    attempts: int


def add_receipt(conn: Connection, order_id: OrderId, receipt_id: str, now: int) -> None:
    """Have a receipt made for an order; one order never gets two."""
    conn.run(
        "INSERT INTO receipts (order_id, receipt_id, due_at, created_at) VALUES (:order_id, :receipt_id, :now, :now) "
        "ON CONFLICT (order_id) DO NOTHING",
        {"order_id": order_id, "receipt_id": receipt_id, "now": now},
    )


def list_due(conn: Connection, now: int, limit: int) -> list[DueReceipt]:
    """Receipts to make now; those that failed often wait behind fresh ones."""
    rows = conn.all(
        "SELECT order_id, receipt_id, attempts FROM receipts WHERE state = 'pending' AND due_at <= :now "
        f"ORDER BY attempts, due_at LIMIT {limit:d}",
        {"now": now},
    )
    return [DueReceipt(row["order_id"], row["receipt_id"], row["attempts"]) for row in rows]


def put_off(conn: Connection, order_id: OrderId, due_at: int) -> None:
    """Try again later."""
    conn.run(
        "UPDATE receipts SET attempts = attempts + 1, due_at = :due_at WHERE order_id = :order_id",
        {"due_at": due_at, "order_id": order_id},
    )


def finish(conn: Connection, order_id: OrderId, report: ReceiptReport, now: int) -> bool:
    """Note that a receipt is done or refused; True for the first who says so."""
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
    """Where an order's receipt can be seen, once it is made."""
    row = conn.one("SELECT url FROM receipts WHERE order_id = :id AND state = 'done'", {"id": order_id})
    return None if row is None else row["url"]


def make_all_due(conn: Connection, now: int) -> None:
    """Try everything at once after a restart."""
    conn.run("UPDATE receipts SET due_at = :now WHERE state = 'pending' AND due_at > :now", {"now": now})


def open_day(conn: Connection, day: str, now: int) -> None:
    """Note that a shift is needed on this day; the fiscal service's client closes those of earlier days."""
    conn.run("UPDATE fiscal_days SET closed_at = :now WHERE closed_at IS NULL AND day < :day", {"day": day, "now": now})
    conn.run(
        "INSERT INTO fiscal_days (day) VALUES (:day) ON CONFLICT (day) DO UPDATE SET closed_at = NULL", {"day": day}
    )


def find_open_day(conn: Connection) -> str | None:
    """The day whose shift is not closed yet."""
    row = conn.one("SELECT day FROM fiscal_days WHERE closed_at IS NULL ORDER BY day DESC LIMIT 1")
    return None if row is None else str(row["day"])


def close_day(conn: Connection, day: str, now: int) -> None:
    """Note that the shift of a day is closed."""
    conn.run("UPDATE fiscal_days SET closed_at = :now WHERE day = :day", {"day": day, "now": now})

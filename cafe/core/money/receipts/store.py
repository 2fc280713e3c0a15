"""SQL for fiscal receipts and the days whose shift must be closed."""

from typing import Any

import orjson

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId
from cafe.core.money.receipts.goods import Bill
from cafe.core.money.receipts.model import DueReceipt, ReceiptKind
from cafe.core.money.receipts.port import Good, ReceiptReport, Sale

_KEYS = {ReceiptKind.SALE: ("receipts", "order_id"), ReceiptKind.RETURN: ("return_receipts", "refund_id")}
"""The table of each kind, and its key column."""


def add_receipt(conn: Connection, order_id: OrderId, receipt_id: str, now: int) -> None:
    """Queue a receipt for an order; an order never gets two."""
    conn.run(
        "INSERT INTO receipts (order_id, receipt_id, due_at, created_at) VALUES (:order_id, :receipt_id, :now, :now) "
        "ON CONFLICT (order_id) DO NOTHING",
        {"order_id": order_id, "receipt_id": receipt_id, "now": now},
    )


def keep_bill(conn: Connection, order_id: OrderId, bill: Bill) -> None:
    """Keep what a pending receipt of a sale says, whatever the order becomes; the first bill kept counts."""
    conn.run(
        "UPDATE receipts SET goods = :goods, discount = :discount, total = :total "
        "WHERE order_id = :order_id AND state = 'pending' AND goods IS NULL",
        {
            "order_id": order_id,
            "goods": orjson.dumps(bill.goods).decode(),
            "discount": bill.discount,
            "total": bill.total,
        },
    )


def find_bill(conn: Connection, order_id: OrderId) -> Bill | None:
    """Find the bill kept for a sale's receipt; None if it says what the order is."""
    row = conn.one("SELECT goods, discount, total FROM receipts WHERE order_id = :id", {"id": order_id})
    if row is None or row["goods"] is None:
        return None
    return Bill(tuple(Good(**good) for good in orjson.loads(row["goods"])), row["discount"], row["total"])


def add_return(conn: Connection, order_id: OrderId, refund_id: int, sale: Sale, now: int) -> None:
    """Queue the receipt of a return, which waits for the sale's receipt. A refund never gets two."""
    conn.run(
        "INSERT INTO return_receipts (refund_id, order_id, receipt_id, goods, discount, total, is_cash, due_at, "
        "created_at) VALUES (:refund_id, :order_id, :receipt_id, :goods, :discount, :total, :is_cash, :now, :now) "
        "ON CONFLICT (refund_id) DO NOTHING",
        {
            "refund_id": refund_id,
            "order_id": order_id,
            "receipt_id": sale.receipt_id,
            "goods": orjson.dumps(sale.goods).decode(),
            "discount": sale.discount,
            "total": sale.total,
            "is_cash": int(sale.is_cash),
            "now": now,
        },
    )


def get_return(conn: Connection, refund_id: int) -> Sale:
    """Return the contents of a return's receipt."""
    row = conn.one(
        "SELECT r.receipt_id, r.goods, r.discount, r.total, r.is_cash, s.receipt_id AS sale_id FROM return_receipts r "
        "JOIN receipts s ON s.order_id = r.order_id WHERE r.refund_id = :id",
        {"id": refund_id},
    )
    if row is None:
        raise LookupError(refund_id)
    goods = tuple(Good(**good) for good in orjson.loads(row["goods"]))
    return Sale(row["receipt_id"], goods, row["discount"], row["total"], row["sale_id"], bool(row["is_cash"]))


def list_unsent_returns(conn: Connection, order_id: OrderId) -> list[DueReceipt]:
    """List the receipts of an order's returns that were never sent to the fiscal service."""
    rows = conn.all(
        "SELECT 'return' AS kind, refund_id AS key, order_id, receipt_id, attempts, created_at FROM return_receipts "
        "WHERE order_id = :order_id AND state = 'pending' AND asked_at IS NULL ORDER BY refund_id",
        {"order_id": order_id},
    )
    return [_due(row) for row in rows]


def find_state(conn: Connection, order_id: OrderId) -> str | None:
    """Find the state of the receipt of an order's sale; None if it gets none."""
    row = conn.one("SELECT state FROM receipts WHERE order_id = :id", {"id": order_id})
    return None if row is None else str(row["state"])


def list_due(conn: Connection, now: int, longest_gap: int, limit: int) -> list[DueReceipt]:
    """List the due receipts; those that failed often come after new ones. A return's waits for its sale's.

    A receipt due later than the longest gap is due now: the clock was set back.
    """
    is_due = "state = 'pending' AND (due_at <= :now OR due_at > :far)"
    rows = conn.all(
        "SELECT 'sale' AS kind, order_id AS key, order_id, receipt_id, attempts, created_at, due_at FROM receipts "
        f"WHERE {is_due} UNION ALL SELECT 'return', refund_id, order_id, receipt_id, attempts, created_at, due_at "
        f"FROM return_receipts WHERE {is_due} AND EXISTS "
        "(SELECT 1 FROM receipts s WHERE s.order_id = return_receipts.order_id AND s.state = 'done') "
        f"ORDER BY attempts, due_at, kind DESC LIMIT {limit:d}",
        {"now": now, "far": now + longest_gap},
    )
    return [_due(row) for row in rows]


def mark_sent(conn: Connection, receipt: DueReceipt, now: int) -> bool:
    """Store that a receipt is sent to the fiscal service; False if it is no longer wanted."""
    return _update(conn, receipt, "asked_at = COALESCE(asked_at, :now)", "state = 'pending'", now=now)


def drop_unsent(conn: Connection, order_id: OrderId, now: int) -> bool:
    """Drop the receipt of a sale that was never sent to the fiscal service, with those of its returns."""
    return _drop(conn, order_id, "state = 'pending' AND asked_at IS NULL", None, now)


def drop(conn: Connection, order_id: OrderId, reason: str | None, now: int) -> bool:
    """Drop a sale's pending receipt that is no longer needed, with those of its returns."""
    return _drop(conn, order_id, "state = 'pending'", reason, now)


def mark_delay_reported(conn: Connection, receipt: DueReceipt, now: int) -> bool:
    """Store that a delay is reported to the staff; True only the first time."""
    return _update(conn, receipt, "delay_told_at = :now", "state = 'pending' AND delay_told_at IS NULL", now=now)


def put_off(conn: Connection, receipt: DueReceipt, due_at: int) -> None:
    """Count a failed attempt and schedule the next one."""
    _update(conn, receipt, "attempts = attempts + 1, due_at = :due_at", "state = 'pending'", due_at=due_at)


def finish(conn: Connection, receipt: DueReceipt, report: ReceiptReport, now: int) -> bool:
    """Mark a receipt as done or refused; True only for the caller whose update changed it."""
    return _update(
        conn,
        receipt,
        "state = :state, url = :url, reason = :reason, finished_at = :now",
        "state = 'pending'",
        state=report.state.value,
        url=report.url,
        reason=report.reason,
        now=now,
    )


def find_url(conn: Connection, order_id: OrderId) -> str | None:
    """Find the URL of an order's receipt; None until it is done."""
    row = conn.one("SELECT url FROM receipts WHERE order_id = :id AND state = 'done'", {"id": order_id})
    return None if row is None else row["url"]


def make_all_due(conn: Connection, now: int) -> None:
    """Make all pending receipts due now (after a restart)."""
    for table, _ in _KEYS.values():
        conn.run(f"UPDATE {table} SET due_at = :now WHERE state = 'pending' AND due_at > :now", {"now": now})


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
    """Mark the shifts of a day and of all days before it as closed."""
    conn.run(
        "UPDATE fiscal_days SET closed_at = :now WHERE closed_at IS NULL AND day <= :day", {"day": day, "now": now}
    )


def _drop(conn: Connection, order_id: OrderId, condition: str, reason: str | None, now: int) -> bool:
    changes = "SET state = 'dropped', reason = :reason, finished_at = :now WHERE order_id = :order_id"
    params = {"order_id": order_id, "reason": reason, "now": now}
    if not conn.run(f"UPDATE receipts {changes} AND {condition}", params):
        return False
    conn.run(f"UPDATE return_receipts {changes} AND state = 'pending'", params)
    return True


def _update(conn: Connection, receipt: DueReceipt, changes: str, condition: str, **params: Any) -> bool:
    """Update a receipt's row if the condition is true; return whether it was."""
    table, key = _KEYS[receipt.kind]
    sql = f"UPDATE {table} SET {changes} WHERE {key} = :key AND {condition}"
    return conn.run(sql, {"key": receipt.key, **params}) == 1


def _due(row: Row) -> DueReceipt:
    kind, order_id = ReceiptKind(row["kind"]), OrderId(row["order_id"])
    return DueReceipt(kind, row["key"], order_id, row["receipt_id"], row["attempts"], row["created_at"])

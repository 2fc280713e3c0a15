"""SQL for fiscal receipts."""

from collections.abc import Iterable
from typing import Any

import orjson

from cafe.core.catalogue.taxes.model import FiscalData
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments.model import PaymentKind, StoredPayment
from cafe.core.money.receipts.goods import Bill
from cafe.core.money.receipts.model import StoredReceipt
from cafe.core.money.receipts.port import (
    FiscalName,
    Good,
    ReceiptReport,
)
from cafe.core.money.receipts.taxes import TaxSum

AMOUNT = "COALESCE(r.total, p.amount, o.total * 100)"
"""What the receipt `r` states; one without a bill of its own is for its payment."""
OF_ORDERS = "FROM receipts r JOIN orders o ON o.id = r.order_id LEFT JOIN payments p ON p.id = r.payment_id"
"""Receipts, with what `AMOUNT` needs."""
_COLUMNS = "r.id, r.order_id, r.sale_id, r.receipt_id, r.state, r.attempts, r.due_at, r.created_at"
_IS_TAKEN_BACK = "EXISTS (SELECT 1 FROM receipts b WHERE b.sale_id = {sale}.id AND b.refund_id IS NULL)"
"""Whether a sale never was: its payment is gone."""
URL = (
    "SELECT s.url FROM receipts s WHERE s.order_id = {order} AND s.sale_id IS NULL AND s.state = 'done' "
    f"AND NOT {_IS_TAKEN_BACK.format(sale='s')} ORDER BY s.id DESC LIMIT 1"
)
"""The newest sale's receipt of an order."""


def add_sale(
    conn: Connection,
    order_id: OrderId,
    payment_id: int,
    way: PaymentKind,
    receipt_id: str,
    now: int,
    bill: Bill | None = None,
) -> None:
    """Queue the receipt of a payment, which never gets two; without a `bill` it says what the order is by then."""
    conn.run(
        "INSERT INTO receipts (order_id, payment_id, way, receipt_id, goods, discount, total, due_at, created_at) "
        "VALUES (:order_id, :payment_id, :way, :receipt_id, :goods, :discount, :total, :now, :now) "
        "ON CONFLICT DO NOTHING",
        {
            "order_id": order_id,
            "payment_id": payment_id,
            "way": way.value,
            "receipt_id": receipt_id,
            "goods": None if bill is None else _written(bill.goods),
            "discount": None if bill is None else bill.discount,
            "total": None if bill is None else bill.total,
            "now": now,
        },
    )


def keep_bill(conn: Connection, order_id: OrderId, bill: Bill) -> None:
    """Keep what the pending receipts of an order's sales say, whatever it becomes; the first bill kept counts."""
    conn.run(
        "UPDATE receipts SET goods = :goods, discount = :discount, total = :total "
        "WHERE order_id = :order_id AND sale_id IS NULL AND state = 'pending' AND goods IS NULL",
        {"order_id": order_id, "goods": _written(bill.goods), "discount": bill.discount, "total": bill.total},
    )


def add_return(
    conn: Connection,
    sale: StoredReceipt,
    refund_id: int | None,
    receipt_id: str,
    way: PaymentKind,
    bill: Bill,
    now: int,
) -> None:
    """Queue the receipt of a return, which waits for the sale's. A refund never gets two.

    Without a refund all of the sale is taken back: its payment is gone.
    """
    conn.run(
        "INSERT INTO receipts (order_id, sale_id, refund_id, way, receipt_id, goods, discount, total, due_at, "
        "created_at) VALUES (:order_id, :sale_id, :refund_id, :way, :receipt_id, :goods, :discount, :total, :now, "
        ":now) ON CONFLICT (refund_id) DO NOTHING",
        {
            "order_id": sale.order_id,
            "sale_id": sale.id,
            "refund_id": refund_id,
            "way": way.value,
            "receipt_id": receipt_id,
            "goods": _written(bill.goods),
            "discount": bill.discount,
            "total": bill.total,
            "now": now,
        },
    )


def find_contents(conn: Connection, row_id: int) -> tuple[PaymentKind, str | None, Bill | None]:
    """Return how a receipt's money moved, the fiscal id of the sale that it takes back, and the bill kept for it."""
    row = conn.one(
        "SELECT r.way, r.goods, r.discount, r.total, s.receipt_id AS returns FROM receipts r "
        "LEFT JOIN receipts s ON s.id = r.sale_id WHERE r.id = :id",
        {"id": row_id},
    )
    if row is None:
        raise LookupError(row_id)
    bill = None
    if row["goods"] is not None:
        bill = Bill(tuple(map(_good, orjson.loads(row["goods"]))), row["discount"], row["total"])
    return PaymentKind(row["way"]), row["returns"], bill


def find_sale(conn: Connection, order_id: OrderId, payment: StoredPayment) -> StoredReceipt | None:
    """Find the receipt of the sale that a payment is for. All card payments of an order are for one sale."""
    of_payment = "r.way = 'card'" if payment.kind is PaymentKind.CARD else "r.payment_id = :payment_id"
    params = {"order_id": order_id, "payment_id": payment.id}
    found = _all(conn, f"r.order_id = :order_id AND r.sale_id IS NULL AND {of_payment}", params)
    return found[0] if found else None


def list_without_payment(conn: Connection, order_id: OrderId) -> list[StoredReceipt]:
    """List the sales of an order whose payment is gone, unless they are dropped or taken back."""
    return _all(
        conn,
        "r.order_id = :order_id AND r.sale_id IS NULL AND r.state <> 'dropped' AND r.payment_id IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.id = r.payment_id) "
        f"AND NOT {_IS_TAKEN_BACK.format(sale='r')}",
        {"order_id": order_id},
    )


def list_sales(conn: Connection, order_id: OrderId) -> list[StoredReceipt]:
    """List the receipts of an order's sales."""
    return _all(conn, "r.order_id = :order_id AND r.sale_id IS NULL", {"order_id": order_id})


def list_unsent_returns(conn: Connection, sale_id: int) -> list[StoredReceipt]:
    """List the receipts of a sale's returns that were never sent to the fiscal service."""
    return _all(conn, "r.sale_id = :id AND r.state = 'pending' AND r.asked_at IS NULL", {"id": sale_id})


def list_due(conn: Connection, now: int, longest_gap: int, limit: int) -> list[StoredReceipt]:
    """List the due receipts; those that failed often come after new ones. A return's waits for its sale's.

    A receipt due later than the longest gap is due now: the clock was set back.
    """
    rows = conn.all(
        f"SELECT {_COLUMNS} FROM receipts r WHERE r.state = 'pending' AND (r.due_at <= :now OR r.due_at > :far) "
        "AND (r.sale_id IS NULL OR EXISTS (SELECT 1 FROM receipts s WHERE s.id = r.sale_id AND s.state = 'done')) "
        f"ORDER BY r.attempts, r.due_at, r.id LIMIT {limit:d}",
        {"now": now, "far": now + longest_gap},
    )
    return [_receipt(row) for row in rows]


def is_wanted(conn: Connection, receipt: StoredReceipt) -> bool:
    """Whether a sale still is one: its order is not cancelled, nor its payment gone. A return always is."""
    row = conn.one(
        "SELECT 1 FROM receipts r JOIN orders o ON o.id = r.order_id WHERE r.id = :id AND (r.sale_id IS NOT NULL "
        "OR (o.status <> 'cancelled' AND (r.payment_id IS NULL "
        "OR EXISTS (SELECT 1 FROM payments p WHERE p.id = r.payment_id))))",
        {"id": receipt.id},
    )
    return row is not None


def mark_sent(
    conn: Connection, receipt: StoredReceipt, in_force: FiscalName, now: int
) -> tuple[FiscalName, bool] | None:
    """Store that a receipt is sent; return to which service, and whether that was asked before; None: unwanted now.

    A receipt stays with the service that was asked first, that of a return with its sale's.
    """
    is_first = _update(
        conn,
        receipt,
        "asked_at = :now, "
        "service = COALESCE((SELECT s.service FROM receipts s WHERE s.id = receipts.sale_id), :in_force)",
        "state = 'pending' AND asked_at IS NULL",
        now=now,
        in_force=in_force.value,
    )
    row = conn.one("SELECT service FROM receipts WHERE id = :id AND state = 'pending'", {"id": receipt.id})
    return None if row is None else (FiscalName(row["service"]), not is_first)


def drop_unsent(conn: Connection, sale: StoredReceipt, now: int) -> bool:
    """Drop the receipt of a sale that was never sent to the fiscal service, with those of its returns."""
    return _drop(conn, sale, "state = 'pending' AND asked_at IS NULL", None, now)


def drop(conn: Connection, sale: StoredReceipt, reason: str | None, now: int) -> bool:
    """Drop a sale's pending receipt that is no longer needed, with those of its returns."""
    return _drop(conn, sale, "state = 'pending'", reason, now)


def note_short(conn: Connection, receipt: StoredReceipt, now: int) -> bool:
    """Store that the register has too little cash for a return; True only the first time."""
    return _update(conn, receipt, "short_told_at = :now", "state = 'pending' AND short_told_at IS NULL", now=now)


def mark_delay_reported(conn: Connection, receipt: StoredReceipt, now: int) -> bool:
    """Store that a delay is reported to the staff; True only the first time."""
    return _update(conn, receipt, "delay_told_at = :now", "state = 'pending' AND delay_told_at IS NULL", now=now)


def put_off(conn: Connection, receipt: StoredReceipt, due_at: int) -> None:
    """Count a failed attempt and schedule the next one."""
    _update(conn, receipt, "attempts = attempts + 1, due_at = :due_at", "state = 'pending'", due_at=due_at)


def finish(conn: Connection, receipt: StoredReceipt, report: ReceiptReport, now: int) -> bool:
    """Mark a receipt as done or refused; True only for the caller whose update changed it."""
    return _update(
        conn,
        receipt,
        "state = :state, url = :url, fiscal_number = :number, reason = :reason, is_offline = :is_offline, "
        "finished_at = :now",
        "state = 'pending'",
        state=report.state.value,
        url=report.url,
        number=report.number,
        reason=report.reason,
        is_offline=int(report.is_offline),
        now=now,
    )


def add_taxes(conn: Connection, receipt: StoredReceipt, sums: Iterable[TaxSum]) -> None:
    """Store the taxes of a receipt that is done."""
    rows = [
        {
            "receipt_id": receipt.id,
            "code": each.tax.code,
            "rate": each.tax.rate,
            "excise_rate": each.tax.excise_rate,
            "turnover": each.turnover,
            "vat": each.vat,
            "excise": each.excise,
        }
        for each in sums
    ]
    if rows:
        conn.insert("receipt_taxes", rows)


def find_url(conn: Connection, order_id: OrderId) -> str | None:
    """Find the URL of an order's newest receipt of a sale; None until one is done."""
    row = conn.one(URL.format(order=":id"), {"id": order_id})
    return None if row is None else row["url"]


def make_all_due(conn: Connection, now: int) -> None:
    """Make all pending receipts due now (after a restart)."""
    conn.run("UPDATE receipts SET due_at = :now WHERE state = 'pending' AND due_at > :now", {"now": now})


def was_asked(conn: Connection, receipt: StoredReceipt) -> bool:
    """Whether a fiscal service may have been asked for a receipt."""
    return conn.one("SELECT 1 FROM receipts WHERE id = :id AND asked_at IS NOT NULL", {"id": receipt.id}) is not None


def wait(conn: Connection, receipt: StoredReceipt, due_at: int) -> None:
    """Look at a receipt again later, without an attempt to make it."""
    _update(conn, receipt, "due_at = :due_at", "state = 'pending'", due_at=due_at)


def make_due(conn: Connection, order_id: OrderId, now: int) -> None:
    """Make an order's receipts due that could not be made before now; they count as queued now."""
    conn.run(
        "UPDATE receipts SET due_at = :now, created_at = :now "
        "WHERE order_id = :order_id AND state = 'pending' AND asked_at IS NULL AND due_at > :now",
        {"order_id": order_id, "now": now},
    )


def _drop(conn: Connection, sale: StoredReceipt, condition: str, reason: str | None, now: int) -> bool:
    changes = "state = 'dropped', reason = :reason, finished_at = :now"
    params = {"id": sale.id, "reason": reason, "now": now}
    if not conn.run(f"UPDATE receipts SET {changes} WHERE id = :id AND {condition}", params):
        return False
    conn.run(f"UPDATE receipts SET {changes} WHERE sale_id = :id AND state = 'pending'", params)
    return True


def _update(conn: Connection, receipt: StoredReceipt, changes: str, condition: str, **params: Any) -> bool:
    """Update a receipt's row if the condition is true; return whether it was."""
    return conn.run(f"UPDATE receipts SET {changes} WHERE id = :id AND {condition}", {"id": receipt.id, **params}) == 1


def _all(conn: Connection, condition: str, params: dict[str, Any]) -> list[StoredReceipt]:
    return [
        _receipt(row) for row in conn.all(f"SELECT {_COLUMNS} FROM receipts r WHERE {condition} ORDER BY r.id", params)
    ]


def _receipt(row: Row) -> StoredReceipt:
    return StoredReceipt(
        id=row["id"],
        order_id=OrderId(row["order_id"]),
        sale_id=row["sale_id"],
        receipt_id=row["receipt_id"],
        state=row["state"],
        attempts=row["attempts"],
        due_at=row["due_at"],
        created_at=row["created_at"],
    )


def _good(values: dict[str, Any]) -> Good:
    if "fiscal" in values:  # not what earlier versions kept
        values["fiscal"] = FiscalData.of(values["fiscal"])
    return Good(**values | {"marks": ()})  # they are read when the receipt is made


def _written(goods: tuple[Good, ...]) -> str:
    return orjson.dumps(goods).decode()

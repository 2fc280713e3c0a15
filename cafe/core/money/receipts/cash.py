"""Receipts of cash brought in and taken out: what a till says, and what a new shift begins with. Kopiykas."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import uuid4

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.database import Connection
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.port import FiscalName, ReceiptState


class CashKind(StrEnum):
    """Why cash moves; the values are stored."""

    OPENING = "opening"
    """A till's day begins with it."""
    IN = "in"
    OUT = "out"
    CLOSING = "closing"
    """A till's day ends, and all of its cash is put away."""
    CARRIED = "carried"
    """What an open till had at the end of the shift before."""


@dataclass(frozen=True, slots=True)
class CashReceipt:
    """A pending receipt of cash; `amount` and `told` below 0: out."""

    id: int
    kind: CashKind
    amount: int
    receipted: int
    """What an opened till holds beside it, from sales that have receipts: those of this shift, or of one before."""
    told: int | None
    """What the receipt says; None: not decided yet."""
    receipt_id: str
    service: FiscalName | None
    may_exist: bool
    attempts: int
    due_at: int
    created_at: int


def amount_to_tell(kind: CashKind, amount: int, drawer: int | None, receipted: int = 0) -> int:
    """Return what a receipt is to say, by what is in the register's drawer; None: the service does not say.

    Whether a drawer is empty after a shift depends on the service, so what is carried is told only as far as it is
    missing. A day is closed whatever the drawer has: nobody is there any more who could bring cash.
    """
    if drawer is None or kind in {CashKind.IN, CashKind.OUT}:
        return amount
    if kind is CashKind.CARRIED:
        return max(0, amount - drawer)
    return max(amount + max(0, receipted - drawer), -drawer)


def queue_cash(conn: Connection, kind: CashKind, till_id: int, amount: int, now: int, *, receipted: int = 0) -> None:
    """Queue the receipt of a till's cash, if cash has receipts at all."""
    if PaymentKind.CASH in get_settings(conn).receipt_ways:
        _add(conn, now, kind=kind.value, till_id=till_id, amount=amount, receipted=receipted)


def carry_cash(conn: Connection, service: FiscalName, now: int) -> CashReceipt | None:
    """Queue what open tills hold at the beginning of a service's shift, as the shift before left it."""
    row = conn.one(
        "SELECT f.own_drawer FROM fiscal_reports f WHERE f.id = (SELECT MAX(l.id) FROM fiscal_reports l "
        "WHERE l.service = :service) AND f.own_drawer > 0 AND EXISTS (SELECT 1 FROM cash_receipts c "
        "WHERE c.kind = 'opening' AND c.created_at < f.closed_at AND NOT EXISTS (SELECT 1 FROM cash_receipts later "
        "WHERE later.till_id = c.till_id AND later.id > c.id AND later.kind IN ('opening', 'closing')))",
        {"service": service.value},
    )
    if row is None:
        return None
    added = _add(conn, now, kind=CashKind.CARRIED.value, amount=row["own_drawer"], service=service.value)
    return _all(conn, "c.id = :id", {"id": added})[0]


def list_due(conn: Connection, now: int, longest_gap: int, limit: int) -> list[CashReceipt]:
    """List the due receipts; one that takes cash out waits for all that brought it in before."""
    return _all(
        conn,
        "c.state = 'pending' AND (c.due_at <= :now OR c.due_at > :far) AND (c.amount >= 0 OR NOT EXISTS (SELECT 1 "
        "FROM receipts r WHERE r.state = 'pending' AND r.way = 'cash' AND r.sale_id IS NULL "
        "AND r.created_at <= c.created_at) AND NOT EXISTS (SELECT 1 FROM cash_receipts b WHERE b.state = 'pending' "
        f"AND b.amount > 0 AND b.id < c.id)) ORDER BY c.attempts, c.due_at, c.id LIMIT {limit:d}",
        {"now": now, "far": now + longest_gap},
    )


def list_waiting(conn: Connection) -> list[tuple[int, str]]:
    """List what is not told yet though it was tried: the amount, below 0 if it goes out, and why."""
    rows = conn.all(
        "SELECT amount, reason FROM cash_receipts WHERE state = 'pending' AND reason IS NOT NULL ORDER BY id LIMIT 20"
    )
    return [(int(row["amount"]), row["reason"]) for row in rows]


def set_told(conn: Connection, receipt: CashReceipt, service: FiscalName, told: int, now: int) -> bool:
    """Store what a receipt says and that its service is asked now; False if it is pending no more."""
    changes = "told = :told, service = :service, asked_at = COALESCE(asked_at, :now)"
    return _update(conn, receipt, changes, told=told, service=service.value, now=now)


def put_off(conn: Connection, receipt: CashReceipt, reason: str, due_at: int) -> None:
    """Count a failed attempt and schedule the next one."""
    _update(conn, receipt, "attempts = attempts + 1, due_at = :due_at, reason = :reason", due_at=due_at, reason=reason)


def note_short(conn: Connection, receipt: CashReceipt, now: int) -> bool:
    """Store that a receipt was refused for want of cash, so that it certainly is none; True only the first time."""
    _update(conn, receipt, "told = NULL, asked_at = NULL")
    return _update(conn, receipt, "short_told_at = :now", "AND short_told_at IS NULL", now=now)


def finish(conn: Connection, receipt: CashReceipt, state: ReceiptState, reason: str | None, now: int) -> bool:
    """Mark a receipt as done or refused; True only for the caller whose update changed it."""
    changes = "state = :state, reason = :reason, finished_at = :now"
    return _update(conn, receipt, changes, state=state.value, reason=reason, now=now)


def sum_cash(conn: Connection, service: FiscalName, since: int, until: int) -> tuple[int, int, int]:
    """Return what was brought in and taken out within a shift, and what all of it makes of an empty drawer."""
    row = conn.one(
        "SELECT COALESCE(SUM(CASE WHEN told > 0 THEN told ELSE 0 END), 0) AS brought, "
        "COALESCE(SUM(CASE WHEN told < 0 THEN -told ELSE 0 END), 0) AS taken, "
        "COALESCE(SUM(CASE kind WHEN 'carried' THEN amount ELSE told END), 0) AS kept FROM cash_receipts "
        "WHERE state = 'done' AND service = :service AND finished_at > :since AND finished_at <= :until",
        {"service": service.value, "since": since, "until": until},
    )
    return (0, 0, 0) if row is None else (int(row["brought"]), int(row["taken"]), int(row["kept"]))


def make_all_due(conn: Connection, now: int) -> None:
    """Make all pending receipts due now."""
    conn.run("UPDATE cash_receipts SET due_at = :now WHERE state = 'pending' AND due_at > :now", {"now": now})


def _add(conn: Connection, now: int, **values: object) -> int:
    values |= {"receipt_id": str(uuid4()), "due_at": now, "created_at": now}
    names = ", ".join(values)
    params = names.replace(", ", ", :")
    row = conn.one(f"INSERT INTO cash_receipts ({names}) VALUES (:{params}) RETURNING id", values)
    if row is None:
        raise LookupError("cash_receipts.id")
    return int(row["id"])


def _all(conn: Connection, condition: str, params: dict[str, Any]) -> list[CashReceipt]:
    rows = conn.all(
        "SELECT c.id, c.kind, c.amount, c.receipted, c.told, c.receipt_id, c.service, c.asked_at, c.attempts, "
        f"c.due_at, c.created_at FROM cash_receipts c WHERE {condition}",
        params,
    )
    return [
        CashReceipt(
            id=row["id"],
            kind=CashKind(row["kind"]),
            amount=row["amount"],
            receipted=row["receipted"],
            told=row["told"],
            receipt_id=row["receipt_id"],
            service=None if row["service"] is None else FiscalName(row["service"]),
            may_exist=row["asked_at"] is not None,
            attempts=row["attempts"],
            due_at=row["due_at"],
            created_at=row["created_at"],
        )
        for row in rows
    ]


def _update(conn: Connection, receipt: CashReceipt, changes: str, condition: str = "", **params: Any) -> bool:
    """Update a pending receipt's row if the condition is true; return whether it was."""
    sql = f"UPDATE cash_receipts SET {changes} WHERE id = :id AND state = 'pending' {condition}"
    return conn.run(sql, {"id": receipt.id, **params}) == 1

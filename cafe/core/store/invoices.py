"""Invoices: every payment page of an order, and when to ask about it next."""

from dataclasses import dataclass
from typing import Any

from cafe.core.ports import Connection, CreatedInvoice, InvoiceReport, InvoiceStatus, ProviderName, Row
from cafe.core.values import OrderId

_COLUMNS = (
    "id, order_id, provider, reference, invoice_id, status, reported_at, paid_at, checks, next_check_at, "
    "is_withdrawal_due, created_at"
)
_OPEN = "status IN ('pending', 'failed') AND invoice_id IS NOT NULL"
"""See `InvoiceStatus.is_open`; a page that the provider never confirmed has no id to ask about."""


@dataclass(frozen=True, slots=True)
class Invoice:
    """A payment page as we know it. Times in Unix seconds, `reported_at` in milliseconds."""

    id: int
    order_id: OrderId
    provider: ProviderName
    reference: str
    invoice_id: str
    status: str
    reported_at: int | None
    is_paid: bool
    checks: int
    next_check_at: int | None
    is_withdrawal_due: bool
    created_at: int


def add_invoice(conn: Connection, order_id: OrderId, provider: ProviderName, reference: str, now: int) -> int:
    """Note that a provider is about to be asked for a page, and return the row's id."""
    row = conn.one(
        "INSERT INTO invoices (order_id, provider, reference, created_at) "
        "VALUES (:order_id, :provider, :reference, :now) RETURNING id",
        {"order_id": order_id, "provider": provider.value, "reference": reference, "now": now},
    )
    if row is None:
        raise LookupError("invoices.id")
    return int(row["id"])


def set_created(conn: Connection, row_id: int, created: CreatedInvoice, next_check_at: int) -> None:
    """Note what the provider answered, unless a webhook was quicker and already told the id."""
    conn.run(
        "UPDATE invoices SET invoice_id = :invoice_id, page_url = :page_url, "
        "next_check_at = CASE WHEN status IN ('pending', 'failed') THEN :next_check_at END WHERE id = :id",
        {
            "id": row_id,
            "invoice_id": created.invoice_id,
            "page_url": created.page_url,
            "next_check_at": next_check_at,
        },
    )


def find_reported(conn: Connection, provider: ProviderName, report: InvoiceReport, now: int) -> Invoice | None:
    """The invoice that a report is about.

    One that is unknown by its id is taken in when the signed reference is one of ours: the process may have
    died between the provider's answer and our note of it.
    """
    known = _one(
        conn,
        "provider = :provider AND invoice_id = :invoice_id ORDER BY (reference = :reference) DESC, id DESC LIMIT 1",
        {"provider": provider.value, "invoice_id": report.invoice_id, "reference": report.reference or ""},
    )
    if known is not None or not report.reference:
        return known
    asked = {"provider": provider.value, "reference": report.reference}
    match = "provider = :provider AND reference = :reference"
    row = conn.one(f"SELECT id, order_id, invoice_id FROM invoices WHERE {match} ORDER BY id LIMIT 1", asked)
    if row is None:
        return None
    row_id = row["id"]
    if row["invoice_id"] is not None:
        row_id = add_invoice(conn, row["order_id"], provider, report.reference, now)
    conn.run(
        "UPDATE invoices SET invoice_id = :invoice_id, next_check_at = :now WHERE id = :id",
        {"invoice_id": report.invoice_id, "now": now, "id": row_id},
    )
    return _one(conn, "id = :id", {"id": row_id})


def list_open(conn: Connection, order_id: OrderId, limit: int) -> list[Invoice]:
    """An order's invoices that may still be paid, newest first."""
    return _all(conn, f"order_id = :order_id AND {_OPEN} ORDER BY id DESC LIMIT {limit:d}", {"order_id": order_id})


def find_page_url(conn: Connection, order_id: OrderId) -> str | None:
    """The newest payment page of an order that may still be paid."""
    row = conn.one(
        f"SELECT page_url FROM invoices WHERE order_id = :order_id AND {_OPEN} AND page_url IS NOT NULL "
        "ORDER BY id DESC LIMIT 1",
        {"order_id": order_id},
    )
    return None if row is None else str(row["page_url"])


def list_due(conn: Connection, now: int, limit: int) -> list[Invoice]:
    """Invoices to ask about now, longest due first."""
    condition = f"next_check_at <= :now AND invoice_id IS NOT NULL ORDER BY next_check_at, id LIMIT {limit:d}"
    return _all(conn, condition, {"now": now})


def record_status(conn: Connection, row_id: int, status: InvoiceStatus, reported_at: int | None) -> None:
    """Note what a provider said; only an invoice that may still be paid is asked about again."""
    conn.run(
        "UPDATE invoices SET status = :status, reported_at = COALESCE(:reported_at, reported_at), "
        "next_check_at = CASE WHEN :is_open THEN next_check_at END WHERE id = :id",
        {
            "status": status.value,
            "reported_at": reported_at,
            "is_open": status.is_open,
            "id": row_id,
        },
    )


def claim_first_payment(conn: Connection, invoice: Invoice, amount: int | None, now: int) -> bool:
    """Note that the money of an invoice came; True for the first who says so."""
    changed = conn.run(
        "UPDATE invoices SET paid_at = :now, paid_amount = :amount "
        "WHERE provider = :provider AND invoice_id = :invoice_id AND paid_at IS NULL",
        {"now": now, "amount": amount, "provider": invoice.provider.value, "invoice_id": invoice.invoice_id},
    )
    return changed > 0


def schedule_check(conn: Connection, invoice: Invoice, next_check_at: int | None) -> None:
    """Set when to ask about an open invoice again; None: never. A withdrawal that was queued meanwhile goes first."""
    conn.run(
        "UPDATE invoices SET checks = checks + 1, next_check_at = :at "
        f"WHERE id = :id AND {_OPEN} AND is_withdrawal_due = :seen",
        {"at": next_check_at, "id": invoice.id, "seen": int(invoice.is_withdrawal_due)},
    )


def check_all_soon(conn: Connection, now: int) -> int:
    """Make everything that is still asked about due now (after a restart), and return how many those are."""
    return conn.run("UPDATE invoices SET next_check_at = :now WHERE next_check_at > :now", {"now": now})


def queue_withdrawals(conn: Connection, order_id: OrderId, now: int) -> None:
    """Have an order's open invoices withdrawn at their providers: nobody should pay them any more."""
    conn.run(
        f"UPDATE invoices SET is_withdrawal_due = 1, next_check_at = :now WHERE order_id = :order_id AND {_OPEN}",
        {"order_id": order_id, "now": now},
    )


def set_withdrawn(conn: Connection, row_id: int) -> None:
    """Note that nobody can pay an invoice any more; if somebody already did, that stays."""
    conn.run(
        f"UPDATE invoices SET status = 'withdrawn', next_check_at = NULL WHERE id = :id AND {_OPEN}", {"id": row_id}
    )


def drop_withdrawal(conn: Connection, row_id: int) -> None:
    """Stop trying to withdraw an invoice; it is still asked about."""
    conn.run("UPDATE invoices SET is_withdrawal_due = 0 WHERE id = :id", {"id": row_id})


def _one(conn: Connection, condition: str, params: dict[str, Any]) -> Invoice | None:
    found = _all(conn, condition, params)
    return found[0] if found else None


def _all(conn: Connection, condition: str, params: dict[str, Any]) -> list[Invoice]:
    return [_invoice(row) for row in conn.all(f"SELECT {_COLUMNS} FROM invoices WHERE {condition}", params)]


def _invoice(row: Row) -> Invoice:
    return Invoice(
        id=row["id"],
        order_id=row["order_id"],
        provider=ProviderName(row["provider"]),
        reference=row["reference"],
        invoice_id=row["invoice_id"],
        status=row["status"],
        reported_at=row["reported_at"],
        is_paid=row["paid_at"] is not None,
        checks=row["checks"],
        next_check_at=row["next_check_at"],
        is_withdrawal_due=bool(row["is_withdrawal_due"]),
        created_at=row["created_at"],
    )

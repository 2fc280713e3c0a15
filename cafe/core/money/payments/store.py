"""SQL for invoices: every payment page of an order, and when to check it next."""

from typing import Any

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.model import HoldEnd, Invoice
from cafe.core.money.payments.port import CreatedInvoice, InvoiceReport, InvoiceStatus

_IS_OWED = (
    "EXISTS (SELECT 1 FROM money_to_return m JOIN payments p ON p.id = m.payment_id "
    "WHERE p.invoice_id = invoices.id AND m.returned_at IS NULL)"
)
_COLUMNS = (
    "id, order_id, provider, reference, invoice_id, status, reported_at, checks, next_check_at, watched_since, "
    f"is_withdrawal_due, created_at, is_hold, held_amount, hold_end, capture_amount, {_IS_OWED} AS is_owed"
)
_UNPAID = "status IN ('pending', 'processing', 'failed')"
"""See `InvoiceStatus.is_open`."""
_OPEN = f"{_UNPAID} AND invoice_id IS NOT NULL"
"""A page not confirmed by the provider has no id to check."""
_WATCHED = f"(({_UNPAID}) OR status = 'held') AND invoice_id IS NOT NULL"
"""A page with reports still to come."""
_CAN_PAY = f"{_OPEN} AND page_url IS NOT NULL AND is_withdrawal_due = 0 AND created_at > :valid_since"


def add_invoice(
    conn: Connection, order_id: OrderId, provider: ProviderName, reference: str, now: int, *, is_hold: bool = False
) -> int:
    """Store an invoice before the provider is called, and return the row's id."""
    row = conn.one(
        "INSERT INTO invoices (order_id, provider, reference, watched_since, created_at, is_hold) "
        "VALUES (:order_id, :provider, :reference, :now, :now, :is_hold) RETURNING id",
        {
            "order_id": order_id,
            "provider": provider.value,
            "reference": reference,
            "now": now,
            "is_hold": int(is_hold),
        },
    )
    if row is None:
        raise LookupError("invoices.id")
    return int(row["id"])


def set_created(conn: Connection, row_id: int, created: CreatedInvoice, next_check_at: int) -> None:
    """Store the provider's id and page URL; schedule a check unless a webhook has closed the invoice already."""
    conn.run(
        "UPDATE invoices SET invoice_id = :invoice_id, page_url = :page_url, "
        f"next_check_at = CASE WHEN {_UNPAID} THEN CAST(:next_check_at AS BIGINT) END WHERE id = :id",
        {
            "id": row_id,
            "invoice_id": created.invoice_id,
            "page_url": created.page_url,
            "next_check_at": next_check_at,
        },
    )


def get_invoice(conn: Connection, row_id: int) -> Invoice:
    found = _one(conn, "id = :id", {"id": row_id})
    if found is None:
        raise LookupError(row_id)
    return found


def find_reported(conn: Connection, provider: ProviderName, report: InvoiceReport) -> Invoice | None:
    """Find the invoice of a report, by the provider's id."""
    return _one(
        conn,
        "provider = :provider AND invoice_id = :invoice_id ORDER BY (reference = :reference) DESC, id DESC LIMIT 1",
        {"provider": provider.value, "invoice_id": report.invoice_id, "reference": report.reference or ""},
    )


def abandon_invoice(conn: Connection, row_id: int) -> None:
    """Mark that the provider did not answer. If it created the page all the same, that will be withdrawn."""
    conn.run("UPDATE invoices SET is_withdrawal_due = 1 WHERE id = :id AND invoice_id IS NULL", {"id": row_id})


def adopt_invoice(conn: Connection, provider: ProviderName, report: InvoiceReport, now: int) -> Invoice | None:
    """Store an unknown invoice whose reference is ours, and make it due for a poll; None if it is not ours.

    The process may have died between the provider's answer and storing it.
    """
    known = find_reported(conn, provider, report)
    if known is not None or not report.reference:
        return known
    key = {"provider": provider.value, "reference": report.reference}
    select = (
        "SELECT id, order_id, invoice_id, is_hold FROM invoices WHERE provider = :provider AND reference = :reference"
    )
    row = conn.one(f"{select} ORDER BY id LIMIT 1", key)
    if row is None:
        return None
    conn.lock("orders", row["order_id"])  # another report on it may have been faster
    known, row = find_reported(conn, provider, report), conn.one(f"{select} ORDER BY id LIMIT 1", key)
    if known is not None or row is None:
        return known
    row_id = row["id"]
    if row["invoice_id"] is not None:
        is_hold = bool(row["is_hold"])
        row_id = add_invoice(conn, row["order_id"], provider, report.reference, now, is_hold=is_hold)
    conn.run(
        "UPDATE invoices SET invoice_id = :invoice_id, next_check_at = :now WHERE id = :id",
        {"invoice_id": report.invoice_id, "now": now, "id": row_id},
    )
    return _one(conn, "id = :id", {"id": row_id})


def add_unknown(conn: Connection, provider: ProviderName, invoice_id: str, now: int) -> bool:
    """Store that a provider reported an unknown invoice as paid; False if that is stored already."""
    params = {"key": f"unknown payment {provider.value} {invoice_id}", "now": str(now)}
    return conn.run("INSERT INTO meta (key, value) VALUES (:key, :now) ON CONFLICT (key) DO NOTHING", params) == 1


def list_open(conn: Connection, order_id: OrderId, limit: int) -> list[Invoice]:
    """List an order's invoices that may still be paid, newest first."""
    return _all(conn, f"order_id = :order_id AND {_OPEN} ORDER BY id DESC LIMIT {limit:d}", {"order_id": order_id})


def count_open(conn: Connection, order_id: OrderId, valid_since: int, asked_since: int) -> int:
    """Count an order's payable pages, including those being requested from a provider."""
    row = conn.one(
        f"SELECT COUNT(*) AS pages FROM invoices WHERE order_id = :order_id AND (({_CAN_PAY}) "
        f"OR ({_UNPAID} AND invoice_id IS NULL AND is_withdrawal_due = 0 AND created_at > :asked_since))",
        {"order_id": order_id, "valid_since": valid_since, "asked_since": asked_since},
    )
    return 0 if row is None else int(row["pages"])


def find_page_url(conn: Connection, order_id: OrderId, shown: str | None, valid_since: int) -> str | None:
    """Find the URL of an order's payable page: the one `shown` before, else the newest."""
    row = conn.one(
        f"SELECT page_url FROM invoices WHERE order_id = :order_id AND {_CAN_PAY} "
        "ORDER BY (page_url = :shown) DESC, id DESC LIMIT 1",
        {"order_id": order_id, "shown": shown or "", "valid_since": valid_since},
    )
    return None if row is None else str(row["page_url"])


def find_newest_status(conn: Connection, order_id: int) -> InvoiceStatus | None:
    """Find the status of an order's newest payment page."""
    row = conn.one("SELECT status FROM invoices WHERE order_id = :id ORDER BY id DESC LIMIT 1", {"id": order_id})
    return None if row is None else InvoiceStatus(row["status"])


def list_due(conn: Connection, now: int, longest_gap: int, longest_rest: int, limit: int) -> list[Invoice]:
    """List the invoices to check now, longest due first, but paid ones last.

    A check scheduled later than the longest gap (`longest_rest` for paid ones) is due now: the clock was set back.
    """
    is_far = "next_check_at > :far_paid OR (status <> 'paid' AND next_check_at > :far)"
    condition = (
        f"(next_check_at <= :now OR {is_far}) AND invoice_id IS NOT NULL "
        f"ORDER BY CASE WHEN status = 'paid' THEN 1 ELSE 0 END, next_check_at, id LIMIT {limit:d}"
    )
    return _all(conn, condition, {"now": now, "far": now + longest_gap, "far_paid": now + longest_rest})


def record_status(conn: Connection, row_id: int, status: InvoiceStatus, reported_at: int | None) -> None:
    """Store a reported status; only an invoice that may still be paid is checked further."""
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


def set_held(conn: Connection, row_id: int, amount: int, now: int, reported_at: int | None) -> None:
    """Store a hold (kopiykas); it is checked until it is captured or released."""
    conn.run(
        "UPDATE invoices SET status = 'held', held_at = :now, held_amount = :amount, hold_end = NULL, "
        "reported_at = COALESCE(:reported_at, reported_at), is_withdrawal_due = 0, checks = 0, watched_since = :now, "
        "given_up_at = NULL, next_check_at = :now WHERE id = :id",
        {"id": row_id, "amount": amount, "now": now, "reported_at": reported_at},
    )


def queue_capture(conn: Connection, order_id: OrderId, amount: int, now: int) -> None:
    """Queue the capture of an order's hold, up to an amount (kopiykas), unless its end is decided already."""
    conn.run(
        "UPDATE invoices SET hold_end = 'capture', next_check_at = :now, checks = 0, "
        "capture_amount = CASE WHEN held_amount < :amount THEN held_amount ELSE :amount END "
        "WHERE order_id = :order_id AND status = 'held' AND hold_end IS NULL",
        {"order_id": order_id, "amount": amount, "now": now},
    )


def find_held(conn: Connection, order_id: OrderId) -> Invoice | None:
    """Find the hold of an order."""
    return _one(conn, "order_id = :id AND status = 'held' ORDER BY id DESC LIMIT 1", {"id": order_id})


def queue_release(conn: Connection, row_id: int, now: int) -> None:
    """Queue the release of an invoice's hold."""
    _queue_releases(conn, "id = :id", {"id": row_id, "now": now})


def queue_releases(conn: Connection, order_id: OrderId, now: int) -> None:
    """Queue the release of all holds of an order, even those queued for capture."""
    _queue_releases(conn, "order_id = :id", {"id": order_id, "now": now})


def _queue_releases(conn: Connection, which: str, params: dict[str, Any]) -> None:
    conn.run(
        "UPDATE invoices SET hold_end = 'release', next_check_at = :now, checks = 0 "
        f"WHERE {which} AND status = 'held' AND COALESCE(hold_end, '') <> 'release'",
        params,
    )


def list_unanswered(conn: Connection, held_before: int) -> list[tuple[OrderId, int]]:
    """List the new orders whose hold began by a moment and is undecided, each with its beginning."""
    rows = conn.all(
        "SELECT i.order_id, i.held_at FROM invoices i JOIN orders o ON o.id = i.order_id "
        "WHERE i.status = 'held' AND i.hold_end IS NULL AND i.held_at <= :before AND o.status = 'new' "
        "ORDER BY i.held_at, i.id",
        {"before": held_before},
    )
    return [(OrderId(row["order_id"]), int(row["held_at"])) for row in rows]


def watch_paid(conn: Connection, row_id: int, now: int, next_check_at: int) -> None:
    """Schedule the checks of an invoice that was just paid."""
    conn.run(
        "UPDATE invoices SET watched_since = :now, "
        "next_check_at = CASE WHEN status = 'paid' THEN CAST(:next_check_at AS BIGINT) END WHERE id = :id",
        {"id": row_id, "now": now, "next_check_at": next_check_at},
    )


def schedule_check(conn: Connection, invoice: Invoice, next_check_at: int | None) -> None:
    """Set the next check of an invoice under observation; None: never. What was queued since keeps its time."""
    conn.run(
        "UPDATE invoices SET checks = checks + 1, next_check_at = :at "
        f"WHERE id = :id AND (({_WATCHED}) OR status = 'paid') AND is_withdrawal_due = :seen "
        "AND CASE WHEN status = 'held' THEN COALESCE(hold_end, 'none') ELSE '' END = :hold "
        "AND next_check_at IS NOT NULL",
        {
            "at": next_check_at,
            "id": invoice.id,
            "seen": int(invoice.is_withdrawal_due),
            "hold": (invoice.hold_end or "none") if invoice.is_held else "",
        },
    )


def give_up(conn: Connection, row_id: int, now: int) -> bool:
    """Stop checking an invoice that may have been paid; True only for the caller whose update changed it."""
    changed = conn.run(
        "UPDATE invoices SET next_check_at = NULL, given_up_at = :now "
        f"WHERE id = :id AND {_WATCHED} AND given_up_at IS NULL",
        {"id": row_id, "now": now},
    )
    return changed == 1


def watch_for_reversal(conn: Connection, payment_id: int, now: int, next_check_at: int) -> None:
    """Begin to check a card payment often: it must be returned, and the webhook about that may get lost."""
    conn.run(
        "UPDATE invoices SET next_check_at = :at, watched_since = :now, checks = 0 "
        "WHERE id = (SELECT invoice_id FROM payments WHERE id = :id) AND status = 'paid'",
        {"id": payment_id, "at": next_check_at, "now": now},
    )


def watch_again(conn: Connection, provider: ProviderName, now: int) -> int:
    """Resume checking a provider's invoices that were given up; return how many."""
    return conn.run(
        "UPDATE invoices SET next_check_at = :now, watched_since = :now, given_up_at = NULL "
        f"WHERE provider = :provider AND given_up_at IS NOT NULL AND {_WATCHED}",
        {"provider": provider.value, "now": now},
    )


def check_all_soon(conn: Connection, now: int, paid_since: int) -> int:
    """Make all scheduled checks due now (after a restart), except of payments with nothing to return.

    Those paid after `paid_since` without a scheduled check become due, too: a restored database knows less than the
    providers, and earlier versions scheduled none. Return how many became due.
    """
    return conn.run(
        f"UPDATE invoices SET next_check_at = :now WHERE (next_check_at > :now AND (status <> 'paid' OR {_IS_OWED})) "
        "OR (id IN (SELECT p.invoice_id FROM payments p WHERE p.paid_at > :paid_since) "
        "AND status = 'paid' AND next_check_at IS NULL)",
        {"now": now, "paid_since": paid_since},
    )


def queue_withdrawals(conn: Connection, order_id: OrderId, now: int) -> None:
    """Queue the withdrawal of an order's open invoices at their providers."""
    conn.run(
        f"UPDATE invoices SET is_withdrawal_due = 1, next_check_at = :now WHERE order_id = :order_id AND {_OPEN}",
        {"order_id": order_id, "now": now},
    )


def set_withdrawn(conn: Connection, row_id: int) -> None:
    """Mark an open invoice as withdrawn; one paid in the meantime stays paid."""
    conn.run(
        f"UPDATE invoices SET status = 'withdrawn', next_check_at = NULL WHERE id = :id AND {_OPEN}", {"id": row_id}
    )


def drop_withdrawal(conn: Connection, row_id: int) -> None:
    """Stop trying to withdraw an invoice; it is still checked."""
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
        status=InvoiceStatus(row["status"]),
        reported_at=row["reported_at"],
        checks=row["checks"],
        next_check_at=row["next_check_at"],
        watched_since=row["watched_since"],
        is_withdrawal_due=bool(row["is_withdrawal_due"]),
        created_at=row["created_at"],
        is_owed=bool(row["is_owed"]),
        is_hold=bool(row["is_hold"]),
        held_amount=row["held_amount"],
        hold_end=None if row["hold_end"] is None else HoldEnd(row["hold_end"]),
        capture_amount=row["capture_amount"],
    )

"""SQL that searches orders, and reads all details of one."""

from collections.abc import Collection, Sequence
from typing import Any

import orjson

from cafe.core.kernel.database import Connection, Row, listed
from cafe.core.kernel.ids import GUEST_BASE, OrderId
from cafe.core.money.payments.model import HRYVNIA, Money
from cafe.core.money.payments.returns_store import TO_RETURN
from cafe.core.money.receipts.store import URL as RECEIPT_URL
from cafe.core.ordering.lookup.model import (
    Cursor,
    FoundSums,
    InvoiceRecord,
    MessageRecord,
    OrderQuery,
    OrderRecords,
    ReceiptRecord,
    RefundRecord,
    Returned,
    ReturnRecord,
    Source,
)
from cafe.core.ordering.lookup.text import SearchTerms, read_text
from cafe.core.ordering.orders.model import PaymentStatus, search_key
from cafe.core.ordering.orders.prevented_store import PREVENTION
from cafe.core.ordering.orders.store import OPEN

SOURCES = {
    Source.TELEGRAM: "o.customer_id > 0",
    Source.GUEST: f"o.customer_id < -{GUEST_BASE}",
    Source.WALK_IN: "o.customer_id = -1",
    Source.FORGOTTEN: "o.customer_id = 0",
}
OWED = "SELECT order_id FROM money_to_return WHERE returned_at IS NULL"


class Where:
    """A condition on orders `o`, with its parameters."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.params: dict[str, Any] = {}

    @property
    def sql(self) -> str:
        return " AND ".join(self._parts) or "1 = 1"

    def add(self, condition: str, **params: Any) -> None:
        self._parts.append(condition)
        self.params |= params

    def add_one_of(self, column: str, values: Collection[str]) -> None:
        """Require one of these values in a column; no condition if there are none."""
        if values:
            params = {f"{column}{at}": value for at, value in enumerate(sorted(values))}
            self.add(f"o.{column} IN ({', '.join(':' + name for name in params)})", **params)

    def and_before(self, cursor: Cursor | None) -> "Where":
        """Return the condition for the orders after a page."""
        following = Where()
        following.add(self.sql, **self.params)
        if cursor is not None:
            following.add("(o.created_at, o.id) < (:at, :id)", at=cursor.created_at, id=cursor.order_id)
        return following


def where(query: OrderQuery, since: int | None, until: int | None, today: int) -> Where:
    """Return the condition of a query; its days begin and end at these moments, the current one began at `today`."""
    found = Where()
    if since is not None:
        found.add("o.created_at >= :since", since=since)
    if until is not None:
        found.add("o.created_at < :until", until=until)
    for column, values in (
        ("status", query.statuses),
        ("order_type", query.order_types),
        ("payment_method", query.methods),
        ("payment_status", _payments(query.payment)),
    ):
        found.add_one_of(column, values)
    if query.sources:
        found.add(f"({' OR '.join(SOURCES[source] for source in sorted(query.sources))})")
    if query.owes_money:
        found.add(f"o.id IN ({OWED})")
    if query.customer is not None:
        found.add(
            "o.phone_key = (SELECT of.phone_key FROM orders of WHERE of.id = :customer AND of.phone_key <> '')",
            customer=query.customer,
        )
    if query.is_current:
        found.add(f"(o.{OPEN} OR o.id IN (SELECT order_id FROM order_events WHERE created_at >= :today))", today=today)
    _add_text(found, read_text(query.text))
    return found


def _payments(wanted: PaymentStatus | None) -> set[str]:
    """Return the stored statuses to match; a held payment counts as unpaid."""
    if wanted is None:
        return set()
    return {wanted, PaymentStatus.PENDING} if wanted is PaymentStatus.UNPAID else {wanted}


def _add_text(found: Where, wanted: SearchTerms) -> None:
    params: dict[str, Any] = {f"word{at}": like(word) for at, word in enumerate(wanted.words)}
    words = " AND ".join(f"o.search_key LIKE :{name} ESCAPE '!'" for name in params)
    if wanted.phone is not None:
        found.add("o.phone_key = :phone", phone=wanted.phone)
    elif wanted.number is not None:
        number = (
            "o.id IN (SELECT n.id FROM orders n WHERE n.sequence_number = :number "
            "UNION ALL SELECT n.id FROM orders n WHERE n.id = :number AND n.sequence_number IS NULL)"
        )
        found.add(f"({number} OR {words})" if words else number, number=wanted.number, **params)
    elif words:
        found.add(words, **params)


def like(part: str) -> str:
    """Return the LIKE pattern for texts that contain a part, with `!` to escape wildcards."""
    for special in "!%_":
        part = part.replace(special, f"!{special}")
    return f"%{part}%"


def list_ids(conn: Connection, found: Where, before: Cursor | None, limit: int) -> list[OrderId]:
    """List the matching orders after a cursor, newest first."""
    following = found.and_before(before)
    rows = conn.all(
        f"SELECT o.id FROM orders o WHERE {following.sql} ORDER BY o.created_at DESC, o.id DESC LIMIT {limit:d}",
        following.params,
    )
    return [OrderId(row["id"]) for row in rows]


def sum_found(conn: Connection, found: Where) -> FoundSums:
    """Sum all matches."""
    [row] = conn.all(
        "SELECT COUNT(*) AS orders, COUNT(CASE WHEN o.status = 'cancelled' THEN 1 END) AS cancelled, "
        "COALESCE(SUM(CASE WHEN o.status <> 'cancelled' THEN o.total END), 0) AS total "
        f"FROM orders o WHERE {found.sql}",
        found.params,
    )
    owed = conn.all(
        f"SELECT m.currency, SUM({TO_RETURN}) AS amount FROM money_to_return m JOIN orders o ON o.id = m.order_id "
        f"WHERE m.returned_at IS NULL AND {found.sql} GROUP BY m.currency ORDER BY m.currency",
        found.params,
    )
    return FoundSums(
        orders=int(row["orders"]),
        cancelled=int(row["cancelled"]),
        total=int(row["total"]),
        to_return=[Money(int(each["amount"]), str(each["currency"])) for each in owed if each["amount"]],
    )


def list_owed(conn: Connection, order_ids: Sequence[OrderId]) -> dict[OrderId, list[Money]]:
    """List what the staff still have to return for some orders."""
    owed: dict[OrderId, list[Money]] = {}
    if order_ids:
        params = {f"id{at}": order_id for at, order_id in enumerate(order_ids)}
        rows = conn.all(
            f"SELECT m.order_id, {TO_RETURN} AS amount, m.currency FROM money_to_return m WHERE m.returned_at IS NULL "
            f"AND m.order_id IN ({', '.join(':' + name for name in params)}) ORDER BY m.id",
            params,
        )
        for row in rows:
            if row["amount"]:
                owed.setdefault(OrderId(row["order_id"]), []).append(Money(int(row["amount"]), row["currency"]))
    return owed


def list_returned(conn: Connection, order_ids: Sequence[OrderId]) -> dict[OrderId, list[Returned]]:
    """List the refunded money of some orders."""
    returned: dict[OrderId, list[Returned]] = {}
    if order_ids:
        params = {f"id{at}": order_id for at, order_id in enumerate(order_ids)}
        rows = conn.all(
            "SELECT order_id, amount, currency, way, finished_at, created_at FROM refunds WHERE state = 'done' "
            f"AND order_id IN ({', '.join(':' + name for name in params)}) ORDER BY id",
            params,
        )
        for row in rows:
            at = row["finished_at"] or row["created_at"]
            found = Returned(Money(row["amount"], row["currency"]), row["way"], at)
            returned.setdefault(OrderId(row["order_id"]), []).append(found)
    return returned


def sum_expected(conn: Connection, order_id: OrderId) -> int:
    """Sum what must still be returned to a guest, in kopiykas, refunds under way included."""
    row = conn.one(
        "SELECT COALESCE(SUM(amount), 0) AS amount FROM money_to_return "
        "WHERE order_id = :id AND returned_at IS NULL AND currency = :currency",
        {"id": order_id, "currency": HRYVNIA},
    )
    return 0 if row is None else int(row["amount"])


def read_records(conn: Connection, order_id: OrderId) -> OrderRecords:
    """Read an order's records in other tables."""
    key = {"id": order_id}
    invoices = conn.all(
        "SELECT i.provider, i.status, p.amount, p.currency, i.created_at, p.paid_at FROM invoices i "
        "LEFT JOIN payments p ON p.invoice_id = i.id WHERE i.order_id = :id ORDER BY i.id",
        key,
    )
    messages = conn.all(
        "SELECT id, recipient, kind, payload, state, attempts, created_at, finished_at, last_error FROM outbox "
        "WHERE order_id = :id AND via = 'chat' ORDER BY id",
        key,
    )
    receipts = conn.all(
        "SELECT sale_id, state, url, reason, created_at, finished_at FROM receipts WHERE order_id = :id ORDER BY id",
        key,
    )
    returns = conn.all(
        "SELECT amount, currency, reason, created_at, returned_at, returned_by FROM money_to_return "
        "WHERE order_id = :id ORDER BY id",
        key,
    )
    refunds = conn.all(
        "SELECT amount, currency, state, way, reason, actor, problem, created_at, finished_at FROM refunds "
        "WHERE order_id = :id ORDER BY id",
        key,
    )
    person = conn.one(
        "SELECT cu.username FROM customers cu JOIN orders o ON o.customer_id = cu.id WHERE o.id = :id AND cu.id > 0",
        key,
    )
    return OrderRecords(
        invoices=[_invoice(row) for row in invoices],
        messages=[_message(row) for row in messages],
        receipts=[_receipt(row) for row in receipts if row["sale_id"] is None],
        returns=[
            ReturnRecord(
                Money(row["amount"], row["currency"]),
                row["reason"],
                row["created_at"],
                row["returned_at"],
                row["returned_by"],
            )
            for row in returns
        ],
        to_return=list_owed(conn, [order_id]).get(order_id, ()),
        refunds=[_refund(row) for row in refunds],
        return_receipts=[_receipt(row) for row in receipts if row["sale_id"] is not None],
        username=None if person is None else person["username"],
    )


def list_versioned(conn: Connection, order_ids: Collection[int]) -> list[Row]:
    """List the changeable values shown on the pages of these orders' guests."""
    if not order_ids:
        return []
    ids, params = listed(order_ids)
    return conn.all(
        "SELECT o.id, o.status, o.payment_method, o.payment_status, o.ready_at, o.cancel_reason, o.version, o.balance, "
        "o.courier_name, o.delivery_state, "
        f"({PREVENTION}) AS prevention, "
        "(SELECT MAX(w.id) FROM courier_words w WHERE w.order_id = o.id) AS words, "
        "(SELECT p.place FROM courier_points p WHERE p.staff_id = o.courier_id "
        "AND o.delivery_state <> 'taken') AS place, "
        "(SELECT SUM(r.amount) FROM refunds r WHERE r.order_id = o.id AND r.state = 'done') AS refunded, "
        "(SELECT SUM(m.amount) FROM money_to_return m WHERE m.order_id = o.id AND m.returned_at IS NULL) AS owed, "
        f"({RECEIPT_URL.format(order='o.id')}) AS receipt, "
        "(SELECT i.status FROM invoices i WHERE i.order_id = o.id ORDER BY i.id DESC LIMIT 1) AS invoice, "
        "(SELECT MAX(e.created_at) FROM order_events e WHERE e.order_id = o.id AND e.kind = 'status' "
        "AND e.detail = 'completed') AS completed_at "
        f"FROM orders o WHERE o.id IN ({ids})",
        params,
    )


def _invoice(row: Row) -> InvoiceRecord:
    return InvoiceRecord(
        provider=row["provider"],
        status=row["status"],
        paid=None if row["amount"] is None else Money(row["amount"], row["currency"]),
        created_at=row["created_at"],
        paid_at=row["paid_at"],
    )


def _receipt(row: Row) -> ReceiptRecord:
    return ReceiptRecord(row["state"], row["url"], row["reason"], row["created_at"], row["finished_at"])


def _refund(row: Row) -> RefundRecord:
    return RefundRecord(
        money=Money(row["amount"], row["currency"]),
        state=row["state"],
        way=row["way"],
        reason=row["reason"],
        actor=row["actor"],
        problem=row["problem"],
        created_at=row["created_at"],
        finished_at=row["finished_at"],
    )


def _message(row: Row) -> MessageRecord:
    return MessageRecord(
        id=row["id"],
        recipient=row["recipient"],
        kind=row["kind"],
        status=orjson.loads(row["payload"]).get("status"),
        state=row["state"],
        attempts=row["attempts"],
        created_at=row["created_at"],
        finished_at=row["finished_at"],
        error=row["last_error"],
    )


def fill_search_keys(conn: Connection, limit: int) -> int:
    """Add the search keys of orders placed by older versions; return the number of orders."""
    rows = conn.all("SELECT id, name, phone FROM orders WHERE search_key IS NULL LIMIT :limit", {"limit": limit})
    conn.run_many(
        "UPDATE orders SET search_key = :key WHERE id = :id AND search_key IS NULL",
        [{"id": row["id"], "key": search_key(row["name"], row["phone"])} for row in rows],
    )
    return len(rows)

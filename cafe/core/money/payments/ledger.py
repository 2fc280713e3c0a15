"""What was paid for orders, what was refunded, and what the cafe keeps: computed only here.

A payment is a row of its kind. A card payment comes from an invoice; cash and terminal payments are stored when the
staff take them.
"""

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.model import Invoice, Money, Payment, PaymentKind, StoredPayment
from cafe.core.ordering.orders.model import Order

UNDER_WAY = "state IN ('requested', 'asked', 'unknown', 'held', 'unclear')"
"""Refunds that may still fail."""
REFUNDED = "COALESCE((SELECT SUM(r.amount) FROM refunds r WHERE r.payment_id = p.id AND r.state = 'done'), 0)"
"""What was refunded of the payment `p`."""
PENDING = f"COALESCE((SELECT SUM(r.amount) FROM refunds r WHERE r.payment_id = {{payment}} AND r.{UNDER_WAY}), 0)"
SALE = (
    "(SELECT p.id FROM payments p WHERE p.order_id = o.id AND p.has_sale = 1 "
    f"ORDER BY CASE WHEN {REFUNDED} < p.amount THEN 0 ELSE 1 END, p.amount DESC, p.id DESC LIMIT 1)"
)
"""The payment for the goods of the order `o`; of several, the largest that was not refunded in full."""


def add_card_payment(
    conn: Connection, invoice: Invoice, money: Money, now: int, *, has_sale: bool, holds_receipt: bool
) -> Payment:
    """Store a payment made on an invoice's page."""
    row = conn.one(
        "INSERT INTO payments (order_id, kind, amount, currency, paid_at, invoice_id, has_sale, holds_receipt) "
        "VALUES (:order_id, 'card', :amount, :currency, :now, :invoice_id, :has_sale, :holds_receipt) RETURNING id",
        {
            "order_id": invoice.order_id,
            "amount": money.amount,
            "currency": money.currency,
            "now": now,
            "invoice_id": invoice.id,
            "has_sale": int(has_sale),
            "holds_receipt": int(holds_receipt),
        },
    )
    return Payment(_id(row), money)


def add_payment_in_person(
    conn: Connection, order: Order, kind: PaymentKind, taken_by: str, now: int, amount: int | None = None
) -> Payment | None:
    """Store that somebody took `amount` (whole UAH; None: the order's total); None for a free order."""
    taken = order.total if amount is None else amount
    if taken <= 0:
        return None
    row = conn.one(
        "INSERT INTO payments (order_id, kind, amount, paid_at, taken_by, has_sale) "
        "VALUES (:order_id, :kind, :amount, :now, :taken_by, 1) RETURNING id",
        {"order_id": order.id, "kind": kind.value, "amount": taken * 100, "now": now, "taken_by": taken_by},
    )
    return Payment(_id(row), Money(taken * 100))


def drop_cash_at_the_door(conn: Connection, order_id: OrderId) -> None:
    """Delete the cash payment expected of an order that was not handed over after all."""
    conn.run("DELETE FROM payments WHERE order_id = :order_id AND kind = 'cash'", {"order_id": order_id})


def list_payments(conn: Connection, order_id: OrderId) -> list[StoredPayment]:
    """List an order's payments, those by card first."""
    return [_payment(row) for row in conn.all(f"{_SELECT} WHERE p.order_id = :id {_ORDER}", {"id": order_id})]


def get_payment(conn: Connection, payment_id: int) -> StoredPayment:
    row = conn.one(f"{_SELECT} WHERE p.id = :id", {"id": payment_id})
    if row is None:
        raise LookupError(payment_id)
    return _payment(row)


def find_payment_of_invoice(conn: Connection, invoice: Invoice) -> StoredPayment | None:
    """Find the payment made on a provider's page; earlier versions may have two rows of one page."""
    row = conn.one(
        f"{_SELECT} WHERE i.provider = :provider AND i.invoice_id = :invoice_id ORDER BY p.id LIMIT 1",
        {"provider": invoice.provider.value, "invoice_id": invoice.invoice_id},
    )
    return None if row is None else _payment(row)


def list_kept(conn: Connection, order_id: OrderId) -> list[Payment]:
    """List what the cafe keeps of an order's payments, without those that must be returned already."""
    return [
        Payment(each.id, Money(each.kept, each.paid.currency))
        for each in list_payments(conn, order_id)
        if each.kept and each.debt_id is None
    ]


def move_sale(conn: Connection, gone_id: int, to_id: int) -> None:
    """Make the payment `to_id` the one for the order's goods, in place of `gone_id`."""
    conn.run(
        "UPDATE payments SET has_sale = 1, holds_receipt = (SELECT g.holds_receipt FROM payments g WHERE g.id = :gone) "
        "WHERE id = :to",
        {"gone": gone_id, "to": to_id},
    )
    conn.run("UPDATE payments SET has_sale = 0, holds_receipt = 0 WHERE id = :gone", {"gone": gone_id})


def is_refunded(conn: Connection, order_id: OrderId) -> bool:
    """Whether everything paid for an order's goods was refunded, so that it can be paid again; extra payments aside."""
    sales = [each for each in list_payments(conn, order_id) if each.has_sale]
    return bool(sales) and not any(each.kept for each in sales)


_SELECT = (
    "SELECT p.id, p.kind, p.amount, p.currency, p.has_sale, p.holds_receipt, p.invoice_id, i.provider, "
    f"i.invoice_id AS provider_invoice_id, {REFUNDED} AS refunded, {PENDING.format(payment='p.id')} AS pending, "
    "COALESCE((SELECT SUM(r.amount) FROM refunds r WHERE r.payment_id = p.id AND r.edit_number IS NOT NULL "
    "AND r.state <> 'refused'), 0) AS edited, "
    "(SELECT m.id FROM money_to_return m WHERE m.payment_id = p.id AND m.returned_at IS NULL) AS debt_id "
    "FROM payments p LEFT JOIN invoices i ON i.id = p.invoice_id"
)
_ORDER = "ORDER BY CASE WHEN p.kind = 'card' THEN 0 ELSE 1 END, p.id"


def _payment(row: Row) -> StoredPayment:
    return StoredPayment(
        id=row["id"],
        kind=PaymentKind(row["kind"]),
        paid=Money(int(row["amount"]), str(row["currency"])),
        has_sale=bool(row["has_sale"]),
        holds_receipt=bool(row["holds_receipt"]),
        invoice_id=row["invoice_id"],
        provider=None if row["provider"] is None else ProviderName(row["provider"]),
        provider_invoice_id=str(row["provider_invoice_id"] or ""),
        refunded=int(row["refunded"]),
        pending=int(row["pending"]),
        edited=int(row["edited"]),
        debt_id=row["debt_id"],
    )


def _id(row: Row | None) -> int:
    if row is None:
        raise LookupError("payments.id")
    return int(row["id"])

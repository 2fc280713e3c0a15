"""SQL for the payments that the cafe holds, and those that it must return."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId
from cafe.core.payments.in_person import was_paid_in_person
from cafe.core.payments.model import HRYVNIA, Money, Payment

GONE = "COALESCE((SELECT SUM(r.amount) FROM refunds r WHERE r.invoice_id = i.id AND r.state = 'done'), 0)"
"""What went back of the invoice `i`."""
_ON_ITS_WAY = (
    "COALESCE((SELECT SUM(r.amount) FROM refunds r WHERE r.invoice_id = m.invoice_id "
    "AND r.state IN ('requested', 'asked', 'unknown')), 0)"
)
TO_RETURN = f"CASE WHEN m.amount > {_ON_ITS_WAY} THEN m.amount - {_ON_ITS_WAY} ELSE 0 END"
"""What somebody has to do about the row `m` of `money_to_return`: a refund that is under way needs nobody."""
IS_OWED = "EXISTS (SELECT 1 FROM money_to_return m WHERE m.invoice_id = i.id AND m.returned_at IS NULL)"


def list_held(conn: Connection, order_id: OrderId) -> list[Payment]:
    """List what the cafe holds of an order's card payments: what did not go back and is not noted to be returned."""
    rows = conn.all(
        f"SELECT id, paid_amount, paid_currency, {GONE} AS gone FROM invoices i WHERE order_id = :order_id "
        f"AND paid_at IS NOT NULL AND NOT {IS_OWED} ORDER BY id",
        {"order_id": order_id},
    )
    payments = [
        Payment(row["id"], Money(int(row["paid_amount"]) - int(row["gone"]), str(row["paid_currency"] or HRYVNIA)))
        for row in rows
    ]
    return [payment for payment in payments if payment.money.amount > 0]


def sum_on_its_way(conn: Connection, invoice_id: int | None) -> int:
    """Sum the refunds of a payment that are under way: they may still fail."""
    row = conn.one(
        "SELECT COALESCE(SUM(amount), 0) AS amount FROM refunds WHERE invoice_id = :id "
        "AND state IN ('requested', 'asked', 'unknown')",
        {"id": invoice_id},
    )
    return 0 if row is None else int(row["amount"])


def find_held_in_person(conn: Connection, order_id: OrderId, total: int) -> Payment | None:
    """Return what the cafe holds of the `total` (whole UAH), if it was paid in person, likewise."""
    if not was_paid_in_person(conn, order_id):
        return None
    row = conn.one(
        "SELECT COALESCE(SUM(amount), 0) AS gone FROM refunds "
        "WHERE order_id = :order_id AND invoice_id IS NULL AND state = 'done'",
        {"order_id": order_id},
    )
    owed = conn.one(
        "SELECT 1 FROM money_to_return WHERE order_id = :order_id AND invoice_id IS NULL AND returned_at IS NULL",
        {"order_id": order_id},
    )
    held = total * 100 - (0 if row is None else int(row["gone"]))
    return Payment(None, Money(held)) if held > 0 and owed is None else None


def add_to_return(conn: Connection, order_id: OrderId, payment: Payment, reason: str, now: int) -> None:
    """Note that a payment must be returned; noting it again while it is open changes nothing."""
    conn.run(
        "INSERT INTO money_to_return (order_id, invoice_id, amount, currency, reason, created_at) "
        "VALUES (:order_id, :invoice_id, :amount, :currency, :reason, :now) ON CONFLICT DO NOTHING",
        {
            "order_id": order_id,
            "invoice_id": payment.invoice_id,
            "amount": payment.money.amount,
            "currency": payment.money.currency,
            "reason": reason,
            "now": now,
        },
    )


def lower_to_return(
    conn: Connection, order_id: OrderId, invoice_id: int | None, amount: int, returned_by: str, now: int
) -> bool:
    """Note that so much of a payment went back; False if nothing of it was to be returned."""
    which = "invoice_id = :invoice_id" if invoice_id is not None else "invoice_id IS NULL"
    params = {"order_id": order_id, "invoice_id": invoice_id, "amount": amount, "by": returned_by, "now": now}
    lowered = conn.run(
        "UPDATE money_to_return SET amount = amount - :amount "
        f"WHERE order_id = :order_id AND {which} AND returned_at IS NULL AND amount > :amount",
        params,
    )
    closed = (
        conn.run(
            "UPDATE money_to_return SET returned_at = :now, returned_by = :by "
            f"WHERE order_id = :order_id AND {which} AND returned_at IS NULL AND amount <= :amount",
            params,
        )
        if not lowered
        else 0
    )
    return lowered + closed > 0

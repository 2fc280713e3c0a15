"""SQL for the payments that the cafe holds, and those that it must return."""

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId
from cafe.core.payments.model import HRYVNIA, Money, Payment

BY_REVERSAL = "reversal"


def list_held(conn: Connection, order_id: OrderId, total: int) -> list[Payment]:
    """List the card payments of an order that were neither reversed nor noted to be returned.

    `total` in whole UAH stands for an amount that the provider did not tell.
    """
    rows = conn.all(
        "SELECT id, paid_amount, paid_currency FROM invoices i WHERE order_id = :order_id AND paid_at IS NOT NULL "
        "AND status <> 'reversed' AND NOT EXISTS (SELECT 1 FROM money_to_return m WHERE m.invoice_id = i.id) "
        "ORDER BY id",
        {"order_id": order_id},
    )
    return [
        Payment(row["id"], Money(row["paid_amount"] if row["paid_amount"] is not None else total * 100, _currency(row)))
        for row in rows
    ]


def has_card_payment(conn: Connection, order_id: OrderId) -> bool:
    """Whether an order was ever paid by card, whatever became of the money."""
    row = conn.one(
        "SELECT 1 FROM invoices WHERE order_id = :order_id AND paid_at IS NOT NULL LIMIT 1", {"order_id": order_id}
    )
    return row is not None


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


def close_return(conn: Connection, invoice_id: int, returned_by: str, now: int) -> bool:
    """Note that an invoice's payment was returned; False if none was to be returned."""
    changed = conn.run(
        "UPDATE money_to_return SET returned_at = :now, returned_by = :by "
        "WHERE invoice_id = :invoice_id AND returned_at IS NULL",
        {"invoice_id": invoice_id, "by": returned_by, "now": now},
    )
    return changed == 1


def list_to_return(conn: Connection, order_id: OrderId) -> list[Money]:
    """List what must still be returned for an order."""
    rows = conn.all(
        "SELECT amount, currency FROM money_to_return WHERE order_id = :order_id AND returned_at IS NULL ORDER BY id",
        {"order_id": order_id},
    )
    return [Money(row["amount"], row["currency"]) for row in rows]


def has_reversal(conn: Connection, order_id: OrderId) -> bool:
    """Whether a payment of an order was taken back that was not to be returned."""
    row = conn.one(
        "SELECT 1 FROM invoices i WHERE order_id = :order_id AND paid_at IS NOT NULL AND status = 'reversed' "
        "AND NOT EXISTS (SELECT 1 FROM money_to_return m WHERE m.invoice_id = i.id) LIMIT 1",
        {"order_id": order_id},
    )
    return row is not None


def _currency(row: Row) -> str:
    return str(row["paid_currency"] or HRYVNIA)

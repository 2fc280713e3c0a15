"""SQL for the payments that must be returned."""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments.ledger import PENDING
from cafe.core.money.payments.model import Payment

_PENDING = PENDING.format(payment="m.payment_id")
TO_RETURN = f"CASE WHEN m.amount > {_PENDING} THEN m.amount - {_PENDING} ELSE 0 END"
"""The amount that the staff must return for the row `m` of `money_to_return`, less the refunds under way."""


def add_to_return(conn: Connection, order_id: OrderId, payment: Payment, reason: str, now: int) -> None:
    """Store that a payment must be returned; no change if that is stored and open already."""
    conn.run(
        "INSERT INTO money_to_return (order_id, payment_id, amount, currency, reason, created_at) "
        "VALUES (:order_id, :payment_id, :amount, :currency, :reason, :now) ON CONFLICT DO NOTHING",
        {
            "order_id": order_id,
            "payment_id": payment.id,
            "amount": payment.money.amount,
            "currency": payment.money.currency,
            "reason": reason,
            "now": now,
        },
    )


def lower_to_return(conn: Connection, payment_id: int, amount: int, returned_by: str, now: int) -> None:
    """Subtract a returned amount from what must be returned of a payment, if anything must."""
    params = {"payment_id": payment_id, "amount": amount, "by": returned_by, "now": now}
    lowered = conn.run(
        "UPDATE money_to_return SET amount = amount - :amount "
        "WHERE payment_id = :payment_id AND returned_at IS NULL AND amount > :amount",
        params,
    )
    if not lowered:
        conn.run(
            "UPDATE money_to_return SET returned_at = :now, returned_by = :by "
            "WHERE payment_id = :payment_id AND returned_at IS NULL AND amount <= :amount",
            params,
        )

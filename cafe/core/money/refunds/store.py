"""SQL for refunds."""

from typing import Any

import orjson

from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId, OrderLineId
from cafe.core.money.payments.ledger import UNDER_WAY
from cafe.core.money.payments.model import Money
from cafe.core.money.refunds.model import (
    NewRefund,
    Refund,
    RefundableOrder,
    RefundedLine,
    RefundState,
    RefundWay,
)
from cafe.core.ordering.orders.model import order_number

_COLUMNS = (
    "id, order_id, number, payment_id, way, reference, amount, currency, lines, delivery, reason, actor, state, "
    "problem, attempts, created_at, asked_at, taken_at, resumed_at, edit_number"
)
_COUNTED = "state <> 'refused'"
_IS_ALONE = (
    "NOT EXISTS (SELECT 1 FROM refunds o WHERE o.payment_id = :payment_id AND o.id <> :id "
    "AND o.state IN ('asked', 'unknown', 'unclear'))"
)
"""No other refund of the payment was sent and not ended."""


def list_refunds(conn: Connection, order_id: OrderId) -> list[Refund]:
    """List an order's refunds, oldest first."""
    return _all(conn, "order_id = :order_id ORDER BY number", {"order_id": order_id})


def find_refund(conn: Connection, refund_id: int) -> Refund | None:
    found = _all(conn, "id = :id", {"id": refund_id})
    return found[0] if found else None


def get_refund(conn: Connection, refund_id: int) -> Refund:
    found = find_refund(conn, refund_id)
    if found is None:
        raise LookupError(refund_id)
    return found


def list_of_payment(conn: Connection, payment_id: int) -> list[Refund]:
    """List the refunds of a payment, oldest first."""
    return _all(conn, "payment_id = :id ORDER BY id", {"id": payment_id})


def list_due(conn: Connection, now: int, longest_gap: int, limit: int) -> list[Refund]:
    """List the refunds to check now; one scheduled later than the longest gap is due: the clock was set back."""
    is_due = "(next_check_at <= :now OR next_check_at > :far)"
    condition = f"{is_due} AND {UNDER_WAY} ORDER BY next_check_at, id LIMIT {limit:d}"
    return _all(conn, condition, {"now": now, "far": now + longest_gap})


def add_refund(conn: Connection, new: NewRefund) -> Refund | None:
    """Store a refund; None if it exceeds what is left of the payment, or another one took its number.

    One made in the dashboard is stored without that check.
    """
    payment = new.quote.payment
    row = conn.one(
        "INSERT INTO refunds (order_id, number, payment_id, way, reference, amount, currency, lines, delivery, reason, "
        "actor, state, next_check_at, created_at, finished_at, edit_number) SELECT "
        "CAST(:order_id AS BIGINT), CAST(:number AS BIGINT), CAST(:payment_id AS BIGINT), CAST(:way AS TEXT), "
        "CAST(:reference AS TEXT), CAST(:amount AS BIGINT), CAST(:currency AS TEXT), CAST(:lines AS TEXT), "
        "CAST(:delivery AS BIGINT), CAST(:reason AS TEXT), CAST(:actor AS TEXT), CAST(:state AS TEXT), "
        "CASE WHEN :is_over = 0 THEN CAST(:now AS BIGINT) END, CAST(:now AS BIGINT), "
        "CASE WHEN :is_over = 1 THEN CAST(:now AS BIGINT) END, CAST(:edit_number AS BIGINT) "
        "WHERE :is_fact = 1 OR :amount + COALESCE((SELECT SUM(r.amount) FROM refunds r "
        f"WHERE r.{_COUNTED} AND r.payment_id = :payment_id), 0) <= :paid "
        "ON CONFLICT (order_id, number) DO NOTHING RETURNING id",
        {
            "order_id": new.order_id,
            "number": new.number,
            "payment_id": payment.id,
            "way": new.way.value,
            "reference": new.reference,
            "amount": new.quote.amount,
            "currency": payment.paid.currency,
            "lines": orjson.dumps(new.quote.lines).decode(),
            "delivery": new.quote.delivery,
            "reason": new.reason,
            "actor": new.actor,
            "state": new.state.value,
            "is_fact": int(new.way is RefundWay.DASHBOARD),
            "is_over": int(new.state is RefundState.DONE),
            "now": new.at,
            "edit_number": new.edit_number,
            "paid": payment.paid.amount,
        },
    )
    return None if row is None else get_refund(conn, row["id"])


def claim_sending(conn: Connection, refund: Refund, now: int, next_check_at: int) -> bool:
    """Mark a refund as sent to the provider; False if it must not be, or another one of its payment is under way.

    LiqPay tells refunds apart by amounts alone. An escalated refund is not sent until the staff decide.
    """
    changed = conn.run(
        "UPDATE refunds SET state = 'asked', asked_at = :now, next_check_at = :at WHERE id = :id "
        f"AND state = 'requested' AND {_IS_ALONE}",
        {"id": refund.id, "payment_id": refund.payment_id, "now": now, "at": next_check_at},
    )
    return changed == 1


def can_be_sent(conn: Connection, refund: Refund) -> bool:
    """Whether `claim_sending` would succeed now."""
    row = conn.one(
        f"SELECT 1 FROM refunds WHERE id = :id AND state = 'requested' AND {_IS_ALONE}",
        {"id": refund.id, "payment_id": refund.payment_id},
    )
    return row is not None


def mark_checked(conn: Connection, refund_id: int, next_check_at: int) -> None:
    """Count a check of an open refund, and schedule the next one."""
    conn.run(
        f"UPDATE refunds SET attempts = attempts + 1, next_check_at = :at WHERE id = :id AND {UNDER_WAY}",
        {"id": refund_id, "at": next_check_at},
    )


def mark_accepted(conn: Connection, refund_id: int, now: int) -> None:
    """Mark a refund as accepted by the provider, which works on it."""
    conn.run(
        "UPDATE refunds SET state = CASE WHEN state = 'unclear' THEN state ELSE 'asked' END, "
        "taken_at = COALESCE(taken_at, :now) WHERE id = :id AND state IN ('asked', 'unknown', 'unclear')",
        {"id": refund_id, "now": now},
    )


def mark_found(conn: Connection, refund_id: int, now: int) -> bool:
    """Mark a refund about to be sent as known to the provider; False if it is no longer to be sent."""
    changed = conn.run(
        "UPDATE refunds SET state = 'asked', asked_at = COALESCE(asked_at, :now) WHERE id = :id "
        "AND state = 'requested'",
        {"id": refund_id, "now": now},
    )
    return changed == 1


def mark_unknown(conn: Connection, refund_id: int, problem: str) -> None:
    """Store that the provider did not answer."""
    conn.run(
        "UPDATE refunds SET state = CASE WHEN state = 'unclear' THEN state ELSE 'unknown' END, problem = :problem "
        "WHERE id = :id AND state IN ('asked', 'unknown', 'unclear')",
        {"id": refund_id, "problem": problem},
    )


def set_problem(conn: Connection, refund_id: int, problem: str) -> None:
    """Store why an open refund makes no progress."""
    params = {"id": refund_id, "problem": problem}
    conn.run(f"UPDATE refunds SET problem = :problem WHERE id = :id AND {UNDER_WAY}", params)


def send_again(conn: Connection, refund_id: int, problem: str | None) -> None:
    """Queue a refund to be sent again: the provider has no such refund, or did not accept it.

    An escalated refund stays as it is: the staff may have made it in the dashboard.
    """
    conn.run(
        "UPDATE refunds SET state = 'requested', problem = COALESCE(:problem, problem) "
        "WHERE id = :id AND state IN ('asked', 'unknown') AND taken_at IS NULL",
        {"id": refund_id, "problem": problem},
    )


def finish(conn: Connection, refund_id: int, state: RefundState, problem: str | None, now: int) -> bool:
    """Store how an open refund ended; True only for the caller whose update changed it."""
    changed = conn.run(
        "UPDATE refunds SET state = :state, problem = :problem, next_check_at = NULL, finished_at = :now "
        f"WHERE id = :id AND {UNDER_WAY}",
        {"id": refund_id, "state": state.value, "problem": problem, "now": now},
    )
    return changed == 1


def revive(conn: Connection, refund: Refund, now: int) -> bool:
    """Mark a refused refund as done after all; False if it is stored as the dashboard's, or exceeds what is left."""
    changed = conn.run(
        "UPDATE refunds SET state = 'done', finished_at = :now WHERE id = :id AND state = 'refused' "
        "AND NOT EXISTS (SELECT 1 FROM refunds c WHERE c.payment_id = :payment_id AND c.way = 'cabinet' "
        "AND c.id > :id) AND amount + (SELECT COALESCE(SUM(r.amount), 0) FROM refunds r "
        f"WHERE r.payment_id = :payment_id AND r.{_COUNTED}) <= (SELECT p.amount FROM payments p "
        "WHERE p.id = :payment_id)",
        {"id": refund.id, "payment_id": refund.payment_id, "now": now},
    )
    return changed == 1


def mark_escalated(conn: Connection, refund_id: int) -> bool:
    """Store that the staff are notified of a refund that does not end; True only the first time.

    A refund that was never sent is not checked any more.
    """
    changed = conn.run(
        "UPDATE refunds SET state = CASE WHEN state = 'requested' THEN 'held' ELSE 'unclear' END, "
        "next_check_at = CASE WHEN state = 'requested' THEN NULL ELSE next_check_at END "
        "WHERE id = :id AND state IN ('requested', 'asked', 'unknown')",
        {"id": refund_id},
    )
    return changed == 1


def resume(conn: Connection, refund_id: int, now: int) -> bool:
    """Queue a held refund to be sent again; False if it is not held."""
    changed = conn.run(
        "UPDATE refunds SET state = 'requested', resumed_at = :now, attempts = 0, next_check_at = :now "
        "WHERE id = :id AND state = 'held'",
        {"id": refund_id, "now": now},
    )
    return changed == 1


def stop_checking(conn: Connection, refund_id: int) -> None:
    """Stop checking a refund; the staff or a report of the provider end it."""
    conn.run(f"UPDATE refunds SET next_check_at = NULL WHERE id = :id AND {UNDER_WAY}", {"id": refund_id})


def list_refundable(conn: Connection, since: int, limit: int) -> list[RefundableOrder]:
    """List orders that owe money or have an unclear refund, the oldest first, then other refundable ones.

    The others are paid and placed since a time, the newest first, up to `limit`.
    """
    owing = (
        "SELECT order_id FROM money_to_return WHERE returned_at IS NULL "
        "UNION SELECT order_id FROM refunds WHERE state IN ('held', 'unclear')"
    )
    columns = "SELECT o.id, o.sequence_number, o.total FROM orders o"
    owed = conn.all(f"{columns} WHERE o.id IN ({owing}) ORDER BY o.id")
    others = conn.all(
        f"{columns} WHERE o.id NOT IN ({owing}) AND o.created_at >= :since AND o.status <> 'cancelled' "
        f"AND EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id) ORDER BY o.id DESC LIMIT {limit:d}",
        {"since": since},
    )
    return [
        RefundableOrder(row["id"], order_number(row["id"], row["sequence_number"]), row["total"], owes)
        for rows, owes in ((owed, True), (others, False))
        for row in rows
    ]


def find_order_by_number(conn: Connection, number: int) -> OrderId | None:
    """Find an order by its display number: its own, or its id where it has none."""
    row = conn.one(
        "SELECT id FROM orders WHERE sequence_number = :number OR (sequence_number IS NULL AND id = :number) "
        "ORDER BY sequence_number IS NULL, id LIMIT 1",
        {"number": number},
    )
    return None if row is None else OrderId(row["id"])


def check_all_soon(conn: Connection, now: int) -> None:
    """Make all scheduled checks due now (after a restart)."""
    conn.run(f"UPDATE refunds SET next_check_at = :now WHERE next_check_at > :now AND {UNDER_WAY}", {"now": now})


def _all(conn: Connection, condition: str, params: dict[str, Any]) -> list[Refund]:
    return [_refund(row) for row in conn.all(f"SELECT {_COLUMNS} FROM refunds WHERE {condition}", params)]


def _refund(row: Row) -> Refund:
    return Refund(
        id=row["id"],
        order_id=OrderId(row["order_id"]),
        number=row["number"],
        payment_id=row["payment_id"],
        way=RefundWay(row["way"]),
        reference=row["reference"],
        money=Money(row["amount"], row["currency"]),
        lines=tuple(
            RefundedLine(OrderLineId(line["line_id"]), line["quantity"], line["amount"])
            for line in orjson.loads(row["lines"])
        ),
        delivery=row["delivery"],
        reason=row["reason"],
        actor=row["actor"],
        state=RefundState(row["state"]),
        problem=row["problem"],
        attempts=row["attempts"],
        created_at=row["created_at"],
        asked_at=row["asked_at"],
        taken_at=row["taken_at"],
        resumed_at=row["resumed_at"],
        edit_number=row["edit_number"],
    )

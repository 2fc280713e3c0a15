"""SQL for the moves that come by themselves: each is an INSERT from the row that it is about, so it counts once.

All are nothing until the first day of a till was opened.
"""

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments.model import HRYVNIA

IN_USE = "EXISTS (SELECT 1 FROM till_days)"
FIRST = "(SELECT MIN(d.till_id) FROM till_days d)"
"""The first till that is in use."""
TILL_OF = (
    "COALESCE((SELECT w.till_id FROM till_people w JOIN staff s ON s.id = w.staff_id "
    "WHERE ({actor} = s.name OR SUBSTR({actor}, 1, LENGTH(s.name) + 3) = s.name || ' · ') "
    "AND EXISTS (SELECT 1 FROM till_days d WHERE d.till_id = w.till_id) ORDER BY LENGTH(s.name) DESC LIMIT 1), "
    f"{FIRST})"
)
"""The till of whoever took money, as they are named in histories: `Ірина`, or `Ірина · Бар` at a tablet."""
HANDED_BACK = f"r.way = 'person' AND p.kind IN ('cash', 'card') AND r.currency = '{HRYVNIA}'"
"""Refunds `r` of payments `p` that were handed to the guest in cash."""
_INTO = "INSERT INTO till_moves (till_id, kind, amount, order_id, {reference}, actor, reason, at) SELECT "


def book_payment(conn: Connection, payment_id: int, now: int) -> None:
    """Put the cash of a payment into the till of who took it."""
    conn.later(
        "till_moves",
        f"{_INTO.format(reference='payment_id')} {TILL_OF.format(actor='p.taken_by')}, 'taken', p.amount, p.order_id, "
        f"p.id, p.taken_by, '', CAST(:now AS BIGINT) FROM payments p WHERE p.id = :id AND p.kind = 'cash' AND {IN_USE} "
        "ON CONFLICT (payment_id, kind) DO NOTHING",
        {"id": payment_id, "now": now},
    )


def book_undone(conn: Connection, order_id: OrderId, actor: str, now: int) -> None:
    """Take the cash of an order's payments that are gone out of the till that it went into."""
    conn.later(
        "till_moves",
        f"{_INTO.format(reference='payment_id')} m.till_id, 'undone', -m.amount, m.order_id, m.payment_id, "
        "CAST(:actor AS TEXT), '', CAST(:now AS BIGINT) FROM till_moves m WHERE m.order_id = :id AND m.kind = 'taken' "
        "AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.id = m.payment_id) "
        "ON CONFLICT (payment_id, kind) DO NOTHING",
        {"id": order_id, "actor": actor, "now": now},
    )


def book_refund(conn: Connection, refund_id: int, now: int) -> None:
    """Take what was handed back out of the till of who gave it."""
    conn.later(
        "till_moves",
        f"{_INTO.format(reference='refund_id')} {TILL_OF.format(actor='r.actor')}, 'given_back', -r.amount, "
        "r.order_id, r.id, r.actor, r.reason, CAST(:now AS BIGINT) FROM refunds r "
        f"JOIN payments p ON p.id = r.payment_id WHERE r.id = :id AND {HANDED_BACK} AND {IN_USE} "
        "ON CONFLICT (refund_id) DO NOTHING",
        {"id": refund_id, "now": now},
    )


def book_hand_in(conn: Connection, hand_in_id: int, now: int) -> None:
    """Put what a courier handed in into the till of who counted it."""
    conn.later(
        "till_moves",
        "INSERT INTO till_moves (till_id, kind, amount, hand_in_id, actor, reason, at) SELECT "
        f"{TILL_OF.format(actor='h.counted_by')}, 'handed_in', h.counted * 100, h.id, h.counted_by, s.name, "
        "CAST(:now AS BIGINT) FROM courier_hand_ins h JOIN staff s ON s.id = h.staff_id "
        f"WHERE h.id = :id AND h.counted > 0 AND {IN_USE} ON CONFLICT (hand_in_id) DO NOTHING",
        {"id": hand_in_id, "now": now},
    )

"""SQL for the ledger of couriers' cash."""

from cafe.core.delivery.cash.model import CashKind, CashMove, Decision, HandIn, Pocket
from cafe.core.delivery.couriers.store import ON_SHIFT
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import OrderId, StaffId
from cafe.core.ordering.orders.model import order_number

IN_HAND = "COALESCE((SELECT SUM(m.amount) FROM courier_cash m WHERE m.staff_id = s.id), 0)"
IS_OPEN = "h.decision IS NULL AND h.counted <> h.expected"
HAND_INS = "SELECT h.*, s.name FROM courier_hand_ins h JOIN staff s ON s.id = h.staff_id"


def list_pockets(conn: Connection) -> list[Pocket]:
    """List who is on shift or carries something, by name."""
    rows = conn.all(
        f"SELECT * FROM (SELECT s.id, s.name, CASE WHEN s.is_active = 1 AND {ON_SHIFT} THEN 1 ELSE 0 END AS on_shift, "
        f"{IN_HAND} AS in_hand FROM staff s) found WHERE on_shift = 1 OR in_hand <> 0 ORDER BY name, id"
    )
    return [Pocket(StaffId(row["id"]), row["name"], bool(row["on_shift"]), int(row["in_hand"])) for row in rows]


def get_in_hand(conn: Connection, staff_id: StaffId) -> int:
    """Return what somebody carries."""
    row = conn.one("SELECT COALESCE(SUM(amount), 0) AS sum FROM courier_cash WHERE staff_id = :id", {"id": staff_id})
    return 0 if row is None else int(row["sum"])


def get_not_booked(conn: Connection, order_id: OrderId, since: int) -> int:
    """Return the cash paid for an order since a moment that is not in the ledger; below 0: it was not paid after all.

    What was paid before, at the counter, is in nobody's pocket.
    """
    row = conn.one(
        "SELECT (SELECT COALESCE(SUM(amount), 0) FROM payments WHERE order_id = :id AND kind = 'cash' "
        "AND paid_at >= :since) AS paid, "
        "(SELECT COALESCE(SUM(amount), 0) FROM courier_cash WHERE order_id = :id AND at >= :since) AS booked",
        {"id": order_id, "since": since},
    )
    return 0 if row is None else int(row["paid"]) // 100 - int(row["booked"])


def add_move(
    conn: Connection,
    staff_id: StaffId,
    kind: CashKind,
    amount: int,
    actor: str,
    now: int,
    *,
    order_id: OrderId | None = None,
    hand_in_id: int | None = None,
    reason: str = "",
) -> None:
    conn.run(
        "INSERT INTO courier_cash (staff_id, kind, amount, order_id, hand_in_id, actor, reason, at) "
        "VALUES (:staff, :kind, :amount, :order, :hand_in, :actor, :reason, :now)",
        {
            "staff": staff_id,
            "kind": kind.value,
            "amount": amount,
            "order": order_id,
            "hand_in": hand_in_id,
            "actor": actor,
            "reason": reason,
            "now": now,
        },
    )


def add_hand_in(
    conn: Connection, staff_id: StaffId, counted: int, expected: int, counted_by: str, question: str | None, now: int
) -> HandIn | None:
    """Add a hand-in; None if this question of a chat is answered already."""
    row = conn.one(
        "INSERT INTO courier_hand_ins (staff_id, counted, expected, counted_by, question, at) "
        "VALUES (:staff, :counted, :expected, :by, :question, :now) ON CONFLICT (question) DO NOTHING RETURNING id",
        {
            "staff": staff_id,
            "counted": counted,
            "expected": expected,
            "by": counted_by,
            "question": question,
            "now": now,
        },
    )
    return None if row is None else find_hand_in(conn, int(row["id"]))


def find_hand_in(conn: Connection, hand_in_id: int) -> HandIn | None:
    row = conn.one(f"{HAND_INS} WHERE h.id = :id", {"id": hand_in_id})
    return None if row is None else _hand_in(row)


def decide(conn: Connection, hand_in_id: int, decision: Decision, reason: str, actor: str, now: int) -> bool:
    """Store what becomes of a difference; False if it is not open."""
    changed = conn.run(
        "UPDATE courier_hand_ins SET decision = :decision, reason = :reason, decided_by = :actor, decided_at = :now "
        "WHERE id = :id AND decision IS NULL AND counted <> expected",
        {"id": hand_in_id, "decision": decision.value, "reason": reason, "actor": actor, "now": now},
    )
    return changed == 1


def list_hand_ins(conn: Connection, limit: int) -> list[HandIn]:
    """List the open differences, and then the latest other hand-ins, newest first."""
    rows = conn.all(f"{HAND_INS} WHERE {IS_OPEN} ORDER BY h.id DESC")
    others = conn.all(f"{HAND_INS} WHERE NOT ({IS_OPEN}) ORDER BY h.id DESC LIMIT :limit", {"limit": limit})
    return [_hand_in(row) for row in (*rows, *others)]


def count_open_differences(conn: Connection) -> int:
    row = conn.one(f"SELECT COUNT(*) AS count FROM courier_hand_ins h WHERE {IS_OPEN}")
    return 0 if row is None else int(row["count"])


def list_moves(conn: Connection, limit: int) -> list[CashMove]:
    """List the latest rows, newest first."""
    rows = conn.all(
        "SELECT m.*, s.name, o.sequence_number FROM courier_cash m JOIN staff s ON s.id = m.staff_id "
        "LEFT JOIN orders o ON o.id = m.order_id ORDER BY m.id DESC LIMIT :limit",
        {"limit": limit},
    )
    return [_move(row) for row in rows]


def _hand_in(row: Row) -> HandIn:
    return HandIn(
        id=row["id"],
        staff_id=StaffId(row["staff_id"]),
        name=row["name"],
        counted=row["counted"],
        expected=row["expected"],
        counted_by=row["counted_by"],
        at=row["at"],
        decision=None if row["decision"] is None else Decision(row["decision"]),
        decided_by=row["decided_by"] or "",
        decided_at=row["decided_at"],
        reason=row["reason"] or "",
    )


def _move(row: Row) -> CashMove:
    return CashMove(
        id=row["id"],
        staff_id=StaffId(row["staff_id"]),
        name=row["name"],
        kind=CashKind(row["kind"]),
        amount=row["amount"],
        order_id=row["order_id"],
        number="" if row["order_id"] is None else order_number(row["order_id"], row["sequence_number"]),
        actor=row["actor"],
        reason=row["reason"],
        at=row["at"],
    )

"""Whether money adds up since the first day of a till: what was paid is in a till or with a courier, once.

Payments in cash, less what was handed back, are what tills took and couriers collected; what couriers handed in is in a
till; a day's count is compared with what its moves come to; the figures without cash are the payments that it names.
"""

from dataclasses import asdict

from cafe.core.kernel.database import Connection, Row
from cafe.core.money.tills import store
from cafe.core.money.tills.booking import HANDED_BACK
from cafe.core.money.tills.model import Mismatch, Place
from cafe.core.money.tills.service import read_figures
from cafe.core.ordering.orders.model import order_number

MOST = 20
"""Mismatches named of each place."""
DAYS_COMPARED = 60
"""Closed days whose frozen figures are added up again."""
SINCE = "(SELECT MIN(f.opened_at) FROM till_days f)"
_IN_TILL = "COALESCE((SELECT SUM(m.amount) FROM till_moves m WHERE m.payment_id = p.id), 0)"
_IS_IN_NONE = "NOT EXISTS (SELECT 1 FROM till_moves m WHERE m.payment_id = {payment}.id)"
_COLLECTED = (
    "100 * COALESCE((SELECT SUM(c.amount) FROM courier_cash c WHERE c.order_id = {order} AND c.kind = 'collected'), 0)"
)
ORDERS = f"""
SELECT o.id, o.sequence_number FROM orders o WHERE o.id IN (
  SELECT p.order_id FROM payments p WHERE p.kind = 'cash' AND p.paid_at > {SINCE} AND {_IS_IN_NONE.format(payment="p")}
    AND {_COLLECTED.format(order="p.order_id")} < (SELECT SUM(q.amount) FROM payments q WHERE q.order_id = p.order_id
      AND q.kind = 'cash' AND q.paid_at > {SINCE} AND {_IS_IN_NONE.format(payment="q")})
  UNION SELECT b.order_id FROM courier_cash b WHERE b.kind = 'collected' AND b.order_id IS NOT NULL AND b.at > {SINCE}
    AND {_COLLECTED.format(order="b.order_id")} > (SELECT COALESCE(SUM(q.amount), 0) FROM payments q
      WHERE q.order_id = b.order_id AND q.kind = 'cash' AND {_IS_IN_NONE.format(payment="q")})
  UNION SELECT m.order_id FROM till_moves m LEFT JOIN payments p ON p.id = m.payment_id WHERE m.payment_id IS NOT NULL
    GROUP BY m.order_id, m.payment_id HAVING SUM(m.amount) <> COALESCE(MAX(p.amount), 0)
) ORDER BY o.id LIMIT {MOST}"""
REFUNDS = f"""
SELECT o.id, o.sequence_number FROM refunds r JOIN payments p ON p.id = r.payment_id JOIN orders o ON o.id = r.order_id
LEFT JOIN till_moves m ON m.refund_id = r.id WHERE r.state = 'done' AND r.finished_at > {SINCE}
AND COALESCE(m.amount, 0) <> CASE WHEN {HANDED_BACK} THEN -r.amount ELSE 0 END ORDER BY r.id LIMIT {MOST}"""
HAND_INS = f"""
SELECT s.name FROM courier_hand_ins h JOIN staff s ON s.id = h.staff_id LEFT JOIN till_moves m ON m.hand_in_id = h.id
WHERE h.at > {SINCE} AND h.counted * 100 <> COALESCE(m.amount, 0) ORDER BY h.id LIMIT {MOST}"""
DAYS = f"""
SELECT t.name, d.number FROM till_days d JOIN tills t ON t.id = d.till_id
JOIN till_counts opening ON opening.id = d.opening_id JOIN till_counts closing ON closing.id = d.closing_id
LEFT JOIN till_days before ON before.till_id = d.till_id AND before.number = d.number - 1
LEFT JOIN till_counts was ON was.id = before.closing_id
WHERE closing.expected <> opening.counted + COALESCE((SELECT SUM(m.amount) FROM till_moves m
  WHERE m.day_id = d.id AND m.count_id > d.opening_id), 0)
OR COALESCE(opening.expected, 0) <> COALESCE(was.counted + COALESCE((SELECT SUM(m.amount) FROM till_moves m
  WHERE m.day_id = d.id AND m.count_id <= d.opening_id), 0), 0)
OR (d.number > 1 AND before.id IS NULL) ORDER BY d.id DESC LIMIT {MOST}"""


def list_mismatches(conn: Connection) -> list[Mismatch]:
    """List what does not add up; nothing if no till is in use."""
    if conn.one("SELECT 1 FROM till_days LIMIT 1") is None:
        return []
    closed = store.list_closed(conn, DAYS_COMPARED)
    found = [_of_order(Place.ORDER, row) for row in conn.all(ORDERS)]
    found += [_of_order(Place.REFUND, row) for row in conn.all(REFUNDS)]
    found += [Mismatch(Place.HAND_IN, row["name"]) for row in conn.all(HAND_INS)]
    found += [Mismatch(Place.DAY, row["name"], row["number"]) for row in conn.all(DAYS)]
    for day in closed:
        if day.figures is not None and asdict(day.figures) != asdict(read_figures(conn, day)):
            found.append(Mismatch(Place.BANK, day.till, day.number))
    return found


def _of_order(place: Place, row: Row) -> Mismatch:
    return Mismatch(place, order_number(row["id"], row["sequence_number"]))

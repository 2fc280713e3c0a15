"""What a day must have come to: the kill campaign's audit, and what only a whole day can show.

A finding has a code. What is known and is still to be mended has one of its own (`known.py`); all else is "new".
"""

import sqlite3
from collections import Counter
from dataclasses import dataclass, replace

from cafe.core.kernel.ids import ProviderName
from cafe.core.money.tills.balance import list_mismatches
from cafe.db.sqlite_connection import SqliteConnection
from tests.chaos.audit import Findings, audit_orders, audit_sums, opened
from tests.chaos.audit_messages import audit_messages
from tests.chaos.audit_money import audit_claims, audit_receipts
from tests.chaos.place import STAFF_CHAT
from tests.days.tills import check_tills
from tests.days.world import DayWorld
from tests.fakes.liqpay import LiqPayPayment
from tests.fakes.monobank import MonobankInvoice

NEW = "new"
AT_BANKS = """
SELECT i.provider, i.invoice_id, i.order_id, p.paid_at FROM invoices i LEFT JOIN payments p ON p.invoice_id = i.id
WHERE i.invoice_id IS NOT NULL"""
KNOWN_RETURNED = """
SELECT i.invoice_id, SUM(r.amount) AS amount FROM refunds r JOIN payments p ON p.id = r.payment_id
JOIN invoices i ON i.id = p.invoice_id WHERE r.state = 'done' AND r.way <> 'person' GROUP BY i.invoice_id
"""

HELD = """
SELECT i.provider, i.invoice_id, i.order_id, i.status, i.held_amount, EXISTS (SELECT 1 FROM order_events e
  WHERE e.order_id = i.order_id AND e.kind IN ('status', 'promised')) AS was_accepted
FROM invoices i WHERE i.held_at IS NOT NULL"""
COSTS = """
SELECT total FROM orders WHERE id = :id UNION SELECT total FROM order_edits WHERE order_id = :id
UNION SELECT total_before FROM order_edits WHERE order_id = :id"""
"""What an order cost at any time."""
BALANCES = """
SELECT orders.id, orders.status, total * 100 AS total, p.kind, p.has_sale, p.amount,
  (SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE payment_id = p.id AND state = 'done') AS back,
  (SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE payment_id = p.id AND state = 'refused'
    AND edit_number IS NOT NULL) AS refused,
  (SELECT COALESCE(SUM(amount), 0) FROM money_to_return WHERE payment_id = p.id AND returned_at IS NULL) AS owed
FROM orders JOIN payments p ON p.order_id = orders.id WHERE orders.created_at > 1
"""
NOT_SET_OFF = """
SELECT gone.order_id FROM payments gone JOIN orders ON orders.id = gone.order_id AND orders.status <> 'cancelled'
JOIN payments second ON second.order_id = gone.order_id AND second.has_sale = 0 AND second.amount = gone.amount
JOIN money_to_return ON money_to_return.payment_id = second.id AND returned_at IS NULL
JOIN refunds went ON went.payment_id = gone.id AND went.way = 'cabinet' AND went.finished_at >= second.paid_at
WHERE gone.has_sale = 1 AND gone.amount = (SELECT SUM(amount) FROM refunds
    WHERE payment_id = gone.id AND state = 'done' AND way = 'cabinet')
  AND NOT EXISTS (SELECT 1 FROM refunds WHERE payment_id = second.id AND state <> 'refused')
"""
"""Orders whose one payment went back by itself, while nobody has begun to return the second one.

One that comes later, through a page that was still open, is returned: the first one's receipt is, too.
"""

ALWAYS = {
    "paid twice": """
        SELECT order_id FROM payments WHERE has_sale = 1
        AND order_id NOT IN (SELECT order_id FROM order_edits WHERE state = 'applied')
        AND amount > (SELECT COALESCE(SUM(refunds.amount), 0)
          FROM refunds WHERE payment_id = payments.id AND state = 'done')
        GROUP BY order_id HAVING COUNT(*) > 1""",
    "created twice": "SELECT order_id FROM order_events WHERE kind = 'created' GROUP BY order_id HAVING COUNT(*) > 1",
    "one number twice": "SELECT sequence_number FROM orders GROUP BY sequence_number HAVING COUNT(*) > 1",
    "alcohol without its mark": """
        SELECT o.id FROM orders o JOIN order_lines l ON l.order_id = o.id
        WHERE o.created_at > 1 AND o.status IN ('ready', 'courier', 'completed') AND l.price > 0
        AND json_extract(l.fiscal, '$.dish.excise') GROUP BY o.id
        HAVING SUM(l.quantity) > (SELECT COUNT(DISTINCT code || piece) FROM pours WHERE order_id = o.id)""",
    "a code used too often": "SELECT code FROM promo_codes WHERE used_count > max_uses",
    "more went back than was paid": """
        SELECT payments.id FROM payments JOIN refunds ON refunds.payment_id = payments.id AND refunds.state = 'done'
        WHERE payments.kind <> 'card' OR refunds.way <> 'person'
        GROUP BY payments.id HAVING SUM(refunds.amount) > payments.amount""",
    "a total that does not add up": """
        SELECT id FROM orders WHERE created_at > 1
        AND MAX(0, items_total - discount_amount - promo_discount_amount) + delivery_fee <> total""",
    "cash of a courier that nobody paid": """
        SELECT order_id FROM courier_cash WHERE order_id IS NOT NULL GROUP BY order_id
        HAVING SUM(amount) * 100 NOT BETWEEN 0 AND (SELECT COALESCE(SUM(p.amount), 0) FROM payments p
          WHERE p.order_id = courier_cash.order_id AND p.kind = 'cash')""",
    "cash at the door that is in no pocket": """
        SELECT d.order_id FROM deliveries d JOIN payments p ON p.order_id = d.order_id AND p.kind = 'cash'
        AND p.paid_at = d.ended_at WHERE d.outcome = 'handed_over' GROUP BY d.order_id
        HAVING SUM(p.amount) > 100 * (SELECT COALESCE(SUM(c.amount), 0) FROM courier_cash c
          WHERE c.order_id = d.order_id)""",
    "a hand-in that does not add up": """
        SELECT id FROM courier_hand_ins h WHERE expected - counted <> (SELECT -COALESCE(SUM(c.amount), 0)
          FROM courier_cash c WHERE c.hand_in_id = h.id AND c.kind = 'difference')
        OR counted <> (SELECT -COALESCE(SUM(c.amount), 0) FROM courier_cash c
          WHERE c.hand_in_id = h.id AND c.kind = 'handed_in')
        OR (COALESCE(decision, '') = 'owed') <> EXISTS (SELECT 1 FROM courier_cash c
          WHERE c.hand_in_id = h.id AND c.kind = 'corrected')""",
    "an order and its delivery apart": """
        SELECT o.id FROM orders o LEFT JOIN deliveries d ON d.order_id = o.id AND d.ended_at IS NULL
        WHERE COALESCE(o.delivery_state, '') <> COALESCE(d.state, '')
        OR (d.id IS NOT NULL AND (o.courier_id <> d.staff_id OR o.status IN ('completed', 'cancelled')))""",
    "a place of somebody who brings nothing": """
        SELECT staff_id FROM courier_points WHERE NOT EXISTS (SELECT 1 FROM deliveries d
          WHERE d.staff_id = courier_points.staff_id AND d.ended_at IS NULL)""",
    "an order without its lines": """
        SELECT id FROM orders WHERE created_at > 1
        AND items_total <> (SELECT COALESCE(SUM(price * quantity), 0) FROM order_lines WHERE order_id = orders.id)""",
}
"""What must find nothing, by what it would have found."""


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    text: str


def judge(world: DayWorld) -> list[Finding]:
    """Examine a day whose program has stopped after coming to rest."""
    with opened(world.database) as connection:
        _forget(world)
        _capture(world)
        found = _at_banks(world, connection)
        world.ledger.reversed |= gone_again(world) | let_go(world)
        found += _held(world, connection)
        found += [*_campaign_audit(world, connection), *_balances(world, connection)]
        found += [*_counts(connection), *_promos(world, connection), *_staff_told(world), *_in_lists(world, connection)]
        if not world.has_jumped:  # it says since when by the clock
            mismatches = list_mismatches(SqliteConnection(connection))
            found += [Finding(NEW, f"the check of the tills: {each}") for each in mismatches]
    found += [
        Finding("N6", f"{dish} was deleted and put back, and has gone from a cart") for dish in world.lost_from_carts
    ]
    found += [Finding(NEW, f"order {order}: cash was not taken down") for order in sorted(world.cash_refused)]
    return found


def check_step(world: DayWorld) -> list[str]:
    """Check what must be so at any moment, between any two transactions."""
    with opened(world.database) as connection:
        found = [f"{broken}: {row[0]}" for broken, sql in ALWAYS.items() for row in connection.execute(sql)]
        return found + check_tills(world, connection)


def _forget(world: DayWorld) -> None:
    """An order of somebody who was forgotten is known by nothing; it must still be there."""
    for name, order_id in world.forgotten.items():
        if world.ledger.wishes.pop(name, None) is not None:
            world.ledger.former |= {order_id}


def _capture(world: DayWorld) -> None:
    """Of what was held for an order that cost less in the end, the bank took less."""
    for key, payment in world.ledger.payments.items():
        if taken := _taken(_at_bank(world, key)):
            world.ledger.payments[key] = replace(payment, amount=taken)


def _taken(there: MonobankInvoice | LiqPayPayment) -> int | None:
    """Return what was taken of a hold, in kopiykas; LiqPay tells no other amount afterwards."""
    return there.taken if isinstance(there, MonobankInvoice) else int(there.amount * 100)


def gone_again(world: DayWorld) -> set[tuple[str, str]]:
    """Return the payments that went back as a whole: one that came and went before anybody asked need not be known."""
    paid = world.ledger.payments.items()
    return {key for key, payment in paid if at_bank(world, payment.invoice_id) >= payment.amount}


def let_go(world: DayWorld) -> set[tuple[str, str]]:
    """Return what was held on cards and never taken: it is no payment."""
    return {key for key in world.ledger.payments if _at_bank(world, key).was_let_go}


def _at_bank(world: DayWorld, key: tuple[str, str]) -> MonobankInvoice | LiqPayPayment:
    provider, invoice_id = key
    return world.bank.invoices[invoice_id] if provider == "monobank" else world.liqpay.payments[invoice_id]


def _held(world: DayWorld, connection: sqlite3.Connection) -> list[Finding]:
    """What was held is taken if the order was accepted, and else let go; nothing waits for anybody."""
    found = [
        Finding(NEW, f"order {row['id']} is still held for")
        for row in connection.execute("SELECT id FROM orders WHERE payment_status = 'pending'")
    ]
    for row in connection.execute(HELD):
        there = _at_bank(world, (row["provider"], row["invoice_id"]))
        is_held = there.status in {"hold", "hold_wait"}
        if is_held or row["status"] == "held":
            found.append(Finding(NEW, f"{row['invoice_id']} is {there.status} there and {row['status']} here"))
        if not is_held and not there.was_let_go and not row["was_accepted"] and not world.is_restored:
            found.append(Finding(NEW, f"order {row['order_id']} was charged and never accepted"))
        costs = {each[0] * 100 for each in connection.execute(COSTS, {"id": row["order_id"]})}
        if (taken := _taken(there)) and taken != row["held_amount"] and taken not in costs and not world.is_restored:
            found.append(Finding(NEW, f"order {row['order_id']} was charged {taken}, and never cost that"))
    return found


def _campaign_audit(world: DayWorld, connection: sqlite3.Connection) -> list[Finding]:
    known_receipts = {row[0] for row in connection.execute("SELECT receipt_id FROM receipts")}
    receipts = {
        receipt_id: receipt
        for receipt_id, receipt in world.fiscal.receipts.items()
        if receipt_id in known_receipts or not world.is_restored
    }
    findings = Findings()
    audit_orders(findings, connection, world.ledger)
    audit_sums(findings, connection, _left_of_stock(world, connection))
    audit_claims(findings, connection, world.ledger)
    audit_receipts(findings, connection, receipts)
    audit_messages(findings, connection, world.telegram.sent, world.telegram.edited, STAFF_CHAT)
    texts = [*findings.lost, *findings.doubled, *findings.unexplained]
    return [Finding(_code(world, text), text) for text in texts]


def _code(world: DayWorld, text: str) -> str:
    """Tell what is known to be wrong from what is new."""
    if text.startswith("promo ") and any(code in text for code in world.promos_put_back):
        return "N3"
    return NEW


def _balances(world: DayWorld, connection: sqlite3.Connection) -> list[Finding]:
    """Each payment has gone back, is owed, or is kept, and no more is kept than what the order costs."""
    left = connection.execute(NOT_SET_OFF)
    found = [Finding(NEW, f"order {row[0]}: its second payment is still owed") for row in left]
    kept: Counter[int] = Counter()
    in_person: Counter[int] = Counter()
    totals: dict[int, int] = {}
    for row in connection.execute(BALANCES):
        is_to_return = row["status"] == "cancelled" or not row["has_sale"]
        rest = max(0, row["amount"] - row["back"])
        if row["owed"] > rest or (is_to_return and row["owed"] < rest):
            found.append(Finding(NEW, f"a payment that is wrong: {dict(row)}"))
        kept[row["id"]] += rest - row["owed"] - min(rest, row["refused"])  # of which the staff were told
        in_person[row["id"]] += 0 if row["kind"] == "card" else row["amount"]
        totals[row["id"]] = row["total"]
    found += [Finding(NEW, f"order {each}: {kept[each]} is kept") for each in kept if kept[each] > totals[each]]
    lost = [each for each, amount in world.in_person.items() if in_person[each] < amount]
    return found + [Finding(NEW, f"order {each}: what was taken in person is lost") for each in lost]


def _at_banks(world: DayWorld, connection: sqlite3.Connection) -> list[Finding]:
    """What each bank gave back is known, and is what somebody meant to give back."""
    found = [
        Finding("N1", f"order {order_id}: the bank gave {amount} back, known are {known}")
        for order_id, _, amount, known in list_returned(world, connection)
        if amount != known
    ]
    returned: Counter[int] = Counter()
    dashboard: Counter[int] = Counter()
    for row in connection.execute(AT_BANKS):
        amount = at_bank(world, row["invoice_id"])
        returned[row["order_id"]] += amount
        dashboard[row["order_id"]] += world.in_dashboard.get(row["invoice_id"], 0)
        if (row["provider"], row["invoice_id"]) in world.ledger.reversed:
            dashboard[row["order_id"]] += amount
    meant: Counter[int] = Counter()
    for each in world.meant:
        meant[each.order_id] += each.amount
    for order_id, amount in returned.items():
        if amount > meant[order_id] + dashboard[order_id]:
            text = f"order {order_id}: {amount} went back, meant were {meant[order_id]} and {dashboard[order_id]}"
            found.append(Finding("N2" if world.is_restored else NEW, text))
    return found


def list_returned(world: DayWorld, connection: sqlite3.Connection) -> list[tuple[int, str, int, int]]:
    """List known payments: order, invoice, and what went back of it, at the bank and as far as is known (kopiykas)."""
    known = {row["invoice_id"]: row["amount"] for row in connection.execute(KNOWN_RETURNED)}
    return [
        (row["order_id"], row["invoice_id"], at_bank(world, row["invoice_id"]), known.get(row["invoice_id"], 0))
        for row in connection.execute(AT_BANKS)
        if row["paid_at"] is not None
    ]


def at_bank(world: DayWorld, invoice_id: str) -> int:
    """Return what a bank gave back of a payment, in kopiykas."""
    if invoice_id in world.bank.invoices:
        return world.bank.invoices[invoice_id].returned
    payment = world.liqpay.payments.get(invoice_id)
    return 0 if payment is None else int(payment.refunded * 100)


def gave_back(world: DayWorld, order_id: int, *, told: int | None = None) -> int:
    """Return what the banks gave back of an order, or what its first refunds tell of that, in kopiykas."""
    with opened(world.database) as connection:
        if told is None:
            invoices = connection.execute(f"{AT_BANKS} AND i.order_id = ?", (order_id,))
            return sum(at_bank(world, row["invoice_id"]) for row in invoices)
        known = "SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE order_id = ? AND number <= ? AND way <> 'person'"
        return int(connection.execute(known, (order_id, told)).fetchone()[0])


def _left_of_stock(world: DayWorld, connection: sqlite3.Connection) -> dict[str, int]:
    """What there was before the first order, less what was found missing."""
    left = Counter(world.ledger.stock)
    left.update(dict(connection.execute("SELECT code, SUM(amount) FROM stock_moves GROUP BY code").fetchall()))
    return left


def _counts(connection: sqlite3.Connection) -> list[Finding]:
    """A count changes what the books say by what she found, as her note says, whatever was ordered and cooked."""
    counts = connection.execute("SELECT id, amount, note FROM stock_moves WHERE kind = 'count'")
    return [
        Finding(NEW, f"count {move['id']} changed {move['amount']}, not {move['note']}")
        for move in counts
        if move["amount"] != int(move["note"])
    ]


def _in_lists(world: DayWorld, connection: sqlite3.Connection) -> list[Finding]:
    """What the banks' own lists have is what is known, but for what was lost when a copy was restored."""
    compared = connection.execute("SELECT COUNT(*) FROM bank_comparisons WHERE compared_at IS NOT NULL").fetchone()[0]
    found = [] if compared == len(ProviderName) else [Finding(NEW, f"only {compared} banks gave their lists")]
    differences = connection.execute("SELECT * FROM bank_differences").fetchall()
    unknown = [row for row in differences if not (world.is_restored and row["order_id"] is None)]
    return found + [Finding(NEW, f"a bank's list differs: {dict(row)}") for row in unknown]


def _promos(world: DayWorld, connection: sqlite3.Connection) -> list[Finding]:
    uses = connection.execute("SELECT COUNT(*) FROM orders WHERE promo_code = 'ONCE'").fetchone()[0]
    if uses <= 1:
        return []
    return [Finding("N3" if world.promos_put_back else NEW, f"a code for one order was used for {uses}")]


def _staff_told(world: DayWorld) -> list[Finding]:
    """Money for an invoice that nobody knows any more reaches the staff."""
    texts = [text for chat_id, text in world.telegram.sent if chat_id == STAFF_CHAT]
    return [
        Finding("N8", f"{amount} came for the unknown invoice {invoice_id}, and nobody was told")
        for invoice_id, amount in world.orphans.items()
        if not any(invoice_id in text for text in texts)
    ]

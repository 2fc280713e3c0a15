"""Is every payment known, claimed once, and either kept or noted as money to return? Is there one receipt for each?"""

import sqlite3
from collections import Counter
from collections.abc import Mapping

from tests.chaos.audit import Findings
from tests.chaos.ledger import Ledger
from tests.fakes.checkbox import CheckboxReceipt

BY_PROVIDER = ("webhook", "poll", "sweep")
"""The details of a `paid` event whose money came through a bank; others were paid in person."""

KNOWN = """
SELECT i.order_id, i.provider, i.invoice_id, p.paid_at, p.amount
FROM invoices i LEFT JOIN payments p ON p.invoice_id = i.id"""

CLAIMS = """
SELECT e.order_id AS id, COUNT(*) AS n FROM order_events e WHERE e.kind = 'paid' GROUP BY e.order_id
HAVING COUNT(*) > 1 + (SELECT COUNT(*) FROM payments p WHERE p.order_id = e.order_id AND p.amount <=
  (SELECT COALESCE(SUM(r.amount), 0) FROM refunds r WHERE r.payment_id = p.id AND r.state = 'done'))
  + (SELECT COUNT(*) FROM order_edits d WHERE d.order_id = e.order_id AND d.state = 'applied'
  AND d.total > d.total_before)"""
"""An order is paid once, and again only when all of a payment went back, or an edit made it cost more."""


def audit_payments(findings: Findings, connection: sqlite3.Connection, ledger: Ledger) -> None:
    """Compare the banks' money with the orders: paid = kept + to return."""
    audit_claims(findings, connection, ledger)
    _check_balances(findings, connection, ledger)


def audit_claims(findings: Findings, connection: sqlite3.Connection, ledger: Ledger) -> None:
    """Compare what the banks took with what is known to be paid. Amounts in kopiykas."""
    known = {(row["provider"], row["invoice_id"]): row for row in connection.execute(KNOWN)}
    for key, payment in ledger.payments.items():
        row = known.get(key)
        if key not in ledger.reversed and (row is None or row["paid_at"] is None):
            findings.lost.append(f"{payment} is not known to be paid")
        elif row is not None and row["paid_at"] is not None and row["amount"] != payment.amount:
            findings.unexplained.append(f"{payment} is noted as {row['amount']}")
    findings.doubled += [
        f"order {row['id']} was claimed as paid {row['n']} times" for row in connection.execute(CLAIMS)
    ]


def _check_balances(findings: Findings, connection: sqlite3.Connection, ledger: Ledger) -> None:
    paid: Counter[int] = Counter()
    reversed_: Counter[int] = Counter()
    rows = connection.execute(f"{KNOWN} WHERE p.id IS NOT NULL")
    for row in rows:
        key = (row["provider"], row["invoice_id"])
        if key not in ledger.payments:
            findings.unexplained.append(f"order {row['order_id']}: nobody paid {key}")
            continue
        paid[row["order_id"]] += row["amount"]
        if key in ledger.reversed:
            reversed_[row["order_id"]] += row["amount"]
    kept, returned = _kept(connection), _to_return(connection)
    for order_id, amount in _in_person(connection).items():
        paid[order_id] += amount
    for order_id in paid.keys() | kept.keys() | returned.keys():
        accounted = kept[order_id] + returned[order_id]
        # What the bank took back by itself may be noted as money to return, or not.
        if paid[order_id] - reversed_[order_id] <= accounted <= paid[order_id]:
            continue
        text = f"order {order_id}: paid {paid[order_id]}, kept {kept[order_id]}, to return {returned[order_id]}"
        (findings.lost if accounted < paid[order_id] else findings.unexplained).append(text)


PAID = "SELECT orders.id, total, status, detail FROM orders JOIN order_events ON order_id = orders.id AND kind = 'paid'"


def _in_person(connection: sqlite3.Connection) -> Counter[int]:
    """What the staff took at the counter or at the door."""
    rows = connection.execute(PAID)
    return Counter({row["id"]: row["total"] * 100 for row in rows if row["detail"] not in BY_PROVIDER})


def _kept(connection: sqlite3.Connection) -> Counter[int]:
    """What stands as paid, whoever took it."""
    rows = connection.execute(PAID)
    return Counter({row["id"]: row["total"] * 100 for row in rows if row["status"] != "cancelled"})


def _to_return(connection: sqlite3.Connection) -> Counter[int]:
    """What is noted to go back, whether it has gone already or not."""
    rows = connection.execute("SELECT order_id, SUM(amount) AS amount FROM money_to_return GROUP BY order_id")
    return Counter({row["order_id"]: row["amount"] for row in rows})


TAXES = """
SELECT r.receipt_id, x.code, x.turnover, x.vat FROM receipts r LEFT JOIN receipt_taxes x ON x.receipt_id = r.id
WHERE r.state = 'done'
"""
WITHOUT_RECEIPT = """
SELECT p.order_id, p.amount FROM payments p JOIN settings s ON s.key = 'receipts' AND s.value LIKE '%' || p.kind || '%'
WHERE p.kind <> 'card' AND NOT EXISTS (SELECT 1 FROM receipts r WHERE r.payment_id = p.id)
"""
OF_NO_PAYMENT = """
SELECT r.order_id FROM receipts r WHERE r.state = 'done' AND r.sale_id IS NULL
AND (r.payment_id IS NULL OR EXISTS (SELECT 1 FROM payments p WHERE p.id = r.payment_id))
  = EXISTS (SELECT 1 FROM receipts b WHERE b.sale_id = r.id AND b.refund_id IS NULL)
"""


def audit_receipts(findings: Findings, connection: sqlite3.Connection, made: Mapping[str, CheckboxReceipt]) -> None:
    """Compare the fiscal service's receipts with the orders."""
    ours = {
        row["receipt_id"]: row
        for row in connection.execute(
            "SELECT r.receipt_id, r.order_id, r.state, o.status, COALESCE(p.amount, r.total, o.total * 100) AS total "
            "FROM receipts r JOIN orders o ON o.id = r.order_id LEFT JOIN payments p ON p.id = r.payment_id "
            "WHERE r.sale_id IS NULL"
        )
    }
    taken_back = connection.execute("SELECT receipt_id, total FROM receipts WHERE sale_id IS NOT NULL")
    returns = {row["receipt_id"]: row["total"] for row in taken_back}
    for receipt_id, receipt in made.items():
        row = ours.get(receipt_id)
        if row is None and receipt_id in returns:
            if receipt.total != returns[receipt_id]:
                findings.unexplained.append(f"a return receipt of {receipt.total}, not {returns[receipt_id]}")
        elif row is None:
            findings.doubled.append(f"receipt {receipt_id} of {receipt.total} belongs to no order: a second one")
        elif receipt.total != row["total"]:
            findings.unexplained.append(f"order {row['order_id']}: a receipt of {receipt.total}")
    for receipt_id, row in ours.items():
        is_made = receipt_id in made and made[receipt_id].status == "DONE"
        if row["state"] == "done" and not is_made:
            findings.unexplained.append(f"order {row['order_id']}: the receipt it speaks of does not exist")
        if row["state"] in {"pending", "refused"} and row["status"] != "cancelled":
            findings.lost.append(f"order {row['order_id']}: its receipt is {row['state']}")
    with_receipt = {row["order_id"] for row in ours.values()}
    for order_id in _kept(connection).keys() - _in_person(connection).keys() - with_receipt:
        findings.lost.append(f"order {order_id}: paid, and there is no receipt")
    _audit_receipts_in_person(findings, connection)
    _audit_taxes(findings, connection, made)


def _audit_taxes(findings: Findings, connection: sqlite3.Connection, made: Mapping[str, CheckboxReceipt]) -> None:
    """Compare the taxes of each receipt that is done with those that the fiscal service has reckoned itself."""
    ours: dict[str, dict[str, tuple[int, int]]] = {}
    for row in connection.execute(TAXES):
        of_receipt = ours.setdefault(row["receipt_id"], {})
        if row["code"] is not None:
            of_receipt[row["code"]] = (row["turnover"], row["vat"])
    for receipt_id, taxes in ours.items():
        if receipt_id in made and made[receipt_id].taxes != taxes:
            findings.unexplained.append(f"receipt {receipt_id} has taxes {taxes}, not {made[receipt_id].taxes}")


def _audit_receipts_in_person(findings: Findings, connection: sqlite3.Connection) -> None:
    for row in connection.execute(WITHOUT_RECEIPT):
        findings.lost.append(f"order {row['order_id']}: {row['amount']} in person, and there is no receipt")
    for row in connection.execute(OF_NO_PAYMENT):
        findings.unexplained.append(f"order {row['order_id']}: a receipt and its payment, or what took it back")

"""The audit can fail: each forgery in a database that was right is found, under its name."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.chaos.audit import Findings, audit_copy, audit_orders, audit_sums, opened, told_status
from tests.chaos.audit_messages import audit_messages
from tests.chaos.audit_money import audit_payments, audit_receipts
from tests.chaos.ledger import Accepted, Door, Ledger, Payment
from tests.chaos.world import read_stock, write_catalogue
from tests.driver import Visitor, config_for, open_cafe
from tests.fakes.checkbox import CheckboxReceipt

STAFF = -100
PAID = ("monobank", "p2_paid")
RECEIPT = "0f0f0f0f-0000-4000-8000-000000000001"
PAY = """
UPDATE outbox SET state = 'sent' WHERE state = 'queued';
INSERT INTO outbox (recipient, chat_id, kind, order_id, locale, payload, priority, state, due_at, created_at)
VALUES ('customer', 7, 'customer-order-status', :order, 'uk', '{"status": "confirmed"}', 3, 'sent', 1, 1);
UPDATE orders SET payment_status = 'paid' WHERE id = :order;
INSERT INTO order_events (order_id, kind, actor, detail, created_at) VALUES (:order, 'paid', 'monobank', 'webhook', 1);
INSERT INTO invoices (order_id, provider, reference, invoice_id, status, watched_since, created_at)
VALUES (:order, 'monobank', 'r', 'p2_paid', 'paid', 1, 1);
INSERT INTO payments (order_id, kind, amount, paid_at, invoice_id, has_sale)
SELECT order_id, 'card', :amount, 1, id, 1 FROM invoices;
INSERT INTO receipts (way, order_id, receipt_id, state, due_at, created_at)
VALUES ('card', :order, ':receipt', 'done', 1, 1);
"""


@dataclass(slots=True)
class Evidence:
    """A database with an order paid by card and one that was cancelled, and what others know of them."""

    file: Path
    ledger: Ledger
    receipts: dict[str, CheckboxReceipt]
    sent: list[tuple[int, str]]
    edited: list[tuple[int, str]]

    def forge(self, sql: str) -> None:
        with closing(sqlite3.connect(self.file)) as connection:
            connection.executescript(sql)

    def audit(self) -> Findings:
        findings = Findings()
        with opened(self.file) as connection:
            audit_orders(findings, connection, self.ledger)
            audit_sums(findings, connection, self.ledger.stock)
            audit_payments(findings, connection, self.ledger)
            audit_receipts(findings, connection, self.receipts)
            audit_messages(findings, connection, self.sent, self.edited, STAFF)
        return findings


@pytest.fixture
async def evidence(tmp_path: Path) -> Evidence:
    ledger = Ledger()
    catalogue = write_catalogue(tmp_path).read_text(encoding="utf-8")
    async with open_cafe(config_for(tmp_path), catalogue=catalogue) as cafe:
        with opened(tmp_path / "cafe.db") as connection:
            ledger.stock = read_stock(connection)
        paid = await _order(ledger, cafe.person(7), payment_method="card", promo_code="FEW")
        cancelled = await _order(ledger, cafe.guest(), cancels=True)
    evidence = Evidence(
        tmp_path / "cafe.db",
        ledger,
        {RECEIPT: CheckboxReceipt(RECEIPT, {"goods": []}, paid.total * 100, "shift", "DONE")},
        [
            (STAFF, f"<b>{paid.number}</b> · Самовивіз · Нове"),
            (7, f"Дякуємо за замовлення! <b>{paid.number}</b>"),
            (7, f"Дякуємо за замовлення! <b>{paid.number}</b>"),
        ],
        [(7, f"✅ Замовлення <b>{paid.number}</b> прийнято.")],
    )
    evidence.forge(
        PAY.replace(":order", str(paid.order_id)).replace(":amount", str(paid.total * 100)).replace(":receipt", RECEIPT)
    )
    ledger.pay(Payment(*PAID, paid.total * 100))
    assert cancelled.order_id != paid.order_id
    return evidence


async def _order(ledger: Ledger, visitor: Visitor, *, cancels: bool = False, **form: str) -> Accepted:
    wish = ledger.wish(Door.WEB)
    placed = await visitor.places("latte", "espresso", name=wish.name, **form)
    if cancels:
        assert (await visitor.cancels(placed["order_id"])).status == 200
    token = placed["track_url"].rpartition("=")[2]
    accepted = Accepted(placed["order_id"], placed["order_number"], placed["total"], token)
    ledger.accept(wish, accepted)
    return accepted


def test_what_is_right_is_right(evidence: Evidence) -> None:
    findings = evidence.audit()
    assert findings.is_clean, findings
    assert findings.orders == 2
    assert findings.duplicates == 1


LOST = {
    "an order": "PRAGMA foreign_keys = OFF; DELETE FROM orders WHERE id = 1",
    "a card that was given up": "UPDATE outbox SET state = 'given_up' WHERE kind = 'staff-order-created'",
    "a card that still waits": "UPDATE outbox SET state = 'queued' WHERE kind = 'staff-order-created'",
    "a card that was never queued": "DELETE FROM outbox WHERE kind = 'staff-order-created'",
    "thanks": "DELETE FROM outbox WHERE kind = 'customer-order-created'",
    "a payment": "DELETE FROM payments",
    "a claim": "DELETE FROM order_events WHERE kind = 'paid'",
    "a receipt": "DELETE FROM receipts",
    "a receipt that still waits": "UPDATE receipts SET state = 'pending'",
}
IN_PERSON = """
DELETE FROM payments;
DELETE FROM invoices;
DELETE FROM receipts;
UPDATE order_events SET detail = 'terminal' WHERE kind = 'paid';
"""
DOUBLED = {
    "an order": """
        CREATE TEMP TABLE copy AS SELECT * FROM orders WHERE id = 1;
        UPDATE copy SET id = id + 100, sequence_number = sequence_number + 100, tracking_token = tracking_token || 'x';
        INSERT INTO orders SELECT * FROM copy;
    """,
    "stock": "UPDATE ingredients SET stock = stock - 18 WHERE code = 'beans'",
    "a promo code's use": "UPDATE promo_codes SET used_count = used_count + 1 WHERE code = 'FEW'",
    "a claim": "INSERT INTO order_events (order_id, kind, actor, detail, created_at) VALUES (1, 'paid', '', 'poll', 1)",
}
UNEXPLAINED = {
    "stock that came back twice": "UPDATE ingredients SET stock = stock + 18 WHERE code = 'beans'",
    "stock that a cancelled order holds": """UPDATE orders SET stock_taken = '{"1": 5}' WHERE status = 'cancelled'""",
    "a promo code's use that was not counted": "UPDATE promo_codes SET used_count = 0 WHERE code = 'FEW'",
    "a status": "UPDATE orders SET status = 'cooking' WHERE id = 1",
    "a history without a beginning": "DELETE FROM order_events WHERE kind = 'created'",
    "a total": "UPDATE orders SET total = total + 1",
    "a line": "UPDATE order_lines SET quantity = quantity + 1",
    "an order that nobody placed": "UPDATE orders SET name = 'Хтось' WHERE id = 1",
    "money to return that is kept": "INSERT INTO money_to_return (order_id, amount, currency, reason, created_at) "
    "VALUES (1, 500, 'UAH', 'second', 1)",
    "money that nobody paid": "UPDATE invoices SET invoice_id = 'other'",
    "another amount": "UPDATE payments SET amount = 100",
    "a tax that nobody charged": "INSERT INTO receipt_taxes SELECT id, 'А', 20, 0, 6, 1, 0 FROM receipts",
    "a load that was half done": "UPDATE settings SET value = '\"Зміна 1\"' WHERE key = 'address'",
}


@pytest.mark.parametrize("forgery", LOST.values(), ids=LOST)
def test_lost(evidence: Evidence, forgery: str) -> None:
    evidence.forge(forgery)
    assert evidence.audit().lost


@pytest.mark.parametrize("forgery", DOUBLED.values(), ids=DOUBLED)
def test_doubled(evidence: Evidence, forgery: str) -> None:
    evidence.forge(forgery)
    assert evidence.audit().doubled


@pytest.mark.parametrize("forgery", UNEXPLAINED.values(), ids=UNEXPLAINED)
def test_unexplained(evidence: Evidence, forgery: str) -> None:
    evidence.forge(forgery)
    assert evidence.audit().unexplained


def _forget_message(evidence: Evidence) -> None:
    evidence.sent.pop(0)


def _forget_edit(evidence: Evidence) -> None:
    evidence.edited.clear()


def _forget_order_of_before(evidence: Evidence) -> None:
    evidence.ledger.former = frozenset({99})


def _tell_of_an_order(evidence: Evidence) -> None:
    evidence.ledger.wish(Door.CHAT, 5).is_told = True


def _pay_unheard(evidence: Evidence) -> None:
    evidence.ledger.pay(Payment("liqpay", "r-2", 100))


@pytest.mark.parametrize(
    "happens", [_forget_message, _forget_edit, _forget_order_of_before, _tell_of_an_order, _pay_unheard]
)
def test_lost_by_what_others_know(evidence: Evidence, happens: Callable[[Evidence], None]) -> None:
    happens(evidence)
    assert evidence.audit().lost


def test_money_taken_at_the_counter_is_accounted_for_too(evidence: Evidence) -> None:
    evidence.forge(IN_PERSON)
    evidence.ledger.payments.clear()
    evidence.receipts.clear()
    assert evidence.audit().is_clean
    evidence.forge(UNEXPLAINED["money to return that is kept"])
    assert evidence.audit().unexplained


def test_two_answers_and_two_receipts_for_one_order(evidence: Evidence) -> None:
    wish = next(iter(evidence.ledger.wishes.values()))
    evidence.ledger.accept(wish, Accepted(50, "№50", 1, "t"))
    assert evidence.audit().doubled
    evidence.receipts["another"] = CheckboxReceipt("another", {"goods": []}, 100, "shift", "DONE")
    assert len(evidence.audit().doubled) == 2


def test_a_copy_without_an_order(evidence: Evidence) -> None:
    findings = Findings()
    audit_copy(findings, evidence.file, evidence.ledger.promised(), evidence.ledger.stock)
    assert findings.is_clean
    evidence.forge("PRAGMA foreign_keys = OFF; DELETE FROM orders WHERE id = 2")
    audit_copy(findings, evidence.file, evidence.ledger.promised(), evidence.ledger.stock)
    assert findings.lost


CREATED = ("created", "")


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([CREATED], "new"),
        ([CREATED, ("status", "confirmed"), ("promised", "10"), ("paid", "cash"), ("cancelled", "x")], "cancelled"),
        ([CREATED, ("status", "cooking")], "from new to cooking"),
        ([CREATED, ("cancelled", ""), ("status", "confirmed")], "from cancelled to confirmed"),
        ([CREATED, ("cancelled", ""), ("cancelled", "")], "cancelled when it was cancelled"),
        ([CREATED, CREATED], f"it was not created once: {[CREATED, CREATED]}"),
    ],
)
def test_where_a_history_leads(events: list[tuple[str, str]], told: str) -> None:
    assert told_status("pickup", events) == told

"""Settling providers' reports about invoices, which may be repeated and arrive in any order."""

import logging
from dataclasses import dataclass, replace

from cafe.core.kernel.database import Connection
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import ProviderName
from cafe.core.money.payments import ledger, store
from cafe.core.money.payments.facts import (
    AmountDiffers,
    OrderPaid,
    PaidTooMuch,
    PaymentFailed,
    ReportSource,
    ReturnsReported,
)
from cafe.core.money.payments.holds import accept_hold, lose_hold
from cafe.core.money.payments.model import HRYVNIA, HoldEnd, Invoice, Money, Payment
from cafe.core.money.payments.port import InvoiceReport, InvoiceStatus
from cafe.core.money.payments.returns import second_payment
from cafe.core.ordering.orders import payment_store
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.model import Order, OrderStatus, PaymentStatus

log = logging.getLogger(__name__)

FIRST_RECHECK_SECONDS = 3_600
"""Delay before a payment is first checked again: a refund in the dashboard may go unreported."""

NOT_PAID = {InvoiceStatus.FAILED, InvoiceStatus.REVERSED, InvoiceStatus.EXPIRED}


@dataclass(frozen=True, slots=True)
class ReportedPayment:
    """A provider's report with its source. `at` in Unix seconds."""

    provider: ProviderName
    report: InvoiceReport
    source: ReportSource
    receipt_id: str | None
    """The id for the receipt if this report pays the order; None if no receipts are issued."""
    at: int

    @property
    def reported_at(self) -> int | None:
        """Milliseconds."""
        moment = self.report.changed_at
        return None if moment is None else int(moment.timestamp() * 1000)

    @property
    def status(self) -> InvoiceStatus:
        return self.report.status


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of a report: whether the order is paid, and the amount claimed by this report."""

    is_paid: bool
    claimed: Money | None = None


def settle(conn: Connection, record: Recorder, reported: ReportedPayment) -> Settled:
    """Record a report with all its consequences."""
    found = store.find_reported(conn, reported.provider, reported.report)
    if found is None:
        log.info("%s reports on unknown invoice %s", reported.provider, reported.report.invoice_id)
        return Settled(is_paid=False)
    conn.lock("orders", found.order_id)  # all that follows depends on order and invoice as they are now
    invoice = store.find_reported(conn, reported.provider, reported.report) or found
    reported = replace(reported, report=read_for(invoice, reported.report))
    order = orders.get_order(conn, invoice.order_id)
    is_paid = order.payment_status is PaymentStatus.PAID
    if _is_outdated(invoice, reported):
        return Settled(is_paid)
    if _changes_status(invoice, reported):
        if reported.status is InvoiceStatus.HELD:
            money = _money(order, reported)
            store.set_held(conn, invoice.id, money.amount, reported.at, reported.reported_at)
            accept_hold(conn, record, invoice, order, source=reported.source, now=reported.at)
            return Settled(is_paid)
        store.record_status(conn, invoice.id, reported.status, reported.reported_at)
        if invoice.is_held and reported.status is not InvoiceStatus.PAID and invoice.hold_end is not HoldEnd.RELEASE:
            lose_hold(conn, record, order, reported.report.reason or "", reported.at)
        if reported.status is InvoiceStatus.REVERSED and invoice.status is not InvoiceStatus.REVERSED:
            _note_returns(conn, record, invoice, order, reported)
    if reported.status is InvoiceStatus.PAID:
        claimed = _take_payment(conn, record, invoice, order, reported)
        if reported.report.returned or reported.report.refunds:
            _note_returns(conn, record, invoice, order, reported)
        return Settled(is_paid=True, claimed=claimed)
    # The customer need not know about an invoice withdrawn by us, or about a finished order.
    # The end of a hold is reported where the decision about it is known.
    is_withdrawn = invoice.is_withdrawal_due or invoice.status is InvoiceStatus.WITHDRAWN
    is_withdrawn = is_withdrawn or invoice.held_amount is not None
    is_news = not (is_paid or is_withdrawn or order.status.is_final)
    if reported.status in NOT_PAID and reported.source is ReportSource.WEBHOOK and is_news:
        record(conn, PaymentFailed(at=reported.at, order=order, source=reported.source))
    return Settled(is_paid)


def read_for(invoice: Invoice, report: InvoiceReport) -> InvoiceReport:
    """Interpret a report: on a page without a hold, a blocked amount is a payment under way."""
    is_strange = report.status is InvoiceStatus.HELD and not invoice.is_hold
    return replace(report, status=InvoiceStatus.PROCESSING) if is_strange else report


def _is_outdated(invoice: Invoice, reported: ReportedPayment) -> bool:
    """Whether the reported payment was reversed since, or at the same moment."""
    return (
        reported.status is InvoiceStatus.PAID
        and invoice.status is InvoiceStatus.REVERSED
        and reported.reported_at is not None
        and invoice.reported_at is not None
        and reported.reported_at <= invoice.reported_at
    )


def _changes_status(invoice: Invoice, reported: ReportedPayment) -> bool:
    """Whether a report changes the invoice: late reports do not change a final status unless money moved.

    A hold ends by capture or release, or by a refusal known to be newer than the hold.
    """
    status = reported.status
    if invoice.status.is_open:
        return True
    if invoice.status is InvoiceStatus.PAID:
        return status is InvoiceStatus.REVERSED
    if status in {InvoiceStatus.PAID, InvoiceStatus.REVERSED}:
        return True
    if invoice.is_held:
        return status is InvoiceStatus.EXPIRED or (status is InvoiceStatus.FAILED and _is_newer(invoice, reported))
    is_over = invoice.status is InvoiceStatus.REVERSED
    return status is InvoiceStatus.HELD and not is_over and _is_newer(invoice, reported)


def _is_newer(invoice: Invoice, reported: ReportedPayment) -> bool:
    at = reported.reported_at
    return at is None or invoice.reported_at is None or at > invoice.reported_at


def _take_payment(
    conn: Connection, record: Recorder, invoice: Invoice, order: Order, reported: ReportedPayment
) -> Money | None:
    """Mark the order as paid and return the money; None if it was paid before: a second payment must be returned."""
    if ledger.find_payment_of_invoice(conn, invoice) is not None:
        return None
    money = _money(order, reported)
    expected = Money((order.total - order.balance) * 100)
    is_edited = bool(order.version) and money.currency == HRYVNIA
    is_exact = money == expected or is_edited  # the page may be older than the edit
    is_claimed = payment_store.claim_card_payment(conn, order.id)
    has_sale = is_claimed and order.status is not OrderStatus.CANCELLED
    holds_receipt = has_sale and not is_exact and reported.receipt_id is not None
    payment = ledger.add_card_payment(conn, invoice, money, reported.at, has_sale=has_sale, holds_receipt=holds_receipt)
    store.watch_paid(conn, invoice.id, reported.at, reported.at + FIRST_RECHECK_SECONDS)
    if is_claimed:
        claim = OrderPaid(
            at=reported.at,
            order=order,
            payment=payment,
            provider=reported.provider,
            source=reported.source,
            receipt_id=reported.receipt_id if is_exact else None,
        )
        record(conn, claim)
        if has_sale and is_edited and money != expected:
            _square(conn, record, order, payment, reported.at)
    else:
        record(conn, second_payment(order, payment, reported.at))
    if not is_exact:
        difference = AmountDiffers(
            at=reported.at, order=order, amount=money.amount, currency=money.currency, holds_receipt=holds_receipt
        )
        record(conn, difference)
    return money if is_claimed else None


def _square(conn: Connection, record: Recorder, order: Order, payment: Payment, now: int) -> None:
    """Settle the difference between a payment and the total that an edit made: the rest is taken, too much returned."""
    missing = order.total * 100 - payment.money.amount
    payment_store.set_balance(conn, order.id, max(0, -(-missing // 100)))
    if missing < 0:
        record(conn, PaidTooMuch(at=now, order=order, payment=payment, amount=Money(-missing)))


def _note_returns(
    conn: Connection, record: Recorder, invoice: Invoice, order: Order, reported: ReportedPayment
) -> None:
    """Record that money went back to the payer, if its payment is known."""
    payment = ledger.find_payment_of_invoice(conn, invoice)
    if payment is None:
        return
    is_all = reported.status is InvoiceStatus.REVERSED
    returns = ReturnsReported(
        at=reported.at,
        order=order,
        payment_id=payment.id,
        returned=None if is_all else reported.report.returned or 0,
        refunds=reported.report.refunds,
    )
    record(conn, returns)


def _money(order: Order, reported: ReportedPayment) -> Money:
    """Return the paid amount; the order's total if the provider reports none or nonsense."""
    amount = reported.report.amount
    return Money(amount if amount and amount > 0 else order.total * 100, reported.report.currency or HRYVNIA)

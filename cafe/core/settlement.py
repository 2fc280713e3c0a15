"""What follows from a provider's word about an invoice, however often and in whatever order it comes."""

import logging
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.notifications import Kind
from cafe.core.ports import Connection, InvoiceReport, InvoiceStatus, ProviderName
from cafe.core.store import invoices, orders, outbox, receipts
from cafe.core.store.invoices import Invoice
from cafe.core.values import Order, OrderStatus, PaymentStatus

log = logging.getLogger(__name__)

_NOT_PAID = {InvoiceStatus.FAILED, InvoiceStatus.REVERSED, InvoiceStatus.EXPIRED}
_HRYVNIA = "UAH"


class Source(StrEnum):
    """How we learned of it; the values go into the order's history."""

    WEBHOOK = "webhook"
    POLL = "poll"  # the customer is looking at the order, so no message goes to them
    SWEEP = "sweep"  # in place of a webhook that got lost


@dataclass(frozen=True, slots=True)
class Word:
    """A provider's word as it reached us."""

    provider: ProviderName
    report: InvoiceReport
    source: Source
    receipt_id: str | None
    """The id for a receipt, should this be the word that pays the order; None where no receipts are made."""
    now: int

    @property
    def reported_at(self) -> int | None:
        """Milliseconds."""
        moment = self.report.changed_at
        return None if moment is None else int(moment.timestamp() * 1000)


def settle(conn: Connection, word: Word) -> bool:
    """Record a provider's word with everything that follows from it; whether the order is paid now."""
    invoice = invoices.find_reported(conn, word.provider, word.report, word.now)
    if invoice is None:
        log.info("%s spoke of invoice %s, which is none of ours", word.provider, word.report.invoice_id)
        return False
    order = orders.get_order(conn, invoice.order_id)
    if _is_overtaken(invoice, word):
        return order.payment_status is PaymentStatus.PAID
    if _changes_status(invoice, word.report.status):
        invoices.record_status(conn, invoice.id, word.report.status, word.reported_at)
    if word.report.status is InvoiceStatus.PAID:
        _take_payment(conn, invoice, order, word)
        return True
    is_paid = order.payment_status is PaymentStatus.PAID
    # An invoice that we withdrew ourselves is no news to the customer.
    is_ours = invoice.is_withdrawal_due or invoice.status == "withdrawn"
    if word.report.status in _NOT_PAID and word.source is Source.WEBHOOK and not is_paid and not is_ours:
        _tell_customer(conn, order, Kind.CUSTOMER_PAYMENT_FAILED, word)
    return is_paid


def _is_overtaken(invoice: Invoice, word: Word) -> bool:
    """Whether a payment is reported that, as a later word already said, was returned since."""
    return (
        word.report.status is InvoiceStatus.PAID
        and invoice.status == InvoiceStatus.REVERSED
        and word.reported_at is not None
        and invoice.reported_at is not None
        and word.reported_at < invoice.reported_at
    )


def _changes_status(invoice: Invoice, status: InvoiceStatus) -> bool:
    """Whether a word is news: what is over stays over, whatever late words say, unless money moved."""
    match invoice.status:
        case "pending" | "failed":
            return True
        case "paid":
            return status is InvoiceStatus.REVERSED
        case _:
            return status in {InvoiceStatus.PAID, InvoiceStatus.REVERSED}


def _take_payment(conn: Connection, invoice: Invoice, order: Order, word: Word) -> None:
    """Claim the order; only who wins tells anyone. Money that cannot be for this order is to be returned."""
    amount, currency = word.report.amount, word.report.currency or _HRYVNIA
    is_first = invoices.claim_first_payment(conn, invoice, amount, word.now)
    is_claimed = orders.claim_payment(conn, order.id)
    if is_claimed:
        orders.add_event(conn, order.id, "paid", word.provider.value, word.now, detail=word.source.value)
        invoices.queue_withdrawals(conn, order.id, word.now)
    if is_claimed and order.status is not OrderStatus.CANCELLED:
        outbox.queue_to_staff(conn, Kind.STAFF_ORDER_PAID, word.now, order.id)
        _tell_customer(conn, order, Kind.CUSTOMER_PAYMENT_RECEIVED, word)
        if word.receipt_id is not None:
            receipts.add_receipt(conn, order.id, word.receipt_id, word.now)
    elif is_claimed or is_first:
        whole = order.total if amount is None else amount // 100
        reason = "cancelled" if order.status is OrderStatus.CANCELLED else "second"
        outbox.queue_to_staff(conn, Kind.STAFF_MONEY_TO_RETURN, word.now, order.id, amount=whole, reason=reason)
        if is_claimed:
            _tell_customer(conn, order, Kind.CUSTOMER_MONEY_TO_RETURN, word)
    is_other_sum = amount is not None and (amount != order.total * 100 or currency != _HRYVNIA)
    if is_first and is_other_sum:
        outbox.queue_to_staff(
            conn, Kind.STAFF_AMOUNT_DIFFERS, word.now, order.id, amount=amount or 0, currency=currency
        )


def _tell_customer(conn: Connection, order: Order, kind: Kind, word: Word) -> None:
    if word.source is not Source.POLL:
        outbox.queue_to_customer(conn, kind, word.now, order.customer_id, order.customer_locale, order.id)

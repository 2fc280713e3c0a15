"""Card payments: payment pages, payment status for customers, and providers' webhooks."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from uuid import uuid4

from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.clock import Clock, Tokens, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.facts import Recorder
from cafe.core.kernel.ids import CustomerId, OrderId, ProviderName
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.shared_calls import SharedCalls
from cafe.core.kernel.texts import Texts
from cafe.core.kernel.urls import PAYMENT_WEBHOOKS, WEBAPP
from cafe.core.money.payments import store
from cafe.core.money.payments.errors import (
    AlreadyPaidError,
    NotPayableError,
    NotPayableReason,
    ProviderError,
    WebhookError,
)
from cafe.core.money.payments.facts import CardUnavailable, PaymentUnknown, ReportSource
from cafe.core.money.payments.invoice_lines import invoice_discount, invoice_lines
from cafe.core.money.payments.model import HRYVNIA, HoldEnd, Invoice, Money
from cafe.core.money.payments.port import (
    CHECK_PATIENCE,
    INVOICE_VALIDITY,
    PATIENCE,
    CreatedInvoice,
    InvoiceReport,
    InvoiceRequest,
    InvoiceStatus,
    PayWay,
    Provider,
)
from cafe.core.money.payments.settlement import ReportedPayment, read_for, settle
from cafe.core.money.payments.switching import switch_to_cash
from cafe.core.ordering.orders import store as orders
from cafe.core.ordering.orders.counts import Counts
from cafe.core.ordering.orders.model import Order, OrderStatus, PaymentMethod, PaymentStatus
from cafe.core.ordering.orders.rules import pay_until

log = logging.getLogger(__name__)

FIRST_CHECK_SECONDS = 20
MAX_POLLED = 5
"""Open invoices of an order polled by one status request; the sweeper checks the others."""
MAX_ID_SHOWN = 100
"""Characters of an unknown invoice's id shown to the staff."""
MAX_PAGES = 5
"""Open payment pages allowed for an order; beyond that the newest is returned again."""
SLOWEST_PROVIDER = 15
"""Seconds after which a requested page will not arrive any more: a provider has ten to answer."""
RETRY_SECONDS = 0.1
MOST_RETRIES = 100
"""Ten seconds in all, the timeout of a provider."""
SHORTEST_VALIDITY = timedelta(minutes=5)
AFTER_END = 120
"""Seconds for which a payment page outlives its order, so that it ends by withdrawal where that is possible."""
HANDED_OUT_FOR = INVOICE_VALIDITY - timedelta(minutes=10)
"""How long a page is reused: whoever opens it still needs time to pay."""


@dataclass(frozen=True, slots=True)
class OpenedInvoice:
    """The URL of a payment page; without one, either card payment is unavailable or no payment is needed.

    `app_url` is that of `PaymentPage`.
    """

    page_url: str | None
    is_unavailable: bool = False
    app_url: str | None = None


@dataclass(frozen=True, slots=True)
class PaymentPage:
    """Where to pay; `app_url` opens the same payment in the bank's app, and is only known for a new page."""

    url: str
    app_url: str | None = None


class PaymentService:
    """Calls providers outside transactions, and settles their reports inside them."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        tokens: Tokens,
        texts: Texts,
        record: Recorder,
        *,
        providers: Mapping[ProviderName, Provider],
        public_url: str,
        makes_receipts: Callable[[], bool],
        counts: Counts,
    ) -> None:
        """`public_url` is the service's own URL."""
        self._database = database
        self._clock = clock
        self._tokens = tokens
        self._texts = texts
        self._record = record
        self._providers = providers
        self._public_url = public_url
        self._makes_receipts = makes_receipts
        self._counts = counts
        self._polls = SharedCalls[int, InvoiceReport]()

    def accepts_cards(self, settings: Settings) -> bool:
        """Whether the provider selected by these settings has credentials."""
        return self._providers[ProviderName(settings.payment_provider)].is_configured

    def ways(self, settings: Settings) -> tuple[PayWay, ...]:
        """Return the ways to pay of the provider selected by these settings; empty if it has no credentials."""
        provider = self._providers[ProviderName(settings.payment_provider)]
        return provider.ways if provider.is_configured else ()

    async def open_invoice(self, order_id: OrderId) -> OpenedInvoice:
        """Open a payment page for a new card order, unless it has one or does not need one any more.

        If card payment is unavailable, the customer is also notified in the chat.
        """
        order, known = await self._database.read(_read_page, order_id, None, self._valid_since())
        if known is not None or not order.can_pay:
            return OpenedInvoice(known)
        provider = await self._active_provider()
        if provider.is_configured:
            try:
                page = await self._create_invoice(provider, order)
                return OpenedInvoice(page.url, app_url=page.app_url) if page else OpenedInvoice(None)
            except ProviderError as error:
                log.warning("no payment page for order %s: %s", order.id, error)
        await self._database.write(self._record, CardUnavailable(at=unix_now(self._clock), order=order))
        return OpenedInvoice(None, is_unavailable=True)

    async def find_page_url(self, order_id: OrderId, shown: str | None = None) -> str | None:
        """Return the URL of an order's payable page: the one `shown` before, else the newest."""
        _, url = await self._database.read(_read_page, order_id, shown, self._valid_since())
        return url

    async def pay(self, customer_id: CustomerId, order_id: int) -> PaymentPage:
        """Return a new payment page for the customer's order; its newest one if `MAX_PAGES` are open.

        Raises:
            NotFoundError: no such order, or not theirs.
            NotPayableError: not a card order, finished, already held, or card payment is unavailable.
            AlreadyPaidError: the order is already paid.
            ProviderError: the payment provider failed or refused.
        """
        order = await self._database.read(orders.get_order_of, order_id, customer_id)
        _check_can_pay(order)
        provider = await self._active_provider()
        if not provider.is_configured:
            raise NotPayableError(NotPayableReason.UNAVAILABLE)
        try:
            page = await self._create_invoice(provider, order)
        except ProviderError as error:
            log.warning("no payment page for order %s: %s", order.id, error)
            raise
        if page is None:  # the order was paid or cancelled while the provider answered
            _check_can_pay(await self._database.read(orders.get_order, order.id))
            raise ProviderError("the payment page was withdrawn")
        return page

    async def switch_to_cash(self, customer_id: CustomerId, order_id: int) -> Order:
        """Switch the customer's unpaid card order to cash; its payment pages are withdrawn.

        Raises:
            NotFoundError, AlreadyPaidError, NotPayableError: see `switching`.
        """
        return await self._database.write(switch_to_cash, self._record, customer_id, order_id, unix_now(self._clock))

    async def is_paid(self, customer_id: CustomerId, order_id: int) -> bool:
        """Whether the customer's order is paid; if unknown so far, the provider of each open invoice is polled.

        Raises:
            NotFoundError: no such order, or not theirs.
        """
        is_paid, open_invoices = await self._database.read(_read_payment_state, customer_id, order_id)
        if is_paid:
            return True
        return any(await asyncio.gather(*(self.poll(invoice, ReportSource.POLL) for invoice in open_invoices)))

    async def is_declined(self, order_id: int) -> bool:
        """Whether the card was declined on the order's newest payment page, by the last report."""
        return await self._database.read(store.find_newest_status, order_id) is InvoiceStatus.FAILED

    async def handle_webhook(self, provider_name: ProviderName, body: bytes, headers: Mapping[str, str]) -> None:
        """Verify a provider's callback and settle its report.

        An unknown invoice with a reference of ours is confirmed with the provider itself; if it does not answer, the
        sweeper asks again.

        Raises:
            InvalidSignatureError: the signature is missing or does not verify.
            MissingInvoiceIdError: the callback is signed but names no invoice.
        """
        try:
            report = await self._providers[provider_name].read_webhook(body, headers)
        except WebhookError as error:
            log.info("a webhook claiming to be from %s is rejected: %s", provider_name, type(error).__name__)
            raise
        if await self._database.read(store.find_reported, provider_name, report) is None:
            await self._confirm(provider_name, report)
        else:
            await self._settle(provider_name, report, ReportSource.WEBHOOK)

    async def _confirm(self, provider_name: ProviderName, report: InvoiceReport) -> None:
        """Poll the provider about an invoice that only its reference makes ours, and settle the report."""
        now = unix_now(self._clock)
        invoice = await self._database.write(store.adopt_invoice, provider_name, report, now)
        if invoice is None:
            log.warning("%s reports on unknown invoice %s", provider_name, report.invoice_id)
            if report.status is InvoiceStatus.PAID:
                await self._database.write(_record_unknown, self._record, provider_name, report, now)
        else:
            await self.poll(invoice, ReportSource.WEBHOOK)

    async def poll(self, invoice: Invoice, source: ReportSource) -> bool:
        """Poll an invoice and settle the report; return whether the order is paid (False after a failure)."""
        try:
            return (await self.poll_and_settle(invoice, source))[1]
        except ProviderError as error:
            log.warning("no report about invoice %s of order %s: %s", invoice.invoice_id, invoice.order_id, error)
            return False

    async def catch_up(self, provider: ProviderName, invoice_id: str, reference: str | None) -> None:
        """Poll and settle an invoice (by the provider's id) that the provider's list shows differently.

        Do nothing if neither its id nor its reference is known here.
        """
        known = InvoiceReport(invoice_id, InvoiceStatus.PENDING, reference=reference)
        invoice = await self._database.write(store.adopt_invoice, provider, known, unix_now(self._clock))
        if invoice is not None:
            await self.poll(invoice, ReportSource.SWEEP)

    async def refresh(self, invoice_id: int) -> bool:
        """Poll and settle an invoice (our row's id) with a short timeout; False if the provider does not answer."""
        invoice = await self._database.read(store.get_invoice, invoice_id)
        try:
            await self.poll_and_settle(invoice, ReportSource.SWEEP, seconds=CHECK_PATIENCE)
        except ProviderError as error:
            log.warning("no report about invoice %s of order %s: %s", invoice.invoice_id, invoice.order_id, error)
            return False
        return True

    async def poll_and_settle(
        self, invoice: Invoice, source: ReportSource, *, seconds: float = PATIENCE
    ) -> tuple[InvoiceReport, bool]:
        """Poll and settle; return the provider's report and whether the order is paid.

        Concurrent polls of an invoice share one call.

        Raises:
            ProviderError: the provider failed or refused.
        """
        provider = self._providers[invoice.provider]
        answer = await self._polls.share(invoice.id, lambda: provider.get_invoice(invoice.invoice_id, seconds=seconds))
        report = read_for(invoice, answer)
        if report.status == invoice.status and (invoice.status.is_open or invoice.is_held):
            return report, False  # unchanged, so there is nothing to write
        return report, await self._settle(invoice.provider, report, source)

    async def withdraw(self, invoice: Invoice) -> bool:
        """Invalidate an open invoice at its provider; False if the provider does not support this.

        Raises:
            ProviderError: it failed temporarily, or the invoice was just paid.
        """
        return await self._providers[invoice.provider].withdraw_invoice(invoice.invoice_id)

    async def end_hold(self, invoice: Invoice) -> str | None:
        """Capture or release an invoice's hold, as decided; return why the provider refuses, None if it does not.

        Raises:
            ProviderError: the outcome is unknown.
        """
        provider = self._providers[invoice.provider]
        if invoice.hold_end is HoldEnd.RELEASE:
            return await provider.release(invoice.invoice_id, invoice.held_amount or 0)
        order = await self._database.read(orders.get_order, invoice.order_id)
        amount, lines = invoice.capture_amount or 0, invoice_lines(order, self._texts)
        is_exact = sum(line.total for line in lines) * 100 == amount
        return await provider.capture(invoice.invoice_id, amount, lines if is_exact else ())

    async def _settle(self, provider: ProviderName, report: InvoiceReport, source: ReportSource) -> bool:
        reported = ReportedPayment(
            provider=provider,
            report=report,
            source=source,
            receipt_id=str(uuid4()) if self._makes_receipts() else None,
            at=unix_now(self._clock),
        )
        settled = await self._database.write(settle, self._record, reported)
        if settled.claimed is not None and settled.claimed.currency == HRYVNIA:
            self._counts.claimed[provider.value] += settled.claimed.amount
        return settled.is_paid

    async def _create_invoice(self, provider: Provider, order: Order) -> PaymentPage | None:
        """Create a payment page; None if the order was paid or cancelled in the meantime.

        Raises:
            ProviderError: the payment provider failed or refused.
        """
        reference = f"{order.id}-{self._tokens.new()}"
        opened = await self._reserved(order.id, provider.name, reference)
        if isinstance(opened, str):
            return PaymentPage(opened)
        try:
            invoice, settings = await self._database.read(_read_reserved, opened)
            until = pay_until(order, settings.unpaid_minutes)
            request = self._request(invoice, order, until)
            created = await provider.create_invoice(request)
        except ProviderError:
            await self._database.write(store.abandon_invoice, opened)
            raise
        is_payable = await self._database.write(_store_created, opened, order.id, created, unix_now(self._clock))
        return PaymentPage(created.page_url, created.app_url) if is_payable else None

    async def _reserved(self, order_id: OrderId, provider: ProviderName, reference: str) -> int | str:
        """Add an invoice and return its row's id; if `MAX_PAGES` are open, return the newest page's URL.

        Raises:
            ProviderError: other requests for this order's pages brought none.
        """
        for _ in range(MOST_RETRIES):
            opened = await self._database.write(self._reserve, order_id, provider, reference)
            if opened is not None:
                return opened
            await self._clock.sleep(RETRY_SECONDS)
        raise ProviderError("no payment page came from those asked for")

    def _reserve(self, conn: Connection, order_id: OrderId, provider: ProviderName, reference: str) -> int | str | None:
        """Add an invoice, return its row's id; if enough are open, the newest page's URL, or None if not known yet."""
        now, valid_since = unix_now(self._clock), self._valid_since()
        conn.lock("orders", order_id)
        if store.count_open(conn, order_id, valid_since, now - SLOWEST_PROVIDER) >= MAX_PAGES:
            return store.find_page_url(conn, order_id, None, valid_since)
        is_new = orders.get_order(conn, order_id).status is OrderStatus.NEW  # otherwise the staff have answered
        is_hold = is_new and get_settings(conn).hold_payments
        return store.add_invoice(conn, order_id, provider, reference, now, is_hold=is_hold)

    def _valid_since(self) -> int:
        """Return the moment of creation since which a page is reused (Unix seconds)."""
        return unix_now(self._clock) - int(HANDED_OUT_FOR.total_seconds())

    def _request(self, invoice: Invoice, order: Order, until: int | None) -> InvoiceRequest:
        """Build the request for an invoice's page; an unpaid order is cancelled at `until` (Unix seconds)."""
        url, valid_for = self._public_url, INVOICE_VALIDITY
        if until is not None:
            left = timedelta(seconds=until + AFTER_END - unix_now(self._clock))
            valid_for = min(max(left, SHORTEST_VALIDITY), INVOICE_VALIDITY)
        return InvoiceRequest(
            reference=invoice.reference,
            description=self._texts.format(Locale.UK, "bill-description", number=order.number),
            total=order.total,
            discount=invoice_discount(order),
            lines=invoice_lines(order, self._texts),
            redirect_url=url + (order.track_path or WEBAPP),
            webhook_url=url + PAYMENT_WEBHOOKS[invoice.provider],
            locale=order.customer_locale,
            valid_for=valid_for,
            is_hold=invoice.is_hold,
        )

    async def _active_provider(self) -> Provider:
        settings = await self._database.read(get_settings)
        return self._providers[ProviderName(settings.payment_provider)]


def _record_unknown(
    conn: Connection, record: Recorder, provider: ProviderName, report: InvoiceReport, now: int
) -> None:
    """Record, once for each invoice, that an unknown one was paid."""
    if store.add_unknown(conn, provider, report.invoice_id, now):
        money = Money(report.amount or 0, report.currency or HRYVNIA)
        record(
            conn, PaymentUnknown(at=now, provider=provider, invoice_id=report.invoice_id[:MAX_ID_SHOWN], money=money)
        )


def _read_payment_state(conn: Connection, customer_id: CustomerId, order_id: int) -> tuple[bool, list[Invoice]]:
    """Read whether the order is paid and its open invoices in one snapshot, since a payment changes both."""
    order = orders.get_order_of(conn, order_id, customer_id)
    return order.payment_status is PaymentStatus.PAID, store.list_open(conn, order.id, MAX_POLLED)


def _read_reserved(conn: Connection, row_id: int) -> tuple[Invoice, Settings]:
    return store.get_invoice(conn, row_id), get_settings(conn)


def _read_page(conn: Connection, order_id: OrderId, shown: str | None, valid_since: int) -> tuple[Order, str | None]:
    """Read an order and the URL of its payable page: the one `shown` before, else the newest."""
    order = orders.get_order(conn, order_id)
    return order, store.find_page_url(conn, order_id, shown, valid_since) if order.can_pay else None


def _store_created(conn: Connection, row_id: int, order_id: OrderId, created: CreatedInvoice, now: int) -> bool:
    """Store a new invoice; if the order was cancelled or paid in the meantime, withdraw it and return False."""
    conn.lock("orders", order_id)
    store.set_created(conn, row_id, created, now + FIRST_CHECK_SECONDS)
    is_payable = orders.get_order(conn, order_id).can_pay
    if not is_payable:
        store.queue_withdrawals(conn, order_id, now)
    return is_payable


def _check_can_pay(order: Order) -> None:
    """Raise the reason why an order cannot be paid by card."""
    if order.payment_method is not PaymentMethod.CARD:
        raise NotPayableError(NotPayableReason.NOT_CARD)
    if order.payment_status is PaymentStatus.PAID:
        raise AlreadyPaidError
    if order.is_held:
        raise NotPayableError(NotPayableReason.HELD)
    if order.status.is_final:
        raise NotPayableError(NotPayableReason.FINISHED)

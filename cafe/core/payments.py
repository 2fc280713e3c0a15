"""Card payments: payment pages for orders, the customer's question whether one is paid, providers' webhooks."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from uuid import uuid4

from cafe.core import bill
from cafe.core.errors import (
    AlreadyPaidError,
    NotFoundError,
    NotPayableError,
    NotPayableReason,
    ProviderError,
    WebhookError,
)
from cafe.core.i18n import Texts
from cafe.core.notifications import Kind
from cafe.core.ports import (
    Clock,
    Connection,
    CreatedInvoice,
    Database,
    InvoiceReport,
    InvoiceRequest,
    Provider,
    ProviderName,
    Tokens,
)
from cafe.core.settlement import Source, Word, settle
from cafe.core.store import invoices, orders, outbox
from cafe.core.store.invoices import Invoice
from cafe.core.store.settings import get_settings
from cafe.core.values import CustomerId, Locale, Order, OrderId, PaymentMethod, PaymentStatus

log = logging.getLogger(__name__)

FIRST_CHECK_SECONDS = 20
ASKED_AT_ONCE = 5
"""How many of an order's open invoices a poll asks about; the sweeper sees to any others."""

WEBHOOK_PATHS = {
    ProviderName.MONOBANK: "/api/payments/bank/webhook",
    ProviderName.LIQPAY: "/api/payments/liqpay/webhook",
}


class PaymentService:
    """Asks providers outside transactions, and settles what they say inside them."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        tokens: Tokens,
        texts: Texts,
        *,
        providers: Mapping[ProviderName, Provider],
        public_url: Callable[[], str],
        makes_receipts: bool,
    ) -> None:
        """Wire it up; `public_url` is the service's own address, known once it listens."""
        self._database = database
        self._clock = clock
        self._tokens = tokens
        self._texts = texts
        self._providers = providers
        self._public_url = public_url
        self._makes_receipts = makes_receipts

    async def open_invoice(self, order_id: OrderId) -> str | None:
        """Return the address of a payment page for a new card order; None when cards cannot be taken now.

        In that case the customer is also told in the chat. A page that is already there is given again.
        """
        order = await self._database.read(orders.get_order, order_id)
        known = await self._database.read(invoices.find_page_url, order_id)
        if known is not None:
            return known
        provider = await self._active_provider()
        if provider.is_configured:
            try:
                return await self._create_invoice(provider, order)
            except ProviderError as error:
                log.warning("no payment page for order %s: %s", order.id, error)
        await self._database.write(_queue_unavailable, order, self._now())
        return None

    async def pay(self, customer_id: CustomerId, order_id: int) -> str:
        """Return the address of a new payment page for the customer's order.

        Raises:
            NotFoundError: no such order of theirs.
            NotPayableError: not by card, over, or cards cannot be taken now.
            AlreadyPaidError: the money is already here.
            ProviderError: the payment company failed or refused.
        """
        order = await self._order_of(customer_id, order_id)
        if order.payment_method is not PaymentMethod.CARD:
            raise NotPayableError(NotPayableReason.NOT_CARD)
        if order.payment_status is PaymentStatus.PAID:
            raise AlreadyPaidError
        if order.status.is_final:
            raise NotPayableError(NotPayableReason.FINISHED)
        provider = await self._active_provider()
        if not provider.is_configured:
            raise NotPayableError(NotPayableReason.UNAVAILABLE)
        try:
            return await self._create_invoice(provider, order)
        except ProviderError as error:
            log.warning("no payment page for order %s: %s", order.id, error)
            raise

    async def is_paid(self, customer_id: CustomerId, order_id: int) -> bool:
        """Whether the customer's order is paid; if we do not know of it, the provider of each open invoice is asked.

        Raises:
            NotFoundError: no such order of theirs.
        """
        is_known, open_invoices = await self._database.read(_what_is_known, customer_id, order_id)
        if is_known:
            return True
        return any(await asyncio.gather(*(self.ask_about(invoice, Source.POLL) for invoice in open_invoices)))

    async def take_webhook(self, provider_name: ProviderName, body: bytes, headers: Mapping[str, str]) -> None:
        """Verify a provider's callback and settle what it says. Nothing outside is waited for but the bank's key.

        Raises:
            InvalidSignatureError: it is not the provider's.
            MissingInvoiceIdError: it is, but not about any invoice.
        """
        try:
            report = await self._providers[provider_name].read_webhook(body, headers)
        except WebhookError as error:
            log.info("a webhook in the name of %s is refused: %s", provider_name, type(error).__name__)
            raise
        await self._settle(provider_name, report, Source.WEBHOOK)

    async def ask_about(self, invoice: Invoice, source: Source) -> bool:
        """Ask an invoice's own provider and settle its answer; whether the order is paid. A failure is 'no'."""
        try:
            return (await self.settle_by_asking(invoice, source))[1]
        except ProviderError as error:
            log.warning("no word about invoice %s of order %s: %s", invoice.invoice_id, invoice.order_id, error)
            return False

    async def settle_by_asking(self, invoice: Invoice, source: Source) -> tuple[InvoiceReport, bool]:
        """The same, with the provider's answer.

        Raises:
            ProviderError: the provider failed or refused.
        """
        report = await self._providers[invoice.provider].get_invoice(invoice.invoice_id)
        if report.status.is_open and report.status == invoice.status:
            return report, False  # no news, so nothing to write
        return report, await self._settle(invoice.provider, report, source)

    async def withdraw(self, invoice: Invoice) -> bool:
        """Make an open invoice unpayable at its provider; False where that cannot be done.

        Raises:
            ProviderError: it failed for now, or somebody has just paid.
        """
        return await self._providers[invoice.provider].withdraw_invoice(invoice.invoice_id)

    async def _settle(self, provider: ProviderName, report: InvoiceReport, source: Source) -> bool:
        word = Word(
            provider=provider,
            report=report,
            source=source,
            receipt_id=str(uuid4()) if self._makes_receipts else None,
            now=self._now(),
        )
        return await self._database.write(settle, word)

    async def _create_invoice(self, provider: Provider, order: Order) -> str:
        reference = f"{order.id}-{self._tokens.new()}"
        row_id = await self._database.write(invoices.add_invoice, order.id, provider.name, reference, self._now())
        created = await provider.create_invoice(self._request(provider.name, order, reference))
        await self._database.write(_note_created, row_id, order.id, created, self._now())
        return created.page_url

    def _request(self, provider: ProviderName, order: Order, reference: str) -> InvoiceRequest:
        url = self._public_url()
        return InvoiceRequest(
            reference=reference,
            description=self._texts.format(Locale.UK, "bill-description", number=order.number),
            total=order.total,
            discount=bill.bill_discount(order),
            lines=bill.bill_lines(order, self._texts),
            redirect_url=url + (order.track_path or "/webapp/"),
            webhook_url=url + WEBHOOK_PATHS[provider],
            locale=order.customer_locale.value,
        )

    async def _active_provider(self) -> Provider:
        settings = await self._database.read(get_settings)
        return self._providers[ProviderName(settings.payment_provider)]

    async def _order_of(self, customer_id: CustomerId, order_id: int) -> Order:
        order = await self._database.read(orders.find_order_of, order_id, customer_id)
        if order is None:
            raise NotFoundError
        return order

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def _what_is_known(conn: Connection, customer_id: CustomerId, order_id: int) -> tuple[bool, list[Invoice]]:
    """Whether the order is paid, and the invoices that may yet be: of one moment, as a payment changes both."""
    order = orders.find_order_of(conn, order_id, customer_id)
    if order is None:
        raise NotFoundError
    return order.payment_status is PaymentStatus.PAID, invoices.list_open(conn, order.id, ASKED_AT_ONCE)


def _queue_unavailable(conn: Connection, order: Order, now: int) -> None:
    kind = Kind.CUSTOMER_CARD_UNAVAILABLE
    outbox.queue_to_customer(conn, kind, now, order.customer_id, order.customer_locale, order.id)


def _note_created(conn: Connection, row_id: int, order_id: OrderId, created: CreatedInvoice, now: int) -> None:
    """Keep a new invoice; if the order was cancelled or paid meanwhile, nobody should pay it."""
    invoices.set_created(conn, row_id, created, now + FIRST_CHECK_SECONDS)
    if not orders.get_order(conn, order_id).can_pay:
        invoices.queue_withdrawals(conn, order_id, now)

"""One way to drive both payment companies: our client, the fake behind it, and the payer at its page."""

from dataclasses import replace
from datetime import datetime
from typing import Protocol
from urllib.parse import urlsplit

from aiohttp import ClientSession

from cafe.core.money.payments.port import CreatedInvoice, InvoiceLine, InvoiceRequest, Provider
from cafe.providers.http import Calls
from cafe.providers.liqpay import LiqPay
from cafe.providers.monobank import Monobank
from tests.driver import FakeClock
from tests.fakes.liqpay import FakeLiqPay
from tests.fakes.monobank import FakeMonobank
from tests.fakes.service import Delivery, FakeService, WebhookSender

REQUEST = InvoiceRequest(
    reference="17-Zm9vYmFyYmF6cXV4",
    description="Замовлення №17",
    total=205,
    discount=25,
    lines=(
        InvoiceLine(code="1", name="Лате", quantity=2, price=85),
        InvoiceLine(code="delivery", name="Доставка", quantity=1, price=60),
    ),
    redirect_url="http://127.0.0.1:1/webapp/?track=abc",
    webhook_url="http://127.0.0.1:1/nowhere",
    locale="uk",
)


class ProviderHarness(Protocol):
    """What the contract test needs of a payment company."""

    provider: Provider

    @property
    def service(self) -> FakeService: ...
    def now(self) -> datetime: ...
    @property
    def webhooks(self) -> WebhookSender: ...
    async def open(self, invoice: CreatedInvoice) -> None: ...
    async def pay(self, invoice: CreatedInvoice) -> Delivery: ...
    async def decline(self, invoice: CreatedInvoice) -> Delivery: ...
    async def refund(self, invoice: CreatedInvoice) -> Delivery: ...
    def sign(self, body: bytes) -> tuple[bytes, dict[str, str]]: ...


class MonobankHarness:
    def __init__(self, bank: FakeMonobank, session: ClientSession, clock: FakeClock) -> None:
        self.now = clock.now
        self.bank = self.service = bank
        self.webhooks = bank.webhooks
        self.webhooks.attempts = 1
        self.session = session
        self.provider = Monobank(session, token=bank.token, base_url=bank.base_url)

    async def open(self, invoice: CreatedInvoice) -> None:
        async with self.session.get(invoice.page_url) as page:
            assert page.status == 200

    async def pay(self, invoice: CreatedInvoice) -> Delivery:
        await self.bank.pay(invoice.invoice_id)
        return self.bank.webhooks.deliveries[-1]

    async def decline(self, invoice: CreatedInvoice) -> Delivery:
        await self.bank.decline(invoice.invoice_id)
        return self.bank.webhooks.deliveries[-1]

    async def refund(self, invoice: CreatedInvoice) -> Delivery:
        await self.bank.refund(invoice.invoice_id)
        return self.bank.webhooks.deliveries[-1]

    def sign(self, body: bytes) -> tuple[bytes, dict[str, str]]:
        return body, {"X-Sign": self.bank.sign(body)}


class LiqPayHarness:
    def __init__(self, fake: FakeLiqPay, session: ClientSession, clock: FakeClock) -> None:
        self.now = clock.now
        self.fake = self.service = fake
        self.webhooks = fake.webhooks
        self.webhooks.attempts = 1
        self.session = session
        self.provider = LiqPay(
            session,
            public_key=fake.public_key,
            private_key=fake.private_key,
            base_url=fake.base_url,
            calls=Calls(clock),
        )

    async def open(self, invoice: CreatedInvoice) -> None:
        await self.fake.open(invoice.page_url)

    async def pay(self, invoice: CreatedInvoice) -> Delivery:
        await self.fake.pay(invoice.invoice_id)
        return self.fake.webhooks.deliveries[-1]

    async def decline(self, invoice: CreatedInvoice) -> Delivery:
        await self.fake.decline(invoice.invoice_id)
        return self.fake.webhooks.deliveries[-1]

    async def refund(self, invoice: CreatedInvoice) -> Delivery:
        await self.fake.refund(invoice.invoice_id)
        return self.fake.webhooks.deliveries[-1]

    def sign(self, body: bytes) -> tuple[bytes, dict[str, str]]:
        return self.fake.sign_raw(body), {}


def request_for(total: int) -> InvoiceRequest:
    """Return a request of one line."""
    return replace(REQUEST, total=total, discount=0, lines=(InvoiceLine("1", "Лате", 1, total),))


def path_of(url: str) -> str:
    return urlsplit(url).path

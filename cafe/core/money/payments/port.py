"""The interface of payment providers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from cafe.core.catalogue.taxes.model import NO_DATA, FiscalData
from cafe.core.kernel.access import Access
from cafe.core.kernel.ids import ProviderName

INVOICE_VALIDITY = timedelta(hours=3)
"""How long a payment page is valid; afterwards the customer requests a new one."""


PATIENCE = 10.0
"""Timeout of a call to a provider, in seconds."""

LIST_PATIENCE = 30.0
"""The same for a provider's list of payments over many days."""

CHECK_PATIENCE, REFUND_PATIENCE = 3.0, 7.0
"""The same for checking a payment and then requesting a refund while somebody waits; together no longer."""

LONGEST_LIST = timedelta(days=31)
"""No provider documents how long a list may be; monobank's lists for persons are limited to this."""

MAX_AMOUNT = 10**14
"""Kopiykas; larger amounts are not plausible."""


class InvoiceStatus(StrEnum):
    """The status of an invoice; the values are stored."""

    PENDING = "pending"
    """Nobody has tried to pay it yet, as far as is known."""
    PROCESSING = "processing"
    """A payment is under way: the bank waits for the payer, or for cash."""
    HELD = "held"
    """The amount is blocked on the card until it is captured or released."""
    PAID = "paid"
    FAILED = "failed"
    REVERSED = "reversed"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    """Withdrawn by us; no provider reports this status."""

    @property
    def is_open(self) -> bool:
        """Whether it may still be paid: after a declined card the page accepts another one."""
        return self in {InvoiceStatus.PENDING, InvoiceStatus.PROCESSING, InvoiceStatus.FAILED}


@dataclass(frozen=True, slots=True)
class InvoiceLine:
    """Goods of an invoice, or of a refund; `price` of one piece before discounts, in whole UAH."""

    code: str
    name: str
    quantity: int
    price: int
    fiscal: FiscalData = NO_DATA

    @property
    def total(self) -> int:
        """Whole UAH."""
        return self.price * self.quantity


@dataclass(frozen=True, slots=True)
class InvoiceRequest:
    """The input for a payment page. Whole UAH; `total` = lines (including delivery) − `discount`."""

    reference: str
    """Our unique, unguessable id of this attempt; providers echo it."""
    description: str
    total: int
    discount: int
    lines: tuple[InvoiceLine, ...]
    redirect_url: str
    webhook_url: str
    locale: str
    valid_for: timedelta = INVOICE_VALIDITY
    is_hold: bool = False
    """Whether the amount is only blocked, until it is captured or released."""


class PayWay(StrEnum):
    """A way to pay on a provider's page; the values are sent to the mini-app."""

    CARD = "card"
    APPLE_PAY = "apple"
    GOOGLE_PAY = "google"
    MONOBANK = "monobank"
    """The bank's own app, opened by `CreatedInvoice.app_url`."""
    PRIVAT24 = "privat24"


@dataclass(frozen=True, slots=True)
class CreatedInvoice:
    """A newly created payment page; `app_url` opens the payment in the bank's app, if the bank provided a link."""

    invoice_id: str
    page_url: str
    app_url: str | None = None


@dataclass(frozen=True, slots=True)
class InvoiceReport:
    """A provider's report about an invoice. `amount` in kopiykas; fields missing in the report are None.

    Callbacks arrive in any order: of two reports the one with the later `changed_at` is current.
    """

    invoice_id: str
    status: InvoiceStatus
    amount: int | None = None
    currency: str | None = None
    reference: str | None = None
    reason: str | None = None
    changed_at: datetime | None = None
    returned: int | None = None
    """Kopiykas of the payment returned so far; all of it if the status is REVERSED."""
    refunds: tuple["RefundReport", ...] = ()
    """The refunds listed in the report; not every provider lists them."""


class RefundStatus(StrEnum):
    """The status of a refund, as reported by a provider."""

    DONE = "done"
    PROCESSING = "processing"
    """Accepted; the money is on its way, or waits for funds on the cafe's account."""
    REFUSED = "refused"
    POSTPONED = "postponed"
    """Not accepted for a temporary reason, such as too many requests."""
    NOT_FOUND = "not found"
    """As far as the provider can tell, there is no such refund."""
    UNCLEAR = "unclear"
    """The provider does not report whether there was one."""


@dataclass(frozen=True, slots=True)
class RefundReport:
    """A provider's report about a refund. `amount` in kopiykas; `reference` is empty if the provider keeps none."""

    status: RefundStatus
    reference: str = ""
    amount: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RefundRequest:
    """The input for a refund. Amounts in kopiykas."""

    invoice_id: str
    reference: str
    """Our unique id of this refund; some providers echo it."""
    amount: int
    returned_before: int
    """What was returned of the same payment before this refund, through the provider."""
    paid: int
    """What was paid."""
    lines: tuple[InvoiceLine, ...]
    """The refunded goods if they add up to the amount, else empty."""


@dataclass(frozen=True, slots=True)
class ListedPayment:
    """A line of a provider's own list of payments, for reconciliation; amounts in the smallest unit of the currency.

    An invoice with several attempts may have several lines.
    """

    invoice_id: str
    status: InvoiceStatus
    amount: int
    currency: str
    at: datetime
    """The time of the payment, according to the provider."""
    reference: str | None = None
    fee: int | None = None
    """The provider's fee; None if not stated."""
    returned: int | None = None
    """What was returned of it so far; None if not stated."""


class Provider(Protocol):
    """A payment provider. Every method may raise `ProviderError`; none retries a call that could charge twice."""

    @property
    def name(self) -> ProviderName: ...

    @property
    def is_configured(self) -> bool:
        """Whether credentials are configured."""
        ...

    @property
    def ways(self) -> tuple[PayWay, ...]:
        """The ways to pay on its page, according to the company."""
        ...

    async def check_access(self) -> Access:
        """Make a harmless call with the credentials."""
        ...

    async def create_invoice(self, request: InvoiceRequest) -> CreatedInvoice:
        """Create a payment page."""
        ...

    async def get_invoice(self, invoice_id: str, *, seconds: float = PATIENCE) -> InvoiceReport:
        """Request the status of an invoice, with a timeout in seconds."""
        ...

    async def list_payments(self, since: datetime, until: datetime) -> list[ListedPayment]:
        """List payments and attempts of a period of at most `LONGEST_LIST`, other shops' included.

        A list with an unreadable line is rejected as a whole.
        """
        ...

    async def withdraw_invoice(self, invoice_id: str) -> bool:
        """Invalidate an unpaid invoice; False if the provider does not support this."""
        ...

    async def capture(self, invoice_id: str, amount: int, lines: tuple[InvoiceLine, ...]) -> str | None:
        """Capture a hold, or a part of it (kopiykas): the rest is released. Return why it is refused, else None.

        `lines` are the goods if they add up to the amount, else empty. After a `ProviderError` the outcome is unknown.
        """
        ...

    async def release(self, invoice_id: str, amount: int) -> str | None:
        """Release a hold (kopiykas); return why it is refused, else None. See `capture` for a `ProviderError`."""
        ...

    async def refund(self, request: RefundRequest) -> RefundReport:
        """Refund a payment, or a part of it. After a `ProviderError` the outcome is unknown."""
        ...

    async def get_refund(self, request: RefundRequest) -> RefundReport:
        """Request the status of a refund."""
        ...

    async def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> InvoiceReport:
        """Verify and parse a callback.

        Raises:
            InvalidSignatureError: the signature is missing or does not verify.
            MissingInvoiceIdError: the callback is signed but names no invoice.
        """
        ...

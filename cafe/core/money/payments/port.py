"""The interface of payment providers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from cafe.core.kernel.access import Access
from cafe.core.kernel.ids import ProviderName

INVOICE_VALIDITY = timedelta(hours=3)
"""How long a payment page is valid; afterwards the customer requests a new one."""


PATIENCE = 10.0
"""Seconds for which a provider is waited for."""

LIST_PATIENCE = 30.0
"""The same for a provider's list of many days."""

LOOK_PATIENCE, REFUND_PATIENCE = 3.0, 7.0
"""The same when a payment is looked at, and then a refund asked for, while somebody waits: no longer in all."""

LONGEST_LIST = timedelta(days=31)
"""No provider tells how long a list may be; monobank's lists for persons are at most so long."""

MAX_AMOUNT = 10**14
"""Kopiykas; larger numbers are not plausible amounts."""


class InvoiceStatus(StrEnum):
    """The status of an invoice; the values are stored."""

    PENDING = "pending"
    """Nobody has tried to pay it yet, as far as is known."""
    PROCESSING = "processing"
    """A payment is on its way: the bank asks the payer, or waits for cash."""
    HELD = "held"
    """The sum is blocked on the card: it comes once it is captured, and goes nowhere once it is released."""
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
    """A line of an invoice; `price` of one piece in whole UAH."""

    code: str
    name: str
    quantity: int
    price: int

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
    """Whether the sum is only to be blocked, until it is captured or released."""


class PayWay(StrEnum):
    """A way to pay that a provider's page offers; the values are told to the mini-app."""

    CARD = "card"
    APPLE_PAY = "apple"
    GOOGLE_PAY = "google"
    MONOBANK = "monobank"
    """The bank's own app, to whose payment `CreatedInvoice.app_url` leads."""
    PRIVAT24 = "privat24"


@dataclass(frozen=True, slots=True)
class CreatedInvoice:
    """A newly created payment page; `app_url` opens the payment in the bank's app, where the bank gave such a link."""

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
    """Kopiykas of the payment that went back so far; all of it if the status is REVERSED."""
    refunds: tuple["RefundReport", ...] = ()
    """The refunds that the report lists; not every provider does."""


class RefundStatus(StrEnum):
    """What a provider says of a refund."""

    DONE = "done"
    PROCESSING = "processing"
    """It was taken, and the money is on its way or waits for the account to be filled."""
    REFUSED = "refused"
    POSTPONED = "postponed"
    """It was not taken, for a reason that may pass, such as too many requests."""
    NOT_FOUND = "not found"
    """The provider has no such refund, as far as it can tell."""
    UNCLEAR = "unclear"
    """The provider does not tell whether there was one."""


@dataclass(frozen=True, slots=True)
class RefundReport:
    """A provider's report about a refund. `amount` in kopiykas; an empty reference: the provider knows none."""

    status: RefundStatus
    reference: str = ""
    amount: int | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class RefundLine:
    """Pieces of one line that are given back; `price` of one piece before discounts, in whole UAH."""

    code: str
    name: str
    quantity: int
    price: int


@dataclass(frozen=True, slots=True)
class RefundRequest:
    """The input for a refund. Amounts in kopiykas."""

    invoice_id: str
    reference: str
    """Our unique id of this refund; some providers echo it."""
    amount: int
    returned_before: int
    """What went back of the same payment before this refund, through the provider."""
    paid: int
    """What was paid."""
    lines: tuple[RefundLine, ...]
    """What it is for, if that adds up to the amount; else nothing."""


@dataclass(frozen=True, slots=True)
class ListedPayment:
    """A line of a provider's own list of payments, for reconciling; amounts in the smallest unit of the currency.

    Somebody who tried several times may have several lines of one invoice.
    """

    invoice_id: str
    status: InvoiceStatus
    amount: int
    currency: str
    at: datetime
    """When the provider says that it was made."""
    reference: str | None = None
    fee: int | None = None
    """What the provider keeps of it; None if it does not say."""
    returned: int | None = None
    """What went back of it so far; None if the list does not say."""


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
        """How its page can be paid, as the company says."""
        ...

    async def check_access(self) -> Access:
        """Make a harmless call with the credentials."""
        ...

    async def create_invoice(self, request: InvoiceRequest) -> CreatedInvoice:
        """Create a payment page."""
        ...

    async def get_invoice(self, invoice_id: str, *, seconds: float = PATIENCE) -> InvoiceReport:
        """Request the status of an invoice, waiting for so long at most."""
        ...

    async def list_payments(self, since: datetime, until: datetime) -> list[ListedPayment]:
        """List what was paid, or tried, in at most `LONGEST_LIST`, other shops' payments included.

        A list of which a line makes no sense is none.
        """
        ...

    async def withdraw_invoice(self, invoice_id: str) -> bool:
        """Invalidate an unpaid invoice; False if the provider does not support this."""
        ...

    async def capture(self, invoice_id: str, amount: int, lines: tuple[InvoiceLine, ...]) -> str | None:
        """Take a held sum, or a part of it (kopiykas): the rest is released. Return why it is refused, None if not.

        `lines` is what it is for, if that adds up to the amount; else nothing. After a `ProviderError` nobody knows
        whether it happened.
        """
        ...

    async def release(self, invoice_id: str, amount: int) -> str | None:
        """Let a held sum (kopiykas) go. Return why it is refused, None if not; after a `ProviderError` nobody knows."""
        ...

    async def refund(self, request: RefundRequest) -> RefundReport:
        """Give a part of a payment back, or all of it. After a `ProviderError` nobody knows whether it happened."""
        ...

    async def get_refund(self, request: RefundRequest) -> RefundReport:
        """Ask what became of a refund."""
        ...

    async def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> InvoiceReport:
        """Verify and parse a callback.

        Raises:
            InvalidSignatureError: the signature is missing or does not verify.
            MissingInvoiceIdError: the callback is signed but names no invoice.
        """
        ...

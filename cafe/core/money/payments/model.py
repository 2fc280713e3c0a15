"""Invoices and payments, as they are stored."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.port import InvoiceStatus

HRYVNIA = "UAH"


class HoldEnd(StrEnum):
    """How a hold is to end; the values are stored."""

    CAPTURE = "capture"
    RELEASE = "release"


@dataclass(frozen=True, slots=True)
class Invoice:
    """A stored invoice. Times in Unix seconds, `reported_at` in milliseconds."""

    id: int
    order_id: OrderId
    provider: ProviderName
    reference: str
    invoice_id: str
    status: InvoiceStatus
    reported_at: int | None
    checks: int
    next_check_at: int | None
    watched_since: int
    is_withdrawal_due: bool
    created_at: int
    is_owed: bool
    """Whether its payment must be returned."""
    is_hold: bool
    """Whether its page only blocks the amount."""
    held_amount: int | None
    """Kopiykas that are or once were blocked on the payer's card."""
    hold_end: HoldEnd | None
    """How the hold is to end; None: not decided."""
    capture_amount: int | None
    """Kopiykas to capture, if it is to be captured."""

    @property
    def is_held(self) -> bool:
        return self.status is InvoiceStatus.HELD


@dataclass(frozen=True, slots=True)
class Money:
    """An exact sum: `amount` in the smallest unit of the currency, kopiykas for UAH."""

    amount: int
    currency: str = HRYVNIA

    def __str__(self) -> str:
        """Return the sum in whole units, with kopiykas only if there are any: `230`, `230.50`."""
        whole, rest = divmod(self.amount, 100)
        return f"{whole}.{rest:02}" if rest else str(whole)


class PaymentKind(StrEnum):
    """How a payment was made; the values are stored."""

    CARD = "card"
    """On a provider's page."""
    CASH = "cash"
    TERMINAL = "terminal"


@dataclass(frozen=True, slots=True)
class Payment:
    """A payment's money, or the relevant part of it. `id` is the payment's row."""

    id: int
    money: Money


@dataclass(frozen=True, slots=True)
class StoredPayment:
    """A payment of an order with its refunds. Amounts in its currency's smallest unit."""

    id: int
    kind: PaymentKind
    paid: Money
    has_sale: bool
    """Whether it pays for the order's goods; otherwise it is a second payment, or the order was cancelled."""
    holds_receipt: bool
    """Whether its receipt was left to the staff."""
    invoice_id: int | None
    """Our row of its payment page; None: paid in person."""
    provider: ProviderName | None
    provider_invoice_id: str
    refunded: int
    """What was refunded."""
    pending: int
    """Refunds under way, which may still fail."""
    debt_id: int | None
    """The row of `money_to_return` by which all of it must be returned."""
    edited: int = 0
    """What was refunded, or will be, because the order was edited."""

    @property
    def kept(self) -> int:
        """What the cafe keeps of it."""
        return max(0, self.paid.amount - self.refunded)

    @property
    def left(self) -> int:
        """What can still be refunded."""
        return max(0, self.kept - self.pending)

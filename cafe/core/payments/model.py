"""Stored invoices."""

from dataclasses import dataclass

from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.payments.port import InvoiceStatus

HRYVNIA = "UAH"


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
    is_paid: bool
    checks: int
    next_check_at: int | None
    watched_since: int
    is_withdrawal_due: bool
    created_at: int
    is_owed: bool
    """Whether its payment is to be returned."""


@dataclass(frozen=True, slots=True)
class Money:
    """An exact sum: `amount` in the smallest unit of the currency, kopiykas for UAH."""

    amount: int
    currency: str = HRYVNIA

    def __str__(self) -> str:
        """Return the sum in whole units, with kopiykas only if there are any: `230`, `230.50`."""
        whole, rest = divmod(self.amount, 100)
        return f"{whole}.{rest:02}" if rest else str(whole)


@dataclass(frozen=True, slots=True)
class Payment:
    """Money that came in for an order; `invoice_id` is our row's, None if it was paid in person."""

    invoice_id: int | None
    money: Money

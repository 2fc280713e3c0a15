"""Facts about payments."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.facts import Fact
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.model import Money, Payment
from cafe.core.money.payments.port import RefundReport
from cafe.core.ordering.orders.model import Order, OrderStatus


class ReportSource(StrEnum):
    """How a provider's report reached us; the values are stored in the order's history."""

    WEBHOOK = "webhook"
    POLL = "poll"
    """The customer is looking at the order, so they get no message."""
    SWEEP = "sweep"
    """The sweeper asked, in place of a lost webhook."""


class ReturnReason(StrEnum):
    """Why money must be returned; the values select variants of a text."""

    CANCELLED = "cancelled"
    """The order was cancelled before the payment arrived."""
    SECOND_PAYMENT = "second"
    CANCELLED_BY_STAFF = "by-staff"
    CANCELLED_BY_CUSTOMER = "by-customer"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPaid(Fact):
    """An order was paid, and this report was the first to say so; `order` as it was before."""

    order: Order
    payment: Payment
    provider: ProviderName
    source: ReportSource
    receipt_id: str | None
    """The id for the receipt; None if none is to be made."""

    @property
    def is_to_return(self) -> bool:
        """Whether the money must be returned: the order was cancelled before."""
        return self.order.status is OrderStatus.CANCELLED


class CounterPayment(StrEnum):
    """How somebody paid in person; the values go into the order's history."""

    CASH = "cash"
    TERMINAL = "terminal"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidAtCounter(Fact):
    """The staff took the money for an order: a walk-in's, or one that was to be paid by card online."""

    order_id: OrderId
    actor: str
    payment: CounterPayment


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchedToCash(Fact):
    """The guest of an unpaid card order will pay in cash; `order` as it was before."""

    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentFailed(Fact):
    """A provider reported a failed payment of an unpaid order."""

    order: Order
    source: ReportSource


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentHeld(Fact):
    """An order's sum is blocked on the guest's card; `order` as it was before."""

    order: Order
    provider: ProviderName
    source: ReportSource


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldLost(Fact):
    """What was held for an order was let go, or could not be taken: it is unpaid again. `order` as it was before."""

    order: Order
    reason: str
    """What the provider says; empty if it says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentDue(Fact):
    """An order will be cancelled if nobody pays it until a moment (Unix seconds)."""

    order: Order
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyToReturn(Fact):
    """A payment must be returned."""

    order: Order
    payment: Payment
    reason: ReturnReason
    notifies_customer: bool = False
    """Whether the customer still has to be notified of the return."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnsReported(Fact):
    """A provider said that money of a payment went back, whoever had it do so; known of already, perhaps."""

    order: Order
    payment_id: int
    returned: int | None
    """How much by now, in the currency's smallest unit; None: all of it."""
    refunds: tuple[RefundReport, ...]
    """The refunds that the provider lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentReversed(Fact):
    """Money went back that we did not ask for. `was_owed`: it, or as much of another payment, was to be returned."""

    order: Order
    payment: Payment
    was_owed: bool
    is_twice: bool
    """Whether more went back than was paid, with what the staff noted as given back in person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentUnclear(Fact):
    """The provider did not tell for days whether an order was paid; nobody asks any more."""

    order: Order
    provider: ProviderName


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentUnknown(Fact):
    """A provider says that an invoice is paid which this database does not know, such as one that was restored."""

    provider: ProviderName
    invoice_id: str
    """The provider's."""
    money: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountDiffers(Fact):
    """The paid amount differs from the order's total. `amount` in the currency's smallest unit."""

    order: Order
    amount: int
    currency: str
    holds_receipt: bool
    """Whether this keeps a receipt from being made: it would not tell what was paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardUnavailable(Fact):
    """No payment page could be created for a new card order."""

    order: Order

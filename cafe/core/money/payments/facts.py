"""Facts about payments."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.facts import Fact
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.model import Money, Payment, PaymentKind
from cafe.core.money.payments.port import RefundReport
from cafe.core.ordering.orders.model import Order, OrderStatus


class ReportSource(StrEnum):
    """How a provider's report reached us; the values are stored in the order's history."""

    WEBHOOK = "webhook"
    POLL = "poll"
    """The customer has the order open, so they get no message."""
    SWEEP = "sweep"
    """The sweeper polled, in place of a lost webhook."""


class ReturnReason(StrEnum):
    """Why money must be returned; the values select variants of a text."""

    CANCELLED = "cancelled"
    """The order was cancelled before the payment arrived."""
    SECOND_PAYMENT = "second"
    CANCELLED_BY_STAFF = "by-staff"
    CANCELLED_BY_CUSTOMER = "by-customer"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderPaid(Fact):
    """The first report that an order is paid; `order` as it was before."""

    order: Order
    payment: Payment
    provider: ProviderName
    source: ReportSource
    receipt_id: str | None
    """The id for the receipt; None if no receipt is issued."""

    @property
    def is_to_return(self) -> bool:
        """Whether the money must be returned, since the order was cancelled before."""
        return self.order.status is OrderStatus.CANCELLED


class CounterPayment(StrEnum):
    """How an order was paid in person; the values go into its history."""

    CASH = "cash"
    TERMINAL = "terminal"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidAtCounter(Fact):
    """The staff took the money for a walk-in's order, or for one that was to be paid by card online."""

    order_id: OrderId
    actor: str
    payment: CounterPayment
    amount: int | None = None
    """Whole UAH; None: the order's total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenInPerson(Fact):
    """Money of this `kind` was taken for an order at the counter or at the door."""

    order: Order
    payment: Payment
    kind: PaymentKind


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidTooMuch(Fact):
    """A page paid more than the order costs since it was edited; `amount` of `payment` goes back."""

    order: Order
    payment: Payment
    amount: Money


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
    """An order's total is blocked on the guest's card; `order` as it was before."""

    order: Order
    provider: ProviderName
    source: ReportSource


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldLost(Fact):
    """An order's hold was released or could not be captured: it is unpaid again. `order` as it was before."""

    order: Order
    reason: str
    """The provider's explanation; empty if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentDue(Fact):
    """An order will be cancelled unless it is paid by `until` (Unix seconds)."""

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
    """A provider reported money returned from a payment, whoever started that; we may know of it already."""

    order: Order
    payment_id: int
    returned: int | None
    """The total so far, in the currency's smallest unit; None: all of it."""
    refunds: tuple[RefundReport, ...]
    """The refunds listed by the provider."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentReversed(Fact):
    """Money was returned without our request. `was_owed`: it, or as much of another payment, had to be returned."""

    order: Order
    payment: Payment
    was_owed: bool
    is_twice: bool
    """Whether this and the refunds in person add up to more than was paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentUnclear(Fact):
    """For days the provider did not report whether an order was paid; it is no longer polled."""

    order: Order
    provider: ProviderName


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentUnknown(Fact):
    """A provider reported a paid invoice that this database lacks, for example after a restore."""

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
    """Whether this prevents a receipt, which would state a different amount than was paid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardUnavailable(Fact):
    """No payment page could be created for a new card order."""

    order: Order

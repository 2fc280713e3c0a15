"""Messages about payments, and their handlers."""

from dataclasses import dataclass, replace

from cafe.core.catalogue.settings.store import get_settings
from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.audience import notify_customer_side, to_followers
from cafe.core.messages.notifications.message import CustomerMessage, StaffMessage, Sums, sums_of
from cafe.core.messages.notifications.order_messages import redrawn
from cafe.core.messages.outbox.store import is_queued, queue, queue_to_staff, to_staff
from cafe.core.money.payments.facts import (
    AmountDiffers,
    CardUnavailable,
    HoldLost,
    MoneyToReturn,
    OrderPaid,
    PaymentDue,
    PaymentFailed,
    PaymentHeld,
    PaymentReversed,
    PaymentUnclear,
    PaymentUnknown,
    ReportSource,
    ReturnReason,
    SwitchedToCash,
)
from cafe.core.money.payments.holds import answer_until
from cafe.core.money.payments.returns import left_to_staff
from cafe.core.ordering.orders.model import UNPAID_REASON, OrderStatus, PaymentStatus
from cafe.core.ordering.orders.rules import pay_until


@dataclass(frozen=True, slots=True)
class StaffOrderPaid(StaffMessage):
    """The order was paid."""

    kind = "staff-order-paid"


@dataclass(frozen=True, slots=True)
class StaffOrderHeld(StaffMessage):
    """The order's sum is held on the guest's card until the staff accept it, or until a time (Unix seconds)."""

    kind = "staff-order-held"
    until: int


@dataclass(frozen=True, slots=True)
class StaffHoldLost(StaffMessage):
    """The sum held for the order could not be charged; the provider may give a reason."""

    kind = "staff-hold-lost"
    reason: str


@dataclass(frozen=True, slots=True)
class StaffOrderToCash(StaffMessage):
    """The guest of an unpaid card order will pay in cash."""

    kind = "staff-order-to-cash"


@dataclass(frozen=True, slots=True)
class StaffMoneyToReturn(StaffMessage):
    """Money must be returned."""

    kind = "staff-money-to-return"
    reason: ReturnReason
    sums: Sums | None = None
    amount: int | None = None
    """Whole UAH, in place of `sums`: from earlier versions."""
    was_unpaid: bool | None = None
    """Whether the order had been cancelled as unpaid: the guest may still wait for it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", ReturnReason(self.reason))


@dataclass(frozen=True, slots=True)
class StaffPaymentReversed(StaffMessage):
    """The bank reversed the payment of an uncancelled order, or one that had been returned in person."""

    kind = "staff-payment-reversed"
    sums: Sums
    is_twice: bool | None = None
    """Whether more went back than was paid."""


@dataclass(frozen=True, slots=True)
class StaffPaymentUnclear(StaffMessage):
    """It is unknown whether the order was paid: the staff have to check the provider's dashboard."""

    kind = "staff-payment-unclear"
    provider: str


@dataclass(frozen=True, slots=True)
class StaffPaymentUnknown(StaffMessage):
    """Somebody paid an invoice that is not in this database. Belongs to no order."""

    kind = "staff-payment-unknown"
    sums: Sums
    provider: str
    reference: str
    """The invoice's, as the provider's dashboard shows it."""


@dataclass(frozen=True, slots=True)
class StaffAmountDiffers(StaffMessage):
    """The paid amount differs from the order's total; `amount` in the currency's smallest unit."""

    kind = "staff-amount-differs"
    amount: int
    currency: str
    holds_receipt: bool | None = None
    """Whether this keeps the receipt from being made."""


@dataclass(frozen=True, slots=True)
class CustomerCardUnavailable(CustomerMessage):
    """Card payment is unavailable now."""

    kind = "customer-card-unavailable"
    shows_order = True


@dataclass(frozen=True, slots=True)
class CustomerPaymentReceived(CustomerMessage):
    """The order was paid."""

    kind = "customer-payment-received"
    shows_order = True


@dataclass(frozen=True, slots=True)
class CustomerPaymentHeld(CustomerMessage):
    """The order's sum is held on the card until the staff accept the order."""

    kind = "customer-payment-held"
    shows_order = True


@dataclass(frozen=True, slots=True)
class CustomerPaymentFailed(CustomerMessage):
    """The payment failed; it can be retried until a time (Unix seconds), if that is limited."""

    kind = "customer-payment-failed"
    shows_order = True
    until: int | None = None


@dataclass(frozen=True, slots=True)
class CustomerPaymentDue(CustomerMessage):
    """The order is cancelled if it is not paid until a time (Unix seconds)."""

    kind = "customer-payment-due"
    shows_order = True
    until: int


@dataclass(frozen=True, slots=True)
class CustomerMoneyToReturn(CustomerMessage):
    """A payment for an order that had ended will be returned."""

    kind = "customer-money-to-return"
    reason: ReturnReason = ReturnReason.CANCELLED
    sums: Sums | None = None
    """Earlier versions did not store it: it is the order's total."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", ReturnReason(self.reason))


def notify_staff_of_payment(conn: Connection, fact: OrderPaid) -> None:
    """Notify the staff of a payment that need not be returned (specification, Events)."""
    if not fact.is_to_return:
        queue_to_staff(conn, StaffOrderPaid(), fact.at, fact.order.id)


def notify_customer_of_payment(conn: Connection, fact: OrderPaid) -> None:
    """Confirm a payment that need not be returned; a customer who is looking at the order gets no message."""
    if fact.is_to_return:
        return
    if fact.source is ReportSource.POLL:
        followers = to_followers(conn, fact.order, CustomerPaymentReceived())
        queue(conn, [*redrawn(fact.order), *followers], fact.at)
    else:
        notify_customer_side(conn, fact.order, CustomerPaymentReceived(), fact.at)


def notify_staff_of_hold(conn: Connection, fact: PaymentHeld) -> None:
    """Notify the staff of an order that waits for them; accepted orders are charged at once."""
    if fact.order.status is OrderStatus.NEW:
        until = answer_until(fact.at, get_settings(conn))
        queue_to_staff(conn, StaffOrderHeld(until), fact.at, fact.order.id)


def notify_customer_of_hold(conn: Connection, fact: PaymentHeld) -> None:
    """Notify the customer that nothing was charged yet, unless they are looking at the order."""
    if fact.order.status is not OrderStatus.NEW:
        return
    if fact.source is ReportSource.POLL:
        queue(conn, redrawn(fact.order), fact.at)
    else:
        notify_customer_side(conn, fact.order, CustomerPaymentHeld(), fact.at)


def notify_of_lost_hold(conn: Connection, fact: HoldLost) -> None:
    """Notify the staff that an order is unpaid, and its customer, who can pay again."""
    queue_to_staff(conn, StaffHoldLost(fact.reason), fact.at, fact.order.id)
    if not fact.order.status.is_final:
        until = pay_until(replace(fact.order, payment_status=PaymentStatus.UNPAID), get_settings(conn).unpaid_minutes)
        notify_customer_side(conn, fact.order, CustomerPaymentFailed(until), fact.at)


def notify_of_cash(conn: Connection, fact: SwitchedToCash) -> None:
    """Notify the staff, and remove the offer to pay from the customer's chat."""
    queue(conn, [to_staff(StaffOrderToCash(), fact.order.id), *redrawn(fact.order)], fact.at)


def notify_customer_of_failure(conn: Connection, fact: PaymentFailed) -> None:
    until = pay_until(fact.order, get_settings(conn).unpaid_minutes)
    notify_customer_side(conn, fact.order, CustomerPaymentFailed(until), fact.at)


def notify_customer_of_due_payment(conn: Connection, fact: PaymentDue) -> None:
    notify_customer_side(conn, fact.order, CustomerPaymentDue(fact.until), fact.at)


def notify_of_money_to_return(conn: Connection, fact: MoneyToReturn) -> None:
    """Notify staff and customer of money to return. The message about a customer's cancellation already includes it."""
    left = sums_of(left_to_staff(conn, [fact.payment]))
    if left and fact.reason is not ReturnReason.CANCELLED_BY_CUSTOMER:
        was_unpaid = fact.order.cancel_reason_id == UNPAID_REASON or None
        queue_to_staff(conn, StaffMoneyToReturn(fact.reason, left, was_unpaid=was_unpaid), fact.at, fact.order.id)
    if fact.notifies_customer:
        sums = sums_of([fact.payment.money])
        notify_customer_side(conn, fact.order, CustomerMoneyToReturn(fact.reason, sums), fact.at)


def notify_of_reversal(conn: Connection, fact: PaymentReversed) -> None:
    """Notify the staff that an uncancelled order is unpaid again, or that a guest may have got money back twice.

    Other reversals settle a debt, which the order's card shows.
    """
    if fact.is_twice or not (fact.was_owed or fact.order.status is OrderStatus.CANCELLED):
        message = StaffPaymentReversed(sums_of([fact.payment.money]), fact.is_twice or None)
        queue_to_staff(conn, message, fact.at, fact.order.id)


def notify_of_unclear_payment(conn: Connection, fact: PaymentUnclear) -> None:
    """Notify the staff once, however many payment pages the order has."""
    if not is_queued(conn, StaffPaymentUnclear.kind, fact.order.id):
        queue_to_staff(conn, StaffPaymentUnclear(fact.provider), fact.at, fact.order.id)


def notify_of_unknown_payment(conn: Connection, fact: PaymentUnknown) -> None:
    queue_to_staff(conn, StaffPaymentUnknown(sums_of([fact.money]), fact.provider, fact.invoice_id), fact.at)


def notify_of_amount_difference(conn: Connection, fact: AmountDiffers) -> None:
    message = StaffAmountDiffers(fact.amount, fact.currency, fact.holds_receipt or None)
    queue_to_staff(conn, message, fact.at, fact.order.id)


def notify_of_unavailable_card(conn: Connection, fact: CardUnavailable) -> None:
    notify_customer_side(conn, fact.order, CustomerCardUnavailable(), fact.at)

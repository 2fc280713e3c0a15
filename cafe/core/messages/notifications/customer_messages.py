"""The messages to customers and followers, with their data apart from the order. The outbox stores them as JSON."""

from dataclasses import dataclass

from cafe.core.messages.notifications.message import Message, MessageKind, Sums
from cafe.core.money.payments.facts import ReturnReason
from cafe.core.ordering.orders.model import OrderStatus


@dataclass(frozen=True, slots=True)
class CustomerOrderCreated(Message):
    """Thanks for the order."""

    kind = MessageKind.CUSTOMER_ORDER_CREATED


@dataclass(frozen=True, slots=True)
class CustomerCardUnavailable(Message):
    """Card payment is unavailable now."""

    kind = MessageKind.CUSTOMER_CARD_UNAVAILABLE


@dataclass(frozen=True, slots=True)
class CustomerPaymentReceived(Message):
    """The order was paid."""

    kind = MessageKind.CUSTOMER_PAYMENT_RECEIVED


@dataclass(frozen=True, slots=True)
class CustomerPaymentHeld(Message):
    """The order's sum is blocked on the card until the staff accept the order."""

    kind = MessageKind.CUSTOMER_PAYMENT_HELD


@dataclass(frozen=True, slots=True)
class CustomerPaymentFailed(Message):
    """The payment failed; it can be tried again until a moment (Unix seconds), where that is limited."""

    kind = MessageKind.CUSTOMER_PAYMENT_FAILED
    until: int | None = None


@dataclass(frozen=True, slots=True)
class CustomerPaymentDue(Message):
    """The order ends if it is not paid until a moment (Unix seconds)."""

    kind = MessageKind.CUSTOMER_PAYMENT_DUE
    until: int


@dataclass(frozen=True, slots=True)
class CustomerMoneyToReturn(Message):
    """A payment for an order that had ended will be returned."""

    kind = MessageKind.CUSTOMER_MONEY_TO_RETURN
    reason: ReturnReason = ReturnReason.CANCELLED
    sums: Sums | None = None
    """Earlier versions did not store it: it is the order's total."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", ReturnReason(self.reason))


@dataclass(frozen=True, slots=True)
class CustomerMoneyReturned(Message):
    """Money went back to the customer."""

    kind = MessageKind.CUSTOMER_MONEY_RETURNED
    sums: Sums
    way: str
    """A `RefundWay`."""


@dataclass(frozen=True, slots=True)
class CustomerOrderStatus(Message):
    """The staff changed the order's status, promised a time (`ready_at` in Unix seconds), or both."""

    kind = MessageKind.CUSTOMER_ORDER_STATUS
    status: OrderStatus | None = None
    ready_minutes: int | None = None
    ready_at: int | None = None
    reason: str | None = None
    """Why the order was cancelled, in Ukrainian."""
    reason_id: str | None = None
    """One of the usual reasons, which has words of its own for the customer."""
    money_to_return: bool | None = None
    sums: Sums | None = None
    """What is to be returned; earlier versions did not store it: it is the order's total."""
    was_held: bool | None = None
    """Whether its sum was blocked on the card, and goes free."""
    again: bool | None = None
    """It was missed: the staff had it sent once more."""

    def __post_init__(self) -> None:
        if self.status is not None:
            object.__setattr__(self, "status", OrderStatus(self.status))


@dataclass(frozen=True, slots=True)
class CustomerStatusCorrected(Message):
    """The status that the customer was told of was a slip; this one is right."""

    kind = MessageKind.CUSTOMER_STATUS_CORRECTED
    status: OrderStatus
    was: OrderStatus | None = None
    """What they were told; earlier versions did not store it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "status", OrderStatus(self.status))
        if self.was is not None:
            object.__setattr__(self, "was", OrderStatus(self.was))


@dataclass(frozen=True, slots=True)
class CustomerOrderChanged(Message):
    """What the customer's chat shows of the order is not true any more; it is no news: they did it, or saw it."""

    kind = MessageKind.CUSTOMER_ORDER_CHANGED
    sums: Sums | None = None
    """What is to be returned, as they cancelled."""
    was_held: bool | None = None
    """Whether the sum was blocked on their card, and goes free, as they cancelled."""


@dataclass(frozen=True, slots=True)
class CustomerNewsBelow(Message):
    """Never queued: what a message that showed the order says when a newer one does and it cannot be deleted."""

    kind = MessageKind.CUSTOMER_NEWS_BELOW


@dataclass(frozen=True, slots=True)
class CustomerReceiptReady(Message):
    """A receipt is available."""

    kind = MessageKind.CUSTOMER_RECEIPT_READY
    url: str
    is_return: bool | None = None

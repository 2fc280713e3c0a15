"""What every message has in common: its kind, and how the outbox stores it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar, Self

from cafe.core.messages.outbox.model import Priority
from cafe.core.money.payments.model import Money


class MessageKind(StrEnum):
    """The kind of a message; the values are stored and are text ids."""

    STAFF_ORDER_CREATED = "staff-order-created"
    STAFF_ORDER_CANCELLED = "staff-order-cancelled"
    STAFF_ORDER_PAID = "staff-order-paid"
    STAFF_ORDER_HELD = "staff-order-held"
    STAFF_HOLD_LOST = "staff-hold-lost"
    STAFF_ORDER_TO_CASH = "staff-order-to-cash"
    STAFF_MONEY_TO_RETURN = "staff-money-to-return"
    STAFF_PAYMENT_REVERSED = "staff-payment-reversed"
    STAFF_PAYMENT_UNCLEAR = "staff-payment-unclear"
    STAFF_PAYMENT_UNKNOWN = "staff-payment-unknown"
    STAFF_AMOUNT_DIFFERS = "staff-amount-differs"
    STAFF_LOW_STOCK = "staff-low-stock"
    STAFF_RECEIPT_REFUSED = "staff-receipt-refused"
    STAFF_RECEIPT_DELAYED = "staff-receipt-delayed"
    STAFF_RETURN_RECEIPT_REFUSED = "staff-return-receipt-refused"
    STAFF_REFUND_REFUSED = "staff-refund-refused"
    STAFF_REFUND_HELD = "staff-refund-held"
    STAFF_REFUND_UNCLEAR = "staff-refund-unclear"
    STAFF_CARD_CHANGED = "staff-card-changed"
    STAFF_CARD_REQUESTED = "staff-card-requested"
    STAFF_ORDER_WAITING = "staff-order-waiting"
    STAFF_ORDER_FORGOTTEN = "staff-order-forgotten"
    STAFF_ORDER_LATE = "staff-order-late"
    STAFF_PICKUP_DUE = "staff-pickup-due"
    STAFF_ORDERS_WAITING = "staff-orders-waiting"
    STAFF_BOARD = "staff-board"
    STAFF_BOARD_UNPINNED = "staff-board-unpinned"
    STAFF_PAUSE_ENDED = "staff-pause-ended"
    STAFF_BUSY_ENDED = "staff-busy-ended"
    STAFF_BACKUP_FAILED = "staff-backup-failed"
    STAFF_BACKUP_RECOVERED = "staff-backup-recovered"
    STAFF_DISK_LOW = "staff-disk-low"
    CUSTOMER_ORDER_CREATED = "customer-order-created"
    CUSTOMER_CARD_UNAVAILABLE = "customer-card-unavailable"
    CUSTOMER_PAYMENT_RECEIVED = "customer-payment-received"
    CUSTOMER_PAYMENT_HELD = "customer-payment-held"
    CUSTOMER_PAYMENT_FAILED = "customer-payment-failed"
    CUSTOMER_PAYMENT_DUE = "customer-payment-due"
    CUSTOMER_MONEY_TO_RETURN = "customer-money-to-return"
    CUSTOMER_MONEY_RETURNED = "customer-money-returned"
    CUSTOMER_ORDER_STATUS = "customer-order-status"
    CUSTOMER_STATUS_CORRECTED = "customer-status-corrected"
    CUSTOMER_ORDER_CHANGED = "customer-order-changed"
    CUSTOMER_NEWS_BELOW = "customer-news-below"
    CUSTOMER_RECEIPT_READY = "customer-receipt-ready"


Sums = Sequence[tuple[int, str]]
"""Exact sums of money: amounts in the smallest unit, each with its currency. JSON keeps them as lists."""


def sums_of(moneys: Iterable[Money]) -> Sums:
    """Return sums as a message stores them."""
    return tuple((money.amount, money.currency) for money in moneys)


class UnknownMessageError(Exception):
    """An outbox row holds none of these messages: a bug, or a newer version wrote it."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message; most need no data apart from their order."""

    kind: ClassVar[MessageKind]
    priority: ClassVar[Priority] = Priority.NORMAL

    def payload(self) -> Mapping[str, Any]:
        """Return the JSON values to store, without those that are None."""
        return {field.name: value for field in fields(self) if (value := getattr(self, field.name)) is not None}

    @classmethod
    def read(cls, payload: Mapping[str, Any]) -> Self:
        """Read a stored payload.

        Raises:
            UnknownMessageError: the payload does not fit this message.
        """
        try:
            return cls(**payload)
        except (TypeError, ValueError) as error:
            raise UnknownMessageError(f"{cls.__name__}: {error}") from None

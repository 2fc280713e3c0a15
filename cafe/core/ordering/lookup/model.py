"""Queries for orders, and their results. Times in Unix seconds."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from cafe.core.kernel.ids import FORGOTTEN, WALK_IN, CustomerId
from cafe.core.money.payments.model import Money
from cafe.core.ordering.orders.model import Order, OrderStatus, OrderType, PaymentMethod, PaymentStatus


class Source(StrEnum):
    """Where an order came from."""

    TELEGRAM = "telegram"
    GUEST = "guest"
    WALK_IN = "walk_in"
    FORGOTTEN = "forgotten"
    """Its customer was forgotten, and the source with them."""

    @classmethod
    def of(cls, customer_id: CustomerId) -> "Source":
        if customer_id > 0:
            return cls.TELEGRAM
        return {FORGOTTEN: cls.FORGOTTEN, WALK_IN: cls.WALK_IN}.get(customer_id, cls.GUEST)


@dataclass(frozen=True, slots=True)
class OrderQuery:
    """A query for orders. An empty set of values, or None, does not filter."""

    text: str = ""
    """An order number (`№7`), a phone or a part of one, or parts of a name."""
    statuses: frozenset[OrderStatus] = frozenset()
    order_types: frozenset[OrderType] = frozenset()
    methods: frozenset[PaymentMethod] = frozenset()
    payment: PaymentStatus | None = None
    sources: frozenset[Source] = frozenset()
    first_day: date | None = None
    """A day of the cafe, which may end after midnight."""
    last_day: date | None = None
    owes_money: bool = False
    """Only those with money still to be returned."""
    customer: int | None = None
    """The id of an order: only orders with the same phone."""
    is_current: bool = False
    """Only open ones, and those with an event on the cafe's current day."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last order of a page; the next page begins after it."""

    created_at: int
    order_id: int


@dataclass(frozen=True, slots=True)
class Returned:
    """Refunded money; `way` is that of `refunds`, `at` in Unix seconds."""

    money: Money
    way: str
    at: int


@dataclass(frozen=True, slots=True)
class FoundOrder:
    order: Order
    to_return: Sequence[Money]
    returned: Sequence[Returned]
    """Oldest first."""

    @property
    def source(self) -> Source:
        return Source.of(self.order.customer_id)


@dataclass(frozen=True, slots=True)
class FoundSums:
    """Sums of all matches, not only of a page. `total` in whole UAH, without the cancelled ones."""

    orders: int
    """Cancelled ones included."""
    cancelled: int
    total: int
    to_return: Sequence[Money]
    """By currency."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """Orders, newest first."""

    orders: Sequence[FoundOrder]
    following: Cursor | None
    """None after the last page."""
    sums: FoundSums | None
    """Only on the first page."""


@dataclass(frozen=True, slots=True)
class InvoiceRecord:
    """A requested payment page."""

    provider: str
    status: str
    paid: Money | None
    created_at: int
    paid_at: int | None


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """A message about the order, while it is in the outbox."""

    id: int
    recipient: str
    kind: str
    status: str | None
    """The order's status in the message, if any."""
    state: str
    attempts: int
    created_at: int
    finished_at: int | None
    error: str | None


@dataclass(frozen=True, slots=True)
class ReceiptRecord:
    state: str
    url: str | None
    reason: str | None
    created_at: int
    finished_at: int | None


@dataclass(frozen=True, slots=True)
class ReturnRecord:
    """Money that must or had to be returned."""

    money: Money
    reason: str
    created_at: int
    returned_at: int | None
    returned_by: str | None


@dataclass(frozen=True, slots=True)
class RefundRecord:
    """A refund; `way` and `state` are those of `refunds`."""

    money: Money
    state: str
    way: str
    reason: str
    actor: str
    problem: str | None
    created_at: int
    finished_at: int | None


@dataclass(frozen=True, slots=True)
class OrderRecords:
    """An order's records outside of its own row; each list oldest first."""

    invoices: Sequence[InvoiceRecord]
    messages: Sequence[MessageRecord]
    receipts: Sequence[ReceiptRecord]
    """Of sales; nearly always one."""
    returns: Sequence[ReturnRecord]
    to_return: Sequence[Money]
    """What the staff still have to give back."""
    refunds: Sequence[RefundRecord]
    return_receipts: Sequence[ReceiptRecord]
    username: str | None
    """The customer's on Telegram, without `@`."""

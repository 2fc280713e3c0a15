"""What somebody looks for among the orders, and what was found. Times in Unix seconds."""

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
    """Its customer was forgotten, and with them where they ordered."""

    @classmethod
    def of(cls, customer_id: CustomerId) -> "Source":
        if customer_id > 0:
            return cls.TELEGRAM
        return {FORGOTTEN: cls.FORGOTTEN, WALK_IN: cls.WALK_IN}.get(customer_id, cls.GUEST)


@dataclass(frozen=True, slots=True)
class OrderQuery:
    """What orders are looked for. An empty set of values, or None, does not filter."""

    text: str = ""
    """A number (`№7`), a phone or a part of one, or parts of a name."""
    statuses: frozenset[OrderStatus] = frozenset()
    order_types: frozenset[OrderType] = frozenset()
    methods: frozenset[PaymentMethod] = frozenset()
    payment: PaymentStatus | None = None
    sources: frozenset[Source] = frozenset()
    first_day: date | None = None
    """A day of the cafe, which may end after midnight."""
    last_day: date | None = None
    owes_money: bool = False
    """Only those whose money is still to be returned."""
    customer: int | None = None
    """The id of an order: only those with its phone."""
    is_current: bool = False
    """Only open ones, and those to which something happened on the cafe's present day."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """The last order of a page: the next one begins after it."""

    created_at: int
    order_id: int


@dataclass(frozen=True, slots=True)
class Returned:
    """Money that went back; `way` is that of `refunds`, `at` in Unix seconds."""

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
    """All that matches, not only a page of it. `total` in whole UAH, without the cancelled ones."""

    orders: int
    """The cancelled ones too."""
    cancelled: int
    total: int
    to_return: Sequence[Money]
    """By currency."""


@dataclass(frozen=True, slots=True)
class FoundPage:
    """Orders, newest first."""

    orders: Sequence[FoundOrder]
    following: Cursor | None
    """None: there are no more."""
    sums: FoundSums | None
    """Of the first page alone."""


@dataclass(frozen=True, slots=True)
class InvoiceRecord:
    """A payment page that was asked for."""

    provider: str
    status: str
    paid: Money | None
    created_at: int
    paid_at: int | None


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """A message about the order, as long as the outbox keeps it."""

    id: int
    recipient: str
    kind: str
    status: str | None
    """The order's status that it tells of, if it does."""
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
    """Money that is, or was, to be returned."""

    money: Money
    reason: str
    created_at: int
    returned_at: int | None
    returned_by: str | None


@dataclass(frozen=True, slots=True)
class RefundRecord:
    """Money that goes back, or went; `way` and `state` are those of `refunds`."""

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
    """What was done for an order outside of its own row; each list oldest first."""

    invoices: Sequence[InvoiceRecord]
    messages: Sequence[MessageRecord]
    receipt: ReceiptRecord | None
    returns: Sequence[ReturnRecord]
    to_return: Sequence[Money]
    """What the staff still have to give back."""
    refunds: Sequence[RefundRecord]
    return_receipts: Sequence[ReceiptRecord]
    username: str | None
    """The customer's at Telegram, without `@`."""

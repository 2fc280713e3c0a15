"""Refunds, the offers they are chosen from, and selections. Amounts in the currency's smallest unit."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from cafe.core.kernel.ids import OrderId, OrderLineId
from cafe.core.money.payments.model import HRYVNIA, Money, StoredPayment
from cafe.core.ordering.orders.model import Order, OrderLine


class RefundState(StrEnum):
    """The progress of a refund; the values are stored."""

    REQUESTED = "requested"
    """To be sent to the provider."""
    ASKED = "asked"
    """Sent to the provider, perhaps accepted, not finished."""
    UNKNOWN = "unknown"
    """Sent without an answer: it may have happened."""
    HELD = "held"
    """Not accepted by the provider for a day: not sent again until the staff decide."""
    UNCLEAR = "unclear"
    """Sent, and for a day it is unknown whether it happened: the staff look it up."""
    DONE = "done"
    REFUSED = "refused"

    @property
    def is_open(self) -> bool:
        return self not in {RefundState.DONE, RefundState.REFUSED}

    @property
    def waits_for_staff(self) -> bool:
        return self in {RefundState.HELD, RefundState.UNCLEAR}


class RefundWay(StrEnum):
    """How money is refunded; the values are stored."""

    PROVIDER = "provider"
    """By our request to the provider."""
    DASHBOARD = "cabinet"
    """By somebody in the provider's dashboard, or by the bank itself."""
    PERSON = "person"
    """Given to the guest in person."""


@dataclass(frozen=True, slots=True)
class RefundedLine:
    """Refunded pieces of an order's line, and their part of the refund's amount."""

    line_id: OrderLineId
    quantity: int
    amount: int


@dataclass(frozen=True, slots=True)
class Refund:
    """A refund, open or ended, of one payment. Times in Unix seconds."""

    id: int
    order_id: OrderId
    number: int
    """1, 2, … within its order."""
    payment_id: int
    way: RefundWay
    reference: str
    money: Money
    lines: tuple[RefundedLine, ...]
    delivery: int
    """The delivery fee in the amount."""
    reason: str
    actor: str
    state: RefundState
    problem: str | None
    attempts: int
    created_at: int
    asked_at: int | None
    taken_at: int | None
    resumed_at: int | None
    """When somebody resumed it."""
    edit_number: int | None = None
    """The edit of the order that it comes from: its pieces are no longer in the order."""

    @property
    def requested_at(self) -> int:
        """Since when it is to be sent to its provider."""
        return self.resumed_at or self.created_at

    @property
    def counts(self) -> bool:
        """Whether it reduces what can still be refunded: it happened, or may yet."""
        return self.state is not RefundState.REFUSED


@dataclass(frozen=True, slots=True)
class Selection:
    """What to refund: some lines, an amount, or all that is left.

    It is about the order's own payment, or about that of the row `debt_id` of `money_to_return`.
    """

    lines: Mapping[OrderLineId, int] = field(default_factory=dict)
    """Pieces by line."""
    delivery: bool = False
    amount: int | None = None
    is_whole: bool = False
    debt_id: int | None = None
    is_in_person: bool = False
    """Whether an online payment is refunded in person."""


@dataclass(frozen=True, slots=True)
class Quote:
    """The price of a selection."""

    payment: StoredPayment
    amount: int
    lines: tuple[RefundedLine, ...]
    delivery: int

    @property
    def money(self) -> Money:
        return Money(self.amount, self.payment.paid.currency)


@dataclass(frozen=True, slots=True)
class NewRefund:
    """A refund to store: `number` is the next one of its order, `reference` is unique, `at` in Unix seconds."""

    order_id: OrderId
    number: int
    quote: Quote
    way: RefundWay
    state: RefundState
    reference: str
    reason: str
    actor: str
    at: int
    edit_number: int | None = None


@dataclass(frozen=True, slots=True)
class OfferedLine:
    """A line with pieces that can still be refunded."""

    line: OrderLine
    line_id: OrderLineId
    left: int
    """Pieces."""
    amounts: tuple[int, ...]
    """The price of 1, 2, … of them."""


@dataclass(frozen=True, slots=True)
class RefundableOrder:
    """An order in the list of refundable ones; `total` in whole UAH."""

    id: OrderId
    number: str
    total: int
    owes: bool
    """Whether a payment must be returned, or a refund is unclear or held."""


@dataclass(frozen=True, slots=True)
class RefundOffer:
    """What can be refunded for an order now."""

    order: Order
    payments: Sequence[StoredPayment]
    refunds: Sequence[Refund]
    lines: Sequence[OfferedLine]
    """Empty if the payment does not match the lines: then only amounts can be refunded."""
    delivery: int
    """The delivery fee, 0 if there is none to refund."""
    limit: int | None
    """What the staff may refund of an order without the owner, in whole UAH; None: no limit."""

    @property
    def seen(self) -> int:
        """The version of this offer: another refund changes it."""
        return max((refund.number for refund in self.refunds), default=0)

    @property
    def own(self) -> StoredPayment | None:
        """The order's own payment, which can be refunded in part; one that must be returned goes back as a whole."""
        return own_payment(self.payments)

    @property
    def debts(self) -> Sequence[StoredPayment]:
        """The payments that must be returned, except those with a refund of the whole under way."""
        return [payment for payment in self.payments if payment.debt_id is not None and payment.left > 0]

    @property
    def open(self) -> Sequence[Refund]:
        return [refund for refund in self.refunds if refund.state.is_open]

    @property
    def refunded(self) -> Sequence[Money]:
        """What was refunded, by currency."""
        sums: dict[str, int] = {}
        for refund in self.refunds:
            if refund.state is RefundState.DONE:
                sums[refund.money.currency] = sums.get(refund.money.currency, 0) + refund.money.amount
        return [Money(amount, currency) for currency, amount in sums.items()]


def own_payment(payments: Sequence[StoredPayment]) -> StoredPayment | None:
    """Return the payment that can be refunded in part: the one with most left that is not owed."""
    free = [payment for payment in payments if payment.debt_id is None and payment.left > 0]
    return max(free, key=lambda payment: (payment.has_sale, payment.left), default=None)


def fits_lines(order: Order, payment: StoredPayment) -> bool:
    """Whether a payment equals the total of the order's lines, so that its parts are prices of goods."""
    return Money(payment.paid.amount - payment.edited, payment.paid.currency) == Money(order.total * 100, HRYVNIA)


_SUM = re.compile(r"([0-9]{1,10})(?:[.,]([0-9]{1,2}))?")


def read_amount(text: str) -> int | None:
    """Parse an amount in hryvnias, such as `81`, `81.5` or `81,50`, into kopiykas; None if it is invalid or zero.

    Its length is limited before any arithmetic: `1e999990` is a number, too.
    """
    match = _SUM.fullmatch(text)
    kopiykas = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0")) if match else 0
    return kopiykas or None

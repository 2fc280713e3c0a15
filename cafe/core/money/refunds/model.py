"""Refunds, what they are chosen from, and how somebody chooses. Amounts in the currency's smallest unit."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from cafe.core.kernel.ids import OrderId, OrderLineId
from cafe.core.money.payments.model import HRYVNIA, Money, StoredPayment
from cafe.core.ordering.orders.model import Order, OrderLine


class RefundState(StrEnum):
    """How far a refund is; the values are stored."""

    REQUESTED = "requested"
    """The provider is to be asked for it."""
    ASKED = "asked"
    """The provider is being asked, or took it and has not finished."""
    UNKNOWN = "unknown"
    """The provider was asked and did not answer: it may have happened."""
    HELD = "held"
    """The provider did not take it for a day: nobody asks until somebody says how to go on."""
    UNCLEAR = "unclear"
    """The provider was asked, and nobody knows for a day whether it happened: somebody looks it up."""
    DONE = "done"
    REFUSED = "refused"

    @property
    def is_open(self) -> bool:
        return self not in {RefundState.DONE, RefundState.REFUSED}

    @property
    def waits_for_staff(self) -> bool:
        return self in {RefundState.HELD, RefundState.UNCLEAR}


class RefundWay(StrEnum):
    """How money goes back; the values are stored."""

    PROVIDER = "provider"
    """We ask the provider."""
    DASHBOARD = "cabinet"
    """Somebody did it in the provider's dashboard, or the bank by itself."""
    PERSON = "person"
    """Somebody gave it to the guest in person."""


@dataclass(frozen=True, slots=True)
class RefundedLine:
    """Pieces of an order's line that a refund is for, and what of its amount they make."""

    line_id: OrderLineId
    quantity: int
    amount: int


@dataclass(frozen=True, slots=True)
class Refund:
    """A sum of one payment that goes back, or went. Times in Unix seconds."""

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
    """What of the amount is the delivery fee."""
    reason: str
    actor: str
    state: RefundState
    problem: str | None
    attempts: int
    created_at: int
    asked_at: int | None
    taken_at: int | None
    resumed_at: int | None
    """When somebody had it go on."""

    @property
    def wanted_at(self) -> int:
        """Since when its provider is to be asked for it."""
        return self.resumed_at or self.created_at

    @property
    def counts(self) -> bool:
        """Whether it takes from what can still go back: it happened, or may yet."""
        return self.state is not RefundState.REFUSED


@dataclass(frozen=True, slots=True)
class Selection:
    """What somebody wants to give back: some lines, or a sum, or all that is left.

    Of the order's own payment, or of the one that the row `debt_id` of `money_to_return` says.
    """

    lines: Mapping[OrderLineId, int] = field(default_factory=dict)
    """Pieces by line."""
    delivery: bool = False
    amount: int | None = None
    is_whole: bool = False
    debt_id: int | None = None
    is_in_person: bool = False
    """Whether it was given back in person although it had been paid online."""


@dataclass(frozen=True, slots=True)
class Quote:
    """What a selection costs."""

    payment: StoredPayment
    amount: int
    lines: tuple[RefundedLine, ...]
    delivery: int

    @property
    def money(self) -> Money:
        return Money(self.amount, self.payment.paid.currency)


@dataclass(frozen=True, slots=True)
class NewRefund:
    """A refund to be stored: `number` is the next one of its order, the reference unique, `at` in Unix seconds."""

    order_id: OrderId
    number: int
    quote: Quote
    way: RefundWay
    state: RefundState
    reference: str
    reason: str
    actor: str
    at: int


@dataclass(frozen=True, slots=True)
class OfferedLine:
    """A line with pieces that can still be given back."""

    line: OrderLine
    line_id: OrderLineId
    left: int
    """Pieces."""
    amounts: tuple[int, ...]
    """What 1, 2, … of them cost."""


@dataclass(frozen=True, slots=True)
class RefundableOrder:
    """An order in a list of those whose money may have to go back; `total` in whole UAH."""

    id: OrderId
    number: str
    total: int
    owes: bool
    """Whether a payment must go back, or nobody knows whether one did."""


@dataclass(frozen=True, slots=True)
class RefundOffer:
    """What can be given back for an order now."""

    order: Order
    payments: Sequence[StoredPayment]
    refunds: Sequence[Refund]
    lines: Sequence[OfferedLine]
    """Empty if the payment does not fit the lines: then only sums can be given back."""
    delivery: int
    """The delivery fee, 0 if there is none to give back."""
    limit: int | None
    """What the staff may give back of an order without the owner; None: no limit."""

    @property
    def seen(self) -> int:
        """What a request is made from: another refund since changes it."""
        return max((refund.number for refund in self.refunds), default=0)

    @property
    def own(self) -> StoredPayment | None:
        """The order's own payment, of which a part can be given back; one that must go back does so as a whole."""
        return own_payment(self.payments)

    @property
    def debts(self) -> Sequence[StoredPayment]:
        """The payments that must go back, and whose return nobody has begun."""
        return [payment for payment in self.payments if payment.debt_id is not None and payment.left > 0]

    @property
    def open(self) -> Sequence[Refund]:
        return [refund for refund in self.refunds if refund.state.is_open]

    @property
    def refunded(self) -> Sequence[Money]:
        """What went back, by currency."""
        sums: dict[str, int] = {}
        for refund in self.refunds:
            if refund.state is RefundState.DONE:
                sums[refund.money.currency] = sums.get(refund.money.currency, 0) + refund.money.amount
        return [Money(amount, currency) for currency, amount in sums.items()]


def own_payment(payments: Sequence[StoredPayment]) -> StoredPayment | None:
    """Return the payment of which a part can be given back: the one that has most left and is not owed."""
    free = [payment for payment in payments if payment.debt_id is None and payment.left > 0]
    return max(free, key=lambda payment: (payment.has_sale, payment.left), default=None)


def fits_lines(order: Order, payment: StoredPayment) -> bool:
    """Whether a payment is what the order's lines come to, so that a part of it is the price of something."""
    return payment.paid == Money(order.total * 100, HRYVNIA)


_SUM = re.compile(r"([0-9]{1,10})(?:[.,]([0-9]{1,2}))?")


def read_amount(text: str) -> int | None:
    """Read a sum in hryvnias, as `81`, `81.5` or `81,50`, as kopiykas; None if it is none, or not above zero.

    Its length is limited before anybody computes with it: `1e999990` is a number, too.
    """
    match = _SUM.fullmatch(text)
    kopiykas = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0")) if match else 0
    return kopiykas or None

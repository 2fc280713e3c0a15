"""Facts about receipts."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.money.payments.model import Money
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptMade(Fact):
    """An order's receipt is available at `url`; `order` as it is now, which may be cancelled."""

    order: Order
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptRefused(Fact):
    """The fiscal service refused an order's receipt."""

    order: Order
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptDelayed(Fact):
    """A receipt of an order could not be issued for hours; the attempts go on."""

    order: Order
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnReceiptMade(Fact):
    """The receipt of a return is available at `url`."""

    order: Order
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnReceiptRefused(Fact):
    """The receipt of a return cannot be issued by us."""

    order: Order
    money: Money
    reason: str

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


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawerShort(Fact):
    """The register's drawer has too little for a return, or without an order for what a till says was taken out."""

    order: Order | None
    money: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class CashUntold(Fact):
    """The fiscal service did not take that cash was brought in or, if `is_out`, taken out."""

    money: Money
    is_out: bool
    reason: str

"""Facts about refunds; `order` and `refund` as they were before, unless said otherwise."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.kernel.ids import ProviderName
from cafe.core.money.refunds.model import Refund
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundRequested(Fact):
    """Somebody wants money to go back, and the provider is about to be asked for it."""

    order: Order
    refund: Refund


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundDone(Fact):
    """Money went back, whoever did it."""

    order: Order
    refund: Refund


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundRefused(Fact):
    """The provider refused a refund, or the staff found that it never happened."""

    order: Order
    refund: Refund
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundHeld(Fact):
    """For a day the provider did not take a refund; nobody asks for it until the staff say how to go on."""

    order: Order
    refund: Refund


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundUnclear(Fact):
    """For a day nobody could tell whether money went back: it has to be looked up in the provider's dashboard."""

    order: Order
    refund: Refund
    provider: ProviderName

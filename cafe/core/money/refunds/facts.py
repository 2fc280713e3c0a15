"""Facts about refunds; `order` and `refund` as they were before, unless stated otherwise."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.kernel.ids import ProviderName
from cafe.core.money.refunds.model import Refund
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundRequested(Fact):
    """A refund is stored and about to be sent to the provider."""

    order: Order
    refund: Refund


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundDone(Fact):
    """Money was refunded, by whomever."""

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
    """For a day the provider did not accept a refund; it is not sent again until the staff decide."""

    order: Order
    refund: Refund


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundUnclear(Fact):
    """For a day it stayed unknown whether money was refunded: the staff must look in the provider's dashboard."""

    order: Order
    refund: Refund
    provider: ProviderName

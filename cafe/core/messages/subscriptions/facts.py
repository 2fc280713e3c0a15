"""Facts about following."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscriptionsChanged(Fact):
    """Somebody began to follow an order, or stopped."""

    order: Order

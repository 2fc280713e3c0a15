"""Facts about subscriptions."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class SubscriptionsChanged(Fact):
    """Somebody subscribed to an order, or unsubscribed."""

    order: Order

"""Facts about bottles."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class DrinksPoured(Fact):
    """The drinks of an order have their excise marks."""

    order: Order

"""Facts about ratings."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.ordering.orders.model import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingDue(Fact):
    """A guest is to be asked how an order was."""

    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRatedBad(Fact):
    """A guest was not content with an order, or has written why."""

    order: Order
    words: str

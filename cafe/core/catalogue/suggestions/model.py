"""What orders tell about dishes."""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.kernel.ids import ProductId


@dataclass(frozen=True, slots=True)
class Demand:
    """The orders of a span of time, and in how many of them each product was, most first."""

    orders: int
    by_product: Sequence[tuple[ProductId, int]]


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Each in the order in which it is shown."""

    again: Sequence[ProductId]
    popular: Sequence[ProductId]

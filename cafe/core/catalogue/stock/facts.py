"""Facts about stock."""

from dataclasses import dataclass

from cafe.core.kernel.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class StockLow(Fact):
    """An ingredient fell below its low-stock level; `stock` in its unit."""

    name: str
    stock: int
    unit: str

"""A mode of the menu: while it is on, some dishes are served, some orders taken. Several at once add up."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from cafe.core.catalogue.hours.week_ranges import WeekRanges, is_within_week
from cafe.core.catalogue.settings.model import Settings
from cafe.core.kernel.ids import CategoryId, ModeId, ProductId
from cafe.core.kernel.locale import OwnText


@dataclass(frozen=True, slots=True)
class Mode:
    """What is switched together. Moments in Unix seconds."""

    id: ModeId
    slug: str
    name: OwnText
    categories: frozenset[CategoryId]
    products: frozenset[ProductId]
    """Served besides those categories; without either everything is."""
    extra_minutes: int
    """How much longer the kitchen takes."""
    order_types: tuple[str, ...]
    """Taken while it is on; all if empty."""
    payments: tuple[str, ...]
    """The same of ways of paying."""
    message: OwnText
    """A line for guests."""
    hours: WeekRanges
    """When it is on by the clock."""
    on_until: int
    """The end of having been switched on by the staff; past or 0: it is not."""
    off_until: int
    """Until when it stays off, though something else would turn it on."""

    @property
    def limits_dishes(self) -> bool:
        return bool(self.categories or self.products)

    def serves(self, category_id: CategoryId, product_id: ProductId) -> bool:
        """Whether a dish is served while it is on."""
        return not self.limits_dishes or category_id in self.categories or product_id in self.products

    def is_on_at(self, local: datetime, *, is_called_for: bool = False) -> bool:
        """Whether it is on at a moment on the cafe's clock; `is_called_for`: by something other than the clock."""
        at = local.timestamp()
        if at < self.on_until:
            return True
        return at >= self.off_until and (is_called_for or is_within_week(self.hours, local))


def restrict(settings: Settings, modes: Iterable[Mode]) -> Settings:
    """Return the settings with the order types and ways of paying that all these modes leave."""
    order_types, payments = settings.offered_types, settings.offered_payments
    for mode in modes:
        order_types = [each for each in order_types if not mode.order_types or each in mode.order_types]
        payments = [each for each in payments if not mode.payments or each in mode.payments]
    return replace(settings, order_types=",".join(order_types), payments=",".join(payments))

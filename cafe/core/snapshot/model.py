"""A snapshot of the shared data: catalogue, settings and promo codes."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OptionId, ProductId
from cafe.core.kernel.meta import get_catalogue_version
from cafe.core.kernel.pause import EVERYTHING, PauseEnd, pause_end
from cafe.core.menu.model import Category, Menu, Product, Recipe
from cafe.core.menu.store import list_categories, list_products, list_recipes
from cafe.core.options.model import OptionGroups
from cafe.core.options.store import groups_of_all, list_option_recipes
from cafe.core.promo.model import PromoCode
from cafe.core.promo.store import list_promos
from cafe.core.settings.busy import BusyState
from cafe.core.settings.model import Settings
from cafe.core.settings.store import get_busy, get_settings, list_pauses
from cafe.core.slots.model import SlotsByType
from cafe.core.slots.store import list_slots

FOREVER = 2**62
"""Later than any real time; Unix seconds."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One version of the shared data."""

    version: int
    settings: Settings
    pauses: Mapping[str, int]
    """Until when orders of a type, or all of them, are or were paused, in Unix seconds."""
    busy: BusyState
    categories: tuple[Category, ...]
    products: tuple[Product, ...]
    recipes: Mapping[ProductId, Recipe]
    promos: tuple[PromoCode, ...]
    option_groups: Mapping[ProductId, OptionGroups]
    option_recipes: Mapping[OptionId, Recipe]
    slots: SlotsByType

    def pause_of(self, order_type: str, moment: datetime) -> PauseEnd | None:
        """Return the pause that keeps orders of a type from being placed, or all (`EVERYTHING`): the one that lasts."""
        everything, own = self.pauses.get(EVERYTHING, 0), self.pauses.get(order_type, 0)
        if own > everything:
            return pause_end(own, moment, self.settings.zone, order_type)
        return pause_end(everything, moment, self.settings.zone)

    def asap_minutes(self, moment: datetime) -> int:
        """Return how long an order takes that is placed at a moment and wanted as soon as possible."""
        return self.settings.prep_minutes + self.busy_minutes(moment)

    def ready_in(self, moment: datetime) -> int | None:
        """Return the same as guests are told it; None while the cafe is closed, when nobody can tell."""
        minutes = self.asap_minutes(moment)
        return minutes if minutes > 0 and self.settings.hours.is_open(moment) else None

    def busy_minutes(self, moment: datetime) -> int:
        """Return how much of that busy mode adds."""
        busy = self.busy.at(moment)
        return busy.minutes if busy else 0

    def menu_at(self, now: int) -> Menu:
        """Build the menu: what is active and not on the stop-list at `now` (Unix seconds)."""
        active = {category.id for category in self.categories if category.is_active}
        active_products = [product for product in self.products if product.is_active and product.category_id in active]
        groups = {
            product.id: _active(self.option_groups[product.id])
            for product in active_products
            if product.id in self.option_groups
        }
        stops = {product.stopped_until for product in active_products} | {
            option.stopped_until for each in groups.values() for group in each for option in group.options
        }
        return Menu(
            tuple(category for category in self.categories if category.is_active),
            tuple(product for product in active_products if product.stopped_until <= now),
            groups,
            now,
            min((until for until in stops if until > now), default=FOREVER),
        )

    def find_orderable(self, product_ids: Collection[ProductId], now: int) -> dict[ProductId, Product]:
        """Find those of some products that can be ordered at `now` (Unix seconds), by id."""
        active = {category.id for category in self.categories if category.is_active}
        return {
            product.id: product
            for product in self.products
            if product.id in product_ids
            and product.is_active
            and product.category_id in active
            and product.stopped_until <= now
        }


def _active(groups: OptionGroups) -> OptionGroups:
    """Leave out options that are not offered, and groups without any."""
    active = (replace(group, options=tuple(option for option in group.options if option.is_active)) for group in groups)
    return tuple(group for group in active if group.options)


def read_snapshot(conn: Connection) -> Snapshot:
    return Snapshot(
        get_catalogue_version(conn),
        get_settings(conn),
        list_pauses(conn),
        get_busy(conn),
        tuple(list_categories(conn)),
        tuple(list_products(conn)),
        list_recipes(conn),
        tuple(list_promos(conn)),
        groups_of_all(conn),
        list_option_recipes(conn),
        list_slots(conn),
    )

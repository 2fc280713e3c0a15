"""A snapshot of the shared data: catalogue, settings and promo codes."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time
from functools import cached_property

from cafe.core.catalogue.disruptions.model import Disruption
from cafe.core.catalogue.disruptions.rules import end_of, in_force, mode_of, modes_of, paused_by, pausing
from cafe.core.catalogue.disruptions.store import list_disruptions
from cafe.core.catalogue.hours.slots import SlotsByType
from cafe.core.catalogue.hours.slots_store import list_slots
from cafe.core.catalogue.hours.week import parse_ranges
from cafe.core.catalogue.hours.windows import is_within, next_boundary
from cafe.core.catalogue.menu.model import Category, Menu, Product, Recipe
from cafe.core.catalogue.menu.store import list_categories, list_products, list_recipes
from cafe.core.catalogue.modes.model import Mode, restrict
from cafe.core.catalogue.modes.store import list_modes
from cafe.core.catalogue.options.model import OptionGroups
from cafe.core.catalogue.options.store import groups_of_all, list_option_recipes
from cafe.core.catalogue.promo.model import PromoCode
from cafe.core.catalogue.promo.store import list_promos
from cafe.core.catalogue.settings.busy import BusyState
from cafe.core.catalogue.settings.model import Settings
from cafe.core.catalogue.settings.pause import ALL_ORDERS, PauseEnd, pause_end
from cafe.core.catalogue.settings.store import get_busy, get_settings, list_pauses
from cafe.core.catalogue.snapshot.dish import ChosenDish, read_dish
from cafe.core.catalogue.taxes.model import Tax
from cafe.core.catalogue.taxes.store import find_first_tax
from cafe.core.catalogue.zones.matching import ZoneMap
from cafe.core.catalogue.zones.model import Zone
from cafe.core.catalogue.zones.store import list_zones
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import ModeId, OptionId, ProductId
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.meta import get_catalogue_version

FOREVER = 2**62
"""Later than any real time; Unix seconds."""
MOST_DISHES = 5_000
"""The most dishes as chosen that a snapshot keeps: the same ones come again and again."""


@dataclass(frozen=True, slots=True)
class _ModesOn:
    """The modes that are on from a moment until just before another one, in Unix seconds."""

    modes: tuple[Mode, ...]
    since: int
    until: int


@dataclass(frozen=True)
class Snapshot:
    """One version of the shared data."""

    version: int
    settings: Settings
    pauses: Mapping[str, int]
    """The end of each current or past pause in Unix seconds, by order type or `ALL_ORDERS`."""
    busy: BusyState
    categories: tuple[Category, ...]
    products: Mapping[ProductId, Product]
    """In menu order."""
    recipes: Mapping[ProductId, Recipe]
    promos: tuple[PromoCode, ...]
    option_groups: Mapping[ProductId, OptionGroups]
    option_recipes: Mapping[OptionId, Recipe]
    slots: SlotsByType
    zones: tuple[Zone, ...] = ()
    """The active delivery zones, the preferred first."""
    first_tax: Tax | None = None
    """The tax group of delivery."""
    has_printers: bool = False
    disruptions: tuple[Disruption, ...] = ()
    """Air alerts and power cuts: over, in force and coming."""
    modes: tuple[Mode, ...] = ()

    def pause_of(self, order_type: str, moment: datetime) -> PauseEnd | None:
        """Return the pause that prevents orders of a type, or all (`ALL_ORDERS`): the one that ends last.

        A disruption that pauses them is one, too.
        """
        everything, own = self.pauses.get(ALL_ORDERS, 0), self.pauses.get(order_type, 0)
        disruption = pausing(self.disruptions, self.settings.effects, order_type, int(moment.timestamp()))
        if disruption is not None and end_of(disruption) > max(everything, own):
            paused = paused_by(self.settings.effects[disruption.kind]) or ALL_ORDERS
            return pause_end(end_of(disruption), moment, self.settings.zone, paused, disruption.kind.value)
        if own > everything:
            return pause_end(own, moment, self.settings.zone, order_type)
        return pause_end(everything, moment, self.settings.zone)

    def own_pause_until(self, order_type: str, at: int) -> int:
        """Return when the pause of a type alone ends, by hand or by a disruption, in Unix seconds; past: none."""
        effects = self.settings.effects
        disruptions = in_force(self.disruptions, effects, at)
        ends = [end_of(each) for each in disruptions if paused_by(effects[each.kind]) == order_type]
        return max([self.pauses.get(order_type, 0), *ends])

    def is_disrupted(self, order_type: str, moment: datetime) -> bool:
        """Whether a disruption pauses orders of a type at a moment, which may be to come."""
        at = int(moment.timestamp())
        return pausing(self.disruptions, self.settings.effects, order_type, at) is not None

    def disruptions_at(self, moment: datetime) -> list[Disruption]:
        """List the disruptions that are in force and do something."""
        return in_force(self.disruptions, self.settings.effects, int(moment.timestamp()))

    def asap_minutes(self, moment: datetime) -> int:
        """Return the kitchen's time in minutes for an order placed at a moment for as soon as possible."""
        return self.settings.prep_minutes_at(int(moment.timestamp())) + self.extra_minutes(moment)

    @cached_property
    def zone_map(self) -> ZoneMap:
        """Finds the zones of addresses."""
        return ZoneMap(self.zones, self.settings.city)

    def zones_at(self, moment: datetime) -> tuple[tuple[Zone, bool], ...]:
        """Return the zones with whether they are delivered to at a moment."""
        local = moment.astimezone(self.settings.zone)
        return tuple((zone, zone.is_open_at(local)) for zone in self.zones)

    def estimated_minutes(self, moment: datetime, order_type: str, zone: Zone | None = None) -> int:
        """Return the estimate shown to guests: minutes until such an order is ready, or at the door in a zone."""
        return self.asap_minutes(moment) + self.settings.way_minutes(order_type, zone.extra_minutes if zone else 0)

    def estimated_minutes_if_open(self, moment: datetime, order_type: str, zone: Zone | None = None) -> int | None:
        """Return the same; None while the cafe is closed, when there is no estimate."""
        minutes = self.estimated_minutes(moment, order_type, zone)
        return minutes if minutes > 0 and self.settings.hours.is_open(moment) else None

    def extra_minutes(self, moment: datetime) -> int:
        """Return the part of that added by busy mode and the modes of the menu."""
        busy = self.busy.at(moment)
        return (busy.minutes if busy else 0) + sum(mode.extra_minutes for mode in self.modes_at(moment))

    def modes_at(self, moment: datetime) -> tuple[Mode, ...]:
        """Return the modes that are on at a moment."""
        return self.modes_at_second(int(moment.timestamp())) if self.modes else ()

    def modes_at_second(self, at: int) -> tuple[Mode, ...]:
        """Return the modes that are on at a moment in Unix seconds."""
        if not self.modes:
            return ()
        known = self._known_modes
        if not known or not known[0].since <= at < known[0].until:
            known[:] = [self._find_modes(at)]
        return known[0].modes

    @cached_property
    def _known_modes(self) -> list[_ModesOn]:
        """The last answer, if any: the next question is mostly the same."""
        return []

    def _find_modes(self, at: int) -> _ModesOn:
        local = datetime.fromtimestamp(at, self.settings.zone)
        called = modes_of(self.disruptions, self.settings.effects, at)
        modes = tuple(mode for mode in self.modes if mode.is_on_at(local, is_called_for=mode.slug in called))
        return _ModesOn(modes, at, min((each for each in self._mode_changes(at) if each > at), default=FOREVER))

    def may_have_modes(self, at: int) -> bool:
        """Whether a mode is on at a moment (Unix seconds), or is known to be on later."""
        effects = self.settings.effects
        return any(mode.hours or mode.on_until > at for mode in self.modes) or any(
            mode_of(effects[each.kind]) for each in self.disruptions if not each.is_over(at)
        )

    def settings_at(self, moment: datetime) -> Settings:
        """Return the settings, with the order types and ways of paying that modes leave at a moment."""
        modes = self.modes_at(moment)
        if not any(mode.order_types or mode.payments for mode in modes):
            return self.settings
        key = tuple(mode.id for mode in modes)
        if key not in self._restricted:
            self._restricted[key] = restrict(self.settings, modes)
        return self._restricted[key]

    @cached_property
    def _restricted(self) -> dict[tuple[ModeId, ...], Settings]:
        return {}

    def withheld_at(self, at: int) -> frozenset[ProductId]:
        """Return the products that modes withhold at a moment (Unix seconds): they are as if stopped."""
        if not self.modes:
            return frozenset()
        modes = [mode for mode in self.modes_at_second(at) if mode.limits_dishes]
        key = tuple(mode.id for mode in modes)
        if key not in self._withheld:
            self._withheld[key] = frozenset(
                each.id
                for each in self.products.values()
                if not all(mode.serves(each.category_id, each.id) for mode in modes)
            )
        return self._withheld[key]

    @cached_property
    def _withheld(self) -> dict[tuple[ModeId, ...], frozenset[ProductId]]:
        return {}

    def list_withholding(self, product: Product, at: int) -> list[Mode]:
        """List the modes that withhold a product at a moment (Unix seconds)."""
        return [mode for mode in self.modes_at_second(at) if not mode.serves(product.category_id, product.id)]

    def menu_at(self, now: int, *, is_at_counter: bool = False) -> Menu:
        """Build the menu: active products that are not stopped and are served at `now` (Unix seconds).

        At the counter, serving hours are ignored.
        """
        clock = None if is_at_counter else datetime.fromtimestamp(now, self.settings.zone).time()
        products, groups = list(self.active_products.values()), self._active_groups()
        served = [product for product in products if clock is None or self._serves(product, clock)]
        withheld = self.withheld_at(now)
        available = [product for product in served if product.stopped_until <= now and product.id not in withheld]
        filled = {product.category_id for product in served if product.id not in withheld}
        return Menu(
            tuple(
                category
                for category in self.categories
                if category.is_active
                and (clock is None or is_within(category.windows, clock))
                and (not withheld or category.id in filled)
            ),
            tuple(available),
            groups,
            tuple(product for product in served if product.stopped_until > now or product.id in withheld),
            now,
            min(
                (until for until in (*_stops(products, groups), *self._changes_after(now)) if until > now),
                default=FOREVER,
            ),
        )

    def whole_menu(self, now: int) -> Menu:
        """Build the complete menu for print: all active products, ignoring serving hours and the stop-list.

        `stopped_until` shows which are stopped at `now` (Unix seconds).
        """
        products, groups = list(self.active_products.values()), self._active_groups()
        return Menu(
            tuple(category for category in self.categories if category.is_active),
            tuple(products),
            groups,
            (),
            now,
            min((until for until in _stops(products, groups) if until > now), default=FOREVER),
        )

    @cached_property
    def active_products(self) -> Mapping[ProductId, Product]:
        """The products that are not hidden, nor their categories, in menu order."""
        active = {category.id for category in self.categories if category.is_active}
        return {each.id: each for each in self.products.values() if each.is_active and each.category_id in active}

    @cached_property
    def _dishes(self) -> dict[tuple[ProductId, str, Locale], ChosenDish]:
        return {}

    def read_dish(self, product: Product, choice_key: str, locale: Locale) -> ChosenDish:
        """Read a stored choice of one of the products, in a language."""
        key = (product.id, choice_key, locale)
        dish = self._dishes.get(key)
        if dish is None:
            if len(self._dishes) >= MOST_DISHES:
                self._dishes.clear()
            dish = read_dish(product, self.option_groups.get(product.id, ()), choice_key, locale)
            self._dishes[key] = dish
        return dish

    def _active_groups(self) -> dict[ProductId, OptionGroups]:
        """The active options of each active product that has groups."""
        groups = self.option_groups
        return {each: _active(groups[each]) for each in self.active_products if each in groups}

    def find_unserved(self, product_ids: Collection[ProductId], at: int) -> list[Product]:
        """Find products that are not served at a moment (Unix seconds), ignoring the stop-list."""
        clock, withheld = datetime.fromtimestamp(at, self.settings.zone).time(), self.withheld_at(at)
        return [each for each in self._these(product_ids) if each.id in withheld or not self._serves(each, clock)]

    def _serves(self, product: Product, clock: time) -> bool:
        return product.is_served_at(clock, sells_alcohol=self.settings.sells_alcohol_at(clock))

    def _changes_after(self, now: int) -> Iterator[int]:
        """Yield moments (Unix seconds) before which no dish, category or mode begins or ceases."""
        windows = {window for category in self.categories for window in category.windows}
        windows |= {window for product in self.products.values() for window in product.windows}
        windows |= set(parse_ranges(self.settings.alcohol_hours))
        yield next_boundary(windows, now, self.settings.zone) or FOREVER
        yield from self._mode_changes(now)

    def _mode_changes(self, now: int) -> Iterator[int]:
        """The same for modes."""
        if not self.modes:
            return
        windows = {each.hours for mode in self.modes for each in mode.hours}
        yield next_boundary(windows, now, self.settings.zone) or FOREVER
        for mode in self.modes:
            yield mode.on_until
            yield mode.off_until
        for disruption in self.disruptions:
            yield disruption.from_at
            yield end_of(disruption)

    def find_orderable(self, product_ids: Collection[ProductId], now: int) -> dict[ProductId, Product]:
        """Find products that can be ordered at `now` (Unix seconds), by id."""
        active = self.active_products
        withheld = self.withheld_at(now)
        found = [active[product_id] for product_id in product_ids if product_id in active]
        return {product.id: product for product in found if product.stopped_until <= now and product.id not in withheld}

    def _these(self, product_ids: Collection[ProductId]) -> list[Product]:
        return [self.products[each] for each in product_ids if each in self.products]


def _stops(products: Iterable[Product], groups: Mapping[ProductId, OptionGroups]) -> set[int]:
    """The ends of all current and past stops (Unix seconds)."""
    options = (option for each in groups.values() for group in each for option in group.options)
    return {product.stopped_until for product in products} | {option.stopped_until for option in options}


def _active(groups: OptionGroups) -> OptionGroups:
    """Remove inactive options, and groups left without any."""
    active = (replace(group, options=tuple(option for option in group.options if option.is_active)) for group in groups)
    return tuple(group for group in active if group.options)


def read_snapshot(conn: Connection, only: Collection[ProductId] | None = None) -> Snapshot:
    """Read the shared data: all of it, or only these products and what belongs to them."""
    return Snapshot(
        get_catalogue_version(conn),
        get_settings(conn),
        list_pauses(conn),
        get_busy(conn),
        tuple(list_categories(conn)),
        {product.id: product for product in list_products(conn, only)},
        list_recipes(conn, only),
        tuple(list_promos(conn)),
        groups_of_all(conn, only),
        list_option_recipes(conn),
        list_slots(conn),
        tuple(list_zones(conn)),
        find_first_tax(conn),
        has_printers=conn.one("SELECT 1 FROM printers") is not None,
        disruptions=tuple(list_disruptions(conn)),
        modes=tuple(list_modes(conn)),
    )

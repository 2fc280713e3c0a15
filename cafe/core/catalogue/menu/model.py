"""Categories, products and the menu."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from enum import StrEnum

from cafe.core.catalogue.hours.week import Ranges
from cafe.core.catalogue.hours.windows import is_within
from cafe.core.catalogue.menu.allergens import known_allergens
from cafe.core.catalogue.options.diet_rules import Ways, diets_with, find_ways
from cafe.core.catalogue.options.diets import Diet, with_implied
from cafe.core.catalogue.options.model import PLAIN, Choice, OptionGroups, Pieces
from cafe.core.catalogue.options.rules import allergens_with, default_pieces
from cafe.core.catalogue.taxes.model import NO_DATA, FiscalData, LineFiscal
from cafe.core.kernel.ids import CategoryId, ProductId
from cafe.core.kernel.locale import OwnText


class Mark(StrEnum):
    """A badge of a dish, in display order."""

    NEW = "new"
    POPULAR = "popular"
    SPICY = "spicy"
    VEGETARIAN = "vegetarian"


@dataclass(frozen=True, slots=True)
class Category:
    """A section of the menu."""

    id: CategoryId
    slug: str
    name: OwnText
    sort_order: int
    is_active: bool
    windows: Ranges
    """The hours in which its dishes are served; always if empty."""


@dataclass(frozen=True, slots=True)
class Product:
    """A dish or a drink. `price` in whole UAH; `stopped_until` in Unix seconds."""

    id: ProductId
    category_id: CategoryId
    slug: str
    name: OwnText
    description: OwnText
    weight: OwnText
    price: int
    image_url: str
    allergens: tuple[str, ...]
    """Its own allergens; with options, see `allergens_of`."""
    no_allergens: bool
    """Whether the cafe states that it has none of the 14. False may mean that nothing was stated."""
    marks: tuple[str, ...]
    """Values of `Mark`."""
    sort_order: int
    is_active: bool
    stopped_until: int
    takes_note: bool
    has_options: bool
    windows: Ranges
    """Its own serving hours, besides its category's; always if empty."""
    category_windows: Ranges
    diets: tuple[str, ...] = ()
    """What it is declared to be with its defaults, without what follows from that; see `own_diets` and `diets_of`."""
    fiscal: FiscalData = NO_DATA
    """With the first tax group if it has none of its own."""

    @property
    def own_diets(self) -> tuple[Diet, ...]:
        """What it is declared to be with its defaults, also by a mark, with what follows from that."""
        marked = [Diet.VEGETARIAN] if Mark.VEGETARIAN in self.marks else []
        return with_implied([*self.diets, *marked])

    @property
    def states_allergens(self) -> bool:
        """Whether the cafe has stated its allergens, even if none."""
        return self.no_allergens or bool(known_allergens(self.allergens))

    def allergens_of(self, groups: OptionGroups, choice: Choice = PLAIN) -> tuple[str, ...]:
        """Return the codes including the chosen options of its groups; by default, of their defaults."""
        return allergens_with(self.allergens, groups, _pieces(groups, choice))

    def diets_of(self, groups: OptionGroups, choice: Choice = PLAIN) -> tuple[Diet, ...]:
        """Return its diets including the chosen options of its groups; by default, their defaults."""
        allergens = self.allergens_of(groups, choice)
        return diets_with(self.own_diets, allergens, groups, _pieces(groups, choice))

    def ways_of(self, groups: OptionGroups, now: int) -> Ways:
        """Return what it can be with another option, and with which. `now` in Unix seconds."""
        return find_ways(self.own_diets, self.allergens, groups, now)

    def fiscal_of(self, groups: OptionGroups, choice: Choice) -> LineFiscal | None:
        """Return what receipts say of it as chosen; None: nothing."""
        own = {
            option.id: option.fiscal
            for group in groups
            for option in group.options
            if option.id in choice.pieces and option.fiscal != NO_DATA
        }
        fiscal = LineFiscal(self.fiscal, own)
        return None if fiscal.is_empty else fiscal

    @property
    def is_always_served(self) -> bool:
        """Whether no hours restrict it."""
        return not self.windows and not self.category_windows and not self.fiscal.excise

    def is_served_at(self, clock: time, *, sells_alcohol: bool) -> bool:
        """Whether it is served at a time of the day, at which the cafe may sell alcohol or not."""
        if self.fiscal.excise and not sells_alcohol:
            return False
        return is_within(self.windows, clock) and is_within(self.category_windows, clock)


def _pieces(groups: OptionGroups, choice: Choice) -> Pieces:
    return default_pieces(groups) if choice.is_plain else choice.pieces


Recipe = Mapping[int, int]
"""Amounts that one piece of a product uses from stock, by ingredient id, each in the ingredient's unit."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The orderable categories and products between `valid_from` and `valid_until` (Unix seconds)."""

    categories: tuple[Category, ...]
    products: tuple[Product, ...]
    option_groups: Mapping[ProductId, OptionGroups]
    """The groups of products that have any, with their active options."""
    sold_out: tuple[Product, ...]
    """Products that would be served now if they were not on the stop-list."""
    valid_from: int
    valid_until: int

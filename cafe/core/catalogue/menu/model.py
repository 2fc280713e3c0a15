"""Categories, products and the menu."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from enum import StrEnum

from cafe.core.catalogue.hours.week import Ranges
from cafe.core.catalogue.hours.windows import is_within
from cafe.core.catalogue.menu.allergens import known_allergens
from cafe.core.catalogue.options.model import PLAIN, Choice, OptionGroups
from cafe.core.catalogue.options.rules import allergens_with, default_pieces
from cafe.core.kernel.ids import CategoryId, ProductId
from cafe.core.kernel.locale import OwnText


class Mark(StrEnum):
    """What a guest sees of a dish at a glance, in the order in which it is shown."""

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
    """When in the day its dishes are offered; always if there are none."""


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
    """Its own; with a choice, `allergens_of`."""
    no_allergens: bool
    """Whether the cafe says that it has none of the 14; it may have said nothing."""
    marks: tuple[str, ...]
    """Values of `Mark`."""
    sort_order: int
    is_active: bool
    stopped_until: int
    takes_note: bool
    has_options: bool
    windows: Ranges
    """When in the day it is offered, its category's windows aside; always if there are none."""
    category_windows: Ranges

    @property
    def states_allergens(self) -> bool:
        """Whether the cafe has said what allergens it has, be it none."""
        return self.no_allergens or bool(known_allergens(self.allergens))

    def allergens_of(self, groups: OptionGroups, choice: Choice = PLAIN) -> tuple[str, ...]:
        """Return the codes with what was chosen of its groups, by itself the defaults."""
        return allergens_with(self.allergens, groups, default_pieces(groups) if choice.is_plain else choice.pieces)

    @property
    def is_always_served(self) -> bool:
        """Whether no window holds it back."""
        return not self.windows and not self.category_windows

    def is_served_at(self, clock: time) -> bool:
        """Whether it is offered at a time of the day."""
        return is_within(self.windows, clock) and is_within(self.category_windows, clock)


Recipe = Mapping[int, int]
"""What one piece of a product takes from stock: amounts by ingredient id, each in the ingredient's unit."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The orderable categories and products between `valid_from` and `valid_until` (Unix seconds)."""

    categories: tuple[Category, ...]
    products: tuple[Product, ...]
    option_groups: Mapping[ProductId, OptionGroups]
    """The groups of those products that have any, with their active options."""
    sold_out: tuple[Product, ...]
    """What would be served now if it were not on the stop-list."""
    valid_from: int
    valid_until: int

"""Categories, products and the menu."""

from collections.abc import Mapping
from dataclasses import dataclass

from cafe.core.kernel.ids import CategoryId, ProductId
from cafe.core.kernel.locale import Locale
from cafe.core.options.model import OptionGroups


@dataclass(frozen=True, slots=True)
class Category:
    """A section of the menu."""

    id: CategoryId
    slug: str
    name_uk: str
    name_en: str
    sort_order: int
    is_active: bool

    def name(self, locale: Locale) -> str:
        """Return the name in a language, Ukrainian if there is no English one."""
        return locale.choose(self.name_uk, self.name_en)


@dataclass(frozen=True, slots=True)
class Product:
    """A dish or a drink. `price` in whole UAH; `stopped_until` in Unix seconds."""

    id: ProductId
    category_id: CategoryId
    slug: str
    name_uk: str
    name_en: str
    description_uk: str
    description_en: str
    weight_uk: str
    weight_en: str
    price: int
    image_url: str
    allergens: tuple[str, ...]
    sort_order: int
    is_active: bool
    stopped_until: int
    takes_note: bool
    has_options: bool

    def name(self, locale: Locale) -> str:
        """Return the name in a language, Ukrainian if there is no English one."""
        return locale.choose(self.name_uk, self.name_en)

    def description(self, locale: Locale) -> str:
        """Return the description, with the same fallback."""
        return locale.choose(self.description_uk, self.description_en)

    def weight(self, locale: Locale) -> str:
        """Return the weight with its unit, with the same fallback."""
        return locale.choose(self.weight_uk, self.weight_en)


Recipe = Mapping[int, int]
"""What one piece of a product takes from stock: amounts by ingredient id, each in the ingredient's unit."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The orderable categories and products between `valid_from` and `valid_until` (Unix seconds)."""

    categories: tuple[Category, ...]
    products: tuple[Product, ...]
    option_groups: Mapping[ProductId, OptionGroups]
    """The groups of those products that have any, with their active options."""
    valid_from: int
    valid_until: int

"""A product with a choice of its options, as one snapshot has it."""

from dataclasses import dataclass

from cafe.core.catalogue.menu.model import Product
from cafe.core.catalogue.options.diets import Diet
from cafe.core.catalogue.options.model import Choice, Option, OptionGroups, describe_line
from cafe.core.catalogue.options.rules import change_allergens, list_unavailable, read_choice, unknown_ids
from cafe.core.kernel.locale import Locale

AFTER_ALL_STOPS = 2**63
"""Later than any option's stop ends; Unix seconds."""


@dataclass(frozen=True, slots=True)
class ChosenDish:
    """A product with a choice, in one language. `price` in whole UAH."""

    name: str
    """The product's name with the choice."""
    weight: str
    price: int
    choice: Choice
    allergens: tuple[str, ...] | None
    """Codes of `menu.allergens` with the choice; None: the product's own."""
    diets: tuple[Diet, ...] | None
    """What it is with the choice; None: what the product is."""
    options: tuple[Option, ...]
    is_whole: bool
    """Whether the product still has all of the choice, in these numbers."""
    is_alcohol: bool

    def is_available(self, now: int) -> bool:
        """Whether all of the choice can be ordered now. `now` in Unix seconds."""
        return self.is_whole and all(option.stopped_until <= now for option in self.options)


def read_dish(product: Product, groups: OptionGroups, key: str, locale: Locale) -> ChosenDish:
    """Read a stored choice of a product, whose groups are given."""
    choice = read_choice(groups, key)
    pieces = choice.pieces
    has_own_allergens = not choice.is_plain and change_allergens(groups)
    has_own_diets = not choice.is_plain and bool(product.own_diets or any(group.makes for group in groups))
    fiscal = product.fiscal_of(groups, choice)
    return ChosenDish(
        describe_line(product.name.in_locale(locale), choice, locale),
        product.weight.in_locale(locale),
        choice.price(product.price),
        choice,
        product.allergens_of(groups, choice) if has_own_allergens else None,
        product.diets_of(groups, choice) if has_own_diets else None,
        tuple(option for group in groups for option in group.options if option.id in pieces),
        is_whole=not unknown_ids(groups, key) and not list_unavailable(groups, key, AFTER_ALL_STOPS, {}),
        is_alcohol=fiscal is not None and fiscal.is_alcohol,
    )

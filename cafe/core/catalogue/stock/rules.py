"""The ingredients of an order."""

from collections.abc import Iterable, Mapping

from cafe.core.catalogue.menu.model import Recipe
from cafe.core.kernel.ids import OptionId, ProductId
from cafe.core.ordering.orders.model import OrderLine


def ingredients_of(
    lines: Iterable[OrderLine], recipes: Mapping[ProductId, Recipe], option_recipes: Mapping[OptionId, Recipe]
) -> dict[int, int]:
    """Return how much of each ingredient the lines use, by its id, in the ingredient's unit.

    An option's recipe may reduce the dish's, but never below zero for a line.
    """
    needed: dict[int, int] = {}
    for line in lines:
        portion = dict(recipes.get(line.product_id, {})) if line.product_id is not None else {}
        for option_id, pieces in line.choice.pieces.items():
            for ingredient_id, amount in option_recipes.get(option_id, {}).items():
                portion[ingredient_id] = portion.get(ingredient_id, 0) + amount * pieces
        for ingredient_id, amount in portion.items():
            if amount > 0:
                needed[ingredient_id] = needed.get(ingredient_id, 0) + amount * line.quantity
    return needed

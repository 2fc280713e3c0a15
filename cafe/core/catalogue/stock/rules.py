"""The ingredients of an order, and what they cost.

The cost of an ingredient is in millionths of a hryvnia for one of its unit: a gram costs fractions of a kopiyka.
Averages are rounded to that, and the cost of a portion to kopiykas, both half up.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeVar

from cafe.core.catalogue.menu.model import Recipe
from cafe.core.catalogue.stock.model import StockMove
from cafe.core.kernel.ids import OptionId, ProductId
from cafe.core.kernel.validators import MAX_UAH, MILLION
from cafe.core.ordering.orders.model import OrderLine

K = TypeVar("K", bound=Hashable)

PER_KOPIYKA = 10_000
"""Millionths of a hryvnia."""
MAX_COST = MAX_UAH * MILLION
MAX_PORTION = MAX_UAH * 100
"""A portion that would cost more (kopiykas) has a mistyped recipe or price: its cost counts as unknown."""


def portion_of(recipe: Mapping[K, int] | None, added: Iterable[tuple[Mapping[K, int], int]]) -> dict[K, int] | None:
    """Return what one piece takes: a dish's recipe, and those of its options with their pieces.

    An option's recipe may reduce the dish's, but never below zero. None if nothing has a recipe.
    """
    parts = [*([(recipe, 1)] if recipe else []), *((each, pieces) for each, pieces in added if each)]
    if not parts:
        return None
    portion: dict[K, int] = {}
    for each, pieces in parts:
        for ingredient, amount in each.items():
            portion[ingredient] = portion.get(ingredient, 0) + amount * pieces
    return {ingredient: amount for ingredient, amount in portion.items() if amount > 0}


Portions = Sequence[Mapping[int, int] | None]
"""What one piece of each line takes, by ingredient id, in the ingredient's unit; None: it has no recipe."""


def portions_of(
    lines: Iterable[OrderLine], recipes: Mapping[ProductId, Recipe], option_recipes: Mapping[OptionId, Recipe]
) -> Portions:
    return tuple(
        portion_of(
            None if line.product_id is None else recipes.get(line.product_id),
            ((option_recipes.get(each, {}), pieces) for each, pieces in line.choice.pieces.items()),
        )
        for line in lines
    )


def ingredients_of(lines: Iterable[OrderLine], portions: Portions) -> dict[int, int]:
    """Return how much of each ingredient the lines use, by its id, in the ingredient's unit."""
    needed: dict[int, int] = {}
    for line, portion in zip(lines, portions, strict=True):
        for ingredient_id, amount in (portion or {}).items():
            needed[ingredient_id] = needed.get(ingredient_id, 0) + amount * line.quantity
    return needed


def average_after(stock: int, cost: int | None, amount: int, paid: int | None) -> int | None:
    """Return the average cost after a delivery of an amount for `paid` kopiykas; None paid: not stated.

    The delivery's own price if there was nothing, or nothing with a known cost.
    """
    if paid is None:
        return cost
    if stock <= 0 or cost is None:
        return min(_divide(paid * PER_KOPIYKA, amount), MAX_COST)
    return min(_divide(stock * cost + paid * PER_KOPIYKA, stock + amount), MAX_COST)


def average_without(moves: Sequence[StockMove], undone: AbstractSet[int], cost: int | None) -> int | None:
    """Return the average cost as if some moves had not been; `cost` is what it is.

    `moves` are all from the oldest undone one on, the oldest first. A cost that was set by hand in between stays.
    """
    average = recorded = moves[0].cost_before
    gone = 0
    for move in moves:
        if move.cost_before != recorded:
            average = move.cost_before
        if move.id in undone or move.undoes in undone:
            gone += move.change
        else:
            average = average_after(move.stock_before - gone, average, move.change, move.paid)
        recorded = move.cost_after
    return average if cost == recorded else cost


def sum_costs(amounts: Mapping[K, int] | None, costs: Mapping[K, int | None]) -> int | None:
    """Return what amounts of ingredients cost, in kopiykas; None if that of any is not known, or nothing is given."""
    if amounts is None or any(costs.get(each) is None for each in amounts):
        return None
    total = _divide(sum(amount * (costs[each] or 0) for each, amount in amounts.items()), PER_KOPIYKA)
    return total if abs(total) <= MAX_PORTION else None


def value_of(amount: int, cost: int | None) -> int | None:
    """Return what an amount is worth, in kopiykas: nothing where there is none; None if its cost is not known."""
    return None if cost is None else _divide(max(amount, 0) * cost, PER_KOPIYKA)


@dataclass(frozen=True, slots=True)
class Margin:
    """What stays of a price, both in kopiykas; the cost is None if it is not known."""

    price: int
    cost: int | None

    @property
    def amount(self) -> int | None:
        return None if self.cost is None else self.price - self.cost

    @property
    def permille(self) -> int | None:
        """The margin in thousandths of the price, rounded half up; None without a price."""
        return None if self.amount is None or self.price <= 0 else _divide(1000 * self.amount, self.price)


def _divide(amount: int, by: int) -> int:
    """Divide by a number above 0, rounded half up."""
    return (2 * amount + by) // (2 * by)

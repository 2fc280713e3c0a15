"""What portions cost, as recipes and averages are now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cafe.core.catalogue.stock import store
from cafe.core.catalogue.stock.rules import Margin, portion_of, sum_costs
from cafe.core.kernel.database import Connection
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.validators import MAX_AMOUNT, MAX_UAH

MOST_PARTS = 200
"""Portions at once, and ingredients or groups of each: as many as a catalogue file may have."""


@dataclass(frozen=True, slots=True)
class PricedPortion:
    """What a dish or an option takes, as somebody types it: amounts by ingredient code, and its price in whole UAH.

    An option's amounts and price may be below zero: it adds them to the dish's. The default options of the `groups`
    (slugs) belong to a dish's portion.
    """

    recipe: Mapping[str, int]
    price: int
    groups: tuple[str, ...] = ()
    is_option: bool = False


@dataclass(frozen=True, slots=True)
class PortionCost:
    """A portion with its cost; `missing` are the names of ingredients whose cost is not known."""

    margin: Margin
    missing: tuple[str, ...]
    has_recipe: bool


def cost_portions(conn: Connection, portions: Sequence[PricedPortion]) -> list[PortionCost]:
    """Return what each of these portions costs now."""
    ingredients = {each.code: each for each in store.list_ingredients(conn)}
    costs = {code: each.cost for code, each in ingredients.items()}
    defaults = store.list_default_recipes(conn, {slug for portion in portions for slug in portion.groups})
    found = []
    for portion in portions:
        added = [(recipe, 1) for slug in portion.groups for recipe in defaults.get(slug, ())]
        amounts = portion.recipe if portion.is_option else portion_of(portion.recipe, added)
        missing = [code for code in amounts or () if costs.get(code) is None]
        names = tuple(ingredients[code].name if code in ingredients else code for code in missing)
        cost = sum_costs(amounts, costs)
        found.append(PortionCost(Margin(portion.price * 100, cost), names, has_recipe=bool(portion.recipe or added)))
    return found


def read_priced_portions(body: Mapping[str, Any]) -> list[PricedPortion]:
    """Read `{"portions": [{"recipe", "price", "groups", "option"}]}`.

    Raises:
        ProblemsError: with everything that is wrong.
    """
    raw = body.get("portions")
    if not isinstance(raw, list) or not 0 < len(raw) <= MOST_PARTS:
        raise ProblemsError(Problem("portions", "desk-field-invalid"))
    portions = [each if isinstance(each, dict) else {} for each in raw]
    problems = [
        Problem(f"portions.{at}.{field}", "desk-field-invalid")
        for at, portion in enumerate(portions)
        for field in _wrong_fields(portion)
    ]
    if problems:
        raise ProblemsError(*problems)
    return [
        PricedPortion(each["recipe"], each["price"], tuple(each.get("groups", ())), each.get("option") is True)
        for each in portions
    ]


def _wrong_fields(portion: Mapping[str, Any]) -> Iterator[str]:
    recipe, price, groups = portion.get("recipe"), portion.get("price"), portion.get("groups", [])
    if not isinstance(recipe, dict) or len(recipe) > MOST_PARTS or not all(map(_is_amount, recipe.values())):
        yield "recipe"
    if not _is_amount(price, MAX_UAH):
        yield "price"
    if not isinstance(groups, list) or len(groups) > MOST_PARTS or not all(isinstance(each, str) for each in groups):
        yield "groups"


def _is_amount(value: Any, most: int = MAX_AMOUNT) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= most

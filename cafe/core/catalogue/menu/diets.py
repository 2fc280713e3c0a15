"""Dishes for a diet: what a text asks for ('що є без лактози?', 'gluten-free'), and what of the menu suits.

The mini-app does the same by itself (`web/pages/menu/views/filter.js`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.menu.order_text import WrittenOrder
from cafe.core.catalogue.options.diet_rules import diets_with, list_swaps
from cafe.core.catalogue.options.diets import Diet
from cafe.core.catalogue.options.model import Option, OptionGroups, Pieces
from cafe.core.catalogue.options.rules import allergens_with, default_pieces

_WORDS: Mapping[Diet, re.Pattern[str]] = {
    Diet.VEGAN: re.compile(r"\b(?:веган|vegan|пісн|постн)", re.IGNORECASE),
    Diet.VEGETARIAN: re.compile(r"\b(?:вегетар|vegetar)", re.IGNORECASE),
    Diet.GLUTEN_FREE: re.compile(r"\bбез\s*глют|\b(?:no|without)\s+gluten|\bgluten[\s-]*free\b", re.IGNORECASE),
    Diet.LACTOSE_FREE: re.compile(r"\bбез\s*лакт|\b(?:no|without)\s+lactose|\blactose[\s-]*free\b", re.IGNORECASE),
}
"""In Ukrainian, English and Russian."""
_FREE_OF: Mapping[Diet, str] = {Diet.GLUTEN_FREE: "gluten", Diet.LACTOSE_FREE: "milk"}
"""The allergen without which a dish is found, too: the cafe has stated that it has none of that."""


@dataclass(frozen=True, slots=True)
class Suitable:
    """A dish that suits as it comes, or with an option."""

    dish: Product
    option: Option | None


def read_diets(text: str) -> tuple[Diet, ...]:
    """Return the diets that a text names."""
    return tuple(diet for diet, words in _WORDS.items() if words.search(text))


def list_suitable(menu: Menu, diets: Sequence[Diet]) -> list[Suitable]:
    """List the dishes on offer that suit all of these diets, in menu order."""
    found = (_suit(menu, dish, diets, {}) for dish in menu.products)
    return [each for each in found if each is not None]


def suit_order(menu: Menu, order: WrittenOrder, diets: Sequence[Diet]) -> WrittenOrder:
    """Add to each dish of an order the option with which it suits, if there is one and it needs any."""
    lines = []
    for line in order.lines:
        found = _suit(menu, line.dish, diets, line.pieces)
        if found is None:
            return order
        option = {found.option.id: 1} if found.option else {}
        lines.append(replace(line, pieces={**option, **line.pieces}))
    missed = tuple(word for word in order.missed if not read_diets(word))
    return replace(order, lines=tuple(lines), missed=missed)


def _suit(menu: Menu, dish: Product, diets: Sequence[Diet], named: Pieces) -> Suitable | None:
    """Return how a dish suits, with the options that were named: as it comes, or with one more."""
    groups = menu.option_groups.get(dish.id, ())
    for option, pieces in ((None, default_pieces(groups)), *list_swaps(groups, menu.valid_from)):
        chosen = _with_named(groups, pieces, named)
        if (option is None or option.id in chosen) and all(_is(dish, groups, chosen, diet) for diet in diets):
            return Suitable(dish, option)
    return None


def _with_named(groups: OptionGroups, pieces: Pieces, named: Pieces) -> Pieces:
    """Return a choice with named options: in a group for one, in place of another."""
    replaced = {
        option.id
        for group in groups
        if group.max == 1 and any(option.id in named for option in group.options)
        for option in group.options
    }
    return {**{option_id: count for option_id, count in pieces.items() if option_id not in replaced}, **named}


def _is(dish: Product, groups: OptionGroups, pieces: Pieces, diet: Diet) -> bool:
    allergens = allergens_with(dish.allergens, groups, pieces)
    if diet in diets_with(dish.own_diets, allergens, groups, pieces):
        return True
    return dish.states_allergens and diet in _FREE_OF and _FREE_OF[diet] not in allergens

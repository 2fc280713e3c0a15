"""What a choice makes of a dish's diets: only what was declared of everything in it."""

from dataclasses import replace
from typing import Any

import pytest

from cafe.core.catalogue.options.diet_rules import diets_with, find_ways
from cafe.core.catalogue.options.diets import Diet, find_refuted, with_implied, without_implied
from cafe.core.catalogue.options.model import Option, OptionGroup, OptionGroups
from cafe.core.catalogue.options.rules import allergens_with
from cafe.core.kernel.ids import OptionGroupId, OptionId
from cafe.core.kernel.locale import OwnText

VEGAN, VEGETARIAN, GLUTEN_FREE, LACTOSE_FREE = Diet
ALL = tuple(Diet)
LATTE = (VEGETARIAN, GLUTEN_FREE)
MILK = ("milk",)


def option(number: int, slug: str, diets: str = "", *, is_default: bool = False, **more: Any) -> Option:
    """An option that can be chosen; its id is its number."""
    declared = with_implied(diets.split())
    name = OwnText(slug, slug)
    return Option(
        OptionId(number), slug, name, 0, 2, is_default, is_active=True, stopped_until=0, diets=declared, **more
    )


def group(number: int, least: int, most: int, *options: Option, makes: str = "") -> OptionGroup:
    name = OwnText("", "")
    return OptionGroup(OptionGroupId(number), str(number), name, least, most, options, with_implied(makes.split()))


SIZES = group(1, 1, 1, option(10, "small", is_default=True), option(11, "large", "vegan gluten_free"))
MILKS = group(
    2,
    1,
    1,
    option(20, "cow", "vegetarian gluten_free", is_default=True),
    option(21, "oat", "vegan", allergens=("gluten",), without=MILK),
    option(22, "almond", "vegan gluten_free", allergens=("nuts",), without=MILK),
    option(23, "lactose-free", "vegetarian gluten_free lactose_free"),
    option(24, "goat"),
    option(25, "soy", "vegan gluten_free"),
    makes="vegan",
)
EXTRAS = group(3, 0, 2, option(30, "syrup", "vegan gluten_free"), option(31, "bacon", "gluten_free lactose_free"))
SAID = replace(SIZES, options=(replace(SIZES.options[0], diets=ALL), SIZES.options[1]))
GROUPS = (SAID, MILKS, EXTRAS)


def of_latte(*chosen: int, groups: OptionGroups = GROUPS, own: tuple[Diet, ...] = LATTE) -> tuple[Diet, ...]:
    pieces = {OptionId(each): 1 for each in chosen}
    return diets_with(own, allergens_with(MILK, groups, pieces), groups, pieces)


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ((10, 20), LATTE),
        ((11, 20), LATTE),  # a size that declares all four takes nothing away
        ((10, 21), (VEGAN, VEGETARIAN, LACTOSE_FREE)),  # oat brings gluten
        ((10, 22), ALL),
        ((11, 22, 30), ALL),
        ((10, 23), (VEGETARIAN, GLUTEN_FREE, LACTOSE_FREE)),
        ((10, 24), ()),  # of goat's milk nothing was declared
        ((10, 25), (*LATTE, LACTOSE_FREE)),  # nobody said that the milk goes with soy, which refutes vegan alone
        ((10, 21, 31), (LACTOSE_FREE,)),
        ((10, 20, 31), (GLUTEN_FREE,)),
        ((10,), LATTE),  # without any milk nothing has decided on vegan
    ],
)
def test_a_dish_with_a_choice(chosen: tuple[int, ...], expected: tuple[Diet, ...]) -> None:
    assert of_latte(*chosen) == expected


def test_what_a_group_does_not_decide_nobody_gets() -> None:
    plain = (SAID, replace(MILKS, makes=()), EXTRAS)
    assert of_latte(10, 22, groups=plain) == LATTE
    assert of_latte(10, 22, groups=plain, own=()) == ()


def test_a_default_that_declares_nothing_stands_in_the_way_of_what_is_new_only() -> None:
    groups = (SIZES, MILKS)
    assert of_latte(10, 20, groups=groups) == LATTE
    assert of_latte(10, 22, groups=groups) == LATTE
    assert of_latte(11, 22, groups=groups) == ALL


def test_each_group_that_decides_has_to_be_chosen_from() -> None:
    creams = group(4, 0, 1, option(40, "whipped", "vegetarian", is_default=True), option(41, "coconut", "vegan"))
    groups = (SAID, MILKS, replace(creams, makes=with_implied(["vegan"])))
    assert of_latte(10, 22, 40, groups=groups) == (VEGETARIAN, GLUTEN_FREE)
    assert of_latte(10, 22, groups=groups) == (VEGETARIAN, GLUTEN_FREE)
    assert of_latte(10, 22, 41, groups=groups) == (VEGAN, VEGETARIAN, LACTOSE_FREE)


def test_ways_lead_to_what_a_dish_is_not_by_the_first_option_there_is() -> None:
    ways = find_ways(LATTE, MILK, GROUPS, now=0)
    assert {diet: option.slug for diet, option in ways.items()} == {VEGAN: "oat", LACTOSE_FREE: "oat"}
    milks = replace(MILKS, options=(*MILKS.options[:1], replace(MILKS.options[1], stopped_until=9), *MILKS.options[2:]))
    ways = find_ways(LATTE, MILK, (SAID, milks, EXTRAS), now=5)
    assert {diet: option.slug for diet, option in ways.items()} == {VEGAN: "almond", LACTOSE_FREE: "almond"}
    assert find_ways(ALL, (), GROUPS, now=0) == {}
    assert find_ways((), MILK, (EXTRAS,), now=0) == {}
    full = group(5, 2, 2, option(50, "a", is_default=True), option(51, "b", is_default=True), option(52, "c", "vegan"))
    assert find_ways((), (), (replace(full, makes=(VEGAN,)),), now=0) == {}, "there is no room for one more"


def test_vegan_includes_others() -> None:
    assert with_implied(["vegan"]) == (VEGAN, VEGETARIAN, LACTOSE_FREE)
    assert with_implied(["gluten_free", "moonlight"]) == (GLUTEN_FREE,)
    assert without_implied(ALL) == (VEGAN, GLUTEN_FREE)
    assert without_implied(["lactose_free", "vegetarian"]) == (VEGETARIAN, LACTOSE_FREE)


@pytest.mark.parametrize(
    ("diets", "allergens", "found"),
    [
        ("vegan", "nuts", None),
        ("vegan", "milk", (VEGAN, "milk")),
        ("vegan", "eggs", (VEGAN, "eggs")),
        ("vegan", "molluscs", (VEGAN, "molluscs")),
        ("vegetarian", "milk eggs", None),
        ("vegetarian", "fish", (VEGETARIAN, "fish")),
        ("gluten_free", "milk gluten", (GLUTEN_FREE, "gluten")),
        ("lactose_free", "milk", None),
    ],
)
def test_an_allergen_refutes_a_diet(diets: str, allergens: str, found: tuple[Diet, str] | None) -> None:
    assert find_refuted(diets.split(), allergens.split()) == found

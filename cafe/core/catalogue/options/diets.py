"""Diets, which the cafe declares of its dishes and options.

None is ever concluded from a recipe or from allergens; an allergen can only refute one.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum


class Diet(StrEnum):
    """What a dish may be, in display order."""

    VEGAN = "vegan"
    VEGETARIAN = "vegetarian"
    GLUTEN_FREE = "gluten_free"
    LACTOSE_FREE = "lactose_free"

    @property
    def text_id(self) -> str:
        return f"diet-{self.value.replace('_', '-')}"


IMPLIED: Mapping[str, tuple[Diet, ...]] = {Diet.VEGAN: (Diet.VEGETARIAN, Diet.LACTOSE_FREE)}
"""What follows from a diet."""
_FLESH = ("crustaceans", "fish", "molluscs")
REFUTING: Mapping[Diet, tuple[str, ...]] = {
    Diet.VEGAN: ("milk", "eggs", *_FLESH),
    Diet.VEGETARIAN: _FLESH,
    Diet.GLUTEN_FREE: ("gluten",),
    Diet.LACTOSE_FREE: (),
}
"""The allergens that rule a diet out, by codes of `menu.allergens`. Milk without lactose is still milk."""


def with_implied(diets: Iterable[str]) -> tuple[Diet, ...]:
    """Return known diets with what follows from them, in display order; unknown ones are ignored."""
    all_of_them = {each for diet in diets for each in (diet, *IMPLIED.get(diet, ()))}
    return tuple(diet for diet in Diet if diet in all_of_them)


def without_implied(diets: Collection[str]) -> tuple[Diet, ...]:
    """Return known diets without what follows from others of them, in display order."""
    implied = {each for diet in diets for each in IMPLIED.get(diet, ())}
    return tuple(diet for diet in Diet if diet in diets and diet not in implied)


def find_refuted(diets: Collection[str], allergens: Collection[str]) -> tuple[Diet, str] | None:
    """Return a diet that an allergen rules out, and that allergen."""
    refuted = ((diet, code) for diet in without_implied(diets) for code in REFUTING[diet] if code in allergens)
    return next(refuted, None)

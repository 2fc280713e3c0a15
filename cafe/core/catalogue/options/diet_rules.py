"""What a choice makes of a dish's diets."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from cafe.core.catalogue.options.diets import REFUTING, Diet
from cafe.core.catalogue.options.model import Option, OptionGroups, Pieces
from cafe.core.catalogue.options.rules import allergens_with, default_pieces

Ways = Mapping[Diet, Option]
"""The first option that makes a dish something, in display order."""


def diets_with(
    own: Collection[Diet], allergens: Collection[str], groups: OptionGroups, pieces: Pieces
) -> tuple[Diet, ...]:
    """Return the diets of a dish with a choice: only those that were declared of everything in it.

    `own` are declared of the dish with its defaults; `allergens` are those with the choice.
    """
    chosen = [option for group in groups for option in group.options if option.id in pieces]
    return tuple(
        diet
        for diet in Diet
        if not set(REFUTING[diet]) & set(allergens)
        and ((diet in own and _is_kept(diet, chosen)) or _is_made(diet, groups, chosen))
    )


def find_ways(own: Collection[Diet], allergens: Iterable[str], groups: OptionGroups, now: int) -> Ways:
    """Return what a dish is not with its defaults, but can be with one other option that is available.

    `allergens` are the dish's own; `now` in Unix seconds.
    """
    own_allergens = tuple(allergens)

    def diets_of(pieces: Pieces) -> tuple[Diet, ...]:
        return diets_with(own, allergens_with(own_allergens, groups, pieces), groups, pieces)

    usual = diets_of(default_pieces(groups))
    found: dict[Diet, Option] = {}
    for option, pieces in list_swaps(groups, now):
        for diet in diets_of(pieces):
            if diet not in usual:
                found.setdefault(diet, option)
    return {diet: found[diet] for diet in Diet if diet in found}


def list_swaps(groups: OptionGroups, now: int) -> Iterator[tuple[Option, Pieces]]:
    """Yield the choices that differ from the defaults in one option: in place of another, or added if there is room.

    `now` in Unix seconds.
    """
    usual = default_pieces(groups)
    for group in groups:
        replaced = {option.id for option in group.defaults} if group.max == 1 else set()
        if len(group.defaults) - len(replaced) >= group.max:
            continue
        kept = {option_id: pieces for option_id, pieces in usual.items() if option_id not in replaced}
        for option in group.options:
            if option.id not in usual and option.is_available(now):
                yield option, {**kept, option.id: 1}


def _is_kept(diet: Diet, chosen: Iterable[Option]) -> bool:
    """Whether nothing beyond the defaults takes it away."""
    return all(option.is_default or diet in option.diets for option in chosen)


def _is_made(diet: Diet, groups: OptionGroups, chosen: Collection[Option]) -> bool:
    """Whether something was chosen of each group that decides it, and everything that was chosen is so."""
    deciding = [group for group in groups if diet in group.makes]
    return (
        bool(deciding)
        and all(any(option in chosen for option in group.options) for group in deciding)
        and all(diet in option.diets for option in chosen)
    )

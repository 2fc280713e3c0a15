"""Checking a choice of options against the product's groups."""

import re
from collections.abc import Iterable, Mapping

from cafe.core.catalogue.options.errors import OptionsInvalidError, OptionsProblem
from cafe.core.catalogue.options.model import (
    DEFAULTS,
    Choice,
    ChosenOption,
    Option,
    OptionGroup,
    OptionGroups,
    Pieces,
    pieces_of,
)
from cafe.core.kernel.ids import OptionId
from cafe.core.kernel.locale import OwnText


def default_pieces(groups: OptionGroups) -> Pieces:
    """Return a product's default choice."""
    return {option.id: 1 for group in groups for option in group.defaults}


def read_choice(groups: OptionGroups, key: str) -> Choice:
    """Parse a stored choice; options that the product no longer has are left out."""
    return _choice(groups, default_pieces(groups) if key == DEFAULTS else pieces_of(key), is_plain=key == DEFAULTS)


def choose(groups: OptionGroups, pieces: Pieces | None, now: int) -> Choice:
    """Return the choice of these pieces, or the default one if there are none. `now` in Unix seconds.

    Raises:
        OptionsInvalidError: the product does not have an option, or it is stopped, or too many or too few are chosen.
    """
    defaults = default_pieces(groups)
    wanted = defaults if pieces is None else pieces
    known = {option.id: option for group in groups for option in group.options if option.is_active}
    if wanted.keys() - known.keys():
        raise OptionsInvalidError(OptionsProblem.UNKNOWN)
    for option_id, quantity in wanted.items():
        option = known[option_id]
        if not option.is_available(now):
            raise OptionsInvalidError(OptionsProblem.STOPPED, option.name)
        if not 1 <= quantity <= option.max_quantity:
            raise OptionsInvalidError(OptionsProblem.TOO_MANY, option.name, option.max_quantity)
    for group in groups:
        if (count := _count(group, wanted)) < group.min:
            raise OptionsInvalidError(OptionsProblem.TOO_FEW, group.name, group.min)
        if count > group.max:
            raise OptionsInvalidError(OptionsProblem.TOO_MANY, group.name, group.max)
    return _choice(groups, wanted, is_plain=wanted == defaults)


def list_unavailable(
    groups: OptionGroups, key: str, now: int, others: Mapping[OptionId, OwnText]
) -> tuple[OwnText, ...]:
    """Return the parts of a stored choice that cannot be ordered now: options, and groups whose limits it breaks.

    `others` has the names of the choice's options that the product no longer has. `now` in Unix seconds.
    """
    pieces = default_pieces(groups) if key == DEFAULTS else pieces_of(key)
    names = list(others.values())
    for group in groups:
        chosen = [option for option in group.options if option.id in pieces]
        gone = [o for o in chosen if not o.is_available(now) or pieces[o.id] > o.max_quantity]
        names += [option.name for option in gone]
        if not gone and not group.min <= _count(group, pieces) <= group.max:
            names.append(group.name)
    return tuple(names)


def unknown_ids(groups: OptionGroups, key: str) -> tuple[OptionId, ...]:
    """Return the options of a stored choice that the product no longer has."""
    known = {option.id for group in groups for option in group.options}
    return tuple(option_id for option_id in pieces_of(key) if option_id not in known)


def change_allergens(groups: OptionGroups) -> bool:
    """Whether a dish's allergens depend on its options."""
    return any(option.allergens or option.without for group in groups for option in group.options)


def allergens_with(own: Iterable[str], groups: OptionGroups, pieces: Pieces) -> tuple[str, ...]:
    """Return the allergens of a dish with a choice: its `own` without those that options remove, then added ones."""
    chosen = [option for group in groups for option in group.options if option.id in pieces]
    gone = {code for option in chosen for code in option.without}
    added = [code for option in chosen for code in option.allergens]
    return tuple(dict.fromkeys([*(code for code in own if code not in gone), *added]))


def list_sizes(group: OptionGroup) -> list[Option]:
    """List the options of a group of sizes, the smallest first; nothing for any other group."""
    numbers = [(re.findall(r"\d+", option.name.uk), option) for option in group.options]
    if not all(found for found, _ in numbers):
        return []
    return [option for _, option in sorted(numbers, key=lambda each: int(each[0][0]))]


def _count(group: OptionGroup, pieces: Pieces) -> int:
    return sum(pieces.get(option.id, 0) for option in group.options)


def _choice(groups: OptionGroups, pieces: Pieces, *, is_plain: bool) -> Choice:
    chosen = [_chosen(option, pieces[option.id]) for group in groups for option in group.options if option.id in pieces]
    without = [
        _chosen(option, 0)
        for group in groups
        for option in group.defaults
        if option.id not in pieces and not (group.max == 1 and _count(group, pieces))
    ]
    return Choice(tuple(chosen), tuple(without), is_plain)


def _chosen(option: Option, quantity: int) -> ChosenOption:
    return ChosenOption(option.id, option.name.uk, option.name.en, quantity, option.price_delta)

"""An unfinished choice of options in the chat, stored with the dialog."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self
from uuid import uuid4

from cafe.core.catalogue.menu.model import Menu, Product
from cafe.core.catalogue.options.errors import OptionsInvalidError, OptionsProblem
from cafe.core.catalogue.options.model import DEFAULTS, Choice, Option, OptionGroup, OptionGroups, Pieces, key_of
from cafe.core.catalogue.options.rules import default_pieces, read_choice
from cafe.core.kernel.ids import CartLineId, OptionId, ProductId
from cafe.core.ordering.cart.model import CartLine


def new_key() -> str:
    """Return a key for a choice, short enough for a button."""
    return uuid4().hex[:8]


@dataclass(frozen=True, slots=True)
class Draft:
    """An unfinished choice. Its buttons carry its `key`, which changes with every new message that shows it."""

    product_id: ProductId
    pieces: Pieces
    note: str = ""
    key: str = ""
    line_id: CartLineId | None = None
    """The line of the cart that it changes; None for a new one."""
    quantity: int = 1
    page: int = 0
    """The page of the list to return to."""
    question: int | None = None
    """The message that asks for the note."""
    is_open: bool = False
    """Whether all options are shown."""

    @classmethod
    def load(cls, data: Mapping[str, Any] | None) -> Self | None:
        """Parse a stored choice."""
        if not data:
            return None
        pieces = {OptionId(int(option_id)): quantity for option_id, quantity in data["pieces"].items()}
        return cls(**{**data, "pieces": pieces})

    def dump(self) -> dict[str, Any]:
        """Return the stored form; JSON's keys are texts."""
        pieces = {str(option_id): quantity for option_id, quantity in self.pieces.items()}
        names = ("product_id", "note", "key", "line_id", "quantity", "page", "question", "is_open")
        return {**{name: getattr(self, name) for name in names}, "pieces": pieces}

    def with_new_key(self) -> Self:
        """Return the same choice for another message, so that the buttons of the previous one are outdated."""
        return replace(self, key=new_key(), question=None)


def is_simple(menu: Menu, dish: Product) -> bool:
    """Whether the dish has no options and no note: a tap adds it."""
    return not dish.takes_note and not menu.option_groups.get(dish.id)


def groups_of(menu: Menu, product_id: int) -> OptionGroups:
    return menu.option_groups.get(ProductId(product_id), ())


def usual_price(menu: Menu, dish: Product) -> int:
    """Return the price of a dish with its defaults, in whole UAH."""
    return read_choice(groups_of(menu, dish.id), DEFAULTS).price(dish.price)


def begin(menu: Menu, dish: Product, now: int, page: int = 0) -> Draft:
    """Start with the options that are included, except stopped ones. `now` in Unix seconds."""
    groups = groups_of(menu, dish.id)
    return Draft(dish.id, _possible(groups, default_pieces(groups), now), key=new_key(), page=page)


def begin_change(menu: Menu, dish: Product, line: CartLine, now: int, page: int) -> Draft:
    """Start with the options of a line, except stopped ones. `now` in Unix seconds."""
    groups = groups_of(menu, dish.id)
    pieces = default_pieces(groups) if line.choice.is_plain else line.choice.pieces
    note = line.note if dish.takes_note else ""
    return Draft(dish.id, _possible(groups, pieces, now), note, new_key(), line.id, line.quantity, page)


def without_unavailable(draft: Draft, groups: OptionGroups, now: int) -> Draft:
    """Drop options that were stopped or removed in the meantime. `now` in Unix seconds."""
    return replace(draft, pieces=_possible(groups, draft.pieces, now))


def chosen(draft: Draft, groups: OptionGroups) -> Choice:
    """Return the current choice, whether it satisfies the groups or not."""
    is_usual = draft.pieces == default_pieces(groups)
    return read_choice(groups, DEFAULTS if is_usual else key_of(draft.pieces))


def price_of(draft: Draft, groups: OptionGroups, dish: Product) -> int:
    """Return the price of one dish with the current choice, in whole UAH."""
    return chosen(draft, groups).price(dish.price)


def with_pieces(draft: Draft, groups: OptionGroups, option_id: int, wanted: int, now: int) -> Draft:
    """Return the choice with a number of pieces of an option; in a group for one, it replaces the other.

    Raises:
        OptionsInvalidError: the dish does not have the option, or it is stopped, or there would be too many.
    """
    group, option = _find(groups, option_id)
    if wanted and not option.is_available(now):
        raise OptionsInvalidError(OptionsProblem.STOPPED, option.name)
    if wanted > option.max_quantity:
        raise OptionsInvalidError(OptionsProblem.TOO_MANY, option.name, option.max_quantity)
    others = {each.id for each in group.options} - {option.id}
    pieces = dict(draft.pieces)
    if group.max == 1 and wanted:
        pieces = {each: quantity for each, quantity in pieces.items() if each not in others}
    if wanted and wanted + sum(pieces.get(each, 0) for each in others) > group.max:
        raise OptionsInvalidError(OptionsProblem.TOO_MANY, group.name, group.max)
    pieces[option.id] = wanted
    return replace(draft, pieces={each: quantity for each, quantity in pieces.items() if quantity})


def lacking(draft: Draft, groups: OptionGroups) -> OptionGroup | None:
    """Return the first group with too few options."""
    return next((group for group in groups if _count(draft, group) < group.min), None)


def most_of(group: OptionGroup, option: Option) -> int:
    """Return the most pieces of an option that a dish can have."""
    return min(option.max_quantity, group.max)


def _possible(groups: OptionGroups, pieces: Pieces, now: int) -> Pieces:
    return {
        option.id: min(pieces[option.id], option.max_quantity)
        for group in groups
        for option in group.options
        if option.id in pieces and option.is_available(now)
    }


def _count(draft: Draft, group: OptionGroup) -> int:
    return sum(draft.pieces.get(option.id, 0) for option in group.options)


def _find(groups: OptionGroups, option_id: int) -> tuple[OptionGroup, Option]:
    for group in groups:
        for option in group.options:
            if option.id == option_id:
                return group, option
    raise OptionsInvalidError(OptionsProblem.UNKNOWN)

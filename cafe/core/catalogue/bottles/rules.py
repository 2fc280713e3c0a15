"""Reading marks, and what is poured from which bottle (pure)."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from cafe.core.catalogue.bottles.model import Bottle, Drink, Marked, MarkError, MarkProblem, MissingMark, Pour
from cafe.core.catalogue.menu.model import Recipe
from cafe.core.catalogue.stock.rules import portion_of
from cafe.core.kernel.ids import OptionId, ProductId
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.money.payments.invoice_lines import goods_of, option_code, options_apart
from cafe.core.ordering.orders.model import OrderLine

LOOKALIKES = str.maketrans("АВЕІКМНОРСТХ", "ABEIKMHOPCTX")
"""Cyrillic letters that somebody may type for the Latin ones of a series."""
PAPER_MARK = re.compile(r"([A-Z]{4})[\s/№=&:;,._-]*([0-9]{6})(?![0-9])")
"""Series and number of a mark on paper, which its QR code has within an address."""
ELECTRONIC_MARK = re.compile(r"[!-~]{12,100}")
"""The identifier in a DataMatrix code; its first 12 characters are printed beside it, and may be typed instead."""
GROUP_SEPARATOR = "\x1d"


def read_mark(text: object) -> str:
    """Return the mark of a scanned or typed text.

    Raises:
        MarkError: it is none.
    """
    scanned = text.replace(GROUP_SEPARATOR, "").strip() if isinstance(text, str) else ""
    is_address = "://" in scanned
    latin = scanned.upper().translate(LOOKALIKES)
    paper = PAPER_MARK.search(latin) if is_address else PAPER_MARK.fullmatch(latin)
    if paper is not None:
        return paper[1] + paper[2]
    if is_address or not ELECTRONIC_MARK.fullmatch(scanned):
        raise MarkError(MarkProblem.INVALID)
    return scanned


def drinks_of(
    lines: Iterable[OrderLine], recipes: Mapping[ProductId, Recipe], option_recipes: Mapping[OptionId, Recipe]
) -> tuple[Drink, ...]:
    """Return the goods of an order's lines that need marks; the recipes are of marked ingredients alone."""
    drinks: dict[str, Drink] = {}
    for line in lines:
        apart = {option_code(option): option.id for option in options_apart(line)}
        in_both = (goods_of(line, line.quantity, locale) for locale in (Locale.UK, Locale.EN))
        for goods, english in zip(*in_both, strict=True):
            if not goods.fiscal.excise:
                continue
            if goods.code in apart:
                takes = portion_of(option_recipes.get(apart[goods.code]), ())
            else:
                added = {
                    option: pieces for option, pieces in line.choice.pieces.items() if option not in apart.values()
                }
                recipe = None if line.product_id is None else recipes.get(line.product_id)
                takes = portion_of(recipe, ((option_recipes.get(each, {}), pieces) for each, pieces in added.items()))
            before = drinks[goods.code].pieces if goods.code in drinks else 0
            name = OwnText(goods.name, english.name)
            drinks[goods.code] = Drink(goods.code, name, before + goods.quantity, takes or {})
    return tuple(drinks.values())


def lacking_pieces(drink: Drink, poured: Collection[int]) -> list[int]:
    """Return the numbers of the pieces that are not poured yet."""
    return [piece for piece in range(1, drink.pieces + 1) if piece not in poured]


def _take(amount: int, bottle_ids: Iterable[int], left: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Take an amount from these bottles, as far as they go; yield how much from which."""
    for bottle_id in bottle_ids:
        part = min(amount, left[bottle_id])
        if part:
            left[bottle_id] -= part
            amount -= part
            yield bottle_id, part


def plan_pours(
    drinks: Iterable[Drink],
    poured: Mapping[str, Collection[int]],
    bottles: Sequence[Bottle],
    marked: Iterable[Marked],
) -> tuple[list[Pour], tuple[MissingMark, ...]]:
    """Return what the pieces that are not poured yet take, from the bottle opened first, and what is missing for that.

    `poured` has the numbers of those that are, by the drink's code; `bottles` are the open ones in order of opening.
    """
    left, known = {bottle.id: bottle.remaining for bottle in bottles}, {each.id: each for each in marked}
    needed: dict[int, int] = {}
    pours: list[Pour] = []
    missing: list[MissingMark] = []
    for drink in drinks:
        lacking = lacking_pieces(drink, poured.get(drink.code, ()))
        if lacking and not drink.takes:
            missing.append(MissingMark(drink.name, drink=drink.code, pieces=len(lacking)))
        for piece in lacking:
            for ingredient_id, amount in drink.takes.items():
                needed[ingredient_id] = needed.get(ingredient_id, 0) + amount
                open_ones = [bottle.id for bottle in bottles if bottle.ingredient_id == ingredient_id]
                for bottle_id, part in _take(amount, open_ones, left):
                    pours.append(Pour(drink.code, piece, bottle_id, part))
    for ingredient_id, amount in needed.items():
        remaining = sum(bottle.remaining for bottle in bottles if bottle.ingredient_id == ingredient_id)
        if remaining < amount:
            of = known[ingredient_id]
            name = OwnText(of.name, of.name)
            missing.append(MissingMark(name, ingredient=of.code, unit=of.unit, remaining=remaining, needed=amount))
    return pours, tuple(missing)

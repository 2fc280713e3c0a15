"""Dishes of a period by what they bring: takings, cost, margin and ABC classes (pure)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cafe.core.catalogue.stock.rules import Margin
from cafe.core.kernel.locale import OwnText
from cafe.core.money.reports.model import Sold

A_ENDS, B_ENDS = 80, 95
"""Percent of the whole, counted from the top."""


class AbcClass(StrEnum):
    """What brings the first 80 % of the whole, the next 15 %, and the rest."""

    A = "A"
    B = "B"
    C = "C"


@dataclass(frozen=True, slots=True)
class DishMargin:
    """A dish of a period. `revenue` in whole UAH, `share` of all takings in thousandths."""

    name: OwnText
    pieces: int
    revenue: int
    margin: Margin
    share: int
    by_revenue: AbcClass
    by_margin: AbcClass | None
    """None if its cost is not known."""


def rank_dishes(products: Iterable[Sold]) -> tuple[DishMargin, ...]:
    """Rank dishes, the one with the highest takings first; empty if no cost is known."""
    dishes = sorted(products, key=lambda sold: (-sold.revenue, sold.name.uk))
    margins = [Margin(sold.revenue * 100, sold.cost) for sold in dishes]
    amounts = [margin.amount for margin in margins]
    if all(amount is None for amount in amounts):
        return ()
    known = iter(classify([amount for amount in amounts if amount is not None]))
    whole = sum(sold.revenue for sold in dishes)
    return tuple(
        DishMargin(
            sold.name,
            sold.pieces,
            sold.revenue,
            margin,
            Margin(whole, whole - sold.revenue).permille or 0,
            by_revenue,
            None if margin.amount is None else next(known),
        )
        for sold, margin, by_revenue in zip(dishes, margins, classify([sold.revenue for sold in dishes]), strict=True)
    )


def classify(values: Sequence[int]) -> list[AbcClass]:
    """Return the ABC class of each value, in their order.

    From the highest down, a value is in class A while those above it make less than 80 % of the whole, in B while they
    make less than 95 %, else in C. So the highest is always in A. What brings nothing, or a loss, is in C and does not
    count towards the whole.
    """
    whole = sum(value for value in values if value > 0)
    found = [AbcClass.C] * len(values)
    above = 0
    for at in sorted(range(len(values)), key=lambda at: -values[at]):
        if values[at] <= 0:
            break
        if above * 100 < whole * A_ENDS:
            found[at] = AbcClass.A
        elif above * 100 < whole * B_ENDS:
            found[at] = AbcClass.B
        above += values[at]
    return found

"""Many prices at once: computed for everybody to look at, before anything is changed."""

from fractions import Fraction

import pytest

from cafe.core.catalogue.edits.prices import PriceRule, Rounding, Selection
from tests.driver import Cafe


def rule(
    percent: str | None = None, amount: int = 0, step: int = 1, rounding: Rounding = Rounding.NEAREST
) -> PriceRule:
    return PriceRule(None if percent is None else Fraction(percent), amount, step, rounding)


@pytest.mark.parametrize(
    ("price", "wanted", "result"),
    [
        (85, rule("10"), 94),  # 93.5
        (85, rule("10", step=5), 95),
        (86, rule("7.5", step=5), 90),  # 92.45
        (86, rule("7.5", step=5, rounding=Rounding.UP), 95),
        (86, rule("7.5", step=10, rounding=Rounding.UP), 100),
        (100, rule("-12.5"), 88),  # 87.5
        (90, rule("10", rounding=Rounding.UP), 99),
        (100, rule("0"), 100),
        (85, rule(amount=7), 92),
        (85, rule(amount=-7, step=5), 80),  # 78
        (85, rule(amount=0, step=10), 90),
        (84, rule(amount=0, step=10), 80),
        (85, rule(amount=0, step=10, rounding=Rounding.UP), 90),
        (0, rule("20"), 0),
    ],
)
def test_prices_are_rounded_as_people_round(price: int, wanted: PriceRule, result: int) -> None:
    assert wanted.apply(price) == result


async def preview(cafe: Cafe, selection: Selection, wanted: PriceRule) -> dict[str, tuple[int, int]]:
    found = await cafe.app.services.prices.preview(selection, wanted)
    return {each.slug: (each.price, each.new_price) for each in found}


async def test_the_preview_tells_every_price_that_would_change_and_changes_none(cafe: Cafe) -> None:
    coffee = Selection(categories=frozenset({"coffee"}))
    assert await preview(cafe, coffee, rule("10", step=5)) == {
        "latte": (85, 95),
        "espresso": (50, 55),
        "retired": (95, 105),
    }, "hidden dishes too"
    assert await cafe.value("SELECT price FROM products WHERE slug = 'latte'") == 85


async def test_dishes_are_chosen_by_category_one_by_one_or_all(cafe: Cafe) -> None:
    more = rule(amount=1)
    assert set(await preview(cafe, Selection(products=frozenset({"latte", "borscht"})), more)) == {"latte", "borscht"}
    both = Selection(categories=frozenset({"coffee"}), products=frozenset({"borscht"}))
    assert set(await preview(cafe, both, more)) == {"latte", "espresso", "retired", "borscht"}
    everything = await preview(cafe, Selection(is_all=True), more)
    assert len(everything) == await cafe.value("SELECT count(*) FROM products")
    assert await preview(cafe, Selection(), more) == {}


async def test_a_price_that_stays_is_left_out(cafe: Cafe) -> None:
    everything = Selection(products=frozenset({"latte", "espresso"}))
    assert await preview(cafe, everything, rule(step=10)) == {"latte": (85, 90)}

"""What ingredients cost, what dishes cost by that, and what is kept of it when they are sold."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.edit import Edit
from cafe.core.catalogue.stock.errors import StockChangedError
from cafe.core.catalogue.stock.model import MoveKind, StockEntry, StockMove
from cafe.core.catalogue.stock.portions import PricedPortion
from cafe.core.catalogue.stock.rules import (
    MAX_COST,
    Margin,
    average_after,
    average_without,
    portion_of,
    sum_costs,
    value_of,
)
from cafe.core.catalogue.stock.service import InventoryService
from cafe.core.kernel.problems import ProblemsError
from cafe.core.kernel.validators import scaled
from tests.driver import Cafe
from tests.web.options_shop import OptionsShop

OLENA = Actor("Олена")


@pytest.fixture
def stock(cafe: Cafe) -> InventoryService:
    return cafe.app.services.inventory


async def cost_of(cafe: Cafe, code: str) -> int | None:
    found: int | None = await cafe.value("SELECT cost FROM ingredients WHERE code = :code", code=code)
    return found


async def costs_of_lines(cafe: Cafe) -> list[int | None]:
    return [row["cost"] for row in await cafe.rows("SELECT cost FROM order_lines ORDER BY id")]


def milk(amount: int, paid: int | None = None, seen: int | None = None, undoes: int | None = None) -> list[StockEntry]:
    return [StockEntry("milk", amount, seen, paid=paid, undoes=undoes)]


@pytest.mark.parametrize(
    ("stock", "cost", "amount", "paid", "after"),
    [
        (0, None, 1_000, 38_00, 38_000),  # 38 UAH a litre: 3.8 kopiykas a millilitre
        (1_000, 38_000, 1_000, 42_00, 40_000),  # as much again, dearer
        (3_000, 38_000, 1_000, 42_00, 39_000),  # a quarter of all is dearer
        (1_000, 38_000, 500, None, 38_000),  # nobody says what it cost
        (1_000, None, 500, None, None),
        (1_000, None, 500, 10_00, 20_000),  # what there was had no cost
        (0, 38_000, 500, 10_00, 20_000),  # nothing was left of the old
        (-200, 38_000, 500, 10_00, 20_000),
        (1_000, 38_000, 1_000, 0, 19_000),  # a gift
        (0, None, 3, 1_00, 333_333),  # rounded down
        (0, None, 3, 2_00, 666_667),  # rounded up
        (1, 1, 1, 0, 1),  # a half is rounded up
        (0, None, 1, 10**9, MAX_COST),
        (0, None, 10**12, 1, 0),
    ],
)
def test_the_average_after_a_delivery(
    stock: int, cost: int | None, amount: int, paid: int | None, after: int | None
) -> None:
    assert average_after(stock, cost, amount, paid) == after


Step = tuple[str, int, int | None]
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("deliver"), st.integers(1, 5_000), st.one_of(st.none(), st.integers(0, 100_000))),
        st.tuples(st.just("use"), st.integers(1, 5_000), st.none()),
        st.tuples(st.just("write off"), st.integers(1, 5_000), st.none()),
        st.tuples(st.just("set cost"), st.integers(0, 10**6), st.none()),
    ),
    min_size=1,
    max_size=8,
)


def happen(steps: list[Step], leaving_out: int | None = None) -> tuple[list[StockMove], int | None]:
    """The moves of these steps from an empty shelf, with the average in the end; one may not have been."""
    stock, cost, moves = 0, None, list[StockMove]()
    for at, (what, amount, paid) in enumerate(steps):
        if at == leaving_out:
            continue
        if what == "set cost":
            cost = amount
        elif what == "use":
            stock -= amount
        else:
            kind = MoveKind.DELIVERY if what == "deliver" else MoveKind.WRITE_OFF
            change = kind.change(amount, 0)
            after = average_after(stock, cost, amount, paid)
            facts = ("milk", "Молоко", "ml", kind, change, stock, stock + change, "", OLENA, 0, paid, cost, after)
            moves.append(StockMove(at, *facts))
            stock, cost = stock + change, after
    return moves, cost


@given(STEPS, st.data())
def test_a_delivery_taken_back_is_as_if_it_had_never_been(steps: list[Step], data: st.DataObject) -> None:
    moves, cost = happen(steps)
    deliveries = [move.id for move in moves if move.kind is MoveKind.DELIVERY]
    if not deliveries:
        return
    gone = data.draw(st.sampled_from(deliveries))
    _, expected = happen(steps, leaving_out=gone)
    since = [move for move in moves if move.id >= gone]
    assert average_without(since, {gone}, cost) == expected


def test_a_cost_set_by_hand_after_all_moves_stays() -> None:
    moves, _ = happen([("deliver", 1_000, 38_00)])
    assert average_without(moves, {0}, 50_000) == 50_000
    assert average_without(moves, {0}, 38_000) is None
    assert average_without([replace(moves[0], cost_before=30_000)], {0}, 38_000) == 30_000


@pytest.mark.parametrize(
    ("recipe", "added", "portion"),
    [
        ({"milk": 220, "beans": 18}, [], {"milk": 220, "beans": 18}),
        ({"milk": 220, "beans": 18}, [({"milk": -220, "oat": 220}, 1)], {"beans": 18, "oat": 220}),
        ({"beans": 18}, [({"beans": 9}, 2)], {"beans": 36}),
        ({"milk": 100}, [({"milk": -220}, 1)], {}),  # never below nothing
        (None, [({"beans": 9}, 1)], {"beans": 9}),
        (None, [({}, 1)], None),
        ({}, [], None),
    ],
)
def test_what_a_portion_takes(
    recipe: dict[str, int] | None, added: list[tuple[dict[str, int], int]], portion: dict[str, int] | None
) -> None:
    assert portion_of(recipe, added) == portion


@pytest.mark.parametrize(
    ("amounts", "cost"),
    [
        ({"milk": 220, "beans": 18}, 8_36 + 10_80),
        ({"milk": 1}, 4),  # 3.8 kopiykas
        ({"milk": -220}, -8_36),  # an option takes it back
        ({}, 0),
        ({"milk": 220, "oat": 1}, None),  # nobody knows what oat milk costs
        ({"milk": 220, "gone": 1}, None),
        (None, None),
        ({"milk": 10**12}, None),  # mistyped
    ],
)
def test_what_amounts_cost(amounts: dict[str, int] | None, cost: int | None) -> None:
    assert sum_costs(amounts, {"milk": 38_000, "beans": 600_000, "oat": None}) == cost


def test_what_is_on_the_shelf_is_worth() -> None:
    assert value_of(20_000, 38_000) == 760_00
    assert (value_of(-5, 38_000), value_of(0, 38_000), value_of(10, None)) == (0, 0, None)


@pytest.mark.parametrize(
    ("price", "cost", "amount", "permille"),
    [
        (85_00, 19_16, 65_84, 775),
        (50_00, 60_00, -10_00, -200),
        (3_00, 1_00, 2_00, 667),
        (85_00, None, None, None),
        (0, 5_00, -5_00, None),
    ],
)
def test_the_margin_of_a_price(price: int, cost: int | None, amount: int | None, permille: int | None) -> None:
    margin = Margin(price, cost)
    assert (margin.amount, margin.permille) == (amount, permille)


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [
        (0.038, 6, 38_000),
        (38, 6, 38_000_000),
        ("456,50", 2, 456_50),
        ("456.5", 2, 456_50),
        (456.50, 2, 456_50),
        (1e-06, 6, 1),
        (0, 2, 0),
        (0.123, 2, None),
        (1e-07, 6, None),
        (-1, 2, None),
        (-0.5, 2, None),
        (float("nan"), 2, None),
        (float("inf"), 2, None),
        (1e300, 2, None),
        (10**30, 2, None),
        ("1e5", 2, None),
        ("", 2, None),
        (True, 2, None),
        (None, 2, None),
        ([], 2, None),
    ],
)
def test_numbers_are_read_exactly(value: object, places: int, expected: int | None) -> None:
    assert scaled(value, places) == expected


async def test_deliveries_make_the_average(cafe: Cafe, stock: InventoryService) -> None:
    await cafe.execute("UPDATE ingredients SET stock = 0 WHERE code = 'milk'")
    [first] = await stock.receive(milk(10_000, paid=380_00), "", OLENA)
    assert (first.paid, first.cost_before, first.cost_after) == (380_00, None, 38_000)
    [second] = await stock.receive(milk(10_000, paid=420_00), "", OLENA)
    assert (second.paid, second.cost_before, second.cost_after) == (420_00, 38_000, 40_000)
    [level, _] = await stock.list_levels()
    assert level.ingredient.cost == 40_000


async def test_nothing_else_changes_the_average(cafe: Cafe, stock: InventoryService) -> None:
    await stock.receive(milk(1_000, paid=21_00), "", OLENA)
    assert await cost_of(cafe, "milk") == 21_000  # what was there had no cost
    await stock.receive(milk(1_000), "", OLENA)
    await stock.write_off(milk(5_000), "скисло", OLENA)
    await stock.take_stock_count(milk(300), "", OLENA)
    await cafe.guest().places("latte")
    assert await cost_of(cafe, "milk") == 21_000


async def test_what_came_after_nothing_was_left_costs_what_it_costs(cafe: Cafe, stock: InventoryService) -> None:
    await stock.receive(milk(1_000, paid=21_00), "", OLENA)
    await stock.write_off(milk(21_500), "розлили", OLENA)
    await stock.receive(milk(1_000, paid=50_00), "", OLENA)
    assert await cost_of(cafe, "milk") == 50_000


async def test_a_delivery_taken_back_gives_the_average_back(cafe: Cafe, stock: InventoryService) -> None:
    await cafe.execute("UPDATE ingredients SET stock = 1000, cost = 30000 WHERE code = 'milk'")
    [wrong] = await stock.receive(milk(1_000, paid=500_00), "", OLENA)
    await cafe.guest().places("latte")  # meanwhile
    [undone] = await stock.write_off(milk(1_000, undoes=wrong.id), "скасували", OLENA)
    assert (undone.undoes, undone.cost_after, undone.stock_after) == (wrong.id, 30_000, 780)
    assert await cost_of(cafe, "milk") == 30_000


async def test_an_earlier_delivery_is_taken_back_from_under_later_ones(cafe: Cafe, stock: InventoryService) -> None:
    await cafe.execute("UPDATE ingredients SET stock = 1000, cost = 30000 WHERE code = 'milk'")
    [wrong] = await stock.receive(milk(1_000, paid=500_00), "", OLENA)
    [other] = await stock.receive(milk(500, paid=99_00), "", OLENA)
    await stock.receive(milk(1_000, paid=40_00), "", OLENA)
    await stock.write_off(milk(500, undoes=other.id), "скасували", OLENA)
    await stock.write_off(milk(1_000, undoes=wrong.id), "скасували", OLENA)
    assert await cost_of(cafe, "milk") == 35_000  # 1,000 at 30 and 1,000 at 40


async def test_a_write_off_taken_back_leaves_the_average(cafe: Cafe, stock: InventoryService) -> None:
    await cafe.execute("UPDATE ingredients SET cost = 30000 WHERE code = 'milk'")
    [gone] = await stock.write_off(milk(1_000), "скисло", OLENA)
    [back] = await stock.receive(milk(1_000, undoes=gone.id), "скасували", OLENA)
    assert (back.stock_after, back.cost_after) == (20_000, 30_000)


async def test_what_cannot_be_taken_back_is_refused(cafe: Cafe, stock: InventoryService) -> None:
    [delivery] = await stock.receive([StockEntry("milk", 1_000, paid=21_00)], "", OLENA)
    refused: list[list[StockEntry]] = [
        milk(999, undoes=delivery.id),  # not all of it
        milk(1_000, undoes=delivery.id + 100),
        [StockEntry("beans", 1_000, undoes=delivery.id)],
    ]
    for entries in refused:
        with pytest.raises(ProblemsError) as error:
            await stock.write_off(entries, "скасували", OLENA)
        assert [(each.field, each.text_id) for each in error.value.problems] == [
            ("entries.0.undoes", "stock-not-undone")
        ]
    [undone] = await stock.write_off(milk(1_000, undoes=delivery.id), "скасували", OLENA)
    with pytest.raises(ProblemsError):
        await stock.write_off(milk(1_000, undoes=delivery.id), "скасували", OLENA)
    with pytest.raises(ProblemsError):
        await stock.receive(milk(1_000, undoes=undone.id), "знову", OLENA)
    assert await cafe.value("SELECT stock FROM ingredients WHERE code = 'milk'") == 20_000


async def test_deliveries_at_once_make_the_average_of_all(cafe: Cafe, stock: InventoryService) -> None:
    await cafe.execute("UPDATE ingredients SET stock = 1000, cost = 10000 WHERE code = 'milk'")
    await asyncio.gather(*(stock.receive(milk(1_000, paid=paid), "", OLENA) for paid in (20_00, 30_00, 40_00)))
    assert await cost_of(cafe, "milk") == 25_000


async def test_a_delivery_that_others_overtook_changes_no_average(cafe: Cafe, stock: InventoryService) -> None:
    await stock.receive(milk(1_000, paid=21_00), "", OLENA)
    with pytest.raises(StockChangedError):
        await stock.receive(milk(1_000, paid=99_00, seen=0), "", OLENA)
    assert await cost_of(cafe, "milk") == 21_000


async def test_an_order_keeps_what_its_dishes_cost_then(cafe: Cafe, stock: InventoryService) -> None:
    await cafe.execute("UPDATE ingredients SET cost = 38000 WHERE code = 'milk'")
    await cafe.execute("UPDATE ingredients SET cost = 600000 WHERE code = 'beans'")
    await cafe.guest().places("espresso", "latte", "latte", "borscht")
    await stock.receive([StockEntry("beans", 1_000, paid=1_800_00)], "", OLENA)
    await cafe.guest().places("espresso")
    assert await costs_of_lines(cafe) == [
        10_80,
        19_16,
        None,
        21_90,
    ]  # the second coffee is dearer; no recipe of borscht


async def test_a_dish_with_an_ingredient_without_a_cost_has_none(cafe: Cafe) -> None:
    await cafe.execute("UPDATE ingredients SET cost = 600000 WHERE code = 'beans'")
    await cafe.guest().places("espresso", "latte")
    assert await costs_of_lines(cafe) == [10_80, None]


async def test_options_change_what_a_portion_costs(cafe: Cafe) -> None:
    shop = await OptionsShop.of(cafe)
    await cafe.execute(
        "UPDATE ingredients SET cost = CASE code WHEN 'milk' THEN 38000 WHEN 'oat' THEN 90000 ELSE 600000 END"
    )
    guest = cafe.guest()
    await shop.adds(guest, "latte", ["large", "oat", "shot", "shot"])
    await shop.adds(guest, "latte", ["small", "cow"])
    assert (await guest.orders_pickup()).status == 201
    # 80 ml of milk, 220 of oat milk, 36 g of beans; then 220 of milk and 18 of beans
    assert await costs_of_lines(cafe) == [3_04 + 19_80 + 21_60, 19_16]


async def test_added_dishes_keep_what_they_cost_then(cafe: Cafe, stock: InventoryService) -> None:
    await cafe.execute("UPDATE ingredients SET cost = CASE code WHEN 'milk' THEN 38000 ELSE 600000 END")
    guest = cafe.guest()
    order = await guest.places("latte", "borscht")
    await stock.receive([StockEntry("beans", 1_000, paid=1_800_00)], "", OLENA)
    await guest.adds("espresso", 2)
    answer = await guest.post(f"/api/orders/{order['order_id']}/edits", {"seen": 0, "lines": [], "add_cart": True})
    assert answer.status == 200, answer
    # 982 g of beans at 60 kopiykas and 1,000 at 180 make 120.54 each
    assert await costs_of_lines(cafe) == [19_16, None, 21_70]


async def test_a_cost_is_set_in_the_catalogue_file(cafe: Cafe) -> None:
    catalogue = cafe.app.services.catalogue
    assert "cost" not in await catalogue.dump()
    await cafe.load('[[ingredients]]\ncode = "milk"\ncost = 0.038\n[[ingredients]]\ncode = "beans"\ncost = 1\n')
    assert (await cost_of(cafe, "milk"), await cost_of(cafe, "beans")) == (38_000, 1_000_000)
    dumped = await catalogue.dump()
    assert "cost = 0.038 }" in dumped
    await cafe.load(dumped)
    assert await catalogue.dump() == dumped
    assert "cost" not in await catalogue.dump(has_costs=False)


@pytest.mark.parametrize("cost", ["-1", "0.0000001", '"дорого"', "nan", "inf", "10000001", "true"])
async def test_a_cost_that_is_none_is_refused(cafe: Cafe, cost: str) -> None:
    with pytest.raises(CatalogueError, match=r"\[\[ingredients\]\] milk: cost: must be hryvnias for one unit"):
        await cafe.load(f'[[ingredients]]\ncode = "milk"\ncost = {cost}\n')


async def test_a_cost_is_edited_and_the_edit_undone(cafe: Cafe) -> None:
    edits = cafe.app.services.edits
    change = await edits.apply(OLENA, [Edit("ingredients", "milk", {"cost": None}, {"cost": 0.038})])
    assert change is not None
    assert await cost_of(cafe, "milk") == 38_000
    [item] = change.items
    assert (item.before, item.after) == ({"cost": None}, {"cost": 0.038})
    await edits.undo(OLENA, change.id)
    assert await cost_of(cafe, "milk") is None


async def test_what_is_typed_is_costed(cafe: Cafe, stock: InventoryService) -> None:
    await OptionsShop.of(cafe)
    await cafe.load(
        '[[option_groups]]\nslug = "size"\n[[option_groups.options]]\nslug = "small"\nrecipe = { milk = 10 }\n'
    )
    await cafe.execute("UPDATE ingredients SET cost = 38000 WHERE code = 'milk'")
    await cafe.execute("UPDATE ingredients SET cost = 600000 WHERE code = 'beans'")
    latte, oat, unknown, nothing = await stock.cost_portions(
        [
            PricedPortion({"milk": 220, "beans": 18}, 85, ("size", "extras")),
            PricedPortion({"milk": -220, "oat": 220}, 20, is_option=True),
            PricedPortion({"pepper": 2, "milk": 10}, 5),
            PricedPortion({}, 5),
        ]
    )
    assert latte.margin == Margin(85_00, 8_74 + 10_80)
    assert (oat.margin, oat.missing) == (Margin(20_00, None), ("Вівсяне молоко",))
    assert (unknown.margin.cost, unknown.missing) == (None, ("pepper",))
    assert (nothing.margin.cost, nothing.missing, nothing.has_recipe) == (None, (), False)

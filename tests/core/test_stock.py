"""Deliveries, write-offs and stock-taking: what is stored, what is refused, and what the history tells."""

import pytest

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.stock.errors import StockChangedError
from cafe.core.catalogue.stock.model import MoveKind, StockEntry, StockMove
from cafe.core.catalogue.stock.service import InventoryService
from cafe.core.kernel.problems import ProblemsError
from tests.driver import Cafe

OLENA, TARAS = Actor("Олена"), Actor("Тарас")
PORTION_OF_MILK = 220


@pytest.fixture
def stock(cafe: Cafe) -> InventoryService:
    return cafe.app.services.inventory


async def stock_of(cafe: Cafe, code: str) -> int:
    found: int = await cafe.value("SELECT stock FROM ingredients WHERE code = :code", code=code)
    return found


def told(move: StockMove) -> tuple[str, MoveKind, int, int, int, str, str]:
    return move.code, move.kind, move.change, move.stock_before, move.stock_after, move.note, move.actor.name


async def test_goods_are_delivered(cafe: Cafe, stock: InventoryService) -> None:
    entries = [StockEntry("milk", 12_000), StockEntry("beans", 3_000)]
    moves = await stock.receive(entries, "накладна 17", OLENA)
    assert [told(move) for move in moves] == [
        ("milk", MoveKind.DELIVERY, 12_000, 20_000, 32_000, "накладна 17", "Олена"),
        ("beans", MoveKind.DELIVERY, 3_000, 1_000, 4_000, "накладна 17", "Олена"),
    ]
    assert (await stock_of(cafe, "milk"), await stock_of(cafe, "beans")) == (32_000, 4_000)
    assert moves[0].at == int(cafe.clock.now().timestamp())


async def test_what_is_spoilt_is_written_off_even_below_zero(cafe: Cafe, stock: InventoryService) -> None:
    [move] = await stock.write_off([StockEntry("beans", 1_200)], "підмокло", TARAS)
    assert told(move) == ("beans", MoveKind.WRITE_OFF, -1_200, 1_000, -200, "підмокло", "Тарас")
    assert await stock_of(cafe, "beans") == -200


async def test_a_count_tells_its_differences_first_and_stores_nothing_then(cafe: Cafe, stock: InventoryService) -> None:
    differences = await stock.compare_count([StockEntry("milk", 19_500), StockEntry("beans", 1_000)])
    assert [(each.ingredient.code, each.counted, each.change) for each in differences] == [
        ("milk", 19_500, -500),
        ("beans", 1_000, 0),
    ]
    assert await stock_of(cafe, "milk") == 20_000
    assert await stock.list_moves(limit=10) == []


async def test_a_count_is_against_the_shelf_when_it_is_stored(cafe: Cafe, stock: InventoryService) -> None:
    """A latte is ordered between the look at the differences and the press: its milk is still there."""
    await stock.compare_count([StockEntry("milk", 19_500)])
    await cafe.guest().places("latte")
    [move] = await stock.take_stock_count([StockEntry("milk", 19_500, seen=0)], "", OLENA)
    left = 20_000 - PORTION_OF_MILK
    assert told(move) == ("milk", MoveKind.COUNT, -500, left, left - 500, "", "Олена")


@pytest.mark.parametrize("status", ["new", "confirmed"])
async def test_what_open_orders_hold_is_counted_and_comes_back_once(
    cafe: Cafe, stock: InventoryService, status: str
) -> None:
    """The whole 20,000 stand in the fridge, the milk of an order that nobody cooks yet among them."""
    guest = cafe.guest()
    order = await guest.places("latte", "latte")
    await cafe.moves_order(order["order_id"], status)
    assert (await stock.list_levels())[0].held == 2 * PORTION_OF_MILK
    [difference] = await stock.compare_count([StockEntry("milk", 20_000)])
    assert (difference.shelf, difference.change) == (20_000, 0)
    await stock.take_stock_count([StockEntry("milk", 20_000)], "", OLENA)
    assert await stock_of(cafe, "milk") == 20_000 - 2 * PORTION_OF_MILK
    assert (await guest.cancels(order["order_id"])).status == 200
    assert await stock_of(cafe, "milk") == 20_000
    assert (await stock.list_levels())[0].held == 0


@pytest.mark.parametrize("status", ["cooking", "ready", "courier", "completed"])
async def test_what_is_cooked_is_not_on_the_shelf_any_more(cafe: Cafe, stock: InventoryService, status: str) -> None:
    order = await cafe.guest().places("latte")
    await cafe.moves_order(order["order_id"], status)
    assert (await stock.list_levels())[0].held == 0
    await stock.take_stock_count([StockEntry("milk", 19_700)], "", OLENA)
    assert await stock_of(cafe, "milk") == 19_700


async def test_orders_that_come_and_are_cooked_after_the_counting_take_from_it(
    cafe: Cafe, stock: InventoryService
) -> None:
    """What is counted first is stored last: it was held against the shelf of its own moment."""
    await cafe.guest().places("latte")
    shelf = (await stock.list_levels())[0].shelf
    await cafe.guest().places("latte")
    await cafe.execute("UPDATE orders SET status = 'cooking'")
    entry = StockEntry("milk", 19_900, seen=0, shelf=shelf)
    [difference] = await stock.compare_count([entry])
    assert (shelf, difference.change) == (20_000, -100)
    await stock.take_stock_count([entry], "", OLENA)
    assert await stock_of(cafe, "milk") == 19_900 - 2 * PORTION_OF_MILK


async def test_the_chats_count_has_what_orders_hold(cafe: Cafe, stock: InventoryService) -> None:
    guest = cafe.guest()
    order = await guest.places("latte")
    milk = (await stock.list_all())[0]
    level = await stock.correct(milk.id, 15_000, TARAS)
    assert (level.shelf, level.held, level.ingredient.stock) == (15_000, PORTION_OF_MILK, 15_000 - PORTION_OF_MILK)
    await guest.cancels(order["order_id"])
    assert await stock_of(cafe, "milk") == 15_000


async def test_a_count_without_a_difference_is_in_the_history_too(stock: InventoryService) -> None:
    [move] = await stock.take_stock_count([StockEntry("milk", 20_000)], "", OLENA)
    assert (move.change, move.stock_before, move.stock_after) == (0, 20_000, 20_000)


@pytest.mark.parametrize("act", ["receive", "write_off", "take_stock_count"])
async def test_all_or_none(cafe: Cafe, stock: InventoryService, act: str) -> None:
    with pytest.raises(ProblemsError) as refused:
        await getattr(stock, act)([StockEntry("milk", 5), StockEntry("saffron", 5)], "чому", OLENA)
    assert [problem.field for problem in refused.value.problems] == ["entries.1.code"]
    assert await stock_of(cafe, "milk") == 20_000
    assert await stock.list_moves(limit=10) == []


@pytest.mark.parametrize("act", ["receive", "write_off", "take_stock_count"])
async def test_nobody_is_overwritten_in_silence(cafe: Cafe, stock: InventoryService, act: str) -> None:
    [theirs] = await stock.receive([StockEntry("milk", 1_000, seen=0)], "", TARAS)
    with pytest.raises(StockChangedError) as refused:
        await getattr(stock, act)([StockEntry("beans", 5, seen=0), StockEntry("milk", 5, seen=0)], "чому", OLENA)
    assert refused.value.moves == (theirs,)
    assert (await stock_of(cafe, "milk"), await stock_of(cafe, "beans")) == (21_000, 1_000)
    await getattr(stock, act)([StockEntry("milk", 5, seen=theirs.id)], "чому", OLENA)
    assert await stock_of(cafe, "milk") != 21_000


async def test_a_delivery_allows_a_new_warning(cafe: Cafe, stock: InventoryService) -> None:
    await stock.take_stock_count([StockEntry("milk", 2_000)], "", OLENA)
    await cafe.guest().places("latte")
    warned = "SELECT COUNT(*) FROM outbox WHERE kind = 'staff-low-stock'"
    assert await cafe.value(warned) == 1
    await stock.receive([StockEntry("milk", 10)], "", OLENA)
    await cafe.guest().places("latte")
    assert await cafe.value(warned) == 1, "still low: nothing new"
    await stock.receive([StockEntry("milk", 500)], "", OLENA)
    await cafe.guest().places("latte")
    assert await cafe.value(warned) == 2


async def test_levels_know_their_newest_move(stock: InventoryService) -> None:
    await stock.receive([StockEntry("milk", 1)], "", OLENA)
    [newest] = await stock.write_off([StockEntry("milk", 1)], "розлили", OLENA)
    levels = await stock.list_levels()
    assert [(level.ingredient.code, level.last_move) for level in levels] == [("milk", newest.id), ("beans", 0)]


async def test_the_history_page_by_page(stock: InventoryService) -> None:
    for amount in range(1, 6):
        await stock.receive([StockEntry("milk", amount), StockEntry("beans", amount)], "", OLENA)
    first = await stock.list_moves("milk", limit=3)
    rest = await stock.list_moves("milk", before=first[-1].id, limit=3)
    assert [move.change for move in first + rest] == [5, 4, 3, 2, 1]
    assert [move.code for move in await stock.list_moves(limit=3)] == ["beans", "milk", "beans"]


async def test_the_history_outlives_its_ingredient(cafe: Cafe, stock: InventoryService) -> None:
    await stock.receive([StockEntry("milk", 5)], "", OLENA)
    await cafe.execute("DELETE FROM ingredients WHERE code = 'milk'")
    [move] = await stock.list_moves("milk", limit=10)
    assert (move.name, move.unit, move.change) == ("Молоко", "ml", 5)


async def test_what_is_made_with_an_ingredient(cafe: Cafe, stock: InventoryService) -> None:
    await cafe.load(
        '[[option_groups]]\nslug = "milk"\nname = "Молоко"\nname_en = "Milk"\nmin = 0\nmax = 1\n'
        '[[option_groups.options]]\nslug = "none"\nname = "Без молока"\nname_en = "No milk"\nrecipe = { milk = -220 }\n'
        '[[products]]\nslug = "latte"\noptions = ["milk"]\n'
    )
    dish, option = await stock.list_uses("milk")
    assert (dish.product, dish.name, dish.name_en, dish.amount) == ("latte", "Лате", "Latte", 220)
    assert (option.group, option.name, option.name_en, option.amount) == (
        "milk",
        "Молоко: Без молока",
        "Milk: No milk",
        -220,
    )


async def test_the_chats_correction_is_a_count_with_a_name(stock: InventoryService) -> None:
    milk = (await stock.list_all())[0]
    corrected = await stock.correct(milk.id, 15_000, TARAS)
    assert (corrected.ingredient.code, corrected.ingredient.stock) == ("milk", 15_000)
    [move] = await stock.list_moves(limit=10)
    assert told(move) == ("milk", MoveKind.COUNT, -5_000, 20_000, 15_000, "", "Тарас")

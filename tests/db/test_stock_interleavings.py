"""Moves of stock with rivals: guests who order, and others of the staff."""

import pytest

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.stock.errors import StockChangedError
from cafe.core.catalogue.stock.model import StockEntry
from cafe.core.kernel.ids import CustomerId
from tests.db.interleaving import COMMIT, interleave
from tests.db.shop import LATTE, LATTE_OF_PARTS, PARTS, OpenShop, Shop, number_of, pickup

OLENA, TARAS = Actor("Олена"), Actor("Тарас")
MOVING = ["INSERT INTO stock_moves", "UPDATE ingredients", COMMIT]


async def moves_of(cafe: Shop) -> list[tuple[str, int, int, int]]:
    rows = await cafe.rows("SELECT actor, amount, stock_before, stock_after FROM stock_moves ORDER BY id")
    return [(row["actor"], row["amount"], row["stock_before"], row["stock_after"]) for row in rows]


async def milk(cafe: Shop) -> int:
    found: int = await cafe.value("SELECT stock FROM ingredients WHERE code = 'milk'")
    return found


@pytest.mark.parametrize("at", MOVING)
async def test_a_count_while_a_latte_is_sold(shop: OpenShop, at: str) -> None:
    """Whatever the order of the two: what is sold after the count is taken from what was counted."""
    cafe = await shop(at)
    customer = await cafe.customer(1001, LATTE)
    _, placed = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.inventory.take_stock_count([StockEntry("milk", 500, seen=0)], "", OLENA),
        cafe.rival.checkout.place_order(customer, pickup()),
    )
    assert number_of(placed)
    assert await moves_of(cafe) == [("Олена", 500 - 20_000, 20_000, 500)]
    assert await milk(cafe) == 500 - 220


@pytest.mark.parametrize("at", ["INSERT INTO orders", "UPDATE ingredients", COMMIT])
async def test_a_sale_while_a_count_is_stored(shop: OpenShop, at: str) -> None:
    """What the latte takes still stands on the shelf: it was counted, too, and goes with the order."""
    cafe = await shop(at)
    customer = await cafe.customer(1001, LATTE)
    placed, _ = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.checkout.place_order(customer, pickup()),
        cafe.rival.inventory.take_stock_count([StockEntry("milk", 500, seen=0)], "", OLENA),
    )
    assert number_of(placed)
    assert [change for _, change, _, _ in await moves_of(cafe)] == [500 - 20_000]
    assert await milk(cafe) == 500 - 220


@pytest.mark.parametrize("at", ["UPDATE orders SET status", "UPDATE ingredients", COMMIT])
async def test_a_count_while_a_sale_is_cancelled(shop: OpenShop, at: str) -> None:
    """What the latte held was counted, and comes back once."""
    cafe = await shop(at)
    order = await cafe.order()
    cancel = cafe.held.orders.cancel(CustomerId(1001), order)
    count = cafe.rival.inventory.take_stock_count([StockEntry("milk", 500)], "", OLENA)
    await interleave(cafe.database, cafe.stop, cancel, count)
    assert await milk(cafe) == 500


@pytest.mark.parametrize("at", MOVING)
async def test_a_sale_is_cancelled_while_a_count_is_stored(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await cafe.order()
    count = cafe.held.inventory.take_stock_count([StockEntry("milk", 500)], "", OLENA)
    cancel = cafe.rival.orders.cancel(CustomerId(1001), order)
    await interleave(cafe.database, cafe.stop, count, cancel)
    assert await milk(cafe) == 500


@pytest.mark.parametrize("at", MOVING)
async def test_of_two_who_count_at_once_the_second_is_told(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    _, second = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.inventory.take_stock_count([StockEntry("milk", 500, seen=0)], "", OLENA),
        cafe.rival.inventory.take_stock_count([StockEntry("milk", 700, seen=0)], "", TARAS),
    )
    assert isinstance(second, StockChangedError)
    assert [move.actor.name for move in second.moves] == ["Олена"]
    assert await milk(cafe) == 500


@pytest.mark.parametrize("at", MOVING)
async def test_a_delivery_pressed_twice_comes_once(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    _, second = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.inventory.receive([StockEntry("milk", 1_000, seen=0)], "", OLENA),
        cafe.rival.inventory.receive([StockEntry("milk", 1_000, seen=0)], "", OLENA),
    )
    assert isinstance(second, StockChangedError)
    assert await milk(cafe) == 21_000


@pytest.mark.parametrize("at", MOVING)
async def test_two_deliveries_of_the_same_goods_add_up_without_a_deadlock(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    await cafe.rival.catalogue.load(LATTE_OF_PARTS)
    await cafe.order()
    cafe.rival_database.runs = 0
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.inventory.receive([StockEntry(part, 10) for part in PARTS], "", OLENA),
        cafe.rival.inventory.receive([StockEntry(part, 10) for part in reversed(PARTS)], "", TARAS),
    )
    assert cafe.held_database.runs == cafe.rival_database.runs == 1, "no deadlock"
    assert {row["stock"] for row in await cafe.rows("SELECT stock FROM ingredients WHERE code LIKE 'part%'")} == {116}


@pytest.mark.parametrize("at", MOVING)
async def test_a_write_off_and_an_order_that_is_cancelled(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await cafe.order()
    await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.inventory.write_off([StockEntry("milk", 1_000)], "розлили", OLENA),
        cafe.rival.orders.cancel(CustomerId(1001), order),
    )
    assert await milk(cafe) == 20_000 - 1_000

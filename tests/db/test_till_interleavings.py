"""Counting and closing with rivals: cash that comes meanwhile is in one day, and a difference is that of its count."""

import pytest

from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.money.tills.balance import list_mismatches
from cafe.core.money.tills.model import Count, TillDay, TillError, TillProblem
from cafe.core.ordering.orders.model import OrderStatus
from tests.db.interleaving import COMMIT, interleave
from tests.db.shop import OpenShop, Shop

HUNDRED = {"100": 1}
READY = OrderStatus.READY


async def opened(cafe: Shop) -> OrderId:
    """Open a day with 100 ₴; an order is about to be paid."""
    count = await cafe.rival.tills.count(None, HUNDRED, "Ірина")
    await cafe.rival.tills.open(count.id, "", "Ірина")
    cafe.clock.advance(minutes=1)
    order = await cafe.order()
    await cafe.database.write(lambda conn: conn.run("UPDATE orders SET status = 'ready'"))
    return order


async def sums(cafe: Shop) -> tuple[int, int]:
    """What is in closed days and what belongs to the next one."""
    rows = await cafe.rows("SELECT day_id, amount FROM till_moves")
    return (
        sum(row["amount"] for row in rows if row["day_id"] is not None),
        sum(row["amount"] for row in rows if row["day_id"] is None),
    )


def check_count(count: object, moved: int) -> Count:
    assert isinstance(count, Count), count
    assert count.expected == 100_00 + moved
    return count


@pytest.mark.parametrize("at", ["INSERT INTO till_moves", COMMIT])
async def test_a_day_is_counted_and_closed_while_an_order_is_paid(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await opened(cafe)

    async def count_and_close() -> TillDay:
        count = await cafe.rival.tills.count(1, HUNDRED, "Ірина")
        return await cafe.rival.tills.close(count.id, "Рахували", "Ірина")

    _, day = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.counter.complete(order, READY, CounterPayment.CASH, "Ірина"),
        count_and_close(),
    )
    assert isinstance(day, TillDay), day
    inside, later = await sums(cafe)
    assert inside + later > 0
    check_count(day.closing, inside)
    assert day.figures is not None
    assert day.figures.expected == 100_00 + inside
    assert await cafe.database.read(list_mismatches) == []


@pytest.mark.parametrize("at", ["INSERT INTO till_counts", "UPDATE till_moves", "UPDATE till_counts", COMMIT])
async def test_an_order_is_paid_while_a_day_is_counted(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    order = await opened(cafe)
    count, _ = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.tills.count(1, HUNDRED, "Ірина"),
        cafe.rival.counter.complete(order, READY, CounterPayment.CASH, "Ірина"),
    )
    day = await cafe.rival.tills.close(check_count(count, count.expected - 100_00).id, "Рахували", "Ірина")
    inside, later = await sums(cafe)
    assert inside == count.expected - 100_00
    assert (inside == 0) != (later == 0)
    assert day.closing == count
    assert await cafe.database.read(list_mismatches) == []


@pytest.mark.parametrize("at", ["UPDATE till_days", "UPDATE till_moves", "UPDATE payments", COMMIT])
@pytest.mark.parametrize("payment", [CounterPayment.CASH, CounterPayment.TERMINAL])
async def test_an_order_is_paid_while_a_day_is_closed(shop: OpenShop, at: str, payment: CounterPayment) -> None:
    cafe = await shop(at)
    order = await opened(cafe)
    count = await cafe.rival.tills.count(1, HUNDRED, "Ірина")
    day, _ = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.tills.close(count.id, "", "Ірина"),
        cafe.rival.counter.complete(order, READY, payment, "Ірина"),
    )
    assert isinstance(day, TillDay), day
    assert (await sums(cafe))[0] == 0
    assert day.figures is not None
    [paid] = await cafe.rows("SELECT kind, amount, till_day_id FROM payments")
    assert day.figures.terminal == (0 if paid["till_day_id"] is None else paid["amount"])
    assert await cafe.database.read(list_mismatches) == []


@pytest.mark.parametrize("at", ["INSERT INTO till_days", COMMIT])
async def test_a_day_is_opened_once(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    count = await cafe.rival.tills.count(None, HUNDRED, "Ірина")
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.tills.open(count.id, "", "Ірина"),
        cafe.rival.tills.open(count.id, "", "Марія"),
    )
    assert isinstance(one, TillDay), one
    assert isinstance(two, TillError)
    assert two.problem is TillProblem.OPEN


@pytest.mark.parametrize("at", ["UPDATE till_days", COMMIT])
async def test_a_count_while_the_day_is_closed_is_for_the_next_one(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    await opened(cafe)
    count = await cafe.rival.tills.count(1, HUNDRED, "Ірина")
    day, again = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.tills.close(count.id, "", "Ірина"),
        cafe.rival.tills.count(1, HUNDRED, "Марія"),
    )
    assert isinstance(day, TillDay), day
    assert isinstance(again, TillError)
    assert again.problem is TillProblem.TODAY


@pytest.mark.parametrize("at", ["INSERT INTO tills", COMMIT])
async def test_the_first_till_is_made_once(shop: OpenShop, at: str) -> None:
    cafe = await shop(at)
    one, two = await interleave(
        cafe.database,
        cafe.stop,
        cafe.held.tills.count(None, HUNDRED, "Ірина"),
        cafe.rival.tills.count(None, HUNDRED, "Марія"),
    )
    assert {each.till_id for each in (one, two)} == {1}
    assert len(await cafe.rows("SELECT id FROM tills")) == 1

"""What the staff see of all open orders at once, and a step that is taken back."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import ProductId
from cafe.core.ordering.board.model import Board, Section
from cafe.core.ordering.cart.model import LineKey, WantedLine
from cafe.core.ordering.orders.errors import IllegalTransitionError, TooLateError
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentMethod
from tests.driver import PICKUP, Cafe, config_for, open_cafe

NEW, CONFIRMED, COOKING = OrderStatus.NEW, OrderStatus.CONFIRMED, OrderStatus.COOKING
READY, COMPLETED = OrderStatus.READY, OrderStatus.COMPLETED
WAY = [NEW, CONFIRMED, COOKING, READY, COMPLETED]


@pytest.fixture
async def cafe(tmp_path: Path, database_url: str) -> AsyncIterator[Cafe]:
    async with open_cafe(config_for(tmp_path, database_url=database_url)) as running_cafe:
        await running_cafe.configure(schedule_days=2, prep_minutes=15)
        yield running_cafe


async def order(cafe: Cafe, *products: str, **form: Any) -> int:
    placed = await cafe.guest().places(*products, **form)
    return int(placed["order_id"])


async def move(cafe: Cafe, order_id: int, to: OrderStatus) -> None:
    """Lead an order from where it is to a status."""
    staff = cafe.app.services.staff_orders
    while (status := (await staff.get(order_id)).order.status) is not to:
        await staff.advance(order_id, status, WAY[WAY.index(status) + 1], "Тарас")


async def read(cafe: Cafe) -> Board:
    return await cafe.app.services.board.read()


def places(board: Board) -> list[tuple[Section, int]]:
    return [(each.section, each.order.id) for each in board.orders]


async def test_orders_stand_by_what_is_to_be_done_and_when(cafe: Cafe) -> None:
    late = await order(cafe, "latte", pickup_time="12:10")
    cooking = await order(cafe, "borscht", pickup_time="12:40")
    later = await order(cafe, "latte", pickup_time=None, scheduled_for="2026-06-15T18:30")
    ready = await order(cafe, "latte", pickup_time="12:30")
    new = await order(cafe, "latte", "borscht", pickup_time="12:35")
    for order_id, to in ((late, CONFIRMED), (cooking, COOKING), (later, CONFIRMED), (ready, READY)):
        await move(cafe, order_id, to)
    cafe.clock.advance(minutes=11)
    board = await read(cafe)
    assert places(board) == [
        (Section.LATE, late),
        (Section.NEW, new),
        (Section.COOKING, cooking),
        (Section.READY, ready),
        (Section.LATER, later),
    ]
    assert [each.order.id for each in board.of(Section.LATER)] == [later]
    [scheduled] = board.of(Section.LATER)
    assert scheduled.due_at - scheduled.start_at == 15 * 60
    assert {piece.name.uk: piece.quantity for piece in board.pieces} == {"Лате": 2, "Борщ": 2}
    cafe.clock.advance(hours=6, minutes=4)
    assert (Section.COOKING, later) in places(await read(cafe))


async def test_lines_that_are_done_are_no_longer_to_be_made(cafe: Cafe) -> None:
    order_id = await order(cafe, "latte", "borscht")
    [on_board] = (await read(cafe)).orders
    latte, borscht = on_board.lines
    assert latte.allergens == ("milk",)
    board_service = cafe.app.services.board
    assert latte.line.id is not None
    assert borscht.line.id is not None
    for _ in range(2):
        await board_service.mark_line(order_id, latte.line.id, is_done=True)
    board = await read(cafe)
    assert [line.is_done for line in board.orders[0].lines] == [True, False]
    assert [(piece.name.uk, piece.quantity) for piece in board.pieces] == [("Борщ", 1)]
    await board_service.mark_line(order_id, latte.line.id, is_done=False)
    assert len((await read(cafe)).pieces) == 2
    other = await order(cafe, "latte")
    with pytest.raises(NotFoundError):
        await board_service.mark_line(other, borscht.line.id, is_done=True)
    await move(cafe, order_id, COMPLETED)
    with pytest.raises(IllegalTransitionError):
        await board_service.mark_line(order_id, borscht.line.id, is_done=True)


async def test_a_step_can_be_taken_back_for_a_minute_and_only_once(cafe: Cafe) -> None:
    staff = cafe.app.services.staff_orders
    order_id = await order(cafe, "latte")
    with pytest.raises(TooLateError):
        await staff.step_back(order_id, NEW, "Тарас")
    await staff.promise(order_id, NEW, 20, "Тарас")
    back = await staff.step_back(order_id, CONFIRMED, "Ірина")
    assert (back.status, back.ready_at) == (NEW, None)
    await move(cafe, order_id, COOKING)
    assert (await staff.step_back(order_id, COOKING, "Ірина")).status is CONFIRMED
    with pytest.raises(TooLateError):
        await staff.step_back(order_id, CONFIRMED, "Ірина")
    with pytest.raises(IllegalTransitionError):
        await staff.step_back(order_id, COOKING, "Тарас")
    await move(cafe, order_id, COOKING)
    cafe.clock.advance(seconds=61)
    with pytest.raises(TooLateError):
        await staff.step_back(order_id, COOKING, "Ірина")
    kinds = [(event.kind, event.detail) for event in (await staff.get(order_id)).events if event.kind == "back"]
    assert kinds == [("back", "new"), ("back", "confirmed")]


async def test_a_ready_order_is_recalled_for_longer_and_an_ended_one_is_open_again(cafe: Cafe) -> None:
    staff = cafe.app.services.staff_orders
    order_id = await order(cafe, "latte")
    await move(cafe, order_id, READY)
    cafe.clock.advance(minutes=14)
    assert [each.can_step_back for each in (await read(cafe)).done] == [True]
    assert (await staff.step_back(order_id, READY, "Ірина")).status is COOKING
    await move(cafe, order_id, COMPLETED)
    assert (await read(cafe)).orders == ()
    assert [each.order.id for each in (await read(cafe)).done] == [order_id]
    cafe.clock.advance(minutes=14)
    assert [each.can_step_back for each in (await read(cafe)).done] == [True], "what is listed can be called back"
    await staff.step_back(order_id, COMPLETED, "Ірина")
    assert places(await read(cafe)) == [(Section.READY, order_id)]


async def test_a_walk_in_is_never_new_and_a_cancelled_order_stays_so(cafe: Cafe) -> None:
    staff, services = cafe.app.services.staff_orders, cafe.app.services
    order_id = await order(cafe, "latte", **PICKUP)
    await staff.cancel(order_id, NEW, "нема молока", "Тарас")
    with pytest.raises(TooLateError):
        await staff.step_back(order_id, OrderStatus.CANCELLED, "Тарас")
    line = WantedLine(LineKey(ProductId(await cafe.value("SELECT id FROM products WHERE slug = 'latte'"))), 1)
    walk_in = await services.walk_in.place_order([line], OrderType.PICKUP, PaymentMethod.CASH, "Тарас", "key")
    with pytest.raises(TooLateError):
        await staff.step_back(walk_in.id, CONFIRMED, "Тарас")


async def test_orders_that_nobody_ends_are_counted(cafe: Cafe) -> None:
    first = await order(cafe, "latte")
    await cafe.execute(
        """
        INSERT INTO orders (customer_id, order_type, status, payment_method, payment_status, items_total, delivery_fee,
            discount_amount, promo_discount_amount, total, name, phone, tracking_token, created_at, due_at)
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 503)
        SELECT customer_id, order_type, status, payment_method, payment_status, items_total, delivery_fee,
            discount_amount, promo_discount_amount, total, name, phone, tracking_token || n, created_at, due_at
        FROM orders, numbers WHERE orders.id = :id
        """,
        id=first,
    )
    board = await read(cafe)
    assert (len(board.orders), board.left_out) == (500, 4)
    assert first in [each.order.id for each in board.orders]
    cafe.clock.advance(days=2)
    today = await order(cafe, "latte")
    board = await read(cafe)
    assert (len(board.orders), board.left_out) == (500, 5)
    assert today in [each.order.id for each in board.orders]

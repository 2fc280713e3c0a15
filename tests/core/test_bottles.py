"""Excise marks: read, opened, counted down by recipes; without them nothing is ready and there is no receipt."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.bottles.model import (
    Bottle,
    Drink,
    Marked,
    MarkError,
    MarkProblem,
    MarksMissingError,
)
from cafe.core.catalogue.bottles.rules import plan_pours, read_mark
from cafe.core.catalogue.taxes.model import FiscalData, LineFiscal
from cafe.core.kernel.ids import OrderId
from cafe.core.kernel.locale import Locale, OwnText
from cafe.core.kernel.texts import read_texts
from cafe.core.ordering.orders.model import OrderLine, OrderStatus
from tests.core.bar import BOTTLE, PORTION, add_liqueur, bottles
from tests.core.payments_harness import PaymentsHarness
from tests.core.test_receipts_in_person import staff, want, work
from tests.core.test_refunds import give_back, of_lines
from tests.core.test_taxes import IRISH, V

WINE = OrderLine(None, OwnText("Вино", "Wine"), 2, 400, fiscal=LineFiscal(FiscalData(V, "2204", excise=True)))
COOKING, READY, COMPLETED = OrderStatus.COOKING, OrderStatus.READY, OrderStatus.COMPLETED


@pytest.mark.parametrize(
    ("scanned", "mark"),
    [
        ("AAAB123456", "AAAB123456"),
        (" аавс123456 ", "AABC123456"),
        ("AAAB № 123456", "AAAB123456"),
        ("https://excise.example/check/AAAB/123456", "AAAB123456"),
        ("010482000000001721A1b2C3d4E5\x1d93abcd", "010482000000001721A1b2C3d4E593abcd"),
        ("A1b2C3d4E5f6", "A1b2C3d4E5f6"),
    ],
)
def test_a_mark_is_read_as_it_is_scanned_or_typed(scanned: str, mark: str) -> None:
    assert read_mark(scanned) == mark


@pytest.mark.parametrize("scanned", ["", "AAAB12345", "123456", "марка марка марка", "https://example.org/", None, 7])
def test_anything_else_is_no_mark(scanned: object) -> None:
    with pytest.raises(MarkError) as caught:
        read_mark(scanned)
    assert caught.value.problem is MarkProblem.INVALID


@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(1, 700)), max_size=6),
    st.lists(st.tuples(st.integers(1, 3), st.integers(1, 5), st.integers(1, 90)), max_size=5),
)
def test_what_is_poured_is_what_the_drinks_take_and_no_bottle_gives_more_than_it_holds(
    opened: list[tuple[int, int]], wanted: list[tuple[int, int, int]]
) -> None:
    marked = [Marked(each, f"i{each}", "Лікер", "ml", BOTTLE) for each in (1, 2, 3)]
    shelf = [
        Bottle(number, f"m{number}", of, f"i{of}", "Лікер", "ml", BOTTLE, remaining, 0, "")
        for number, (of, remaining) in enumerate(opened)
    ]
    drinks = [Drink(f"d{at}", OwnText("", ""), pieces, {of: ml}) for at, (of, pieces, ml) in enumerate(wanted)]
    pours, missing = plan_pours(drinks, {}, shelf, marked)
    need = {of: sum(pieces * ml for each, pieces, ml in wanted if each == of) for of in (1, 2, 3)}
    have = {of: sum(remaining for each, remaining in opened if each == of) for of in (1, 2, 3)}
    assert {each.ingredient for each in missing} == {f"i{of}" for of in need if need[of] > have[of]}
    for bottle in shelf:
        assert sum(each.amount for each in pours if each.bottle_id == bottle.id) <= bottle.remaining
    if not missing:
        for drink in drinks:
            [(_, ml)] = drink.takes.items()
            poured = [
                sum(each.amount for each in pours if (each.code, each.piece) == (drink.code, piece + 1))
                for piece in range(drink.pieces)
            ]
            assert poured == [ml] * drink.pieces


async def cooking(harness: PaymentsHarness, *lines: OrderLine) -> OrderId:
    return await harness.order(
        lines=lines, status="cooking", order_type="pickup", payment_method="cash", delivery_fee=0
    )


async def finish(harness: PaymentsHarness, order: OrderId) -> None:
    await staff(harness).advance(order, COOKING, READY, "Ірина")
    await staff(harness).advance(order, READY, COMPLETED, "Ірина")


async def problem_of(act: Any) -> MarkProblem:
    with pytest.raises(MarkError) as caught:
        await act
    return caught.value.problem


async def left(harness: PaymentsHarness) -> Mapping[str, int]:
    open_ones, _ = await bottles(harness).read()
    return {each.mark: each.remaining for each in open_ones}


@pytest.fixture
async def bar(harness: PaymentsHarness) -> PaymentsHarness:
    await harness.database.write(add_liqueur)
    await want(harness, "cash")
    return harness


async def test_nothing_is_ready_without_an_open_bottle_and_the_staff_read_why(bar: PaymentsHarness) -> None:
    order = await cooking(bar, IRISH)
    with pytest.raises(MarksMissingError) as caught:
        await staff(bar).advance(order, COOKING, READY, "Ірина")
    [missing] = caught.value.missing
    told = missing.describe(read_texts(), Locale.UK)
    assert told == "Лікер: у відкритих пляшках лишилося 0 мл, треба 180."
    assert (await staff(bar).get(order)).order.status is COOKING


async def test_a_bottle_is_scanned_once_and_counted_down_and_its_mark_is_on_the_receipt(bar: PaymentsHarness) -> None:
    await bottles(bar).open("liqueur", "AAAB000001", "Ірина")
    order = await cooking(bar, IRISH)
    await finish(bar, order)
    assert await left(bar) == {"AAAB000001": BOTTLE - 6 * PORTION}
    [receipt] = await work(bar)
    assert [line["good"].get("excise_barcodes") for line in receipt.sold["goods"]] == [None, ["AAAB000001"]]


async def test_the_next_bottle_goes_on_where_one_ends_and_both_marks_are_named(bar: PaymentsHarness) -> None:
    await bottles(bar).open("liqueur", "AAAB000001", "Ірина")
    for _ in range(3):
        await finish(bar, await cooking(bar, IRISH))
    order = await cooking(bar, IRISH)  # 180 of the 160 that are left
    with pytest.raises(MarksMissingError):
        await finish(bar, order)
    assert await bottles(bar).scan_for_order(order, "AAAB000002", "Ірина", ingredient="liqueur") == ()
    await finish(bar, order)
    assert await left(bar) == {"AAAB000002": BOTTLE - 20}
    receipts = await work(bar)
    marks = [receipt.sold["goods"][1]["good"]["excise_barcodes"] for receipt in receipts]
    assert marks == [["AAAB000001"]] * 3 + [["AAAB000001", "AAAB000002"]]


async def test_what_is_sold_unopened_has_a_mark_for_each_piece(bar: PaymentsHarness) -> None:
    service, order = bottles(bar), await cooking(bar, WINE)
    [missing] = await service.list_missing(order)
    assert (missing.pieces, missing.describe(read_texts(), Locale.UK)) == (2, "Вино: не відскановано 2 пляшки.")
    [missing] = await service.scan_for_order(order, "AAAB000001", "Ірина", drink=missing.drink)
    assert missing.pieces == 1
    assert await service.scan_for_order(order, "AAAB000002", "Ірина", drink=missing.drink) == ()
    third = service.scan_for_order(order, "AAAB000003", "Ірина", drink=missing.drink)
    assert await problem_of(third) is MarkProblem.NOT_NEEDED
    await finish(bar, order)
    [receipt] = await work(bar)
    assert [line["good"]["excise_barcodes"] for line in receipt.sold["goods"]] == [["AAAB000001", "AAAB000002"]]


async def test_a_mark_serves_once_but_comes_back_with_the_bottle(bar: PaymentsHarness) -> None:
    service, first, second = bottles(bar), await cooking(bar, WINE), await cooking(bar, WINE)
    drink = (await service.list_missing(first))[0].drink
    await service.open("liqueur", "AAAB000009", "Ірина")
    assert await problem_of(service.open("liqueur", "AAAB000009", "Ірина")) is MarkProblem.USED
    assert await problem_of(service.scan_for_order(first, "AAAB000009", "Ірина", drink=drink)) is MarkProblem.USED
    await service.scan_for_order(first, "AAAB000001", "Ірина", drink=drink)
    await service.scan_for_order(second, "AAAB000001", "Ірина", drink=drink)  # a slip, mended: first is not ready
    assert [each.pieces for order in (first, second) for each in await service.list_missing(order)] == [2, 1]
    await service.scan_for_order(second, "AAAB000002", "Ірина", drink=drink)
    await finish(bar, second)
    assert await problem_of(service.scan_for_order(first, "AAAB000001", "Ірина", drink=drink)) is MarkProblem.USED
    await give_back(bar, second)
    await service.scan_for_order(first, "AAAB000001", "Ірина", drink=drink)
    await service.scan_for_order(first, "AAAB000002", "Ірина", drink=drink)
    await finish(bar, first)
    [receipt] = await work(bar)  # the other sale was given back before it had one
    assert receipt.sold["goods"][0]["good"]["excise_barcodes"] == ["AAAB000001", "AAAB000002"]


async def test_a_cancelled_orders_bottle_is_opened_at_the_bar(bar: PaymentsHarness) -> None:
    service, order = bottles(bar), await cooking(bar, replace(WINE, quantity=1))
    drink = (await service.list_missing(order))[0].drink
    await service.scan_for_order(order, "AAAB000001", "Ірина", drink=drink)
    await staff(bar).cancel(order, COOKING, "Немає продуктів", "Ірина")
    await service.open("liqueur", "AAAB000001", "Ірина")
    assert await left(bar) == {"AAAB000001": BOTTLE}


async def test_an_empty_bottle_goes_and_one_opened_by_mistake_is_forgotten(bar: PaymentsHarness) -> None:
    service = bottles(bar)
    await service.open("liqueur", "AAAB000001", "Ірина")
    [bottle], _ = await service.read()
    await service.empty(bottle.id)
    await service.open("liqueur", "AAAB000001", "Ірина")
    await finish(bar, await cooking(bar, IRISH))
    [bottle], _ = await service.read()
    await service.empty(bottle.id)
    assert await left(bar) == {}
    assert await problem_of(service.open("liqueur", "AAAB000001", "Ірина")) is MarkProblem.USED
    assert await problem_of(service.empty(bottle.id)) is MarkProblem.NO_BOTTLE
    assert await problem_of(service.open("water", "AAAB000002", "Ірина")) is MarkProblem.NO_INGREDIENT


async def test_two_orders_at_once_do_not_pour_the_same_drops(bar: PaymentsHarness) -> None:
    await bottles(bar).open("liqueur", "AAAB000001", "Ірина")
    orders = [await cooking(bar, IRISH) for _ in range(5)]  # 900 of the 700
    outcomes = await asyncio.gather(
        *(staff(bar).advance(order, COOKING, READY, "Ірина") for order in orders), return_exceptions=True
    )
    assert sum(isinstance(each, MarksMissingError) for each in outcomes) == 2
    assert await left(bar) == {"AAAB000001": BOTTLE - 3 * 6 * PORTION}
    [row] = await bar.rows("SELECT SUM(amount) AS poured FROM pours")
    assert row["poured"] == 3 * 6 * PORTION


async def test_a_receipt_that_is_paid_ahead_waits_for_its_marks(bar: PaymentsHarness) -> None:
    await want(bar, "card")
    order = await bar.order(lines=(IRISH,), order_type="pickup", delivery_fee=0)
    await bar.page(order)
    await bar.paid_webhook(await bar.invoice_of(order), amount=186_00, finalAmount=186_00)
    bar.clock.advance(hours=30)  # for tomorrow
    assert await work(bar) == []
    [row] = await bar.rows("SELECT state, attempts, asked_at FROM receipts")
    assert (row["state"], row["attempts"], row["asked_at"]) == ("pending", 0, None)
    await bottles(bar).open("liqueur", "AAAB000001", "Ірина")
    await bar.change(order, status="cooking")
    await staff(bar).advance(order, COOKING, READY, "Ірина")
    await bar.receipts.work()
    [receipt] = bar.checkbox.receipts.values()
    assert receipt.sold["goods"][1]["good"]["excise_barcodes"] == ["AAAB000001"]


async def test_an_order_that_was_ready_before_it_needed_marks_gets_them_later(bar: PaymentsHarness) -> None:
    order = await bar.order(lines=(IRISH,), status="ready", order_type="pickup", payment_method="cash", delivery_fee=0)
    await staff(bar).advance(order, READY, COMPLETED, "Ірина")
    assert await work(bar) == []
    bar.clock.advance(hours=4)
    await bar.receipts.work()
    delayed = [facts for _, kind, facts in await bar.messages() if kind == "staff-receipt-delayed"]
    assert [facts["reason"] for facts in delayed] == ["немає акцизних марок"]
    assert await bottles(bar).scan_for_order(order, "AAAB000001", "Ірина", ingredient="liqueur") == ()
    assert len(await work(bar)) == 1


async def test_a_returned_piece_names_its_mark(bar: PaymentsHarness) -> None:
    service, order = bottles(bar), await cooking(bar, WINE)
    drink = (await service.list_missing(order))[0].drink
    for mark in ("AAAB000001", "AAAB000002"):
        await service.scan_for_order(order, mark, "Ірина", drink=drink)
    await finish(bar, order)
    await work(bar)
    await give_back(bar, order, await of_lines(bar, order, Вино=1))
    receipts = await work(bar)
    assert [each.sold["goods"][0]["good"]["excise_barcodes"] for each in receipts] == [
        ["AAAB000001", "AAAB000002"],
        ["AAAB000001"],
    ]

"""Receipts of money taken at the counter and at the door, where the owner wants them."""

from typing import Any

import pytest

from cafe.core.catalogue.settings import store as settings_store
from cafe.core.handlers import record
from cafe.core.kernel.ids import OrderId
from cafe.core.money.payments.counter import CounterService
from cafe.core.money.payments.facts import CounterPayment, PaidAtCounter
from cafe.core.money.receipts.store import find_url
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.staff_service import StaffOrderService
from tests.core.payments_harness import PaymentsHarness
from tests.core.test_refunds import LATTE_AND_CAKE, cancel, give_back, of_lines, paid
from tests.fakes.checkbox import CheckboxReceipt
from tests.fakes.service import Failure

SELL = "/receipts/sell"
READY, COMPLETED = OrderStatus.READY, OrderStatus.COMPLETED


async def want(harness: PaymentsHarness, *ways: str) -> None:
    await harness.database.write(settings_store.set_setting, "receipts", ",".join(ways))


def staff(harness: PaymentsHarness) -> StaffOrderService:
    return StaffOrderService(harness.database, harness.clock, record)


async def ready(harness: PaymentsHarness, **what: Any) -> OrderId:
    """Two lattes and a cake to pay in cash, 290 UAH, that wait at the counter."""
    cash: dict[str, Any] = {"payment_method": "cash", "lines": LATTE_AND_CAKE, "order_type": "pickup"}
    return await harness.order(**cash | what, status="ready", delivery_fee=0)


async def hand_over(harness: PaymentsHarness, **what: Any) -> OrderId:
    order = await ready(harness, **what)
    await staff(harness).advance(order, READY, COMPLETED, "Ірина")
    return order


async def work(harness: PaymentsHarness) -> list[CheckboxReceipt]:
    """Let all be made that is due within an hour; what the fiscal service has then."""
    for _ in range(3):
        await harness.receipts.work()
        harness.clock.advance(minutes=20)
    return list(harness.checkbox.receipts.values())


def means(receipt: CheckboxReceipt) -> list[tuple[str, int]]:
    return [(payment["type"], payment["value"]) for payment in receipt.sold["payments"]]


async def test_cash_at_the_door_has_a_receipt_and_the_guest_its_link(harness: PaymentsHarness) -> None:
    await want(harness, "card", "cash")
    order = await hand_over(harness, discount=20)
    [receipt] = await work(harness)
    assert (receipt.total, means(receipt)) == (270_00, [("CASH", 270_00)])
    assert [(good["good"]["name"], good["quantity"]) for good in receipt.sold["goods"]] == [
        ("Лате", 2000),
        ("Торт", 1000),
    ]
    url = f"{harness.checkbox.base_url}/{receipt.id}"
    assert await harness.database.read(find_url, order) == url
    assert (await harness.messages())[-1] == ("customer", "customer-receipt-ready", {"url": url})


@pytest.mark.parametrize("ways", [["card"], ["terminal"], []])
async def test_what_the_owner_does_not_want_has_none(harness: PaymentsHarness, ways: list[str]) -> None:
    await want(harness, *ways)
    await hand_over(harness)
    assert await work(harness) == []
    assert await harness.rows("SELECT 1 FROM receipts") == []


async def test_a_terminal_is_no_cash(harness: PaymentsHarness) -> None:
    await want(harness, "terminal")
    order = await ready(harness)
    counter = CounterService(harness.database, harness.clock, record)
    await counter.complete(order, READY, CounterPayment.TERMINAL, "Ірина")
    [receipt] = await work(harness)
    assert means(receipt) == [("CASHLESS", 290_00)]
    await give_back(harness, order)
    [_, returned] = await work(harness)
    assert (returned.returns, means(returned)) == (receipt.id, [("CASHLESS", 290_00)])


async def test_what_was_not_handed_over_after_all_needs_none(harness: PaymentsHarness) -> None:
    await want(harness, "cash")
    order = await hand_over(harness)
    await staff(harness).step_back(order, COMPLETED, "Ірина")
    assert await work(harness) == []
    assert [row["state"] for row in await harness.rows("SELECT state FROM receipts")] == ["dropped"]


@pytest.mark.parametrize("is_answer_lost", [False, True])
async def test_a_receipt_of_what_was_not_handed_over_is_taken_back(
    harness: PaymentsHarness, *, is_answer_lost: bool
) -> None:
    await want(harness, "cash")
    order = await hand_over(harness)
    if is_answer_lost:
        harness.checkbox.fail(Failure.LOST_ANSWER, path=SELL)
    await harness.receipts.work()
    await staff(harness).step_back(order, COMPLETED, "Ірина")
    [sold, returned] = await work(harness)
    assert (returned.returns, returned.total, means(returned)) == (sold.id, 290_00, [("CASH", 290_00)])
    assert await harness.database.read(find_url, order) is None
    await staff(harness).advance(order, READY, COMPLETED, "Ірина")
    [_, _, again] = await work(harness)
    assert (again.returns, again.total) == (None, 290_00)
    assert await harness.database.read(find_url, order) == f"{harness.checkbox.base_url}/{again.id}"


async def test_a_receipt_that_never_came_about_is_not_taken_back(harness: PaymentsHarness) -> None:
    await want(harness, "cash")
    order = await hand_over(harness)
    harness.checkbox.fail(Failure.SERVER_ERROR, path=SELL)
    await harness.receipts.work()
    await staff(harness).step_back(order, COMPLETED, "Ірина")
    assert await work(harness) == []
    assert {row["state"] for row in await harness.rows("SELECT state FROM receipts")} == {"dropped"}


async def test_a_receipt_made_by_hand_is_taken_back_by_hand(harness: PaymentsHarness) -> None:
    await want(harness, "cash")
    harness.checkbox.refusal = "Недостатньо готівки в касі"
    order = await hand_over(harness)
    await harness.receipts.work()
    await staff(harness).step_back(order, COMPLETED, "Ірина")
    told = [(kind, payload) for _, kind, payload in await harness.messages() if "receipt" in kind]
    assert told == [
        ("staff-receipt-refused", {"reason": "Недостатньо готівки в касі"}),
        ("staff-return-receipt-refused", {"sums": [[290_00, "UAH"]], "reason": ""}),
    ]


async def test_a_part_that_went_back_in_cash(harness: PaymentsHarness) -> None:
    await want(harness, "cash")
    order = await hand_over(harness)
    [sold] = await work(harness)
    await give_back(harness, order, await of_lines(harness, order, Торт=1))
    [_, returned] = await work(harness)
    assert (returned.returns, means(returned)) == (sold.id, [("CASH", 120_00)])
    assert [good["good"]["name"] for good in returned.sold["goods"]] == ["Торт"]


async def test_the_rest_of_an_edited_order_has_a_receipt_of_its_own(harness: PaymentsHarness) -> None:
    await want(harness, "card", "cash")
    order, _ = await paid(harness)
    [by_card] = await work(harness)
    await harness.change(order, status="ready", order_type="pickup", version=1, balance=50, total=400)
    counter = CounterService(harness.database, harness.clock, record)
    await counter.complete(order, READY, CounterPayment.CASH, "Ірина")
    [_, rest] = await work(harness)
    assert (by_card.total, rest.total, means(rest)) == (350_00, 50_00, [("CASH", 50_00)])


async def test_a_paid_order_that_is_cancelled_before_its_receipt(harness: PaymentsHarness) -> None:
    await want(harness, "terminal")
    order = await harness.order(payment_method="cash")
    paid_first = PaidAtCounter(at=0, order_id=order, actor="Ірина", payment=CounterPayment.TERMINAL)
    await harness.database.write(record, paid_first)
    await cancel(harness, order)
    assert await work(harness) == []
    assert [row["state"] for row in await harness.rows("SELECT state FROM receipts")] == ["dropped"]

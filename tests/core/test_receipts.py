"""Fiscal receipts: one per paid order, exact to the kopiyka, retried until done or refused, shifts closed daily."""

import asyncio
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.bill import bill_discount, bill_lines
from cafe.core.i18n import read_texts
from cafe.core.pricing import DeliveryTerms, price_order
from cafe.core.values import (
    CustomerId,
    Locale,
    Order,
    OrderId,
    OrderLine,
    OrderStatus,
    OrderType,
    PaymentMethod,
    PaymentStatus,
)
from tests.core.till import GUEST, PERSON, Till, opened_till, product_line
from tests.fakes.service import Failure

KYIV = ZoneInfo("Europe/Kyiv")
SELL = "/receipts/sell"


async def paid(till: Till, customer: CustomerId = PERSON, **what: object) -> OrderId:
    order = await till.order(customer, **what)  # type: ignore[arg-type]
    await till.payments.open_invoice(order)
    await till.paid_webhook(await till.invoice_of(order))
    return order


async def test_a_paid_order_gets_its_receipt_and_the_customer_the_link(till: Till) -> None:
    await paid(till, discount=10, promo_discount=7)
    await till.receipts.work()
    (receipt,) = till.checkbox.receipts.values()
    assert receipt.total == 21_300
    assert [(line["good"]["name"], line["quantity"]) for line in receipt.sold["goods"]] == [
        ("Лате", 2000),
        ("Доставка", 1000),
    ]
    assert (await till.messages())[-1] == (
        "customer",
        "customer-receipt-ready",
        {"url": f"{till.checkbox.base_url}/{receipt.id}"},
    )


async def test_a_guest_gets_a_receipt_but_no_message(till: Till) -> None:
    await paid(till, GUEST)
    await till.receipts.work()
    assert len(till.checkbox.receipts) == 1
    assert await till.kinds() == ["staff-order-paid"]


async def test_repeated_work_makes_one_receipt(till: Till) -> None:
    await paid(till)
    await asyncio.gather(*(till.receipts.work() for _ in range(5)))
    await till.receipts.work()
    assert len(till.checkbox.receipts) == 1
    assert (await till.kinds()).count("customer-receipt-ready") == 1


@pytest.mark.parametrize("failure", [f for f in Failure if f is not Failure.SLOW])
@pytest.mark.parametrize("path", [SELL, "/"])
async def test_a_passing_fault_is_tried_again_within_five_seconds(till: Till, failure: Failure, path: str) -> None:
    await paid(till)
    till.checkbox.fail(failure, path=path, times=2)
    await till.receipts.work()
    till.checkbox.recover()
    till.clock.advance(seconds=5)
    await till.receipts.work()
    assert len(till.checkbox.receipts) == 1
    (row,) = await till.rows("SELECT state FROM receipts")
    assert row["state"] == "done"


async def test_the_gaps_grow_to_five_minutes(till: Till) -> None:
    await paid(till)
    till.checkbox.fail(Failure.SERVER_ERROR, times=10_000)
    tried_at = []
    for _ in range(2000):
        before = len(till.checkbox.calls)
        await till.receipts.work()
        if len(till.checkbox.calls) > before:
            tried_at.append(till.clock.now().timestamp())
        till.clock.advance(seconds=1)
    gaps = [later - earlier for earlier, later in pairwise(tried_at)]
    assert gaps[0] <= 5
    assert gaps == sorted(gaps)
    assert gaps[-1] == 300


async def test_a_refusal_reaches_the_staff_and_is_final(till: Till) -> None:
    till.checkbox.refusal = "Каса <не> зареєстрована"
    await paid(till)
    for _ in range(3):
        await till.receipts.work()
        till.clock.advance(minutes=10)
    assert (await till.messages())[-1] == ("staff", "staff-receipt-refused", {"reason": "Каса <не> зареєстрована"})
    assert (await till.kinds()).count("staff-receipt-refused") == 1
    assert len(till.checkbox.receipts) == 1


async def test_one_refused_receipt_does_not_hold_up_the_next(till: Till) -> None:
    till.checkbox.refusal = "ні"
    await paid(till)
    await till.receipts.work()
    till.checkbox.refusal = ""
    await paid(till)
    await till.receipts.work()
    assert [receipt.status for receipt in till.checkbox.receipts.values()] == ["ERROR", "DONE"]


async def test_without_a_licence_none_is_made(tmp_path: Path) -> None:
    async with opened_till(tmp_path, makes_receipts=False) as till:
        await paid(till)
        assert not await till.rows("SELECT 1 FROM receipts")


async def test_the_shift_is_closed_late_in_the_evening(till: Till) -> None:
    till.clock.moment = datetime(2026, 3, 3, 14, 0, tzinfo=KYIV)
    await paid(till)
    await till.receipts.work()
    till.clock.moment = datetime(2026, 3, 3, 23, 49, tzinfo=KYIV)
    await till.receipts.work()
    assert till.checkbox.shifts[-1].status == "OPENED"
    till.clock.moment = datetime(2026, 3, 3, 23, 50, tzinfo=KYIV)
    await till.receipts.work()
    assert [shift.status for shift in till.checkbox.shifts][-1] == "CLOSED"
    calls = len(till.checkbox.calls)
    await till.receipts.work()
    assert len(till.checkbox.calls) == calls


async def test_a_shift_forgotten_overnight_is_closed_in_the_morning(till: Till) -> None:
    await paid(till)
    await till.receipts.work()
    till.clock.advance(hours=24)
    till.checkbox.fail(Failure.SERVER_ERROR, path="/shifts/close")
    await till.receipts.work()
    assert till.checkbox.shifts[-1].status == "OPENED"
    till.clock.advance(seconds=61)
    await till.receipts.work()
    assert till.checkbox.shifts[-1].status == "CLOSED"


amounts = st.integers(min_value=0, max_value=5000)


@given(
    lines=st.lists(st.tuples(st.integers(1, 50), amounts), min_size=1, max_size=8),
    kind=st.sampled_from(OrderType),
    fee=amounts,
    percent=st.integers(0, 100),
    promo=st.integers(0, 100),
)
def test_lines_less_discount_are_the_total(
    lines: list[tuple[int, int]], kind: OrderType, fee: int, percent: int, promo: int
) -> None:
    """Whatever is ordered, the bill adds up: this is what Checkbox and the bank check."""
    snapshots = tuple(product_line("Кава", quantity, price) for quantity, price in lines)
    items_total = sum(line.quantity * line.price for line in snapshots)
    price = price_order(kind, items_total, DeliveryTerms(fee, 0, percent), promo)
    order = make_order(kind, snapshots, price.delivery_fee, price.discount_amount, price.promo_discount_amount)
    billed = sum(line.price * line.quantity for line in bill_lines(order, read_texts()))
    assert billed - bill_discount(order) == price.total


def make_order(kind: OrderType, lines: tuple[OrderLine, ...], fee: int, discount: int, promo_discount: int) -> Order:
    items_total = sum(line.quantity * line.price for line in lines)
    return Order(
        id=OrderId(1),
        sequence_number=1,
        customer_id=PERSON,
        customer_locale=Locale.UK,
        order_type=kind,
        status=OrderStatus.NEW,
        payment_method=PaymentMethod.CARD,
        payment_status=PaymentStatus.PAID,
        items_total=items_total,
        delivery_fee=fee,
        discount_amount=discount,
        promo_code=None,
        promo_discount_amount=promo_discount,
        total=items_total + fee - discount - promo_discount,
        name="",
        phone="",
        address_city=None,
        address_street=None,
        address_house=None,
        address_apartment=None,
        address_comment=None,
        pickup_time=None,
        table_number=None,
        cash_change_for=None,
        cancel_reason=None,
        tracking_token=None,
        created_at=None,
        ready_at=None,
        lines=lines,
    )

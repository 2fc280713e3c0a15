"""Fiscal receipts: one per paid order, exact to the kopiyka, retried until done or refused, shifts closed daily."""

import asyncio
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cafe.core.catalogue.settings.model import DeliveryTerms
from cafe.core.kernel.ids import CustomerId, OrderId
from cafe.core.kernel.texts import read_texts
from cafe.core.money.payments.invoice_lines import invoice_discount, invoice_lines
from cafe.core.ordering.checkout.pricing import price_order
from cafe.core.ordering.orders.model import OrderType
from tests.core.bills import bill
from tests.core.payments_harness import GUEST, PERSON, PaymentsHarness, product_line
from tests.fakes.service import Failure

KYIV = ZoneInfo("Europe/Kyiv")
SELL = "/receipts/sell"


async def paid(harness: PaymentsHarness, customer: CustomerId = PERSON, **what: object) -> OrderId:
    order = await harness.order(customer, **what)  # type: ignore[arg-type]
    await harness.payments.open_invoice(order)
    await harness.paid_webhook(await harness.invoice_of(order))
    return order


async def test_a_paid_order_gets_its_receipt_and_the_customer_the_link(harness: PaymentsHarness) -> None:
    await paid(harness, discount=10, promo_discount=7)
    await harness.receipts.work()
    (receipt,) = harness.checkbox.receipts.values()
    assert receipt.total == 21_300
    assert [(line["good"]["name"], line["quantity"]) for line in receipt.sold["goods"]] == [
        ("Лате", 2000),
        ("Доставка", 1000),
    ]
    assert (await harness.messages())[-1] == (
        "customer",
        "customer-receipt-ready",
        {"url": f"{harness.checkbox.base_url}/{receipt.id}"},
    )


async def test_a_guest_gets_a_receipt_but_no_message(harness: PaymentsHarness) -> None:
    await paid(harness, GUEST)
    await harness.receipts.work()
    assert len(harness.checkbox.receipts) == 1
    assert await harness.kinds() == ["staff-order-paid"]


async def test_repeated_work_makes_one_receipt(harness: PaymentsHarness) -> None:
    await paid(harness)
    await asyncio.gather(*(harness.receipts.work() for _ in range(5)))
    await harness.receipts.work()
    assert len(harness.checkbox.receipts) == 1
    assert (await harness.kinds()).count("customer-receipt-ready") == 1


@pytest.mark.parametrize("failure", [f for f in Failure if f is not Failure.SLOW])
@pytest.mark.parametrize("path", [SELL, "/"])
async def test_a_passing_fault_is_tried_again_within_five_seconds(
    harness: PaymentsHarness, failure: Failure, path: str
) -> None:
    await paid(harness)
    harness.checkbox.fail(failure, path=path, times=2)
    await harness.receipts.work()
    harness.checkbox.recover()
    harness.clock.advance(seconds=5)
    await harness.receipts.work()
    assert len(harness.checkbox.receipts) == 1
    (row,) = await harness.rows("SELECT state FROM receipts")
    assert row["state"] == "done"


async def test_the_gaps_grow_to_five_minutes(harness: PaymentsHarness) -> None:
    await paid(harness)
    harness.checkbox.fail(Failure.SERVER_ERROR, times=10_000)
    tried_at = []
    for _ in range(2000):
        before = len(harness.checkbox.calls)
        await harness.receipts.work()
        if len(harness.checkbox.calls) > before:
            tried_at.append(harness.clock.now().timestamp())
        harness.clock.advance(seconds=1)
    gaps = [later - earlier for earlier, later in pairwise(tried_at)]
    assert gaps[0] <= 5
    assert gaps == sorted(gaps)
    assert gaps[-1] == 300


async def test_a_refusal_reaches_the_staff_and_is_final(harness: PaymentsHarness) -> None:
    harness.checkbox.refusal = "Каса <не> зареєстрована"
    await paid(harness)
    for _ in range(3):
        await harness.receipts.work()
        harness.clock.advance(minutes=10)
    assert (await harness.messages())[-1] == ("staff", "staff-receipt-refused", {"reason": "Каса <не> зареєстрована"})
    assert (await harness.kinds()).count("staff-receipt-refused") == 1
    assert len(harness.checkbox.receipts) == 1


async def test_one_refused_receipt_does_not_hold_up_the_next(harness: PaymentsHarness) -> None:
    harness.checkbox.refusal = "ні"
    await paid(harness)
    await harness.receipts.work()
    harness.checkbox.refusal = ""
    await paid(harness)
    await harness.receipts.work()
    assert [receipt.status for receipt in harness.checkbox.receipts.values()] == ["ERROR", "DONE"]


@pytest.mark.parametrize("makes_receipts", [False])
async def test_without_a_licence_none_is_made(harness: PaymentsHarness) -> None:
    await paid(harness)
    assert not await harness.rows("SELECT 1 FROM receipts")


async def test_the_shift_is_closed_late_in_the_evening(harness: PaymentsHarness) -> None:
    harness.clock.moment = datetime(2026, 3, 3, 14, 0, tzinfo=KYIV)
    await paid(harness)
    await harness.receipts.work()
    harness.clock.moment = datetime(2026, 3, 3, 23, 49, tzinfo=KYIV)
    await harness.receipts.work()
    assert harness.checkbox.shifts[-1].status == "OPENED"
    harness.clock.moment = datetime(2026, 3, 3, 23, 50, tzinfo=KYIV)
    await harness.receipts.work()
    assert [shift.status for shift in harness.checkbox.shifts][-1] == "CLOSED"
    calls = len(harness.checkbox.calls)
    await harness.receipts.work()
    assert len(harness.checkbox.calls) == calls


async def test_a_shift_forgotten_overnight_is_closed_in_the_morning(harness: PaymentsHarness) -> None:
    await paid(harness)
    await harness.receipts.work()
    harness.clock.advance(hours=24)
    harness.checkbox.fail(Failure.SERVER_ERROR, path="/shifts/close")
    await harness.receipts.work()
    assert harness.checkbox.shifts[-1].status == "OPENED"
    harness.clock.advance(seconds=61)
    await harness.receipts.work()
    assert harness.checkbox.shifts[-1].status == "CLOSED"


async def test_yesterdays_shift_is_closed_before_todays_receipts(harness: PaymentsHarness) -> None:
    """After a night of downtime with receipts waiting, also when the register refuses them."""
    await paid(harness)
    await harness.receipts.work()
    harness.clock.advance(hours=12)
    await paid(harness)
    harness.checkbox.fail(Failure.SERVER_ERROR, path=SELL, times=100)
    harness.clock.advance(hours=13)
    await harness.receipts.work()
    assert harness.checkbox.shifts[0].status == "CLOSED"


async def test_shifts_of_several_days_are_closed_at_once(harness: PaymentsHarness) -> None:
    await paid(harness)
    await harness.receipts.work()
    harness.clock.advance(days=3)
    await harness.receipts.work()
    assert not await harness.rows("SELECT 1 FROM fiscal_days WHERE closed_at IS NULL")
    assert harness.checkbox.open_shift is None


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (409, "conflict"),
        (400, "shift.not_opened"),
        (400, "cash_register.busy"),
        (400, ""),
        (404, "x"),
        (400, "shift.x"),
    ],
)
async def test_a_refusal_that_may_pass_is_tried_again(harness: PaymentsHarness, status: int, code: str) -> None:
    await paid(harness)
    harness.checkbox.refused_sale = (status, code)
    await harness.receipts.work()
    harness.checkbox.refused_sale = None
    harness.clock.advance(seconds=5)
    await harness.receipts.work()
    (row,) = await harness.rows("SELECT state FROM receipts")
    assert row["state"] == "done"


@pytest.mark.parametrize(
    ("status", "code"), [(422, ""), (400, "receipt.wrong_sum"), (400, "organization.option_disabled")]
)
async def test_a_refusal_known_as_final_is_final(harness: PaymentsHarness, status: int, code: str) -> None:
    await paid(harness)
    harness.checkbox.refused_sale = (status, code)
    await harness.receipts.work()
    (row,) = await harness.rows("SELECT state FROM receipts")
    assert row["state"] == "refused"


async def test_what_takes_hours_is_told_and_after_a_day_it_is_the_staffs(harness: PaymentsHarness) -> None:
    await paid(harness)
    harness.checkbox.refused_sale = (400, "cash_register.busy")
    for _ in range(30):
        await harness.receipts.work()
        harness.clock.advance(hours=1)
    told = [kind for kind in await harness.kinds() if "receipt" in kind]
    assert told == ["staff-receipt-delayed", "staff-receipt-refused"]


async def test_one_that_cannot_be_made_does_not_starve_the_others(
    harness: PaymentsHarness, caplog: pytest.LogCaptureFixture
) -> None:
    broken, fine = await paid(harness), await paid(harness)
    await harness.database.write(
        lambda conn: conn.run(
            "UPDATE order_lines SET quantity = 9000000000000000000 WHERE order_id = :id", {"id": broken}
        )
    )
    await harness.receipts.work()
    states = await harness.rows("SELECT order_id, state FROM receipts ORDER BY order_id")
    assert [(row["order_id"], row["state"]) for row in states] == [(broken, "pending"), (fine, "done")]
    assert f"the receipt of order {broken} failed" in caplog.text


async def test_a_clock_that_is_set_back_delays_no_receipt(harness: PaymentsHarness) -> None:
    await paid(harness)
    harness.checkbox.fail(Failure.SERVER_ERROR)
    await harness.receipts.work()
    harness.clock.advance(hours=-1)
    await harness.receipts.work()
    (row,) = await harness.rows("SELECT state FROM receipts")
    assert row["state"] == "done"


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
    order = bill(
        snapshots,
        kind=kind,
        fee=price.delivery_fee,
        discount=price.discount_amount,
        promo_discount=price.promo_discount_amount,
    )
    billed = sum(line.price * line.quantity for line in invoice_lines(order, read_texts()))
    assert billed - invoice_discount(order) == price.total

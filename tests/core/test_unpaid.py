"""Card orders that nobody pays: told in good time, then cancelled; a payment that comes wins or is asked about."""

import asyncio
from datetime import timedelta

import orjson
import pytest

from cafe.core.catalogue.settings.store import set_setting
from cafe.core.handlers import record
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments.unpaid import UnpaidOrders
from tests.core.payments_harness import PERSON, PaymentsHarness
from tests.fakes.service import Failure

REMOVE = "/invoice/remove"
TOLD, ENDED, STAFF_TOLD = "customer-payment-due", "customer-order-status", "staff-order-cancelled"


@pytest.fixture
async def cafe(harness: PaymentsHarness) -> PaymentsHarness:
    await harness.database.write(set_setting, "unpaid_minutes", 30)
    return harness


async def opened(cafe: PaymentsHarness) -> tuple[OrderId, str]:
    order = await cafe.order()
    await cafe.page(order)
    return order, await cafe.invoice_of(order)


def sweeper(cafe: PaymentsHarness) -> UnpaidOrders:
    """A process that has just begun to lead."""
    return UnpaidOrders(cafe.database, cafe.clock, cafe.payments, record)


async def after(cafe: PaymentsHarness, minutes: int) -> list[str]:
    """Let time pass, look, and give what was said so far."""
    cafe.clock.advance(minutes=minutes)
    await sweeper(cafe).sweep()
    return await cafe.kinds()


async def status(cafe: PaymentsHarness, order: OrderId) -> str:
    return str((await cafe.rows("SELECT status FROM orders WHERE id = :id", id=order))[0]["status"])


async def test_it_is_told_once_and_then_ends_with_its_page(cafe: PaymentsHarness) -> None:
    order, invoice = await opened(cafe)
    assert await after(cafe, 19) == []
    assert await after(cafe, 1) == [TOLD]
    [(recipient, _, facts)] = await cafe.messages()
    assert (recipient, facts) == ("customer", {"until": int(cafe.clock.now().timestamp()) + 600})
    assert await after(cafe, 9) == [TOLD]
    assert await after(cafe, 1) == [TOLD, STAFF_TOLD, ENDED]
    assert await status(cafe, order) == "cancelled"
    assert (await cafe.messages())[-1][2]["reason_id"] == "unpaid"
    await cafe.sweeper.sweep()
    assert [orjson.loads(call.body)["invoiceId"] for call in cafe.bank.calls_to(REMOVE)] == [invoice]
    assert await after(cafe, 60) == [TOLD, STAFF_TOLD, ENDED]


async def test_without_the_setting_nothing_ends(harness: PaymentsHarness) -> None:
    order, _ = await opened(harness)
    assert await after(harness, 24 * 60) == []
    assert await status(harness, order) == "new"


@pytest.mark.parametrize(
    "changed",
    [{"payment_method": "cash"}, {"payment_status": "paid"}, {"status": "cooking"}, {"status": "ready"}],
    ids=str,
)
async def test_what_is_paid_otherwise_or_made_already_stays(cafe: PaymentsHarness, changed: dict[str, str]) -> None:
    order, _ = await opened(cafe)
    await cafe.change(order, **changed)
    assert await after(cafe, 20) == []
    assert await after(cafe, 40) == []


async def test_an_order_whose_page_could_not_be_made_is_paid_when_it_is_handed_over(cafe: PaymentsHarness) -> None:
    order = await cafe.order()
    cafe.bank.fail(Failure.SERVER_ERROR, times=9)
    await cafe.payments.open_invoice(order)
    assert TOLD not in await after(cafe, 60)
    assert await status(cafe, order) == "new"


async def test_who_was_down_for_long_tells_first(cafe: PaymentsHarness) -> None:
    order, _ = await opened(cafe)
    assert await after(cafe, 300) == [TOLD]
    [(*_, facts)] = await cafe.messages()
    assert facts["until"] == int(cafe.clock.now().timestamp()) + 600
    assert await after(cafe, 9) == [TOLD]
    assert ENDED in await after(cafe, 1)
    assert await status(cafe, order) == "cancelled"


async def test_a_payment_whose_webhook_got_lost_is_found_before_the_end(cafe: PaymentsHarness) -> None:
    order, invoice = await opened(cafe)
    await after(cafe, 20)
    await cafe.bank.pay(invoice)
    assert await after(cafe, 10) == [TOLD, "staff-order-paid", "customer-payment-received"]
    assert await status(cafe, order) == "new"


async def test_a_bank_that_does_not_answer_puts_the_end_off_for_an_hour(cafe: PaymentsHarness) -> None:
    order, _ = await opened(cafe)
    await after(cafe, 20)
    cafe.bank.fail(Failure.SERVER_ERROR, times=999)
    assert await after(cafe, 10) == [TOLD]
    assert await after(cafe, 59) == [TOLD]
    assert await status(cafe, order) == "new"
    assert ENDED in await after(cafe, 1)


async def test_the_bank_is_not_asked_again_and_again(cafe: PaymentsHarness) -> None:
    await opened(cafe)
    await after(cafe, 20)
    cafe.clock.advance(minutes=10)
    cafe.bank.fail(Failure.SERVER_ERROR, times=999)
    unpaid = sweeper(cafe)
    before = len(cafe.bank.calls_to("/invoice/status"))
    for _ in range(10):
        await unpaid.sweep()
        cafe.clock.advance(seconds=2)
    asked = len(cafe.bank.calls_to("/invoice/status")) - before
    await unpaid.sweep()
    assert 0 < asked == len(cafe.bank.calls_to("/invoice/status")) - before


async def test_of_a_payment_and_the_end_at_the_same_moment_one_wins(cafe: PaymentsHarness) -> None:
    order, invoice = await opened(cafe)
    await after(cafe, 20)
    cafe.clock.advance(minutes=10)
    await asyncio.gather(cafe.paid_webhook(invoice), sweeper(cafe).sweep(), sweeper(cafe).sweep())
    kinds = await cafe.kinds()
    if await status(cafe, order) == "cancelled":
        assert kinds == [TOLD, STAFF_TOLD, ENDED, "staff-money-to-return", "customer-money-to-return"]
    else:
        assert kinds == [TOLD, "staff-order-paid", "customer-payment-received"]


async def test_who_pays_after_the_end_is_asked_about(cafe: PaymentsHarness) -> None:
    _, invoice = await opened(cafe)
    await after(cafe, 20)
    await after(cafe, 10)
    await cafe.paid_webhook(invoice)
    kinds = [kind for _, kind, _ in (await cafe.messages())[-2:]]
    assert kinds == ["staff-money-to-return", "customer-money-to-return"]
    [*_, (_, _, facts), _] = await cafe.messages()
    assert facts["was_unpaid"] is True


async def test_a_failed_payment_says_until_when(cafe: PaymentsHarness) -> None:
    _, invoice = await opened(cafe)
    await cafe.bank_says(invoice, status="failure")
    [(_, kind, facts)] = await cafe.messages()
    assert (kind, facts) == ("customer-payment-failed", {"until": int(cafe.clock.now().timestamp()) + 1800})


async def test_a_page_does_not_outlive_its_order_by_much(cafe: PaymentsHarness) -> None:
    order, invoice = await opened(cafe)
    validity = cafe.bank.invoices[invoice].expires_at - cafe.clock.now()
    assert validity <= timedelta(minutes=32)
    cafe.clock.advance(minutes=29)
    await cafe.payments.pay(PERSON, order)
    later = cafe.bank.invoices[await cafe.invoice_of(order)].expires_at - cafe.clock.now()
    assert later <= timedelta(minutes=5)


async def test_a_page_of_liqpay_ends_by_itself(cafe: PaymentsHarness) -> None:
    await cafe.use(ProviderName.LIQPAY)
    order, _ = await opened(cafe)
    await after(cafe, 20)
    await after(cafe, 10)
    assert await status(cafe, order) == "cancelled"

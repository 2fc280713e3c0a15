"""The sweeper: finds payments whose webhook was lost, and withdraws pages that nobody should pay."""

import asyncio
from datetime import timedelta
from itertools import pairwise

import pytest

from cafe.core.kernel.clock import SYSTEM_CLOCK
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.kernel.loops import Supervisor
from cafe.core.money.payments import store as invoices
from cafe.core.money.payments import store as payments_store
from cafe.core.money.payments.service import OpenedInvoice
from tests.core.payments_harness import PERSON, PaymentsHarness
from tests.fakes.service import Failure

STATUS = "/invoice/status"
REMOVE = "/invoice/remove"
FAR = 86_400


async def opened(harness: PaymentsHarness) -> tuple[OrderId, str]:
    order = await harness.order()
    await harness.page(order)
    return order, await harness.invoice_of(order)


async def test_a_lost_webhook_is_made_up_for(harness: PaymentsHarness) -> None:
    order, invoice = await opened(harness)
    await harness.bank.pay(invoice)
    await harness.sweeper.sweep()
    assert not await harness.is_marked_paid(order)
    harness.clock.advance(seconds=21)
    await harness.sweeper.sweep()
    assert await harness.is_marked_paid(order)
    assert await harness.kinds() == ["staff-order-paid", "customer-payment-received"]


async def test_an_older_invoice_is_found_too(harness: PaymentsHarness) -> None:
    order, older = await opened(harness)
    await harness.payments.pay(PERSON, order)
    await harness.bank.pay(older)
    harness.clock.advance(seconds=21)
    await harness.sweeper.sweep()
    assert await harness.is_marked_paid(order)


async def test_the_gaps_grow_and_end(harness: PaymentsHarness) -> None:
    _, invoice = await opened(harness)
    harness.bank.invoices[invoice].expires_at += timedelta(days=1)  # the bank never closes the page
    asked_at = []
    for _ in range(24 * 60):
        before = len(harness.bank.calls_to(STATUS))
        await harness.sweeper.sweep()
        if len(harness.bank.calls_to(STATUS)) > before:
            asked_at.append(harness.clock.now().timestamp())
        harness.clock.advance(seconds=15)
    gaps = [later - earlier for earlier, later in pairwise(asked_at)]
    assert gaps[0] <= 30
    assert max(gaps) <= 615
    assert 10 < len(asked_at) < 40
    assert not await harness.rows("SELECT 1 FROM invoices WHERE next_check_at IS NOT NULL")


async def test_a_restart_asks_at_once(harness: PaymentsHarness) -> None:
    order, invoice = await opened(harness)
    await harness.bank.pay(invoice)
    async with Supervisor(SYSTEM_CLOCK) as supervisor:
        supervisor.repeat("sweeper", harness.sweeper.sweep, seconds=0.01, first=harness.sweeper.resume)
        for _ in range(500):
            if await harness.is_marked_paid(order):
                break
            await asyncio.sleep(0.01)
    assert await harness.is_marked_paid(order)


async def test_what_is_over_is_not_asked_about(harness: PaymentsHarness) -> None:
    _, invoice = await opened(harness)
    harness.bank.expire(invoice)
    for _ in range(3):
        harness.clock.advance(minutes=20)
        await harness.sweeper.sweep()
    assert len(harness.bank.calls_to(STATUS)) == 1
    assert await harness.messages() == []


@pytest.mark.parametrize("failure", [f for f in Failure if f is not Failure.SLOW])
async def test_a_failing_bank_is_asked_again_later(harness: PaymentsHarness, failure: Failure) -> None:
    order, invoice = await opened(harness)
    await harness.bank.pay(invoice)
    harness.bank.fail(failure, times=5)
    harness.clock.advance(seconds=21)
    await harness.sweeper.sweep()
    assert not await harness.is_marked_paid(order)
    harness.bank.recover()
    harness.clock.advance(seconds=60)
    await harness.sweeper.sweep()
    assert await harness.is_marked_paid(order)


async def test_a_bank_that_never_answers_is_given_up(harness: PaymentsHarness) -> None:
    await opened(harness)
    harness.bank.fail(Failure.SERVER_ERROR, times=10_000)
    for _ in range(30):
        harness.clock.advance(hours=2)
        await harness.sweeper.sweep()
    assert not await harness.rows("SELECT 1 FROM invoices WHERE next_check_at IS NOT NULL")


async def test_once_paid_the_other_pages_are_withdrawn(harness: PaymentsHarness) -> None:
    order, older = await opened(harness)
    await harness.payments.pay(PERSON, order)
    newer = await harness.invoice_of(order)
    await harness.paid_webhook(older)
    await harness.sweeper.sweep()
    assert harness.bank.invoices[newer].status == "expired"
    assert not await harness.rows("SELECT 1 FROM invoices WHERE next_check_at IS NOT NULL AND status <> 'paid'")


async def test_a_cancelled_orders_page_is_withdrawn(harness: PaymentsHarness) -> None:
    order, invoice = await opened(harness)
    await harness.database.write(payments_store.queue_withdrawals, order, int(harness.clock.now().timestamp()))
    await harness.sweeper.sweep()
    assert harness.bank.invoices[invoice].status == "expired"
    await harness.bank_says(invoice, status="expired")
    assert await harness.messages() == []


@pytest.mark.parametrize("failure", [Failure.SERVER_ERROR, Failure.HTML, Failure.NONSENSE, Failure.DROPPED])
async def test_withdrawing_is_tried_until_it_works(harness: PaymentsHarness, failure: Failure) -> None:
    order, invoice = await opened(harness)
    await harness.database.write(payments_store.queue_withdrawals, order, int(harness.clock.now().timestamp()))
    harness.bank.fail(failure, times=2)
    await harness.sweeper.sweep()
    harness.clock.advance(minutes=1)
    await harness.sweeper.sweep()
    assert harness.bank.invoices[invoice].status == "expired"
    assert len(harness.bank.calls_to(REMOVE)) == 2


async def test_who_pays_while_it_is_withdrawn_gets_the_money_back(harness: PaymentsHarness) -> None:
    order, invoice = await opened(harness)
    await harness.change(order, status="cancelled")
    await harness.database.write(payments_store.queue_withdrawals, order, int(harness.clock.now().timestamp()))
    await harness.bank.pay(invoice)
    await harness.sweeper.sweep()
    assert await harness.kinds() == ["staff-money-to-return", "customer-money-to-return"]


async def test_an_order_cancelled_while_its_page_was_made(harness: PaymentsHarness) -> None:
    order = await harness.order()
    harness.bank.fail(Failure.SLOW, seconds=1)
    opening = asyncio.ensure_future(harness.payments.open_invoice(order))
    while not harness.bank.calls:  # noqa: ASYNC110 - the bank is asked now
        await asyncio.sleep(0.01)
    await harness.change(order, status="cancelled")
    assert await opening == OpenedInvoice(None), "its page is not handed out"
    await harness.sweeper.sweep()
    assert harness.bank.invoices[await harness.invoice_of(order)].status == "expired"


async def test_a_link_that_cannot_be_withdrawn_is_watched(harness: PaymentsHarness) -> None:
    await harness.use(ProviderName.LIQPAY)
    order = await harness.order()
    page = await harness.page(order)
    await harness.change(order, status="cancelled")
    await harness.database.write(payments_store.queue_withdrawals, order, int(harness.clock.now().timestamp()))
    await harness.sweeper.sweep()
    await harness.liqpay.open(page)
    await harness.liqpay.pay(await harness.invoice_of(order))
    harness.clock.advance(minutes=5)
    await harness.sweeper.sweep()
    assert await harness.kinds() == ["staff-money-to-return", "customer-money-to-return"]


async def test_an_order_cancelled_while_its_invoice_is_looked_at_is_withdrawn_next(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    harness.clock.advance(minutes=1)
    now = int(harness.clock.now().timestamp())
    [seen] = await harness.database.read(invoices.list_due, now, FAR, FAR, 10)
    await harness.database.write(invoices.queue_withdrawals, order, now)
    await harness.database.write(invoices.schedule_check, seen, now + 600)
    [due] = await harness.database.read(invoices.list_due, now, FAR, FAR, 10)
    assert due.is_withdrawal_due

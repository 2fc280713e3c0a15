"""The sweeper: finds payments whose webhook was lost, and withdraws pages that nobody should pay."""

import asyncio
from itertools import pairwise

import pytest

from cafe.core import store
from cafe.core.ports import ProviderName
from cafe.core.store import invoices
from cafe.core.values import OrderId
from tests.core.till import PERSON, Till
from tests.fakes.service import Failure

STATUS = "/invoice/status"
REMOVE = "/invoice/remove"


async def opened(till: Till) -> tuple[OrderId, str]:
    order = await till.order()
    assert await till.payments.open_invoice(order)
    return order, await till.invoice_of(order)


async def test_a_lost_webhook_is_made_up_for(till: Till) -> None:
    order, invoice = await opened(till)
    await till.bank.pay(invoice)
    await till.sweeper.sweep()
    assert not await till.is_marked_paid(order)
    till.clock.advance(seconds=21)
    await till.sweeper.sweep()
    assert await till.is_marked_paid(order)
    assert await till.kinds() == ["staff-order-paid", "customer-payment-received"]


async def test_an_older_invoice_is_found_too(till: Till) -> None:
    order, older = await opened(till)
    await till.payments.pay(PERSON, order)
    await till.bank.pay(older)
    till.clock.advance(seconds=21)
    await till.sweeper.sweep()
    assert await till.is_marked_paid(order)


async def test_the_gaps_grow_and_end(till: Till) -> None:
    await opened(till)
    asked_at = []
    for _ in range(24 * 60):
        before = len(till.bank.calls_to(STATUS))
        await till.sweeper.sweep()
        if len(till.bank.calls_to(STATUS)) > before:
            asked_at.append(till.clock.now().timestamp())
        till.clock.advance(seconds=15)
    gaps = [later - earlier for earlier, later in pairwise(asked_at)]
    assert gaps[0] <= 30
    assert max(gaps) <= 615
    assert 10 < len(asked_at) < 40
    assert not await till.rows("SELECT 1 FROM invoices WHERE next_check_at IS NOT NULL")


async def test_a_restart_asks_at_once(till: Till) -> None:
    order, invoice = await opened(till)
    await till.bank.pay(invoice)
    running = asyncio.ensure_future(till.sweeper.run())
    for _ in range(500):
        if await till.is_marked_paid(order):
            break
        await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert await till.is_marked_paid(order)


async def test_what_is_over_is_not_asked_about(till: Till) -> None:
    _, invoice = await opened(till)
    till.bank.expire(invoice)
    for _ in range(3):
        till.clock.advance(minutes=20)
        await till.sweeper.sweep()
    assert len(till.bank.calls_to(STATUS)) == 1
    assert await till.messages() == []


@pytest.mark.parametrize("failure", [f for f in Failure if f is not Failure.SLOW])
async def test_a_failing_bank_is_asked_again_later(till: Till, failure: Failure) -> None:
    order, invoice = await opened(till)
    await till.bank.pay(invoice)
    till.bank.fail(failure, times=5)
    till.clock.advance(seconds=21)
    await till.sweeper.sweep()
    assert not await till.is_marked_paid(order)
    till.bank.recover()
    till.clock.advance(seconds=60)
    await till.sweeper.sweep()
    assert await till.is_marked_paid(order)


async def test_a_bank_that_never_answers_is_given_up(till: Till) -> None:
    await opened(till)
    till.bank.fail(Failure.SERVER_ERROR, times=10_000)
    for _ in range(30):
        till.clock.advance(hours=2)
        await till.sweeper.sweep()
    assert not await till.rows("SELECT 1 FROM invoices WHERE next_check_at IS NOT NULL")


async def test_once_paid_the_other_pages_are_withdrawn(till: Till) -> None:
    order, older = await opened(till)
    await till.payments.pay(PERSON, order)
    newer = await till.invoice_of(order)
    await till.paid_webhook(older)
    await till.sweeper.sweep()
    assert till.bank.invoices[newer].status == "expired"
    assert not await till.rows("SELECT 1 FROM invoices WHERE next_check_at IS NOT NULL")


async def test_a_cancelled_orders_page_is_withdrawn(till: Till) -> None:
    order, invoice = await opened(till)
    await till.database.write(store.invoices.queue_withdrawals, order, int(till.clock.now().timestamp()))
    await till.sweeper.sweep()
    assert till.bank.invoices[invoice].status == "expired"
    await till.bank_says(invoice, status="expired")
    assert await till.messages() == []


async def test_withdrawing_is_tried_until_it_works(till: Till) -> None:
    order, invoice = await opened(till)
    await till.database.write(store.invoices.queue_withdrawals, order, int(till.clock.now().timestamp()))
    till.bank.fail(Failure.SERVER_ERROR, times=2)
    await till.sweeper.sweep()
    till.clock.advance(minutes=1)
    await till.sweeper.sweep()
    assert till.bank.invoices[invoice].status == "expired"
    assert len(till.bank.calls_to(REMOVE)) == 2


async def test_who_pays_while_it_is_withdrawn_gets_the_money_back(till: Till) -> None:
    order, invoice = await opened(till)
    await till.change(order, status="cancelled")
    await till.database.write(store.invoices.queue_withdrawals, order, int(till.clock.now().timestamp()))
    await till.bank.pay(invoice)
    await till.sweeper.sweep()
    assert await till.kinds() == ["staff-money-to-return", "customer-money-to-return"]


async def test_an_order_cancelled_while_its_page_was_made(till: Till) -> None:
    order = await till.order(status="cancelled")
    await till.payments.open_invoice(order)
    await till.sweeper.sweep()
    assert till.bank.invoices[await till.invoice_of(order)].status == "expired"


async def test_a_link_that_cannot_be_withdrawn_is_watched(till: Till) -> None:
    await till.use(ProviderName.LIQPAY)
    order = await till.order()
    page = await till.payments.open_invoice(order)
    assert page is not None
    await till.change(order, status="cancelled")
    await till.database.write(store.invoices.queue_withdrawals, order, int(till.clock.now().timestamp()))
    await till.sweeper.sweep()
    await till.liqpay.open(page)
    await till.liqpay.pay(await till.invoice_of(order))
    till.clock.advance(minutes=5)
    await till.sweeper.sweep()
    assert await till.kinds() == ["staff-money-to-return", "customer-money-to-return"]


async def test_an_order_cancelled_while_its_invoice_is_looked_at_is_withdrawn_next(till: Till) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    till.clock.advance(minutes=1)
    now = int(till.clock.now().timestamp())
    [seen] = await till.database.read(invoices.list_due, now, 10)
    await till.database.write(invoices.queue_withdrawals, order, now)
    await till.database.write(invoices.schedule_check, seen, now + 600)
    [due] = await till.database.read(invoices.list_due, now, 10)
    assert due.is_withdrawal_due

"""Money that must go back: rows that stand until it has, worked out from the payments themselves."""

import asyncio
from datetime import timedelta

import pytest

from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.handlers import record
from cafe.core.kernel.ids import OrderId, ProviderName
from cafe.core.money.payments import ledger, service
from cafe.core.money.payments.counter import CounterService
from cafe.core.money.payments.errors import AlreadyPaidError
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.payments.port import INVOICE_VALIDITY
from cafe.core.money.refunds.model import Selection
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.ordering.orders.service import OrderService
from cafe.core.ordering.orders.staff_service import StaffOrderService
from tests.core.payments_harness import CREDENTIALS, PERSON, PaymentsHarness
from tests.fakes.service import Failure

STATUS = "/invoice/status"
CREATE = "/invoice/create"


async def paid(harness: PaymentsHarness, **said: object) -> tuple[OrderId, str]:
    order = await harness.order()
    await harness.page(order)
    invoice = await harness.invoice_of(order)
    await harness.paid_webhook(invoice, **said)
    return order, invoice


async def guest_cancels(harness: PaymentsHarness, order: OrderId) -> None:
    await OrderService(harness.database, harness.clock, record, SnapshotCache(harness.database, harness.clock)).cancel(
        PERSON, order
    )


async def staff_cancel(harness: PaymentsHarness, order: OrderId) -> None:
    service = StaffOrderService(harness.database, harness.clock, record)
    await service.cancel(order, OrderStatus.NEW, "Закінчилися продукти", "Ірина")


async def debts(harness: PaymentsHarness) -> list[tuple[int, str, str]]:
    """What is still to be returned."""
    rows = await harness.rows("SELECT * FROM money_to_return WHERE returned_at IS NULL ORDER BY id")
    return [(row["amount"], row["currency"], row["reason"]) for row in rows]


async def owed_by_kind(harness: PaymentsHarness) -> list[tuple[str, int]]:
    rows = await harness.rows(
        "SELECT p.kind, m.amount FROM money_to_return m JOIN payments p ON p.id = m.payment_id ORDER BY m.id"
    )
    return [(row["kind"], row["amount"]) for row in rows]


async def test_a_paid_order_that_is_cancelled_leaves_a_debt(harness: PaymentsHarness) -> None:
    order, _ = await paid(harness)
    await staff_cancel(harness, order)
    assert await debts(harness) == [(23_000, "UAH", "by-staff")]


async def test_the_exact_sum_and_currency_are_owed(harness: PaymentsHarness) -> None:
    order, _ = await paid(harness, amount=150, ccy=840)
    await guest_cancels(harness, order)
    assert await debts(harness) == [(150, "USD", "by-customer")]
    told = {"money_to_return": True, "sums": [[150, "USD"]]}
    assert ("staff", "staff-order-cancelled", told) in await harness.messages()


async def test_two_payments_are_both_owed_once_the_order_is_cancelled(harness: PaymentsHarness) -> None:
    order, first = await paid(harness)
    await harness.change(order, payment_status="unpaid")
    await harness.payments.pay(PERSON, order)
    second = await harness.invoice_of(order)
    assert second != first
    await harness.change(order, payment_status="paid")
    await harness.paid_webhook(second)
    assert await debts(harness) == [(23_000, "UAH", "second")]
    await guest_cancels(harness, order)
    assert await debts(harness) == [(23_000, "UAH", "second"), (23_000, "UAH", "by-customer")]


async def test_what_went_back_already_is_not_owed(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    await harness.bank_says(invoice, status="reversed")
    assert (await harness.kinds())[-2:] == ["staff-payment-reversed", "customer-money-returned"]
    await guest_cancels(harness, order)
    assert await debts(harness) == []
    assert ("staff", "staff-order-cancelled", {"money_to_return": False}) in await harness.messages()


async def test_a_reversal_settles_what_was_owed(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    await guest_cancels(harness, order)
    said = await harness.messages()
    for _ in range(2):
        await harness.bank_says(invoice, status="reversed")
    assert await debts(harness) == []
    (row,) = await harness.rows("SELECT returned_by FROM money_to_return")
    assert row["returned_by"] == "reversal"
    returned = ("customer", "customer-money-returned", {"sums": [[23_000, "UAH"]], "way": "cabinet"})
    assert await harness.messages() == [*said, returned], "the card shows it, the staff need not do anything"
    events = await harness.rows("SELECT detail FROM order_events WHERE kind = 'reversed'")
    assert [event["detail"] for event in events] == ["230"]


async def test_an_order_paid_at_the_counter_and_cancelled_is_owed_in_person(harness: PaymentsHarness) -> None:
    order = await harness.order(payment_method="cash", payment_status="paid")
    await staff_cancel(harness, order)
    assert await owed_by_kind(harness) == [("terminal", 23_000)]


async def test_an_order_whose_payment_went_back_can_be_paid_anew(harness: PaymentsHarness) -> None:
    """Its receipt tells of the card alone, so what goes back of the cash needs no return receipt."""
    order, invoice = await paid(harness)
    await harness.receipts.work()
    await harness.change(order, status="ready", order_type="pickup")
    counter = CounterService(harness.database, harness.clock, record)
    part = Selection(amount=100_00)
    await harness.refunds.request(order, part, seen=0, reason="", actor="Ірина")
    with pytest.raises(AlreadyPaidError):
        await counter.complete(order, OrderStatus.READY, CounterPayment.CASH, "Ірина")
    await harness.bank_says(invoice, status="reversed")
    await harness.receipts.work()
    await counter.complete(order, OrderStatus.READY, CounterPayment.CASH, "Ірина")
    payments = await harness.database.read(ledger.list_payments, order)
    assert [(each.kind, each.kept, each.has_sale) for each in payments] == [
        (PaymentKind.CARD, 0, True),
        (PaymentKind.CASH, 230_00, True),
    ]
    made = len(harness.checkbox.receipts)
    await harness.refunds.begin(order, Selection(is_whole=True), seen=2, reason="", actor="Ірина")
    await harness.receipts.work()
    assert len(harness.checkbox.receipts) == made
    assert await debts(harness) == []


async def test_what_came_on_top_and_went_back_pays_for_nothing(harness: PaymentsHarness) -> None:
    """Cash was taken, a page was paid besides and reversed, and the order was not handed over after all."""
    order = await harness.order()
    await harness.page(order)
    await harness.change(order, status="ready", order_type="pickup", payment_method="cash")
    staff = StaffOrderService(harness.database, harness.clock, record)
    await staff.advance(order, OrderStatus.READY, OrderStatus.COMPLETED, "Ірина")
    invoice = await harness.invoice_of(order)
    await harness.paid_webhook(invoice)
    await harness.bank_says(invoice, status="reversed")
    await staff.step_back(order, OrderStatus.COMPLETED, "Ірина")
    payments = await harness.database.read(ledger.list_payments, order)
    assert [(each.kind, each.kept, each.has_sale) for each in payments] == [(PaymentKind.CARD, 0, False)]
    assert not await harness.database.read(ledger.is_refunded, order)


async def paid_twice(harness: PaymentsHarness) -> tuple[OrderId, str, str]:
    """Both of its open pages are paid."""
    order = await harness.order()
    pages = []
    for _ in range(2):
        await harness.payments.pay(PERSON, order)
        pages.append(await harness.invoice_of(order))
    for page in pages:
        await harness.bank.pay(page)
        await harness.paid_webhook(page)
    assert await debts(harness) == [(23_000, "UAH", "second")]
    return order, pages[0], pages[1]


async def test_what_the_bank_returns_of_the_first_payment_is_set_off_against_the_second(
    harness: PaymentsHarness,
) -> None:
    order, first, second = await paid_twice(harness)
    await harness.receipts.work()
    said = len(await harness.messages())
    await harness.bank_says(first, status="reversed")
    await harness.receipts.work()
    assert await debts(harness) == []
    assert [kind for to, kind, _ in (await harness.messages())[said:] if to == "staff"] == []
    assert len(harness.checkbox.receipts) == 1, "the sale stands"
    offer = await harness.refunds.offer(order)
    assert offer.own is not None
    assert (offer.own.provider_invoice_id, offer.own.left, offer.own.has_sale) == (second, 23_000, True)
    await harness.bank_says(second, status="reversed")
    await harness.receipts.work()
    assert len(harness.checkbox.receipts) == 2
    assert "staff-payment-reversed" in await harness.kinds()


async def test_what_the_staff_return_of_the_first_payment_leaves_the_second_owed(harness: PaymentsHarness) -> None:
    order, first, _ = await paid_twice(harness)
    await harness.refunds.request(order, Selection(is_whole=True), seen=0, reason="", actor="Ірина")
    await harness.bank_says(first, status="reversed")
    assert await debts(harness) == [(23_000, "UAH", "second")]


async def test_cash_and_a_late_card_payment_are_both_owed(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.page(order)
    await harness.change(order, status="ready", order_type="pickup")
    counter = CounterService(harness.database, harness.clock, record)
    await counter.complete(order, OrderStatus.READY, CounterPayment.CASH, "Ірина")
    await harness.paid_webhook(await harness.invoice_of(order))
    staff = StaffOrderService(harness.database, harness.clock, record)
    await staff.step_back(order, OrderStatus.COMPLETED, "Ірина")
    await staff.cancel(order, OrderStatus.READY, "Закінчилися продукти", "Ірина")
    assert await owed_by_kind(harness) == [("card", 23_000), ("cash", 23_000)]


async def test_a_link_paid_after_an_unpaid_order_was_handed_over_is_its_payment(harness: PaymentsHarness) -> None:
    """Which earlier versions did without asking."""
    order = await harness.order()
    await harness.page(order)
    await harness.change(order, status="completed")
    await harness.paid_webhook(await harness.invoice_of(order))
    assert await harness.is_marked_paid(order)
    assert await debts(harness) == []
    assert await harness.rows("SELECT 1 FROM receipts")


async def test_a_reversal_of_the_same_moment_outlives_the_success(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.page(order)
    invoice = await harness.invoice_of(order)
    moment = harness.clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    await harness.bank_says(invoice, status="reversed", modifiedDate=moment)
    await harness.bank_says(invoice, status="success", modifiedDate=moment)
    assert not await harness.is_marked_paid(order)


@pytest.mark.parametrize("status", ["cancelled", "completed"])
async def test_a_failed_payment_of_an_order_that_is_over_is_no_news(harness: PaymentsHarness, status: str) -> None:
    order = await harness.order()
    await harness.page(order)
    await harness.change(order, status=status)
    await harness.bank_says(await harness.invoice_of(order), status="failure")
    assert await harness.messages() == []


async def test_receipts_of_a_cancelled_order(harness: PaymentsHarness) -> None:
    """One that nobody asked for yet is dropped; of one that is made a return follows, once the money went back."""
    early, _ = await paid(harness)
    await guest_cancels(harness, early)
    late, invoice = await paid(harness)
    await harness.receipts.work()
    assert len(harness.checkbox.receipts) == 1
    await guest_cancels(harness, late)
    states = await harness.rows("SELECT order_id, state FROM receipts ORDER BY order_id")
    assert [(row["order_id"], row["state"]) for row in states] == [(early, "dropped"), (late, "done")]
    await harness.receipts.work()
    assert len(harness.checkbox.receipts) == 1
    await harness.bank_says(invoice, status="reversed")
    await harness.receipts.work()
    sale, back = harness.checkbox.receipts.values()
    assert (back.returns, back.total) == (sale.id, sale.total)
    assert [line["good"] for line in back.sold["goods"]] == [line["good"] for line in sale.sold["goods"]]


async def test_an_order_cancelled_while_its_receipt_is_made_needs_another(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.checkbox.fail(Failure.LOST_ANSWER, path="/receipts/sell")
    await harness.receipts.work()
    await guest_cancels(harness, order)
    await harness.bank_says(invoice, status="reversed")
    harness.clock.advance(minutes=1)
    for _ in range(2):
        await harness.receipts.work()
    sale, back = harness.checkbox.receipts.values()
    assert back.returns == sale.id
    told = [payload for _, kind, payload in await harness.messages() if kind == "customer-receipt-ready"]
    assert told == [{"url": f"{harness.checkbox.base_url}/{back.id}", "is_return": True}]


async def test_a_reversal_whose_webhook_was_lost_is_found(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.bank.invoices[invoice].status = "success"
    await guest_cancels(harness, order)
    await sweep_for(harness, days=0.5)
    assert len(await debts(harness)) == 1
    harness.bank.invoices[invoice].status = "reversed"
    await sweep_for(harness, days=0.1)
    assert await debts(harness) == []


async def test_what_is_owed_is_not_asked_about_for_ever(harness: PaymentsHarness) -> None:
    order, invoice = await paid(harness)
    harness.bank.invoices[invoice].status = "success"
    await guest_cancels(harness, order)
    said = await harness.messages()
    await sweep_for(harness, days=17)
    assert not await harness.rows("SELECT 1 FROM invoices WHERE next_check_at IS NOT NULL")
    assert len(await debts(harness)) == 1
    assert await harness.messages() == said


# Payments that take long.


async def sweep_for(harness: PaymentsHarness, *, days: float, hours: float = 1) -> None:
    for _ in range(int(days * 24 / hours)):
        harness.clock.advance(hours=hours)
        await harness.sweeper.sweep()


@pytest.mark.parametrize("provider", list(ProviderName))
async def test_a_payment_in_progress_is_waited_for(harness: PaymentsHarness, provider: ProviderName) -> None:
    await harness.use(provider)
    order = await harness.order()
    page = await harness.page(order)
    invoice = await harness.invoice_of(order)
    if provider is ProviderName.LIQPAY:
        await harness.liqpay.open(page)
        harness.liqpay.payments[invoice].status = "cash_wait"
    else:
        harness.bank.invoices[invoice].status = "processing"
    await sweep_for(harness, days=1)
    await (harness.liqpay if provider is ProviderName.LIQPAY else harness.bank).pay(invoice)
    await sweep_for(harness, days=0.1)
    assert await harness.is_marked_paid(order)


async def test_a_payment_that_never_ends_is_told_to_the_staff_once(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.page(order)
    harness.bank.invoices[await harness.invoice_of(order)].status = "processing"
    await sweep_for(harness, days=3)
    assert await harness.messages() == [("staff", "staff-payment-unclear", {"provider": "monobank"})]
    assert not await harness.rows("SELECT 1 FROM invoices WHERE next_check_at IS NOT NULL")


async def test_new_credentials_take_up_what_was_given_up(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.page(order)
    await harness.sweeper.resume()
    await harness.bank.pay(await harness.invoice_of(order))
    harness.bank.token = "rotated"
    await sweep_for(harness, days=3)
    assert await harness.kinds() == ["staff-payment-unclear"]
    await harness.sweeper.resume()
    await harness.sweeper.sweep()
    assert not await harness.is_marked_paid(order), "the same token is asked for nothing"
    harness.bank.token = "mono-test-token"
    await harness.restarted_with(CREDENTIALS | {ProviderName.MONOBANK: "renewed"}).resume()
    await harness.sweeper.sweep()
    assert await harness.is_marked_paid(order)


async def test_checks_go_on_when_the_clock_is_set_back(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.page(order)
    harness.clock.advance(minutes=10)
    await harness.sweeper.sweep()
    await harness.bank.pay(await harness.invoice_of(order))
    harness.clock.advance(hours=-1)
    await harness.sweeper.sweep()
    assert await harness.is_marked_paid(order)


# Payment pages.


async def test_many_taps_make_few_pages(harness: PaymentsHarness) -> None:
    order = await harness.order()
    pages = {(await harness.payments.pay(PERSON, order)).url for _ in range(12)}
    assert len(pages) == len(harness.bank.invoices) == service.MAX_PAGES


async def test_many_taps_at_once_make_few_pages(harness: PaymentsHarness) -> None:
    order = await harness.order()
    pages = await asyncio.gather(*(harness.payments.pay(PERSON, order) for _ in range(60)))
    assert len({page.url for page in pages}) <= service.MAX_PAGES
    assert len(harness.bank.calls_to(CREATE)) == service.MAX_PAGES


async def test_tries_that_failed_do_not_count(harness: PaymentsHarness) -> None:
    order = await harness.order()
    harness.bank.fail(Failure.SERVER_ERROR, times=service.MAX_PAGES + 1)
    for _ in range(service.MAX_PAGES + 1):
        assert (await harness.payments.open_invoice(order)).is_unavailable
    assert await harness.page(order)


async def test_a_page_too_old_to_be_paid_is_not_handed_out(harness: PaymentsHarness) -> None:
    order = await harness.order()
    old = await harness.page(order)
    harness.clock.advance(hours=3)
    assert await harness.payments.find_page_url(order) is None
    assert await harness.page(order) != old


async def test_a_withdrawn_page_is_not_handed_out(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.page(order)
    await guest_cancels(harness, order)
    assert await harness.payments.find_page_url(order) is None
    assert (await harness.payments.open_invoice(order)).page_url is None
    assert await harness.kinds() == ["staff-order-cancelled"], "nobody is told that cards were unavailable"


async def test_paid_while_a_new_page_is_made(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.page(order)
    first = await harness.invoice_of(order)
    harness.bank.fail(Failure.SLOW, path=CREATE, seconds=1)
    paying = asyncio.ensure_future(harness.payments.pay(PERSON, order))
    while len(harness.bank.calls_to(CREATE)) < 2:  # noqa: ASYNC110 - the bank is asked now
        await asyncio.sleep(0.01)
    await harness.paid_webhook(first)
    with pytest.raises(AlreadyPaidError):
        await paying


async def test_looks_at_one_invoice_share_a_call(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.page(order)
    harness.bank.fail(Failure.SLOW, path=STATUS, seconds=1)
    looks = await asyncio.gather(*(harness.payments.is_paid(PERSON, order) for _ in range(20)))
    assert looks == [False] * 20
    assert len(harness.bank.calls_to(STATUS)) == 1


async def test_a_shared_look_that_fails_fails_for_all_and_only_then(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.page(order)
    await harness.bank.pay(await harness.invoice_of(order))
    harness.bank.fail(Failure.SERVER_ERROR, path=STATUS, times=5)
    assert await asyncio.gather(*(harness.payments.is_paid(PERSON, order) for _ in range(5))) == [False] * 5
    harness.bank.recover()
    assert await harness.payments.is_paid(PERSON, order)


def test_a_page_is_handed_out_while_there_is_time_to_pay() -> None:
    assert timedelta(hours=1) < service.HANDED_OUT_FOR < INVOICE_VALIDITY

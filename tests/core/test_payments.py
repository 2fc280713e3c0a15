"""Card payments by the specification's tables: pay, poll, webhook, and what each of them tells to whom."""

import asyncio
from datetime import timedelta

import pytest

from cafe.core.handlers import record
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import ProviderName
from cafe.core.money.payments.errors import AlreadyPaidError, NotPayableError, NotPayableReason, ProviderError
from cafe.core.money.payments.service import OpenedInvoice
from cafe.core.people.privacy.service import PrivacyService
from tests.core.payments_harness import GUEST, PERSON, Message, PaymentsHarness
from tests.fakes.service import Failure

STAFF_PAID: Message = ("staff", "staff-order-paid", {})
UNAVAILABLE = OpenedInvoice(None, is_unavailable=True)
CUSTOMER_PAID: Message = ("customer", "customer-payment-received", {})
CUSTOMER_FAILED: Message = ("customer", "customer-payment-failed", {})


async def test_a_card_order_gets_a_page_for_its_total(harness: PaymentsHarness) -> None:
    order = await harness.order(discount=10, promo_discount=20)
    page = await harness.page(order)
    invoice = harness.bank.invoices[await harness.invoice_of(order)]
    assert page == f"{harness.bank.base_url}/pay/{invoice.id}"
    assert invoice.amount == 20_000
    assert invoice.destination == f"Замовлення №{order}"
    assert invoice.webhook_url.endswith("/api/payments/bank/webhook")
    assert invoice.redirect_url.endswith(f"/webapp/?track=track-{order}")
    assert await harness.messages() == []


@pytest.mark.parametrize(
    "failure", [Failure.TOO_MANY_REQUESTS, Failure.SERVER_ERROR, Failure.HTML, Failure.NONSENSE, Failure.DROPPED]
)
async def test_a_failing_bank_makes_cards_unavailable(harness: PaymentsHarness, failure: Failure) -> None:
    harness.bank.fail(failure)
    assert await harness.payments.open_invoice(await harness.order()) == UNAVAILABLE
    assert await harness.messages() == [("customer", "customer-card-unavailable", {})]
    assert await harness.page(await harness.order())


async def test_a_guest_without_a_page_gets_no_message(harness: PaymentsHarness) -> None:
    harness.bank.fail(Failure.SERVER_ERROR)
    assert await harness.payments.open_invoice(await harness.order(GUEST)) == UNAVAILABLE
    assert await harness.messages() == []


async def test_a_page_that_is_there_is_given_again(harness: PaymentsHarness) -> None:
    order = await harness.order()
    assert await harness.page(order) == await harness.page(order)
    assert len(harness.bank.invoices) == 1


async def test_money_for_an_order_whose_customer_was_forgotten_meanwhile(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    await harness.change(order, status="cancelled")
    privacy = PrivacyService(harness.database, harness.clock, record)
    assert (await privacy.forget(PERSON)).orders == 1
    await harness.paid_webhook(await harness.invoice_of(order))
    assert await harness.kinds() == ["staff-money-to-return"], "the money is known, the person is not"


async def test_pay_makes_a_new_invoice_each_time(harness: PaymentsHarness) -> None:
    order = await harness.order()
    pages = {await harness.page(order), (await harness.payments.pay(PERSON, order)).url}
    assert len(pages) == 2


async def test_pay_refuses_in_the_order_of_the_specification(harness: PaymentsHarness) -> None:
    order = await harness.order(payment_method="cash", payment_status="paid", status="cancelled")
    with pytest.raises(NotFoundError):
        await harness.payments.pay(GUEST, order)
    with pytest.raises(NotPayableError) as not_card:
        await harness.payments.pay(PERSON, order)
    assert not_card.value.reason is NotPayableReason.NOT_CARD
    await harness.change(order, payment_method="card")
    with pytest.raises(AlreadyPaidError):
        await harness.payments.pay(PERSON, order)
    await harness.change(order, payment_status="unpaid")
    for status in ("cancelled", "completed"):
        await harness.change(order, status=status)
        with pytest.raises(NotPayableError) as finished:
            await harness.payments.pay(PERSON, order)
        assert finished.value.reason is NotPayableReason.FINISHED
    await harness.change(order, status="courier")
    harness.bank.fail(Failure.SERVER_ERROR)
    with pytest.raises(ProviderError):
        await harness.payments.pay(PERSON, order)
    assert not await harness.rows("SELECT 1 FROM invoices WHERE invoice_id IS NOT NULL")


async def test_a_paid_webhook_tells_both(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    await harness.paid_webhook(await harness.invoice_of(order))
    assert await harness.is_marked_paid(order)
    assert await harness.messages() == [STAFF_PAID, CUSTOMER_PAID]
    rows = await harness.rows("SELECT locale FROM outbox WHERE kind <> 'staff-card-changed' ORDER BY id")
    assert [row["locale"] for row in rows] == ["uk", "en"]


async def test_a_paid_guest_is_told_to_the_staff_alone(harness: PaymentsHarness) -> None:
    order = await harness.order(GUEST)
    await harness.payments.open_invoice(order)
    await harness.paid_webhook(await harness.invoice_of(order))
    assert await harness.messages() == [STAFF_PAID]


async def test_a_paid_poll_tells_the_staff_alone(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    assert await harness.payments.is_paid(PERSON, order) is False
    await harness.bank.pay(await harness.invoice_of(order))
    assert await harness.payments.is_paid(PERSON, order) is True
    assert await harness.messages() == [STAFF_PAID]
    calls = len(harness.bank.calls)
    assert await harness.payments.is_paid(PERSON, order) is True
    assert len(harness.bank.calls) == calls


async def test_a_poll_without_invoice_asks_nobody(harness: PaymentsHarness) -> None:
    assert await harness.payments.is_paid(PERSON, await harness.order()) is False
    assert not harness.bank.calls


async def test_a_poll_of_somebody_elses_order(harness: PaymentsHarness) -> None:
    with pytest.raises(NotFoundError):
        await harness.payments.is_paid(GUEST, await harness.order())


@pytest.mark.parametrize("failure", [f for f in Failure if f is not Failure.SLOW])
async def test_a_failing_poll_is_unpaid(harness: PaymentsHarness, failure: Failure) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    await harness.bank.pay(await harness.invoice_of(order))
    harness.bank.fail(failure, times=5)
    assert await harness.payments.is_paid(PERSON, order) is False
    harness.bank.recover()
    assert await harness.payments.is_paid(PERSON, order) is True


async def test_an_invoice_is_asked_about_where_it_was_made(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.use(ProviderName.LIQPAY)
    page = await harness.page(order)
    await harness.liqpay.open(page)
    await harness.use(ProviderName.MONOBANK)
    await harness.liqpay.pay(await harness.invoice_of(order))
    assert await harness.payments.is_paid(PERSON, order) is True
    assert not harness.bank.calls


@pytest.mark.parametrize("status", ["failure", "reversed", "expired"])
async def test_a_failed_payment_is_told_each_time_and_changes_nothing(harness: PaymentsHarness, status: str) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    for _ in range(2):
        await harness.bank_says(await harness.invoice_of(order), status=status)
    assert not await harness.is_marked_paid(order)
    assert await harness.messages() == [CUSTOMER_FAILED] * 2


async def test_a_failed_payment_of_a_guest_is_told_to_nobody(harness: PaymentsHarness) -> None:
    order = await harness.order(GUEST)
    await harness.payments.open_invoice(order)
    await harness.bank_says(await harness.invoice_of(order), status="failure")
    assert await harness.messages() == []


@pytest.mark.parametrize("status", ["created", "processing", "hold", "", "surprise", None, 7, {"a": 1}])
async def test_other_words_change_nothing(harness: PaymentsHarness, status: object) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    await harness.bank_says(await harness.invoice_of(order), status=status)
    assert not await harness.is_marked_paid(order)
    assert await harness.messages() == []


async def test_a_declined_card_may_be_followed_by_another(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    invoice = await harness.invoice_of(order)
    await harness.bank.decline(invoice)
    await harness.webhook(harness.bank.invoices[invoice].body)
    await harness.bank.pay(invoice)
    await harness.webhook(harness.bank.invoices[invoice].body)
    assert await harness.messages() == [CUSTOMER_FAILED, STAFF_PAID, CUSTOMER_PAID]


async def test_after_payment_nothing_more_is_said(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    invoice = await harness.invoice_of(order)
    await harness.paid_webhook(invoice)
    said = await harness.messages()
    for status in ("success", "processing", "failure", "expired", "reversed", "success"):
        await harness.bank_says(invoice, status=status)
        (kept,) = await harness.rows("SELECT status FROM invoices")
        assert kept["status"] in {"paid", "reversed"}, "late words do not open it again"
    assert await harness.is_marked_paid(order)
    sums = [[23_000, "UAH"]]
    assert await harness.messages() == [
        *said,
        ("staff", "staff-payment-reversed", {"sums": sums}),
        ("customer", "customer-money-returned", {"sums": sums, "way": "cabinet"}),
    ]


async def test_an_unknown_invoice_is_nothing(harness: PaymentsHarness) -> None:
    await harness.webhook(b'{"invoiceId":"p2_unknown","status":"processing"}')
    await harness.webhook(b'{"invoiceId":"p2_unknown","status":"processing","reference":"1-guess"}')
    assert await harness.messages() == []


async def test_the_staff_are_told_once_of_a_payment_that_nobody_knows(harness: PaymentsHarness) -> None:
    """As in a database that was restored from a copy."""
    for _ in range(2):
        await harness.webhook(b'{"invoiceId":"p2_lost","status":"success","amount":23000,"ccy":980,"reference":"9-x"}')
    told = {"sums": [[230_00, "UAH"]], "provider": "monobank", "reference": "p2_lost"}
    assert await harness.messages() == [("staff", "staff-payment-unknown", told)]


async def test_an_older_invoice_still_pays(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    older = await harness.invoice_of(order)
    await harness.payments.pay(PERSON, order)
    await harness.paid_webhook(older)
    assert await harness.is_marked_paid(order)
    assert await harness.kinds() == ["staff-order-paid", "customer-payment-received"]


async def test_an_invoice_that_we_never_noted_is_known_by_its_reference(harness: PaymentsHarness) -> None:
    """As after a kill between the bank's answer and our note of it."""
    order = await harness.order()
    await harness.payments.open_invoice(order)
    invoice = await harness.invoice_of(order)
    await harness.database.write(lambda conn: conn.run("UPDATE invoices SET invoice_id = NULL, page_url = NULL"))
    await harness.paid_webhook(invoice)
    assert not await harness.is_marked_paid(order), "the bank itself says that it is not paid"
    await harness.bank.pay(invoice)
    await harness.webhook(harness.bank.invoices[invoice].body)
    assert await harness.is_marked_paid(order)


async def test_an_unknown_invoice_with_our_reference_is_asked_about_until_the_bank_answers(
    harness: PaymentsHarness,
) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    invoice = await harness.invoice_of(order)
    await harness.database.write(lambda conn: conn.run("UPDATE invoices SET invoice_id = NULL, page_url = NULL"))
    await harness.bank.pay(invoice)
    harness.bank.fail(Failure.SERVER_ERROR, path="/invoice/status")
    await harness.webhook(harness.bank.invoices[invoice].body)
    assert not await harness.is_marked_paid(order)
    await harness.sweeper.sweep()
    assert await harness.is_marked_paid(order)


async def test_a_second_payment_is_to_be_returned_and_told_once(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    first = await harness.invoice_of(order)
    await harness.payments.pay(PERSON, order)
    second = await harness.invoice_of(order)
    for invoice in (first, second, second, first):
        await harness.paid_webhook(invoice)
    assert await harness.messages() == [
        STAFF_PAID,
        CUSTOMER_PAID,
        ("staff", "staff-money-to-return", {"sums": [[23_000, "UAH"]], "reason": "second"}),
    ]


async def test_a_cancelled_order_that_is_paid_is_to_be_returned(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    await harness.change(order, status="cancelled")
    for _ in range(2):
        await harness.paid_webhook(await harness.invoice_of(order))
    assert await harness.is_marked_paid(order)
    assert await harness.messages() == [
        ("staff", "staff-money-to-return", {"sums": [[23_000, "UAH"]], "reason": "cancelled"}),
        ("customer", "customer-money-to-return", {"sums": [[23_000, "UAH"]], "reason": "cancelled"}),
    ]
    assert not await harness.rows("SELECT 1 FROM receipts")
    (row,) = await harness.rows("SELECT status FROM orders WHERE id = :id", id=order)
    assert row["status"] == "cancelled"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"amount": 100}, {"amount": 100, "currency": "UAH"}),
        ({"amount": 23_001}, {"amount": 23_001, "currency": "UAH"}),
        ({"ccy": 840}, {"amount": 23_000, "currency": "USD"}),
        ({"ccy": 36}, {"amount": 23_000, "currency": "36"}),
        ({"amount": 23_000, "finalAmount": 20_000}, {"amount": 20_000, "currency": "UAH"}),
    ],
)
async def test_another_sum_pays_and_is_told(
    harness: PaymentsHarness, said: dict[str, object], told: dict[str, object]
) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    for _ in range(2):
        await harness.paid_webhook(await harness.invoice_of(order), **said)
    assert await harness.is_marked_paid(order)
    assert (await harness.messages())[2:] == [("staff", "staff-amount-differs", told | {"holds_receipt": True})]
    assert not await harness.rows("SELECT 1 FROM receipts"), "a receipt over another sum would be wrong"
    [payment] = await harness.rows("SELECT holds_receipt FROM payments")
    assert payment["holds_receipt"] == 1


async def test_a_payment_returned_before_we_heard_of_it_is_no_payment(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    invoice = await harness.invoice_of(order)
    now = harness.clock.now()
    later, earlier = (moment.strftime("%Y-%m-%dT%H:%M:%SZ") for moment in (now, now - timedelta(minutes=5)))
    await harness.bank_says(invoice, status="reversed", modifiedDate=later)
    await harness.bank_says(invoice, status="success", modifiedDate=earlier)
    assert not await harness.is_marked_paid(order)
    assert await harness.messages() == [CUSTOMER_FAILED]


async def test_fifty_at_once_make_one_claim(harness: PaymentsHarness) -> None:
    order = await harness.order()
    await harness.payments.open_invoice(order)
    invoice = await harness.invoice_of(order)
    await harness.bank.pay(invoice)
    body = harness.bank.invoices[invoice].body
    harness.clock.advance(minutes=1)
    async with asyncio.TaskGroup() as together:
        for turn in range(50):
            match turn % 3:
                case 0:
                    together.create_task(harness.webhook(body))
                case 1:
                    together.create_task(harness.payments.is_paid(PERSON, order))
                case _:
                    together.create_task(harness.sweeper.sweep())
    kinds = await harness.kinds()
    assert kinds in (["staff-order-paid"], ["staff-order-paid", "customer-payment-received"])
    assert len(await harness.rows("SELECT 1 FROM receipts")) == 1
    assert len(await harness.rows("SELECT 1 FROM order_events WHERE kind = 'paid'")) == 1

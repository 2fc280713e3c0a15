"""Card payments by the specification's tables: pay, poll, webhook, and what each of them tells to whom."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from cafe.core.errors import (
    AlreadyPaidError,
    NotFoundError,
    NotPayableError,
    NotPayableReason,
    ProviderError,
)
from cafe.core.ports import ProviderName
from tests.core.till import GUEST, PERSON, Message, Till
from tests.fakes.service import Failure

STAFF_PAID: Message = ("staff", "staff-order-paid", {})
CUSTOMER_PAID: Message = ("customer", "customer-payment-received", {})
CUSTOMER_FAILED: Message = ("customer", "customer-payment-failed", {})


async def test_a_card_order_gets_a_page_for_its_total(till: Till) -> None:
    order = await till.order(discount=10, promo_discount=20)
    page = await till.payments.open_invoice(order)
    invoice = till.bank.invoices[await till.invoice_of(order)]
    assert page == f"{till.bank.base_url}/pay/{invoice.id}"
    assert invoice.amount == 20_000
    assert invoice.destination == f"Замовлення №{order}"
    assert invoice.webhook_url.endswith("/api/payments/bank/webhook")
    assert invoice.redirect_url.endswith(f"/webapp/?track=track-{order}")
    assert await till.messages() == []


@pytest.mark.parametrize(
    "failure", [Failure.TOO_MANY_REQUESTS, Failure.SERVER_ERROR, Failure.HTML, Failure.NONSENSE, Failure.DROPPED]
)
async def test_a_failing_bank_makes_cards_unavailable(till: Till, failure: Failure) -> None:
    till.bank.fail(failure)
    assert await till.payments.open_invoice(await till.order()) is None
    assert await till.messages() == [("customer", "customer-card-unavailable", {})]
    assert await till.payments.open_invoice(await till.order()) is not None


async def test_a_guest_without_a_page_gets_no_message(till: Till) -> None:
    till.bank.fail(Failure.SERVER_ERROR)
    assert await till.payments.open_invoice(await till.order(GUEST)) is None
    assert await till.messages() == []


async def test_a_page_that_is_there_is_given_again(till: Till) -> None:
    order = await till.order()
    assert await till.payments.open_invoice(order) == await till.payments.open_invoice(order)
    assert len(till.bank.invoices) == 1


async def test_pay_makes_a_new_invoice_each_time(till: Till) -> None:
    order = await till.order()
    pages = {await till.payments.open_invoice(order), await till.payments.pay(PERSON, order)}
    assert len(pages) == 2


async def test_pay_refuses_in_the_order_of_the_specification(till: Till) -> None:
    order = await till.order(payment_method="cash", payment_status="paid", status="cancelled")
    with pytest.raises(NotFoundError):
        await till.payments.pay(GUEST, order)
    with pytest.raises(NotPayableError) as not_card:
        await till.payments.pay(PERSON, order)
    assert not_card.value.reason is NotPayableReason.NOT_CARD
    await till.change(order, payment_method="card")
    with pytest.raises(AlreadyPaidError):
        await till.payments.pay(PERSON, order)
    await till.change(order, payment_status="unpaid")
    for status in ("cancelled", "completed"):
        await till.change(order, status=status)
        with pytest.raises(NotPayableError) as finished:
            await till.payments.pay(PERSON, order)
        assert finished.value.reason is NotPayableReason.FINISHED
    await till.change(order, status="courier")
    till.bank.fail(Failure.SERVER_ERROR)
    with pytest.raises(ProviderError):
        await till.payments.pay(PERSON, order)
    assert not await till.rows("SELECT 1 FROM invoices WHERE invoice_id IS NOT NULL")


async def test_a_paid_webhook_tells_both(till: Till) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    await till.paid_webhook(await till.invoice_of(order))
    assert await till.is_marked_paid(order)
    assert await till.messages() == [STAFF_PAID, CUSTOMER_PAID]
    rows = await till.rows("SELECT locale FROM outbox WHERE kind <> 'staff-card-changed' ORDER BY id")
    assert [row["locale"] for row in rows] == ["uk", "en"]


async def test_a_paid_guest_is_told_to_the_staff_alone(till: Till) -> None:
    order = await till.order(GUEST)
    await till.payments.open_invoice(order)
    await till.paid_webhook(await till.invoice_of(order))
    assert await till.messages() == [STAFF_PAID]


async def test_a_paid_poll_tells_the_staff_alone(till: Till) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    assert await till.payments.is_paid(PERSON, order) is False
    await till.bank.pay(await till.invoice_of(order))
    assert await till.payments.is_paid(PERSON, order) is True
    assert await till.messages() == [STAFF_PAID]
    calls = len(till.bank.calls)
    assert await till.payments.is_paid(PERSON, order) is True
    assert len(till.bank.calls) == calls


async def test_a_poll_without_invoice_asks_nobody(till: Till) -> None:
    assert await till.payments.is_paid(PERSON, await till.order()) is False
    assert not till.bank.calls


async def test_a_poll_of_somebody_elses_order(till: Till) -> None:
    with pytest.raises(NotFoundError):
        await till.payments.is_paid(GUEST, await till.order())


@pytest.mark.parametrize("failure", [f for f in Failure if f is not Failure.SLOW])
async def test_a_failing_poll_is_unpaid(till: Till, failure: Failure) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    await till.bank.pay(await till.invoice_of(order))
    till.bank.fail(failure, times=5)
    assert await till.payments.is_paid(PERSON, order) is False
    till.bank.recover()
    assert await till.payments.is_paid(PERSON, order) is True


async def test_an_invoice_is_asked_about_where_it_was_made(till: Till) -> None:
    order = await till.order()
    await till.use(ProviderName.LIQPAY)
    page = await till.payments.open_invoice(order)
    assert page is not None
    await till.liqpay.open(page)
    await till.use(ProviderName.MONOBANK)
    await till.liqpay.pay(await till.invoice_of(order))
    assert await till.payments.is_paid(PERSON, order) is True
    assert not till.bank.calls


@pytest.mark.parametrize("status", ["failure", "reversed", "expired"])
async def test_a_failed_payment_is_told_each_time_and_changes_nothing(till: Till, status: str) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    for _ in range(2):
        await till.bank_says(await till.invoice_of(order), status=status)
    assert not await till.is_marked_paid(order)
    assert await till.messages() == [CUSTOMER_FAILED] * 2


async def test_a_failed_payment_of_a_guest_is_told_to_nobody(till: Till) -> None:
    order = await till.order(GUEST)
    await till.payments.open_invoice(order)
    await till.bank_says(await till.invoice_of(order), status="failure")
    assert await till.messages() == []


@pytest.mark.parametrize("status", ["created", "processing", "hold", "", "surprise", None, 7, {"a": 1}])
async def test_other_words_change_nothing(till: Till, status: object) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    await till.bank_says(await till.invoice_of(order), status=status)
    assert not await till.is_marked_paid(order)
    assert await till.messages() == []


async def test_a_declined_card_may_be_followed_by_another(till: Till) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    invoice = await till.invoice_of(order)
    await till.bank.decline(invoice)
    await till.webhook(till.bank.invoices[invoice].body)
    await till.bank.pay(invoice)
    await till.webhook(till.bank.invoices[invoice].body)
    assert await till.messages() == [CUSTOMER_FAILED, STAFF_PAID, CUSTOMER_PAID]


async def test_after_payment_nothing_more_is_said(till: Till) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    invoice = await till.invoice_of(order)
    await till.paid_webhook(invoice)
    said = await till.messages()
    for status in ("success", "processing", "failure", "expired", "reversed", "success"):
        await till.bank_says(invoice, status=status)
        (kept,) = await till.rows("SELECT status, next_check_at FROM invoices")
        assert kept["status"] in {"paid", "reversed"}, "late words do not open it again"
        assert kept["next_check_at"] is None
    assert await till.is_marked_paid(order)
    assert await till.messages() == said


async def test_an_unknown_invoice_is_nothing(till: Till) -> None:
    await till.webhook(b'{"invoiceId":"p2_unknown","status":"success"}')
    await till.webhook(b'{"invoiceId":"p2_unknown","status":"success","reference":"1-guess"}')
    assert await till.messages() == []


async def test_an_older_invoice_still_pays(till: Till) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    older = await till.invoice_of(order)
    await till.payments.pay(PERSON, order)
    await till.paid_webhook(older)
    assert await till.is_marked_paid(order)
    assert await till.kinds() == ["staff-order-paid", "customer-payment-received"]


async def test_an_invoice_that_we_never_noted_is_known_by_its_reference(till: Till) -> None:
    """As after a kill between the bank's answer and our note of it."""
    order = await till.order()
    await till.payments.open_invoice(order)
    invoice = await till.invoice_of(order)
    await till.database.write(lambda conn: conn.run("UPDATE invoices SET invoice_id = NULL, page_url = NULL"))
    await till.paid_webhook(invoice)
    assert await till.is_marked_paid(order)


async def test_a_second_payment_is_to_be_returned_and_told_once(till: Till) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    first = await till.invoice_of(order)
    await till.payments.pay(PERSON, order)
    second = await till.invoice_of(order)
    for invoice in (first, second, second, first):
        await till.paid_webhook(invoice)
    assert await till.messages() == [
        STAFF_PAID,
        CUSTOMER_PAID,
        ("staff", "staff-money-to-return", {"amount": 230, "reason": "second"}),
    ]


async def test_a_cancelled_order_that_is_paid_is_to_be_returned(till: Till) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    await till.change(order, status="cancelled")
    for _ in range(2):
        await till.paid_webhook(await till.invoice_of(order))
    assert await till.is_marked_paid(order)
    assert await till.messages() == [
        ("staff", "staff-money-to-return", {"amount": 230, "reason": "cancelled"}),
        ("customer", "customer-money-to-return", {}),
    ]
    assert not await till.rows("SELECT 1 FROM receipts")
    (row,) = await till.rows("SELECT status FROM orders WHERE id = :id", id=order)
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
async def test_another_sum_pays_and_is_told(till: Till, said: dict[str, object], told: dict[str, object]) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    for _ in range(2):
        await till.paid_webhook(await till.invoice_of(order), **said)
    assert await till.is_marked_paid(order)
    assert (await till.messages())[2:] == [("staff", "staff-amount-differs", told)]


async def test_a_payment_returned_before_we_heard_of_it_is_no_payment(till: Till) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    invoice = await till.invoice_of(order)
    now = datetime.now(UTC)
    later, earlier = (moment.strftime("%Y-%m-%dT%H:%M:%SZ") for moment in (now, now - timedelta(minutes=5)))
    await till.bank_says(invoice, status="reversed", modifiedDate=later)
    await till.bank_says(invoice, status="success", modifiedDate=earlier)
    assert not await till.is_marked_paid(order)
    assert await till.messages() == [CUSTOMER_FAILED]


async def test_fifty_at_once_make_one_claim(till: Till) -> None:
    order = await till.order()
    await till.payments.open_invoice(order)
    invoice = await till.invoice_of(order)
    await till.bank.pay(invoice)
    body = till.bank.invoices[invoice].body
    till.clock.advance(minutes=1)
    async with asyncio.TaskGroup() as together:
        for turn in range(50):
            match turn % 3:
                case 0:
                    together.create_task(till.webhook(body))
                case 1:
                    together.create_task(till.payments.is_paid(PERSON, order))
                case _:
                    together.create_task(till.sweeper.sweep())
    kinds = await till.kinds()
    assert kinds in (["staff-order-paid"], ["staff-order-paid", "customer-payment-received"])
    assert len(await till.rows("SELECT 1 FROM receipts")) == 1
    assert len(await till.rows("SELECT 1 FROM order_events WHERE kind = 'paid'")) == 1

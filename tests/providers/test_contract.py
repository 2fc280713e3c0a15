"""What the core expects of any payment company, over the real clients and servers on loopback."""

import json
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from cafe.core.money.payments.errors import InvalidSignatureError, MissingInvoiceIdError, ProviderError
from cafe.core.money.payments.port import LONGEST_LIST, CreatedInvoice, InvoiceStatus
from tests.driver import FakeClock
from tests.fakes.service import Failure
from tests.providers.provider_harness import REQUEST, ProviderHarness, request_for


async def test_a_new_invoice_has_a_page_and_waits(harness: ProviderHarness) -> None:
    invoice = await harness.provider.create_invoice(REQUEST)
    assert invoice.page_url.startswith(harness.service.base_url)
    assert (await harness.provider.get_invoice(invoice.invoice_id)).status is InvoiceStatus.PENDING
    await harness.open(invoice)
    assert (await harness.provider.get_invoice(invoice.invoice_id)).status is InvoiceStatus.PENDING


async def test_two_invoices_for_two_attempts(harness: ProviderHarness) -> None:
    first = await harness.provider.create_invoice(REQUEST)
    second = await harness.provider.create_invoice(replace(REQUEST, reference="17-another"))
    assert first.invoice_id != second.invoice_id


async def test_a_paid_invoice_is_told_by_status_and_by_webhook(harness: ProviderHarness) -> None:
    invoice = await harness.provider.create_invoice(REQUEST)
    await harness.open(invoice)
    webhook = await harness.pay(invoice)
    told = await harness.provider.read_webhook(webhook.body, webhook.headers)
    asked = await harness.provider.get_invoice(invoice.invoice_id)
    for report in (told, asked):
        assert report.invoice_id == invoice.invoice_id
        assert report.status is InvoiceStatus.PAID
        assert (report.amount, report.currency) == (20_500, "UAH")
        assert report.reference == REQUEST.reference
        assert report.changed_at is not None


async def test_a_declined_invoice_says_why(harness: ProviderHarness) -> None:
    invoice = await harness.provider.create_invoice(REQUEST)
    await harness.open(invoice)
    webhook = await harness.decline(invoice)
    report = await harness.provider.read_webhook(webhook.body, webhook.headers)
    assert report.status is InvoiceStatus.FAILED
    assert report.reason


async def test_a_returned_payment(harness: ProviderHarness) -> None:
    invoice = await harness.provider.create_invoice(REQUEST)
    await harness.open(invoice)
    await harness.pay(invoice)
    webhook = await harness.refund(invoice)
    assert (await harness.provider.read_webhook(webhook.body, webhook.headers)).status is InvoiceStatus.REVERSED


async def test_the_first_webhook_of_a_payment_says_that_it_is_in_progress(harness: ProviderHarness) -> None:
    invoice = await harness.provider.create_invoice(REQUEST)
    await harness.open(invoice)
    await harness.pay(invoice)
    processing = harness.webhooks.deliveries[-2]
    report = await harness.provider.read_webhook(processing.body, processing.headers)
    assert report.status is InvoiceStatus.PROCESSING


async def held(harness: ProviderHarness) -> CreatedInvoice:
    """A payment of 205 UAH of which the sum is blocked."""
    invoice = await harness.provider.create_invoice(replace(REQUEST, is_hold=True))
    await harness.open(invoice)
    webhook = await harness.pay(invoice)
    told = await harness.provider.read_webhook(webhook.body, webhook.headers)
    asked = await harness.provider.get_invoice(invoice.invoice_id)
    for report in (told, asked):
        assert (report.status, report.amount, report.currency) == (InvoiceStatus.HELD, 20_500, "UAH")
    return invoice


@pytest.mark.parametrize("amount", [20_500, 20_000, 12_345])
async def test_a_hold_is_captured_also_for_less(harness: ProviderHarness, amount: int) -> None:
    invoice = await held(harness)
    assert await harness.provider.capture(invoice.invoice_id, amount, ()) is None
    report = await harness.provider.get_invoice(invoice.invoice_id)
    assert (report.status, report.amount, report.returned) == (InvoiceStatus.PAID, amount, None)


async def test_what_was_captured_goes_back_like_any_payment(harness: ProviderHarness) -> None:
    invoice = await held(harness)
    await harness.provider.capture(invoice.invoice_id, 20_500, ())
    webhook = await harness.refund(invoice)
    assert (await harness.provider.read_webhook(webhook.body, webhook.headers)).status is InvoiceStatus.REVERSED


async def test_a_hold_is_released(harness: ProviderHarness) -> None:
    invoice = await held(harness)
    assert await harness.provider.release(invoice.invoice_id, 20_500) is None
    report = await harness.provider.get_invoice(invoice.invoice_id)
    assert (report.status, report.returned) == (InvoiceStatus.REVERSED, None)
    assert await harness.provider.capture(invoice.invoice_id, 20_500, ())  # and cannot be taken any more


@pytest.mark.parametrize("amount", [20_501, 100_000])
async def test_no_more_is_captured_than_is_held(harness: ProviderHarness, amount: int) -> None:
    invoice = await held(harness)
    assert await harness.provider.capture(invoice.invoice_id, amount, ())
    assert (await harness.provider.get_invoice(invoice.invoice_id)).status is InvoiceStatus.HELD


@pytest.mark.parametrize("failure", Failure)
async def test_a_capture_and_a_release_without_an_answer_say_nothing(
    harness: ProviderHarness, failure: Failure
) -> None:
    if failure is Failure.SLOW:
        return  # which is an answer in the end
    invoice = await held(harness)
    harness.service.fail(failure, times=9)
    for end in (
        harness.provider.capture(invoice.invoice_id, 20_500, ()),
        harness.provider.release(invoice.invoice_id, 20_500),
    ):
        with pytest.raises(ProviderError):
            await end


async def test_a_hold_that_was_let_go_stands_in_the_list_as_given_back(harness: ProviderHarness) -> None:
    invoice = await held(harness)
    await harness.provider.release(invoice.invoice_id, 20_500)
    [line] = await harness.provider.list_payments(*days(harness, 2))
    assert (line.amount, line.returned) == (20_500, 20_500)


async def test_a_hold_stands_in_the_list_as_no_payment(harness: ProviderHarness) -> None:
    await held(harness)
    assert all(line.status is InvoiceStatus.HELD for line in await harness.provider.list_payments(*days(harness, 2)))


def days(harness: ProviderHarness, count: float) -> tuple[datetime, datetime]:
    """So many days up to tomorrow."""
    until = harness.now() + timedelta(days=1)
    return until - timedelta(days=count), until


async def test_the_list_of_a_period(harness: ProviderHarness) -> None:
    assert await harness.provider.list_payments(*days(harness, 2)) == []
    paid, declined, _ = [await harness.provider.create_invoice(replace(REQUEST, reference=each)) for each in "abc"]
    for invoice in (paid, declined):
        await harness.open(invoice)
    await harness.pay(paid)
    await harness.decline(declined)
    listed = {line.invoice_id: line for line in await harness.provider.list_payments(*days(harness, 2))}
    assert {line.status for line in listed.values()} == {InvoiceStatus.PAID, InvoiceStatus.FAILED}
    line = listed[paid.invoice_id]
    assert (line.amount, line.currency, line.reference) == (20_500, "UAH", "a")
    assert line.fee is not None
    assert 200 < line.fee < 400
    assert not line.returned
    assert abs(line.at - harness.now()) < timedelta(seconds=5)


async def test_the_list_tells_what_went_back(harness: ProviderHarness) -> None:
    invoice = await harness.provider.create_invoice(REQUEST)
    await harness.open(invoice)
    await harness.pay(invoice)
    await harness.refund(invoice)
    [line] = await harness.provider.list_payments(*days(harness, 2))
    assert (line.amount, line.returned) == (20_500, 20_500)


async def test_a_list_has_its_days_and_no_others(harness: ProviderHarness, clock: FakeClock) -> None:
    invoice = await harness.provider.create_invoice(REQUEST)
    await harness.open(invoice)
    await harness.pay(invoice)
    clock.advance(days=3)
    assert await harness.provider.list_payments(*days(harness, 3)) == []
    assert len(await harness.provider.list_payments(*days(harness, LONGEST_LIST.days))) == 1


@pytest.mark.parametrize(
    "nonsense",
    [
        '{"result":"error","status":"error","err_code":"err_access","errCode":"FORBIDDEN"}',
        '{"list":{},"data":{}}',
        '{"list":[{}],"data":[{}]}',
        '{"list":[null],"data":[null]}',
        '{"a":1}',
        "null",
    ],
)
async def test_half_a_list_is_none(harness: ProviderHarness, nonsense: str) -> None:
    harness.service.nonsense = nonsense
    harness.service.fail(Failure.NONSENSE)
    with pytest.raises(ProviderError):
        await harness.provider.list_payments(*days(harness, 2))


@pytest.mark.parametrize("failure", [Failure.TOO_MANY_REQUESTS, Failure.SERVER_ERROR, Failure.HTML, Failure.DROPPED])
async def test_a_list_that_does_not_come(harness: ProviderHarness, failure: Failure) -> None:
    harness.service.fail(failure, times=5)
    with pytest.raises(ProviderError):
        await harness.provider.list_payments(*days(harness, 2))


async def test_withdrawing_an_open_invoice_is_no_error(harness: ProviderHarness) -> None:
    invoice = await harness.provider.create_invoice(request_for(10))
    is_gone = await harness.provider.withdraw_invoice(invoice.invoice_id)
    after = await harness.provider.get_invoice(invoice.invoice_id)
    assert after.status is (InvoiceStatus.EXPIRED if is_gone else InvoiceStatus.PENDING)


@pytest.mark.parametrize(
    "failure",
    [
        Failure.TOO_MANY_REQUESTS,
        Failure.SERVER_ERROR,
        Failure.HTML,
        Failure.NONSENSE,
        Failure.DROPPED,
    ],
)
async def test_a_failing_company_is_an_error_and_no_crash(harness: ProviderHarness, failure: Failure) -> None:
    invoice = await harness.provider.create_invoice(REQUEST)
    harness.service.fail(failure, times=5)  # even if the HTTP library tries again
    with pytest.raises(ProviderError) as raised:
        await harness.provider.get_invoice(invoice.invoice_id)
    assert str(raised.value).startswith(harness.provider.name)
    harness.service.recover()
    assert (await harness.provider.get_invoice(invoice.invoice_id)).status is InvoiceStatus.PENDING


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b"null",
        b"{}",
        b'{"status":"success"}',
        b'{"invoiceId":"","order_id":""}',
        b'{"invoiceId":7,"order_id":7}',
        b'{"invoiceId":"\\ud800","order_id":"\\ud800"}',
        b"\xff\xfe",
        b"[" * 5000,
    ],
)
async def test_signed_but_about_nothing(harness: ProviderHarness, body: bytes) -> None:
    signed, headers = harness.sign(body)
    if harness.provider.name == "liqpay" and not body:
        return  # an empty `data` field is no data at all, so there is nothing that was signed
    with pytest.raises(MissingInvoiceIdError):
        await harness.provider.read_webhook(signed, headers)


async def test_a_changed_byte_breaks_the_signature(harness: ProviderHarness) -> None:
    signed, headers = harness.sign(b'{"invoiceId":"a","order_id":"a","status":"success"}')
    for changed in (signed + b" ", signed[:-9] + b"X" + signed[-8:], b""):
        with pytest.raises(InvalidSignatureError):
            await harness.provider.read_webhook(changed, headers)
    assert (await harness.provider.read_webhook(signed, headers)).status is InvoiceStatus.PAID


@pytest.mark.parametrize("amount", ["125", None, True, [], {}, 10**30, 1e300, "NaN", "1e999999"])
async def test_strange_amounts_are_survived(harness: ProviderHarness, amount: object) -> None:
    said = {"invoiceId": "a", "order_id": "a", "status": {"x": 1}, "amount": amount, "ccy": amount, "currency": 7}
    signed, headers = harness.sign(json.dumps(said).encode())
    report = await harness.provider.read_webhook(signed, headers)
    assert report.status is InvoiceStatus.PENDING
    assert report.amount in {None, 12_500}

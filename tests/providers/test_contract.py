"""What the core expects of any payment company, over the real clients and servers on loopback."""

import json
from dataclasses import replace

import pytest

from cafe.core.errors import InvalidSignatureError, MissingInvoiceIdError, ProviderError
from cafe.core.ports import InvoiceStatus
from tests.fakes.service import Failure
from tests.providers.desk import REQUEST, Desk, request_for


async def test_a_new_invoice_has_a_page_and_waits(desk: Desk) -> None:
    invoice = await desk.provider.create_invoice(REQUEST)
    assert invoice.page_url.startswith(desk.service.base_url)
    assert (await desk.provider.get_invoice(invoice.invoice_id)).status is InvoiceStatus.PENDING
    await desk.open(invoice)
    assert (await desk.provider.get_invoice(invoice.invoice_id)).status is InvoiceStatus.PENDING


async def test_two_invoices_for_two_attempts(desk: Desk) -> None:
    first = await desk.provider.create_invoice(REQUEST)
    second = await desk.provider.create_invoice(replace(REQUEST, reference="17-another"))
    assert first.invoice_id != second.invoice_id


async def test_a_paid_invoice_is_told_by_status_and_by_webhook(desk: Desk) -> None:
    invoice = await desk.provider.create_invoice(REQUEST)
    await desk.open(invoice)
    webhook = await desk.pay(invoice)
    told = await desk.provider.read_webhook(webhook.body, webhook.headers)
    asked = await desk.provider.get_invoice(invoice.invoice_id)
    for report in (told, asked):
        assert report.invoice_id == invoice.invoice_id
        assert report.status is InvoiceStatus.PAID
        assert (report.amount, report.currency) == (20_500, "UAH")
        assert report.reference == REQUEST.reference
        assert report.changed_at is not None


async def test_a_declined_invoice_says_why(desk: Desk) -> None:
    invoice = await desk.provider.create_invoice(REQUEST)
    await desk.open(invoice)
    webhook = await desk.decline(invoice)
    report = await desk.provider.read_webhook(webhook.body, webhook.headers)
    assert report.status is InvoiceStatus.FAILED
    assert report.reason


async def test_a_returned_payment(desk: Desk) -> None:
    invoice = await desk.provider.create_invoice(REQUEST)
    await desk.open(invoice)
    await desk.pay(invoice)
    webhook = await desk.refund(invoice)
    assert (await desk.provider.read_webhook(webhook.body, webhook.headers)).status is InvoiceStatus.REVERSED


async def test_the_first_webhook_of_a_payment_changes_nothing(desk: Desk) -> None:
    invoice = await desk.provider.create_invoice(REQUEST)
    await desk.open(invoice)
    await desk.pay(invoice)
    processing = desk.webhooks.deliveries[-2]
    report = await desk.provider.read_webhook(processing.body, processing.headers)
    assert report.status is InvoiceStatus.PENDING


async def test_withdrawing_an_open_invoice_is_no_error(desk: Desk) -> None:
    invoice = await desk.provider.create_invoice(request_for(10))
    is_gone = await desk.provider.withdraw_invoice(invoice.invoice_id)
    after = await desk.provider.get_invoice(invoice.invoice_id)
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
async def test_a_failing_company_is_an_error_and_no_crash(desk: Desk, failure: Failure) -> None:
    invoice = await desk.provider.create_invoice(REQUEST)
    desk.service.fail(failure, times=5)  # even if the HTTP library tries again
    with pytest.raises(ProviderError) as raised:
        await desk.provider.get_invoice(invoice.invoice_id)
    assert str(raised.value).startswith(desk.provider.name)
    desk.service.recover()
    assert (await desk.provider.get_invoice(invoice.invoice_id)).status is InvoiceStatus.PENDING


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
async def test_signed_but_about_nothing(desk: Desk, body: bytes) -> None:
    signed, headers = desk.sign(body)
    if desk.provider.name == "liqpay" and not body:
        return  # an empty `data` field is no data at all, so there is nothing that was signed
    with pytest.raises(MissingInvoiceIdError):
        await desk.provider.read_webhook(signed, headers)


async def test_a_changed_byte_breaks_the_signature(desk: Desk) -> None:
    signed, headers = desk.sign(b'{"invoiceId":"a","order_id":"a","status":"success"}')
    for changed in (signed + b" ", signed[:-9] + b"X" + signed[-8:], b""):
        with pytest.raises(InvalidSignatureError):
            await desk.provider.read_webhook(changed, headers)
    assert (await desk.provider.read_webhook(signed, headers)).status is InvoiceStatus.PAID


@pytest.mark.parametrize("amount", ["125", None, True, [], {}, 10**30, 1e300, "NaN", "1e999999"])
async def test_strange_amounts_are_survived(desk: Desk, amount: object) -> None:
    said = {"invoiceId": "a", "order_id": "a", "status": {"x": 1}, "amount": amount, "ccy": amount, "currency": 7}
    signed, headers = desk.sign(json.dumps(said).encode())
    report = await desk.provider.read_webhook(signed, headers)
    assert report.status is InvoiceStatus.PENDING
    assert report.amount in {None, 12_500}

"""LiqPay only: the documented signature, the link, amounts in hryvnias, test mode."""

import base64
from urllib.parse import urlencode

import pytest
from aiohttp import ClientSession

from cafe.core.money.payments.errors import InvalidSignatureError, MissingInvoiceIdError, ProviderError
from cafe.core.money.payments.port import InvoiceStatus
from cafe.providers.http import Calls
from cafe.providers.liqpay import LiqPay
from tests.driver import MONDAY_NOON, FakeClock
from tests.providers.provider_harness import REQUEST, LiqPayHarness


def client(session: ClientSession, public_key: str | None, private_key: str | None) -> LiqPay:
    return LiqPay(
        session,
        public_key=public_key,
        private_key=private_key,
        base_url="http://127.0.0.1:9",
        calls=Calls(FakeClock()),
    )


async def test_the_documented_signature(session: ClientSession) -> None:
    data = base64.b64encode(
        b'{"public_key":"i00000000","version":"3","action":"pay","amount":"3","currency":"UAH",'
        b'"description":"test","order_id":"000001"}'
    ).decode()
    documented = "wR+UZDC4jjeL/qUOvIsofIWpZh8="
    liqpay = client(session, "i00000000", "a4825234f4bae72a0be04eafe9e8e2bada209255")
    with pytest.raises(MissingInvoiceIdError):  # rightly signed, but a link to pay, not a report
        await liqpay.read_webhook(urlencode({"data": data, "signature": documented}).encode(), {})


async def test_a_shop_of_version_7_signs_by_sha3(liqpay_harness: LiqPayHarness, session: ClientSession) -> None:
    fake = liqpay_harness.fake
    fake.version = 7
    with pytest.raises(ProviderError, match="err_signature"):  # what version 3 signs is no signature to it
        await liqpay_harness.provider.get_invoice("a")
    liqpay = LiqPay(
        session,
        public_key=fake.public_key,
        private_key=fake.private_key,
        base_url=fake.base_url,
        version=7,
        calls=Calls(FakeClock()),
    )
    invoice = await liqpay.create_invoice(REQUEST)
    await fake.open(invoice.page_url)
    await fake.pay(invoice.invoice_id)
    assert (await liqpay.get_invoice(invoice.invoice_id)).status is InvoiceStatus.PAID


@pytest.mark.parametrize("version", [3, 7])
async def test_a_callback_may_be_signed_by_either_hash(liqpay_harness: LiqPayHarness, version: int) -> None:
    liqpay_harness.fake.version = version
    body = liqpay_harness.fake.form({"order_id": "a", "status": "success", "amount": 1})
    assert (await liqpay_harness.provider.read_webhook(body, {})).status is InvoiceStatus.PAID


async def test_the_page_shows_what_was_asked(liqpay_harness: LiqPayHarness) -> None:
    invoice = await liqpay_harness.provider.create_invoice(REQUEST)
    await liqpay_harness.open(invoice)
    payment = liqpay_harness.fake.payments[REQUEST.reference]
    assert (int(payment.amount), payment.currency) == (205, "UAH")
    assert (payment.result_url, payment.server_url) == (REQUEST.redirect_url, REQUEST.webhook_url)
    assert payment.expires_at is not None
    assert payment.expires_at > MONDAY_NOON


@pytest.mark.parametrize(
    ("amount", "kopiykas"), [(125, 12_500), (0.29, 29), (1.1, 110), ("19.99", 1999), (0.001, None)]
)
async def test_hryvnias_become_exact_kopiykas(
    liqpay_harness: LiqPayHarness, amount: object, kopiykas: int | None
) -> None:
    body = liqpay_harness.fake.form({"order_id": "a", "status": "success", "amount": amount})
    assert (await liqpay_harness.provider.read_webhook(body, {})).amount == kopiykas


async def test_only_a_test_key_takes_test_payments_for_paid(
    liqpay_harness: LiqPayHarness, session: ClientSession
) -> None:
    body = liqpay_harness.fake.form({"order_id": "a", "status": "sandbox", "amount": 1})
    assert (await liqpay_harness.provider.read_webhook(body, {})).status is InvoiceStatus.PAID
    live = client(session, "i123", liqpay_harness.fake.private_key)
    assert (await live.read_webhook(body, {})).status is InvoiceStatus.PENDING


@pytest.mark.parametrize("keys", [(None, None), ("i1", None), (None, "secret")])
async def test_without_both_keys_nothing_is_signed(session: ClientSession, keys: tuple[str | None, str | None]) -> None:
    liqpay = client(session, *keys)
    assert not liqpay.is_configured
    with pytest.raises(ProviderError):
        await liqpay.create_invoice(REQUEST)
    with pytest.raises(ProviderError):
        await liqpay.get_invoice("a")


async def test_an_empty_key_signs_nothing(session: ClientSession) -> None:
    unconfigured = client(session, None, None)
    data = base64.b64encode(b'{"order_id":"a","status":"success"}').decode()
    signature = unconfigured._signature(data, 3)
    with pytest.raises(InvalidSignatureError):
        await unconfigured.read_webhook(urlencode({"data": data, "signature": signature}).encode(), {})


@pytest.mark.parametrize("body", [b"", b"data=", b"\xff", b"data=e30=&signature=", b"&".join([b"a=b"] * 100), b"%%%"])
async def test_malformed_forms(liqpay_harness: LiqPayHarness, body: bytes) -> None:
    with pytest.raises(InvalidSignatureError):
        await liqpay_harness.provider.read_webhook(body, {})


@pytest.mark.parametrize("moment", [10**18, -(10**18), True, "1781514000000", None])
async def test_a_moment_that_is_none(liqpay_harness: LiqPayHarness, moment: object) -> None:
    body = liqpay_harness.fake.form({"order_id": "a", "status": "success", "amount": 1, "end_date": moment})
    report = await liqpay_harness.provider.read_webhook(body, {})
    assert (report.status, report.changed_at) == (InvoiceStatus.PAID, None)

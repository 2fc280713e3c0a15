"""monobank only: the order's lines in the basket, the published key, what X-Sign may look like."""

import asyncio
import base64
import json
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from cafe.core.catalogue.taxes.model import FiscalData, Tax
from cafe.core.kernel.clock import SYSTEM_CLOCK
from cafe.core.money.payments.errors import InvalidSignatureError, ProviderError
from cafe.core.money.payments.port import InvoiceLine, InvoiceStatus
from cafe.providers.bank_key import BankKey, MemoryKeys
from cafe.providers.monobank import Monobank
from tests.driver import FakeClock
from tests.fakes.service import Failure
from tests.providers.provider_harness import REQUEST, MonobankHarness

PUBKEY = "/api/merchant/pubkey"
BODY = (
    b'{"invoiceId":"p2_x","status":"success","amount":12500,"ccy":980,"destination":"\xd0\x9a\xd0\xb0\xd0\xb2\xd0\xb0"}'
)


async def test_the_bank_gets_kopiykas_and_lines(monobank_harness: MonobankHarness) -> None:
    invoice = await monobank_harness.provider.create_invoice(REQUEST)
    kept = monobank_harness.bank.invoices[invoice.invoice_id]
    assert (kept.amount, kept.ccy, kept.reference) == (20_500, 980, REQUEST.reference)
    assert [(line["name"], line["qty"], line["sum"]) for line in kept.basket] == [
        ("Лате", 2, 8500),
        ("Доставка", 1, 6000),
    ]
    assert (kept.redirect_url, kept.webhook_url) == (REQUEST.redirect_url, REQUEST.webhook_url)


async def test_the_bank_gets_what_its_own_receipt_says_of_goods(monobank_harness: MonobankHarness) -> None:
    """It knows tax groups by numbers: one with a letter is left out."""
    coffee = FiscalData(Tax("1", 20), "2101110000", "4820000000017", "чашка")
    lines = (
        InvoiceLine("1", "Лате", 2, 85, coffee),
        InvoiceLine("delivery", "Доставка", 1, 60, FiscalData(Tax("А", 20))),
    )
    invoice = await monobank_harness.provider.create_invoice(replace(REQUEST, lines=lines))
    latte, delivery = monobank_harness.bank.invoices[invoice.invoice_id].basket
    told = {"tax": [1], "uktzed": "2101110000", "barcode": "4820000000017", "unit": "чашка"}
    assert told.items() <= latte.items()
    assert delivery.keys() == {"name", "qty", "sum", "total", "unit", "code"}


async def test_a_capture_tells_what_it_is_for(monobank_harness: MonobankHarness) -> None:
    bank, provider = monobank_harness.bank, monobank_harness.provider
    invoice = await provider.create_invoice(replace(REQUEST, is_hold=True))
    await bank.pay(invoice.invoice_id)
    assert await provider.capture(invoice.invoice_id, 17_000, REQUEST.lines[:1]) is None
    [call] = bank.calls_to("/invoice/finalize")
    assert json.loads(call.body) == {
        "invoiceId": invoice.invoice_id,
        "amount": 17_000,
        "items": [{"name": "Лате", "qty": 2, "sum": 8_500, "code": "1"}],
    }


@pytest.mark.parametrize(("status", "code"), [(429, "TMR"), (403, "FORBIDDEN"), (500, "INTERNAL_ERROR")])
async def test_a_capture_that_may_be_tried_again_is_not_refused(
    monobank_harness: MonobankHarness, status: int, code: str
) -> None:
    bank, provider = monobank_harness.bank, monobank_harness.provider
    invoice = await provider.create_invoice(replace(REQUEST, is_hold=True))
    await bank.pay(invoice.invoice_id)
    bank.refused_finalize = status, code
    with pytest.raises(ProviderError):
        await provider.capture(invoice.invoice_id, 20_500, ())
    bank.refused_finalize = 400, "BAD_REQUEST"
    assert await provider.capture(invoice.invoice_id, 20_500, ()) == "Списання неможливе"


async def test_a_hold_that_nobody_captures_ends_after_nine_days(
    monobank_harness: MonobankHarness, clock: FakeClock
) -> None:
    bank, provider = monobank_harness.bank, monobank_harness.provider
    invoice = await provider.create_invoice(replace(REQUEST, is_hold=True))
    await bank.pay(invoice.invoice_id)
    clock.advance(days=9)
    assert (await provider.get_invoice(invoice.invoice_id)).status is InvoiceStatus.REVERSED


async def test_the_bank_tells_where_its_app_opens(monobank_harness: MonobankHarness) -> None:
    invoice = await monobank_harness.provider.create_invoice(REQUEST)
    assert invoice.app_url == f"https://mbnk.app/or/{invoice.invoice_id}"
    monobank_harness.bank.app_url = "monobank://pay/{id}"
    invoice = await monobank_harness.provider.create_invoice(REQUEST)
    assert invoice.app_url == f"monobank://pay/{invoice.invoice_id}"
    monobank_harness.bank.app_url = None
    assert (await monobank_harness.provider.create_invoice(REQUEST)).app_url is None


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        "http://mbnk.app/or/1",
        "tg://resolve?domain=x",
        "https://",
        "https://mbnk.app/or/1\r\nSet-Cookie: a=b",
        "https://mbnk.app/ю",
        "https://mbnk.app/" + "x" * 500,
        " monobank://pay/1",
        5,
        None,
        ["https://mbnk.app/or/1"],
    ],
)
async def test_a_link_to_the_app_that_is_none_is_left_out(monobank_harness: MonobankHarness, link: object) -> None:
    page = f"{monobank_harness.bank.base_url}/pay/p2_x"
    monobank_harness.bank.nonsense = json.dumps({"invoiceId": "p2_x", "pageUrl": page, "appUrl": link})
    monobank_harness.bank.fail(Failure.NONSENSE, path="/create")
    invoice = await monobank_harness.provider.create_invoice(REQUEST)
    assert (invoice.page_url, invoice.app_url) == (page, None)


async def test_a_lost_answer_is_not_repeated(monobank_harness: MonobankHarness) -> None:
    monobank_harness.bank.fail(Failure.LOST_ANSWER, path="/create")
    with pytest.raises(ProviderError):
        await monobank_harness.provider.create_invoice(REQUEST)
    assert len(monobank_harness.bank.invoices) == 1
    assert len(monobank_harness.bank.calls_to("/create")) == 1


async def test_the_refusal_says_what_the_bank_said_and_no_token(monobank_harness: MonobankHarness) -> None:
    stranger = Monobank(monobank_harness.session, token="wrong-token", base_url=monobank_harness.bank.base_url)
    with pytest.raises(ProviderError, match="monobank: 403 FORBIDDEN forbidden") as raised:
        await stranger.create_invoice(REQUEST)
    assert "wrong-token" not in str(raised.value)


async def test_without_a_token_nothing_is_called(monobank_harness: MonobankHarness) -> None:
    unconfigured = Monobank(monobank_harness.session, token=None, base_url=monobank_harness.bank.base_url)
    assert not unconfigured.is_configured
    with pytest.raises(ProviderError):
        await unconfigured.create_invoice(REQUEST)
    with pytest.raises(InvalidSignatureError):
        await unconfigured.read_webhook(BODY, {"X-Sign": monobank_harness.bank.sign(BODY)})
    assert not monobank_harness.bank.calls


async def test_the_key_is_fetched_once(monobank_harness: MonobankHarness) -> None:
    headers = {"x-sign": monobank_harness.bank.sign(BODY)}
    reports = await asyncio.gather(*(monobank_harness.provider.read_webhook(BODY, headers) for _ in range(20)))
    assert {report.status for report in reports} == {InvoiceStatus.PAID}
    assert len(monobank_harness.bank.calls_to(PUBKEY)) == 1


async def test_a_rotated_key_is_fetched_anew(monobank_harness: MonobankHarness) -> None:
    await monobank_harness.provider.read_webhook(BODY, {"X-Sign": monobank_harness.bank.sign(BODY)})
    monobank_harness.bank.rotate_key()
    await monobank_harness.provider.read_webhook(BODY, {"X-Sign": monobank_harness.bank.sign(BODY)})
    assert len(monobank_harness.bank.calls_to(PUBKEY)) == 2


async def test_bad_signatures_cost_at_most_three_fetches(monobank_harness: MonobankHarness) -> None:
    good = {"X-Sign": monobank_harness.bank.sign(BODY)}
    await monobank_harness.provider.read_webhook(BODY, good)
    foreign = {"X-Sign": monobank_harness.bank.sign(b"other bytes")}
    for _ in range(20):
        with pytest.raises(InvalidSignatureError):
            await monobank_harness.provider.read_webhook(BODY, foreign)
    assert len(monobank_harness.bank.calls_to(PUBKEY)) == 3
    assert (await monobank_harness.provider.read_webhook(BODY, good)).invoice_id == "p2_x"


async def test_the_budget_of_fetches_comes_back_after_a_minute() -> None:
    fetches: list[float] = []

    async def fetch() -> str:
        fetches.append(SYSTEM_CLOCK.monotonic())
        raise ProviderError("monobank: no answer")

    key = BankKey(fetch, MemoryKeys(SYSTEM_CLOCK))
    signature = base64.b64encode(bytes.fromhex("3006020101020101")).decode()
    for _ in range(36):
        assert not await key.has_signed(b"", signature)
        await asyncio.sleep(5)
    assert all(sum(start <= at < start + 60 for at in fetches) <= 3 for start in fetches)
    assert len(fetches) == 9


@pytest.mark.parametrize("failure", [Failure.SERVER_ERROR, Failure.HTML, Failure.NONSENSE, Failure.DROPPED])
async def test_the_old_key_stays_when_the_new_one_cannot_be_fetched(
    monobank_harness: MonobankHarness, failure: Failure
) -> None:
    good = {"X-Sign": monobank_harness.bank.sign(BODY)}
    await monobank_harness.provider.read_webhook(BODY, good)
    monobank_harness.bank.fail(failure, path=PUBKEY, times=5)
    with pytest.raises(InvalidSignatureError):
        await monobank_harness.provider.read_webhook(BODY, {"X-Sign": monobank_harness.bank.sign(b"other bytes")})
    assert (await monobank_harness.provider.read_webhook(BODY, good)).status is InvoiceStatus.PAID


@pytest.mark.parametrize(
    "signature",
    ["", " ", "not base64!", "AAAA", "====", "Кава", "MAYCAQECAQE", base64.b64encode(b"\x30\x80").decode(), "A" * 5000],
)
async def test_malformed_signatures_do_not_reach_the_bank(monobank_harness: MonobankHarness, signature: str) -> None:
    with pytest.raises(InvalidSignatureError):
        await monobank_harness.provider.read_webhook(BODY, {"X-Sign": signature})
    with pytest.raises(InvalidSignatureError):
        await monobank_harness.provider.read_webhook(BODY, {})
    assert not monobank_harness.bank.calls


async def test_states_as_the_specification_names_them(monobank_harness: MonobankHarness) -> None:
    expected = {
        "success": InvoiceStatus.PAID,
        "failure": InvoiceStatus.FAILED,
        "reversed": InvoiceStatus.REVERSED,
        "expired": InvoiceStatus.EXPIRED,
        "created": InvoiceStatus.PENDING,
        "processing": InvoiceStatus.PROCESSING,
        "hold": InvoiceStatus.HELD,
        "brand new": InvoiceStatus.PENDING,
    }
    for status, ours in expected.items():
        body = json.dumps({"invoiceId": "a", "status": status, "more": {"x": 1}}).encode()
        report = await monobank_harness.provider.read_webhook(body, {"X-Sign": monobank_harness.bank.sign(body)})
        assert report.status is ours


async def test_a_slow_bank_is_given_up_in_time(monobank_harness: MonobankHarness) -> None:
    monobank_harness.bank.fail(Failure.SLOW, path="/status", seconds=5, times=9)
    with pytest.raises(ProviderError, match="no answer within"):
        await monobank_harness.provider._api.call("GET", "/api/merchant/invoice/status", seconds=0.2)


async def test_a_withdrawn_invoice_can_no_longer_be_paid(monobank_harness: MonobankHarness) -> None:
    invoice = await monobank_harness.provider.create_invoice(REQUEST)
    await monobank_harness.provider.withdraw_invoice(invoice.invoice_id)
    assert (await monobank_harness.provider.get_invoice(invoice.invoice_id)).status is InvoiceStatus.EXPIRED
    with pytest.raises(ProviderError):
        await monobank_harness.provider.withdraw_invoice(invoice.invoice_id)


def published(key: object) -> str:
    return base64.b64encode(
        key.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)  # type: ignore[attr-defined]
    ).decode()


@pytest.mark.parametrize(
    "key",
    [
        "not base64!",
        base64.b64encode(b"no PEM").decode(),
        published(ec.generate_private_key(ec.SECP384R1()).public_key()),
        published(ed25519.Ed25519PrivateKey.generate().public_key()),
    ],
    ids=["no base64", "no PEM", "another curve", "another kind"],
)
async def test_a_published_key_that_is_none_verifies_nothing(monobank_harness: MonobankHarness, key: str) -> None:
    bank = monobank_harness.bank
    bank.nonsense = json.dumps({"key": key})
    bank.fail(Failure.NONSENSE, path=PUBKEY)
    with pytest.raises(InvalidSignatureError):
        await monobank_harness.provider.read_webhook(BODY, {"X-Sign": bank.sign(BODY)})
    report = await monobank_harness.provider.read_webhook(BODY, {"X-Sign": bank.sign(BODY)})
    assert report.status is InvoiceStatus.PAID, "the next time the bank publishes a right one"


async def test_an_answer_without_end_is_cut(monobank_harness: MonobankHarness) -> None:
    monobank_harness.bank.nonsense = json.dumps("x" * 2_000_000)
    monobank_harness.bank.fail(Failure.NONSENSE)
    with pytest.raises(ProviderError, match="monobank: the answer is too long"):
        await monobank_harness.provider.get_invoice("p2_x")

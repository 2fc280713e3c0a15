"""monobank only: the order's lines in the basket, the published key, what X-Sign may look like."""

import asyncio
import base64
import json

import pytest

from cafe.core.errors import InvalidSignatureError, ProviderError
from cafe.core.ports import InvoiceStatus
from cafe.providers.bank_key import BankKey
from cafe.providers.monobank import Monobank
from tests.fakes.service import Failure
from tests.providers.desk import REQUEST, MonobankDesk

PUBKEY = "/api/merchant/pubkey"
BODY = (
    b'{"invoiceId":"p2_x","status":"success","amount":12500,"ccy":980,"destination":"\xd0\x9a\xd0\xb0\xd0\xb2\xd0\xb0"}'
)


async def test_the_bank_gets_kopiykas_and_lines(monobank: MonobankDesk) -> None:
    invoice = await monobank.provider.create_invoice(REQUEST)
    kept = monobank.bank.invoices[invoice.invoice_id]
    assert (kept.amount, kept.ccy, kept.reference) == (20_500, 980, REQUEST.reference)
    assert [(line["name"], line["qty"], line["sum"]) for line in kept.basket] == [
        ("Лате", 2, 8500),
        ("Доставка", 1, 6000),
    ]
    assert (kept.redirect_url, kept.webhook_url) == (REQUEST.redirect_url, REQUEST.webhook_url)


async def test_a_lost_answer_is_not_repeated(monobank: MonobankDesk) -> None:
    monobank.bank.fail(Failure.LOST_ANSWER, path="/create")
    with pytest.raises(ProviderError):
        await monobank.provider.create_invoice(REQUEST)
    assert len(monobank.bank.invoices) == 1
    assert len(monobank.bank.calls_to("/create")) == 1


async def test_the_refusal_says_what_the_bank_said_and_no_token(monobank: MonobankDesk) -> None:
    stranger = Monobank(monobank.session, token="wrong-token", base_url=monobank.bank.base_url)
    with pytest.raises(ProviderError, match="monobank: 403 FORBIDDEN forbidden") as raised:
        await stranger.create_invoice(REQUEST)
    assert "wrong-token" not in str(raised.value)


async def test_without_a_token_nothing_is_called(monobank: MonobankDesk) -> None:
    unconfigured = Monobank(monobank.session, token=None, base_url=monobank.bank.base_url)
    assert not unconfigured.is_configured
    with pytest.raises(ProviderError):
        await unconfigured.create_invoice(REQUEST)
    with pytest.raises(InvalidSignatureError):
        await unconfigured.read_webhook(BODY, {"X-Sign": monobank.bank.sign(BODY)})
    assert not monobank.bank.calls


async def test_the_key_is_fetched_once(monobank: MonobankDesk) -> None:
    headers = {"x-sign": monobank.bank.sign(BODY)}
    reports = await asyncio.gather(*(monobank.provider.read_webhook(BODY, headers) for _ in range(20)))
    assert {report.status for report in reports} == {InvoiceStatus.PAID}
    assert len(monobank.bank.calls_to(PUBKEY)) == 1


async def test_a_rotated_key_is_fetched_anew(monobank: MonobankDesk) -> None:
    await monobank.provider.read_webhook(BODY, {"X-Sign": monobank.bank.sign(BODY)})
    monobank.bank.rotate_key()
    await monobank.provider.read_webhook(BODY, {"X-Sign": monobank.bank.sign(BODY)})
    assert len(monobank.bank.calls_to(PUBKEY)) == 2


async def test_bad_signatures_cost_at_most_three_fetches(monobank: MonobankDesk) -> None:
    good = {"X-Sign": monobank.bank.sign(BODY)}
    await monobank.provider.read_webhook(BODY, good)
    foreign = {"X-Sign": monobank.bank.sign(b"other bytes")}
    for _ in range(20):
        with pytest.raises(InvalidSignatureError):
            await monobank.provider.read_webhook(BODY, foreign)
    assert len(monobank.bank.calls_to(PUBKEY)) == 3
    assert (await monobank.provider.read_webhook(BODY, good)).invoice_id == "p2_x"


async def test_the_budget_of_fetches_comes_back_after_a_minute() -> None:
    fetches, now = [], [0.0]

    async def fetch() -> str:
        fetches.append(now[0])
        raise ProviderError("monobank: no answer")

    key = BankKey(fetch, monotonic=lambda: now[0])
    signature = base64.b64encode(bytes.fromhex("3006020101020101")).decode()
    for moment in range(0, 180, 5):
        now[0] = float(moment)
        assert not await key.has_signed(b"", signature)
    assert all(sum(start <= at < start + 60 for at in fetches) <= 3 for start in fetches)
    assert len(fetches) == 9


@pytest.mark.parametrize("failure", [Failure.SERVER_ERROR, Failure.HTML, Failure.NONSENSE, Failure.DROPPED])
async def test_the_old_key_stays_when_the_new_one_cannot_be_fetched(monobank: MonobankDesk, failure: Failure) -> None:
    good = {"X-Sign": monobank.bank.sign(BODY)}
    await monobank.provider.read_webhook(BODY, good)
    monobank.bank.fail(failure, path=PUBKEY, times=5)
    with pytest.raises(InvalidSignatureError):
        await monobank.provider.read_webhook(BODY, {"X-Sign": monobank.bank.sign(b"other bytes")})
    assert (await monobank.provider.read_webhook(BODY, good)).status is InvoiceStatus.PAID


@pytest.mark.parametrize(
    "signature",
    ["", " ", "not base64!", "AAAA", "====", "Кава", "MAYCAQECAQE", base64.b64encode(b"\x30\x80").decode(), "A" * 5000],
)
async def test_malformed_signatures_do_not_reach_the_bank(monobank: MonobankDesk, signature: str) -> None:
    with pytest.raises(InvalidSignatureError):
        await monobank.provider.read_webhook(BODY, {"X-Sign": signature})
    with pytest.raises(InvalidSignatureError):
        await monobank.provider.read_webhook(BODY, {})
    assert not monobank.bank.calls


async def test_states_as_the_specification_names_them(monobank: MonobankDesk) -> None:
    expected = {
        "success": InvoiceStatus.PAID,
        "failure": InvoiceStatus.FAILED,
        "reversed": InvoiceStatus.REVERSED,
        "expired": InvoiceStatus.EXPIRED,
        "created": InvoiceStatus.PENDING,
        "processing": InvoiceStatus.PENDING,
        "hold": InvoiceStatus.PENDING,
        "brand new": InvoiceStatus.PENDING,
    }
    for status, ours in expected.items():
        body = json.dumps({"invoiceId": "a", "status": status, "more": {"x": 1}}).encode()
        report = await monobank.provider.read_webhook(body, {"X-Sign": monobank.bank.sign(body)})
        assert report.status is ours


async def test_a_slow_bank_is_given_up_in_time(monobank: MonobankDesk) -> None:
    monobank.bank.fail(Failure.SLOW, path="/status", seconds=5, times=9)
    with pytest.raises(ProviderError, match="no answer within"):
        await monobank.provider._api.call("GET", "/api/merchant/invoice/status", seconds=0.2)


async def test_a_withdrawn_invoice_can_no_longer_be_paid(monobank: MonobankDesk) -> None:
    invoice = await monobank.provider.create_invoice(REQUEST)
    await monobank.provider.withdraw_invoice(invoice.invoice_id)
    assert (await monobank.provider.get_invoice(invoice.invoice_id)).status is InvoiceStatus.EXPIRED
    with pytest.raises(ProviderError):
        await monobank.provider.withdraw_invoice(invoice.invoice_id)

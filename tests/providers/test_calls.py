"""Calls to services: at an even pace, and none outlives the program's stop."""

import asyncio

import pytest
from aiohttp import ClientSession

from cafe.core.kernel.clock import SYSTEM_CLOCK
from cafe.core.money.payments.errors import ProviderError
from cafe.providers.http import Calls, JsonApi
from cafe.providers.monobank import Monobank
from cafe.providers.pacer import Pacer
from tests.fakes.monobank import FakeMonobank
from tests.fakes.service import Failure


def client(session: ClientSession, bank: FakeMonobank, calls: Calls) -> JsonApi:
    return JsonApi(session, bank.base_url, name="bank", error=ProviderError, calls=calls)


async def test_a_burst_goes_out_at_once_and_the_rest_in_turn() -> None:
    pacer, rate, burst = Pacer(SYSTEM_CLOCK, rate=200, burst=5), 200, 5
    loop = asyncio.get_running_loop()
    began = loop.time()
    at: list[float] = []

    async def caller() -> None:
        await pacer.wait()
        at.append(loop.time() - began)

    await asyncio.gather(*(caller() for _ in range(25)))
    for index, moment in enumerate(at[burst:], start=1):
        assert moment >= index / rate - 0.001, "no call goes out before its slot"


async def test_calls_end_when_the_program_stops(session: ClientSession, bank: FakeMonobank) -> None:
    bank.fail(Failure.SLOW, times=2, seconds=30)
    calls = Calls()
    api = client(session, bank, calls)
    waiting = asyncio.ensure_future(api.call("GET", "/api/merchant/pubkey"))
    while not bank.calls:  # noqa: ASYNC110 - the bank is asked now
        await asyncio.sleep(0.01)
    calls.end_within(0.05)
    async with asyncio.timeout(20):
        with pytest.raises(ProviderError, match="no answer"):
            await waiting
        with pytest.raises(ProviderError, match="no answer"):
            await api.call("GET", "/api/merchant/pubkey")


async def test_a_call_that_ends_in_time_is_not_cut(session: ClientSession, bank: FakeMonobank) -> None:
    calls = Calls()
    calls.end_within(10)
    bank_client = Monobank(session, token=bank.token, base_url=bank.base_url, calls=calls)
    body = b'{"invoiceId":"a","status":"success"}'
    report = await bank_client.read_webhook(body, {"X-Sign": bank.sign(body)})
    assert report.invoice_id == "a"

"""The bank's key is fetched for all processes together, three times a minute at most."""

import asyncio

from cafe.core.kernel.database import Database
from cafe.core.money.payments.bank_keys import StoredKeys
from cafe.providers.http import open_session
from cafe.providers.monobank import Monobank
from tests.driver import FakeClock
from tests.fakes.monobank import FakeMonobank


async def test_what_one_fetched_the_others_find(database: Database, clock: FakeClock) -> None:
    one, two = StoredKeys(database, clock), StoredKeys(database, clock)
    assert await two.find() is None
    await one.keep("first")
    await one.keep("second")
    assert await two.find() == "second"


async def test_all_together_fetch_three_times_a_minute(database: Database, clock: FakeClock) -> None:
    processes = [StoredKeys(database, clock) for _ in range(4)]
    first = [await process.may_fetch() for process in processes]
    assert first == [True, True, True, False]
    clock.advance(seconds=61)
    assert await processes[3].may_fetch()


async def test_those_who_ask_at_once_are_counted_each(database: Database, clock: FakeClock) -> None:
    allowed = await asyncio.gather(*(StoredKeys(database, clock).may_fetch() for _ in range(20)))
    assert 1 <= sum(allowed) <= 3


async def test_a_key_that_the_bank_changed_meanwhile_is_fetched_at_once(
    database: Database, clock: FakeClock, bank: FakeMonobank
) -> None:
    """As after a restart: what was kept is an old key, and the first word of the bank has a new one's signature."""
    body = b'{"invoiceId":"a","status":"success"}'
    async with open_session() as session:

        async def reads(signature: str) -> None:
            keys = StoredKeys(database, clock)
            provider = Monobank(session, token=bank.token, base_url=bank.base_url, keys=keys)
            await provider.read_webhook(body, {"X-Sign": signature})

        await reads(bank.sign(body))
        await reads(bank.sign(body))
        assert len(bank.calls_to("/pubkey")) == 1, "the second process takes the kept one"
        bank.rotate_key()
        await reads(bank.sign(body))
        assert len(bank.calls_to("/pubkey")) == 2
        await reads(bank.sign(body))
        assert len(bank.calls_to("/pubkey")) == 2


async def test_a_clock_that_was_set_back_bars_nobody(database: Database, clock: FakeClock) -> None:
    keys = StoredKeys(database, clock)
    for _ in range(3):
        assert await keys.may_fetch()
    clock.advance(hours=-1)
    assert await keys.may_fetch()

"""What a dead process had in hand is free, what a living one has is not."""

import pytest

from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.database import Database
from cafe.core.kernel.runs import ProcessRun, RunId, is_alive
from tests.driver import FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


async def lives(database: Database, clock: FakeClock, run: ProcessRun) -> bool:
    return await database.read(is_alive, run.id, unix_now(clock))


async def test_a_run_lives_while_it_is_refreshed(database: Database, clock: FakeClock) -> None:
    run = ProcessRun(database, clock, RunId("one"))
    assert not await lives(database, clock, run)
    await run.begin(is_alone=False)
    for _ in range(5):
        clock.advance(seconds=4)
        assert await lives(database, clock, run)
        await run.refresh()
    clock.advance(seconds=6)
    assert not await lives(database, clock, run)


async def test_a_run_that_ended_is_dead_at_once(database: Database, clock: FakeClock) -> None:
    run = ProcessRun(database, clock, RunId("one"))
    await run.begin(is_alone=True)
    await run.end()
    assert not await lives(database, clock, run)


async def test_a_process_that_is_alone_knows_all_others_dead_at_once(database: Database, clock: FakeClock) -> None:
    killed, next_one, third = (ProcessRun(database, clock, RunId(name)) for name in ("killed", "next", "third"))
    await killed.begin(is_alone=True)
    await next_one.begin(is_alone=True)
    await third.begin(is_alone=False)
    assert [await lives(database, clock, run) for run in (killed, next_one, third)] == [False, True, True]


async def test_a_clock_that_was_set_back_keeps_no_dead_run_alive(database: Database, clock: FakeClock) -> None:
    killed, next_one = (ProcessRun(database, clock, RunId(name)) for name in ("killed", "next"))
    await killed.begin(is_alone=True)
    clock.advance(hours=-1)
    await next_one.begin(is_alone=False)
    assert [await lives(database, clock, run) for run in (killed, next_one)] == [False, True]
    assert len(await database.read(lambda conn: conn.all("SELECT id FROM process_runs"))) == 1


async def test_nobody_is_not_alive(database: Database, clock: FakeClock) -> None:
    assert not await database.read(is_alive, None, unix_now(clock))

"""Background loops: what fails is logged and tried again."""

import asyncio
from collections.abc import Callable

import pytest

from cafe.core.kernel.clock import SYSTEM_CLOCK
from cafe.core.kernel.loops import Supervisor


async def test_a_loop_outlives_its_failures(caplog: pytest.LogCaptureFixture) -> None:
    outcomes: list[bool | Exception] = [True, OSError("the disk is full"), False, RuntimeError("a bug"), True]
    is_done = asyncio.Event()

    async def work() -> bool:
        if not outcomes:
            is_done.set()
            return False
        outcome = outcomes.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    async with Supervisor(SYSTEM_CLOCK) as supervisor, asyncio.timeout(20):
        supervisor.repeat("test", work, seconds=0)
        await is_done.wait()
        assert supervisor.states() == {"test": "running"}
    assert [record.exc_info[1].args for record in caplog.records if record.exc_info and record.exc_info[1]] == [
        ("the disk is full",),
        ("a bug",),
    ]


async def test_what_comes_first_is_repeated_only_if_it_failed() -> None:
    done: list[str] = []

    async def first() -> bool:
        done.append("first")
        if len(done) == 1:
            raise RuntimeError("not yet")
        return False

    async def work() -> bool:
        done.append("work")
        return False

    async with Supervisor(SYSTEM_CLOCK) as supervisor, asyncio.timeout(20):
        supervisor.repeat("test", work, seconds=0.01, first=first)
        while len(done) < 5:  # noqa: ASYNC110 - seen from outside
            await asyncio.sleep(0.1)
    assert done[:5] == ["first", "first", "work", "work", "work"]


async def test_a_loop_that_returns_is_over() -> None:
    runs = 0

    async def run(_on_round: Callable[[], None]) -> None:
        nonlocal runs
        runs += 1
        if runs == 1:
            raise RuntimeError("not yet")

    async with Supervisor(SYSTEM_CLOCK) as supervisor, asyncio.timeout(20):
        supervisor.run("test", run)
        while supervisor.states() != {"test": "stopped"}:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.1)
    assert runs == 2


async def test_what_may_take_long_has_no_age() -> None:
    async def work() -> bool:
        return False

    async with Supervisor(SYSTEM_CLOCK) as loops:
        loops.repeat("short", work, seconds=60)
        loops.repeat("long", work, seconds=60, may_take_long=True)
        await asyncio.sleep(0)
        assert loops.states() == {"short": "running", "long": "running"}
        assert loops.ages().keys() == {"short"}


async def test_the_age_of_the_last_good_round_grows_while_rounds_fail() -> None:
    fails = True

    async def work() -> bool:
        if fails:
            raise OSError("the disk is full")
        return False

    async with Supervisor(SYSTEM_CLOCK) as supervisor:
        supervisor.repeat("test", work, seconds=0.01)
        await asyncio.sleep(30)
        assert supervisor.ages()["test"] == pytest.approx(30, abs=0.1)
        assert supervisor.seconds_since_good()["test"] == pytest.approx(30, abs=0.1)
        fails = False
        await asyncio.sleep(10)
        assert supervisor.ages()["test"] < 0.1


async def test_a_long_lived_loop_tells_of_its_rounds() -> None:
    go_on = asyncio.Event()

    async def run(on_round: Callable[[], None]) -> None:
        on_round()
        await go_on.wait()

    async with Supervisor(SYSTEM_CLOCK) as supervisor:
        supervisor.run("test", run)
        assert supervisor.ages() == {}
        await asyncio.sleep(7)
        assert supervisor.ages() == {"test": 7.0}
        go_on.set()


async def test_a_loop_that_has_rounds_is_of_some_age_before_its_first_one() -> None:
    async def run(_on_round: Callable[[], None]) -> None:
        raise OSError("the network is down")

    async with Supervisor(SYSTEM_CLOCK) as supervisor:
        supervisor.run("test", run, has_rounds=True)
        await asyncio.sleep(7)
        assert supervisor.ages() == {"test": 7.0}

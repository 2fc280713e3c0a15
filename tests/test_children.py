"""Work in a child process: what comes back, and what becomes of a child that dies or takes too long."""

import asyncio
import os
import signal
import threading

import pytest

from cafe.children import Children
from cafe.core.kernel.apart import ApartError


def double(number: int, *, plus: int = 0) -> tuple[int, int]:
    return 2 * number + plus, os.getpid()


def refuse(text: str) -> None:
    raise ValueError(text)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fill(megabytes: int) -> int:
    return len(bytearray(megabytes * 1024**2))


def hang() -> None:
    threading.Event().wait()


async def test_a_child_gives_back_what_the_function_returns() -> None:
    number, child = await Children().run(double, 20, plus=2)
    assert number == 42
    assert child != os.getpid()


async def test_what_the_function_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match="not so"):
        await Children().run(refuse, "not so")


async def test_a_child_that_dies_is_told_and_the_next_one_works() -> None:
    children = Children()
    with pytest.raises(ApartError):
        await children.run(die)
    assert (await children.run(double, 1))[0] == 2


async def test_a_child_that_needs_too_much_memory_is_no_harm() -> None:
    with pytest.raises(MemoryError):
        await Children().run(fill, 2_000)


async def test_a_child_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cafe.children.WALL_SECONDS", 1)
    with pytest.raises(ApartError):
        await Children().run(hang)


async def test_a_stop_does_not_wait_for_a_child() -> None:
    children = Children()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await children.run(hang)
    assert (await children.run(double, 1))[0] == 2

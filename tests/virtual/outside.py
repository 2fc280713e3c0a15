"""Has virtual time stand while a database or a thread works.

SQLite's transactions run in the loop itself, in its next round; calls of PostgreSQL and the threads of backups hold it
until they are answered.
"""

import asyncio
import functools
import queue
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import aiosqlite.core
import asyncpg
import pytest

from cafe import background
from cafe.backups import apart, folder
from tests.virtual.loop import VirtualLoop

T = TypeVar("T")
ASKING = ("execute", "executemany", "fetch", "fetchrow", "fetchval", "close")


@contextmanager
def work_holds_time() -> Iterator[None]:
    """For all virtual loops of the process; other loops have threads and sockets as ever."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(aiosqlite.core, "SimpleQueue", _Queue)
        patch.setattr(aiosqlite.core, "Thread", _thread)
        patch.setattr(asyncpg, "connect", _holding(asyncpg.connect))
        for name in ASKING:
            patch.setattr(asyncpg.Connection, name, _holding(getattr(asyncpg.Connection, name)))
        for module in (apart, folder, background):
            patch.setattr(module, "start_apart", _start_apart)
        patch.setattr(aiosqlite.core.Connection, "__del__", _forget)
        yield


def _virtual_loop() -> VirtualLoop | None:
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        return None
    return loop if isinstance(loop, VirtualLoop) else None


def _holding(function: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(function)
    async def held(*args: Any, **kwargs: Any) -> Any:
        loop = _virtual_loop()
        if loop is None:
            return await function(*args, **kwargs)
        with loop.held():
            return await function(*args, **kwargs)

    return held


_complain: Callable[[aiosqlite.core.Connection], None] = aiosqlite.core.Connection.__del__


def _forget(connection: aiosqlite.core.Connection) -> None:
    """Complain of a connection that was not closed, unless its process was killed."""
    queued = connection._tx
    if not (isinstance(queued, _InLine) and queued.is_abandoned):
        _complain(connection)


_start_in_thread = apart.start_apart


def _start_apart(work: Callable[[], T]) -> asyncio.Future[T]:
    loop = _virtual_loop()
    return _start_in_thread(work) if loop is None else loop.start_thread(_start_in_thread, work)


_Item = tuple[asyncio.Future[Any] | None, Callable[[], Any]]


class _InLine:
    """A connection's thread that is none: what is queued runs in the loop's next round."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self.is_abandoned = False
        """Its process was killed: nobody closes it."""

    def start(self) -> None:
        """There is nothing to start."""

    def put_nowait(self, item: _Item) -> None:
        self._loop.work_on_disk(self, partial(self._run, item))

    def _run(self, item: _Item) -> None:
        future, function = item
        try:
            result = self._loop.run_on_disk(function)
        except BaseException as error:  # noqa: BLE001 - raised to the caller, as the thread does
            if future is not None and not future.done():
                future.set_exception(error)
        else:
            if future is not None and not future.done():
                future.set_result(result)


class _Queue:
    """Made by a connection that is about to be opened: in line on a virtual loop, else the thread's own."""

    def __new__(cls) -> Any:
        loop = _virtual_loop()
        return queue.SimpleQueue() if loop is None else _InLine(loop)


def _thread(target: Callable[..., None], args: tuple[Any, ...]) -> Any:
    [queued] = args
    return queued if isinstance(queued, _InLine) else threading.Thread(target=target, args=args)

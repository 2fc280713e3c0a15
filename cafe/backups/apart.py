"""Work in a thread that nothing waits for, not even a stop of the program: a disk may hang forever."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

STOP_SECONDS = 2
"""How long a stop waits for the work to notice it."""

T = TypeVar("T")
KeepGoing = Callable[[], None]
"""Called by the work now and then; raises `StoppedError` to end it."""


class StoppedError(Exception):
    """The program is stopping."""


async def run_apart(work: Callable[[KeepGoing], T]) -> T:
    """Run in a thread of its own; when cancelled, signal the work, and abandon it if it does not end soon."""
    is_stopped = threading.Event()

    def keep_going() -> None:
        if is_stopped.is_set():
            raise StoppedError

    done = start_apart(partial(work, keep_going))
    try:
        await asyncio.wait([done])
    except asyncio.CancelledError:
        is_stopped.set()
        await asyncio.wait([done], timeout=STOP_SECONDS)
        if done.done():
            done.exception()  # retrieved, so that it is not reported as lost
        raise
    return done.result()


def start_apart(work: Callable[[], T]) -> asyncio.Future[T]:
    """Start a thread of its own: the event loop's threads are few, and the end of the program waits for them."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        end: Callable[[], None]
        try:
            end = partial(done.set_result, work())
        except BaseException as error:  # noqa: BLE001 - raised again where the work is waited for
            end = partial(done.set_exception, error)
        with suppress(RuntimeError):  # the loop is closed: nobody is waiting any more
            loop.call_soon_threadsafe(end)

    threading.Thread(target=run, name="backup", daemon=True).start()
    return done

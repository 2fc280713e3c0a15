"""Work in a thread that neither a stop of the program nor anything else waits for: a disk may hang for ever."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

STOP_SECONDS = 2
"""How long a stop waits until the work has noticed it."""

T = TypeVar("T")
KeepGoing = Callable[[], None]
"""Called now and then by the work; raises `StoppedError` once it is to end."""


class StoppedError(Exception):
    """The program stops."""


async def run_apart(work: Callable[[KeepGoing], T]) -> T:
    """Run in a thread of its own; when this is cancelled the work is told, and left alone if it does not end soon."""
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
            done.exception()  # it was looked at, so that it is not reported as lost
        raise
    return done.result()


def start_apart(work: Callable[[], T]) -> asyncio.Future[T]:
    """Begin in a thread of its own. Those of the event loop are few, and the end of the program waits for them."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        end: Callable[[], None]
        try:
            end = partial(done.set_result, work())
        except BaseException as error:  # noqa: BLE001 - raised again where the work is waited for
            end = partial(done.set_exception, error)
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(end)

    threading.Thread(target=run, name="backup", daemon=True).start()
    return done

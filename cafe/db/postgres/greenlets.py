"""Runs a plain function on the event loop: while it waits for the database, other tasks go on."""

from collections.abc import Awaitable, Callable
from contextvars import copy_context
from typing import Any, TypeVar

from greenlet import getcurrent, greenlet

T = TypeVar("T")


def wait_for(awaitable: Awaitable[T]) -> T:
    """Wait for an awaitable, inside a function called by `run`."""
    parent = getcurrent().parent
    if parent is None:
        raise RuntimeError("a transaction's connection is used outside of it")
    result: T = parent.switch(awaitable)
    return result


async def run(function: Callable[[], T]) -> T:
    """Run a function that waits by `wait_for`; its context variables are those of the calling task."""
    worker = greenlet(function)
    worker.gr_context = copy_context()
    asked: Any = worker.switch()
    while not worker.dead:
        try:
            answer = await asked
        except BaseException as error:  # noqa: BLE001 - raised where the function waits
            asked = worker.throw(error)
        else:
            asked = worker.switch(answer)
    result: T = asked
    return result

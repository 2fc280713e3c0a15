"""Work in a child process, for what would hold the interpreter's lock and block everybody, even from a thread.

Each piece of work gets its own child, which costs about a quarter of a second and leaves no memory behind; one at a
time, so that a small machine has room for it.
"""

import asyncio
import logging
import os
import pickle
import resource
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from cafe.core.kernel.apart import ApartError

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

Outcome = tuple[Any, Exception | None]
"""The result, or the exception raised."""

CPU_SECONDS = 15
"""Processor time: a child that needs more is ended, and one whose service was killed does not run forever."""
WALL_SECONDS = 60
MAX_MEMORY = 1024**3
"""Bytes of address space; a decoder's libraries alone need a third of it."""
START = "import pickle, sys; sys.path[:] = pickle.load(sys.stdin.buffer); from cafe.children import work; work()"
COMMAND = (sys.executable, "-I", "-S", "-c", START)
"""Without `site`, to save time: the path is the service's own."""


class Children:
    """Runs functions in child processes, one after another; see the core's `Apart`."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)

    async def run(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._turn:
            child = _start()
            try:
                sent = pickle.dumps(sys.path) + pickle.dumps((function, args, kwargs))
                result, error = await asyncio.to_thread(_exchange, child, sent)
            finally:
                child.kill()  # the service stops, or the caller gave up; no effect on one that has ended
        if error is not None:
            raise error
        done: T = result
        return done


def _start() -> subprocess.Popen[bytes]:
    """Start a child, which takes a millisecond."""
    return subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - our own words


def _exchange(child: subprocess.Popen[bytes], sent: bytes) -> Outcome:
    """Send a child its work and wait for the result."""
    try:
        answer, _ = child.communicate(sent, WALL_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        return None, ApartError("it took too long")
    if child.returncode:
        log.warning("a child process ended with %d before its work was done", child.returncode)
        return None, ApartError(f"it ended with {child.returncode}")
    came: Outcome = pickle.loads(answer)  # noqa: S301 - from our own child
    return came


def work() -> None:
    """Receive work in the child, do it and send back the outcome."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    with suppress(OSError):  # if memory runs out, the child is killed before the service
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    with suppress(OSError):  # yields to requests, unless the service manager forbids it
        os.nice(5)
    function, args, kwargs = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the service that started it
    answer: Outcome
    try:
        answer = function(*args, **kwargs), None
    except Exception as error:  # noqa: BLE001 - raised again in the service
        answer = None, error
    pickle.dump(answer, sys.stdout.buffer)

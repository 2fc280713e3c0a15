"""The event loop of a simulated day: one thread, virtual time, a seeded scheduler, and processes that can be killed.

How long each packet and each transaction takes is drawn from the day's seed, so that the seed says who goes next. What
happens is the same each time a seed is run: tasks and futures are hashed by the order in which they were made.
"""

import asyncio
import contextvars
import random
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol, TypeVar

from tests.virtual.loop import VirtualLoop
from tests.virtual.network import MakeProtocol

T = TypeVar("T")
PROCESS: contextvars.ContextVar["Process | None"] = contextvars.ContextVar("process", default=None)
"""Whose code runs; None for people and outside services."""
SLOWEST_PACKET, SLOWEST_WORK = 0.03, 0.01
"""Seconds that a packet and a transaction take at most."""
TICK = 1e-5
STEP = 40
"""Works on the disk between two looks at what must always be so."""


class Queued(Protocol):
    """What a connection of SQLite is asked for."""

    is_abandoned: bool


@dataclass(slots=True, eq=False)
class Process:
    """One life of the program."""

    is_dead: bool = False
    tasks: dict[asyncio.Task[Any], None] = field(default_factory=dict)
    connections: list[sqlite3.Connection] = field(default_factory=list)
    queues: dict[Queued, None] = field(default_factory=dict)
    """Of works for its connections."""
    dies_in: int = 0
    """Works on the disk until it is killed, right before or after one; 0: never."""
    dies_before: bool = False
    is_interrupted_in: int = 0
    """Works on the disk until one of them is broken off in the middle of a statement; 0: never."""

    def fill_disk(self) -> None:
        """Let no file of the database grow any more."""
        for connection in self.connections:
            connection.execute("PRAGMA max_page_count = 1")  # SQLite takes what there is for the least

    def free_disk(self) -> None:
        for connection in self.connections:
            connection.execute("PRAGMA max_page_count = 1000000")


_serials = count()


class _Task(asyncio.Task[Any]):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._serial = next(_serials)
        super().__init__(*args, **kwargs)

    def __hash__(self) -> int:
        return self._serial


class _Future(asyncio.Future[Any]):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._serial = next(_serials)
        super().__init__(*args, **kwargs)

    def __hash__(self) -> int:
        return self._serial


class DayLoop(VirtualLoop):
    """Use as an event loop's factory, with the day's seed."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._chance = random.Random(f"{seed} scheduler")  # noqa: S311 - not for secrets
        self._free_at: dict[object, float] = {}
        """When each connection of SQLite has done all that it was asked for."""
        self.network.numbers_all = True
        self.works = 0
        """On the disk, so far."""
        self.after_works: Callable[[], None] = lambda: None
        """Called after every few of them."""
        self.set_task_factory(_make_task)  # type: ignore[arg-type]

    def create_future(self) -> asyncio.Future[Any]:
        return _Future(loop=self)

    # The network.

    def call_after_latency(self, callback: Callable[[], object], context: contextvars.Context) -> asyncio.Handle:
        return self.call_later(self._chance.uniform(0, SLOWEST_PACKET), callback, context=context)

    async def create_connection(  # type: ignore[override]
        self, protocol_factory: MakeProtocol, *args: Any, **options: Any
    ) -> tuple[asyncio.BaseTransport, asyncio.BaseProtocol]:
        _refuse_the_dead()
        return await super().create_connection(protocol_factory, *args, **options)

    # The disk, in line.

    def work_on_disk(self, connection: Queued, work: Callable[[], None]) -> None:
        if self.is_closed():
            return  # what failed to open is collected after the day
        process = PROCESS.get()
        if process is not None:
            process.queues[connection] = None
        at = max(self.time() + self._chance.uniform(0, SLOWEST_WORK), self._free_at.get(connection, 0.0) + TICK)
        self._free_at[connection] = at
        self.call_at(at, work)

    def run_on_disk(self, function: Callable[[], T]) -> T:
        process = PROCESS.get()
        if process is None:
            return function()
        _refuse_the_dead()
        self.works += 1
        process.dies_in -= 1
        if process.dies_in == 0 and process.dies_before:
            self.kill(process)
            _refuse_the_dead()
        result = self._work(process, function)
        if self.works % STEP == 0:
            self.after_works()
        if isinstance(result, sqlite3.Connection):
            process.connections.append(result)
        if process.dies_in == 0:
            self.kill(process)
            _refuse_the_dead()
        return result

    def _work(self, process: Process, function: Callable[[], T]) -> T:
        process.is_interrupted_in -= 1
        if process.is_interrupted_in != 0:
            return function()
        left = self._chance.randint(1, 40)

        def interrupt() -> int:
            nonlocal left
            left -= 1
            return int(left == 0)

        for connection in process.connections:
            connection.set_progress_handler(interrupt, self._chance.choice([1, 5, 25, 100]))
        try:
            return function()
        finally:
            for connection in process.connections:
                connection.set_progress_handler(None, 0)

    # Threads, in line.

    def run_in_executor(  # type: ignore[override]
        self, _executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        done = self.create_future()
        self.call_soon(_settle, done, lambda: func(*args))
        return done

    def start_thread(
        self, _start: Callable[[Callable[[], T]], asyncio.Future[T]], work: Callable[[], T]
    ) -> asyncio.Future[T]:
        """Run it, while everything else stands, in a thread: it may have an event loop of its own."""
        done = self.create_future()
        thread = threading.Thread(target=_settle, args=(done, work))
        thread.start()
        thread.join()
        return done

    # Processes.

    def kill(self, process: Process) -> None:
        """End it as `kill -9` does: what was committed stays, and nothing that it does any more has an effect."""
        process.is_dead = True
        process.dies_in = process.is_interrupted_in = 0
        for connection in process.connections:
            connection.close()
        for queue in process.queues:
            queue.is_abandoned = True
        for server in self.network.servers_of(lambda context: context.get(PROCESS) is process):
            server.close()
        for end in self.network.ends_of(lambda context: context.get(PROCESS) is process):
            end.abort()
        for task in list(process.tasks):
            task.cancel()


def _refuse_the_dead() -> None:
    process = PROCESS.get()
    if process is not None and process.is_dead:
        raise ConnectionRefusedError("the process was killed")


def _make_task(loop: DayLoop, coroutine: Coroutine[Any, Any, Any], **options: Any) -> _Task:
    task = _Task(coroutine, loop=loop, **options)
    context = options.get("context")
    process = PROCESS.get() if context is None else context.get(PROCESS)
    if process is not None:
        process.tasks[task] = None
        task.add_done_callback(lambda done: process.tasks.pop(done, None))
        if process.is_dead:
            task.cancel()
    return task


def _settle(done: asyncio.Future[T], work: Callable[[], T]) -> None:
    try:
        result = work()
    except BaseException as error:  # noqa: BLE001 - raised again where the work is waited for
        if not done.cancelled():
            done.set_exception(error)
    else:
        if not done.cancelled():
            done.set_result(result)

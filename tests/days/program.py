"""The program within a simulated day: started, stopped, killed and started again over the same file."""

import asyncio
import contextvars
from pathlib import Path

from cafe.app import App, running
from cafe.config import Config
from cafe.core.messages.subscriptions.push import PushServices
from cafe.engines import restore_database
from cafe.pace import Pace
from tests.days.loop import PROCESS, DayLoop, Process
from tests.driver import FakeClock

PACE = Pace(
    presence=4, catalogue=20, pictures=600, streams=60, heartbeat=60, money=30, outbox=15, moments=60, cleaning=1800
)
"""Slower than usual: a day has many seconds in which nothing happens."""
END_SECONDS = 120
"""Whatever a killed process still runs of its ends has ended by then."""


class Program:
    """One cafe's service; at most one process of it is alive."""

    def __init__(self, config: Config, clock: FakeClock, push_services: PushServices) -> None:
        self.config = config
        self._clock = clock
        self._push_services = push_services
        self._process: Process | None = None
        self._app: App | None = None
        self._serving: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()
        self.dies_at_start_in = 0
        """Works on the disk after which the next process is killed; 0: it is not."""

    @property
    def process(self) -> Process | None:
        """The one that is alive."""
        return None if self._process is None or self._process.is_dead else self._process

    @property
    def app(self) -> App | None:
        """What runs; None before it listens, and after its end."""
        return self._app if self.process is not None else None

    async def start(self) -> bool:
        """Start and wait until it listens; False if it was killed, or could not start, on the way."""
        await self._ended()
        self._process, self._app, self._stopping = Process(dies_in=self.dies_at_start_in), None, asyncio.Event()
        self.dies_at_start_in = 0
        is_up = asyncio.Event()
        context = contextvars.copy_context()
        context.run(PROCESS.set, self._process)
        self._serving = asyncio.get_running_loop().create_task(self._serve(is_up), context=context)
        waiting = asyncio.ensure_future(is_up.wait())
        await asyncio.wait([self._serving, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        return self.app is not None

    async def stop(self) -> None:
        """End it as SIGTERM does."""
        self._stopping.set()
        await self._ended()

    async def kill(self) -> None:
        """End it as `kill -9` does."""
        if self.process is not None:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, DayLoop)
            loop.kill(self.process)
        await self._ended()

    async def restore(self, copy: Path) -> None:
        """Put a copy in the database's place, as the command does; the program must have ended."""
        await self._ended()
        await restore_database(self.config, copy, lambda _: None)

    async def _serve(self, is_up: asyncio.Event) -> None:
        async with running(self.config, clock=self._clock, pace=PACE, push_services=self._push_services) as app:
            self._app = app
            is_up.set()
            await self._stopping.wait()

    async def _ended(self) -> None:
        """Wait until nothing of the last process runs any more."""
        process = self._process
        if process is None:
            return
        if (
            not process.is_dead
            and self._serving is not None
            and not self._serving.done()
            and not self._stopping.is_set()
        ):
            raise AssertionError("it still runs")
        async with asyncio.timeout(END_SECONDS):
            while process.tasks:
                await asyncio.wait(list(process.tasks))
        if self._serving is not None and self._serving.done() and not self._serving.cancelled():
            failure = self._serving.exception()
            if failure is not None and not process.is_dead:
                raise failure
        process.is_dead = True

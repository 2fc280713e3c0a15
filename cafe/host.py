"""What keeps the service up: background loops, listening, and saying how it is."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Self

from aiohttp import web

from cafe.core import store
from cafe.core.ports import Database

log = logging.getLogger(__name__)

FINISH_WITHIN = 6.0
"""Seconds that requests in flight get to finish at a stop; the bot's part of the promised ten comes after it."""
CUT_WITHIN = 0.5
"""Seconds that the server takes, twice, to cut what is left then."""
LOOK_EVERY = 0.02


class Loops:
    """The background loops: a loop that fails is logged and begun again, for the others do not depend on it."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop them all and wait until they have stopped."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def start(self, name: str, loop: Callable[[], Awaitable[None]]) -> None:
        """Run a loop until the application stops."""
        self._tasks[name] = asyncio.create_task(self._keep_running(name, loop), name=name)

    def states(self) -> dict[str, str]:
        """Of each loop that was started, whether it runs."""
        return {name: "stopped" if task.done() else "running" for name, task in self._tasks.items()}

    async def _keep_running(self, name: str, loop: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await loop()
            except Exception:
                log.exception("the %s loop failed and starts again", name)
                await asyncio.sleep(1)
            else:
                return


@asynccontextmanager
async def serving(application: web.Application, host: str, port: int) -> AsyncIterator[str]:
    """Listen, and yield the address as `http://host:port`; at the end let requests in flight finish."""
    runner = web.AppRunner(application, access_log=None, handle_signals=False, shutdown_timeout=CUT_WITHIN, debug=False)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port, backlog=1024)
        await site.start()
        listening_host, listening_port = runner.addresses[0][:2]
        shown_host = f"[{listening_host}]" if ":" in listening_host else listening_host
        address = f"http://{shown_host}:{listening_port}"
        log.info("listening on %s", address)
        yield address
        await site.stop()
        await _in_flight_finished(runner)
    finally:
        await runner.cleanup()


async def _in_flight_finished(runner: web.AppRunner) -> None:
    """Wait for the requests under way. The framework's own waiting would read no more of a body that still arrives."""

    def is_under_way() -> bool:
        connections = runner.server.connections if runner.server else ()
        return any(connection._current_request is not None for connection in connections)  # noqa: SLF001 - told nowhere else

    with suppress(TimeoutError):
        async with asyncio.timeout(FINISH_WITHIN):
            while is_under_way():  # noqa: ASYNC110 - connections have no event for it
                await asyncio.sleep(LOOK_EVERY)


class Health:
    """How the parts of the service are; a bot that is off or waits is told, but a restart would not help it."""

    def __init__(self, database: Database, loops: Loops) -> None:
        self._database = database
        self._loops = loops
        self._bot = "off"

    def note_bot(self, state: str) -> None:
        """Hear how the bot is."""
        self._bot = state

    async def report(self) -> Mapping[str, str]:
        """What `GET /healthz` says."""
        try:
            await self._database.read(store.settings.get_instance_id)
            database_state = "ok"
        except Exception:
            log.exception("the database does not answer")
            database_state = "failed"
        states = {name: state for name, state in self._loops.states().items() if name != "bot"}
        is_ok = database_state == "ok" and all(state == "running" for state in states.values())
        overall = "ok" if is_ok else "failed"
        return {"outbox": "off", **states, "bot": self._bot, "status": overall, "database": database_state}

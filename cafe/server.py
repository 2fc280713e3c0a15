"""The HTTP server and the health check."""

import asyncio
import logging
import os
import resource
import select
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from aiohttp import web
from aiohttp.abc import AbstractAccessLogger
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.log import server_logger
from aiohttp.web_log import AccessLogger
from aiohttp.web_protocol import RequestHandler

from cafe.core.kernel.clock import Clock
from cafe.core.kernel.database import Database
from cafe.core.kernel.loops import Supervisor
from cafe.core.kernel.meta import get_instance_id
from cafe.core.upkeep.setup_checklist.port import BotState

log = logging.getLogger(__name__)

GRACE_PERIOD = 6.0
"""Seconds for requests in flight to finish at a stop; then the bot stops within the ten seconds promised."""
CALLS_END_WITHIN = 4.0
"""Seconds until calls to banks succeed or count as failed at a stop, so that a waiting checkout ends in time."""
ABORT_WITHIN = 0.5
"""Seconds, used twice, in which the server closes what is left."""
POLL_INTERVAL = 0.02
KEEPALIVE_SECONDS = 65
"""Idle timeout of a connection, longer than that of a proxy in front."""
LINGER_SECONDS = 2
"""How long the rest of a rejected body is read, so that its sender sees the response."""
BACKLOG = 1024
"""Connections queued by the kernel until accepted."""
MAX_CONNECTIONS = 4_000
RESERVED_FILES = 100
"""File descriptors reserved for the rest of the program: the database, banks, Telegram."""


@dataclass(slots=True)
class Listener:
    """A bound address; connections are refused until an application is served there."""

    server: asyncio.Server
    url: str
    """As `http://host:port`."""
    accept: Callable[[], asyncio.Protocol]


@asynccontextmanager
async def listening(host: str, port: int) -> AsyncIterator[Listener]:
    """Bind an address before anything is wired, so that all parts can be given it.

    Raises:
        OSError: it is in use; with uvloop that shows only in `serving`.
    """
    listener: Listener

    def accept() -> asyncio.Protocol:
        return listener.accept()  # of the application served by then

    server = await asyncio.get_running_loop().create_server(accept, host, port, backlog=BACKLOG, start_serving=False)
    bound_host, bound_port = server.sockets[0].getsockname()[:2]
    shown_host = f"[{bound_host}]" if ":" in bound_host else bound_host
    listener = Listener(server, f"http://{shown_host}:{bound_port}", _Refusal)
    try:
        yield listener
    finally:
        server.close()


@asynccontextmanager
async def serving(
    application: web.Application,
    listener: Listener,
    clock: Clock,
    close_streams: Callable[[], None],
    end_calls: Callable[[float], None],
    recorder: type[AbstractAccessLogger] | None = None,
) -> AsyncIterator[None]:
    """Serve an application at an address; at the end, respond to all requests received by then.

    `close_streams` ends endless responses; `end_calls` makes calls to other services end within that many seconds;
    `recorder` records each completed request.
    """
    runner = web.AppRunner(
        application,
        access_log=log if recorder else None,
        access_log_class=recorder or AccessLogger,
        logger=_ServerLog(server_logger),
        handle_signals=False,
        shutdown_timeout=ABORT_WITHIN,
        debug=False,
        keepalive_timeout=KEEPALIVE_SECONDS,
        lingering_time=LINGER_SECONDS,
        auto_decompress=False,  # a small body may inflate to a blocking size; `identity.py` refuses it
    )
    is_stopping = False

    async def announce_closing(_request: web.Request, response: web.StreamResponse) -> None:
        if is_stopping:
            response.headers["Connection"] = "close"
            response.force_close()

    application.on_response_prepare.append(announce_closing)
    await runner.setup()
    try:
        assert runner.server is not None  # noqa: S101 - for the type checker
        listener.accept = ConnectionLimit(runner.server, max_connections())
        await listener.server.start_serving()
        log.info("listening on %s", listener.url)
        try:
            yield
        finally:
            is_stopping = True
            waiting = _stop_listening(listener.server)
        for each in waiting:
            await asyncio.get_running_loop().connect_accepted_socket(listener.accept, each)
        close_streams()
        end_calls(CALLS_END_WITHIN)
        await _wait_for_requests(runner.server, clock)
    finally:
        await runner.cleanup()


class _ServerLog(logging.LoggerAdapter[logging.Logger]):
    """Logs malformed requests in one short line: anybody can send them, and their content is private."""

    def exception(self, msg: object, *args: object, exc_info: Any = True, **options: Any) -> None:
        if isinstance(exc_info, HttpProcessingError):
            log.info("a malformed request: %s", type(exc_info).__name__)
        else:
            super().exception(msg, *args, exc_info=exc_info, **options)


def max_connections() -> int:
    """Return the maximum number of connections that leaves enough file descriptors for everything else."""
    soft_limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft_limit == resource.RLIM_INFINITY:
        return MAX_CONNECTIONS
    return max(1, min(MAX_CONNECTIONS, soft_limit - RESERVED_FILES))


class ConnectionLimit:
    """Creates the protocols of new connections. At the limit, the oldest idle connection is closed to make room."""

    def __init__(self, server: web.Server, most: int) -> None:
        self._server = server
        self._most = most

    def __call__(self) -> asyncio.Protocol:
        connections = self._server.connections
        if len(connections) >= self._most:
            idle = (connection for connection in connections if connection._current_request is None)  # noqa: SLF001 - not public
            oldest = next(idle, None)
            if oldest is None:
                return _Refusal()
            oldest.force_close()
        return self._server()


class _Refusal(asyncio.Protocol):
    """Closes a connection at once, since all others are busy."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


def _stop_listening(listener: asyncio.Server) -> list[socket.socket]:
    """Stop listening, and return the connections not accepted yet: the kernel would reset them."""
    descriptors = [each.fileno() for each in listener.sockets]
    listening = [socket.socket(fileno=os.dup(each)) for each in descriptors if each >= 0]
    listener.close()  # the kernel goes on listening for the duplicates
    waiting: list[socket.socket] = []
    for each in listening:
        with each, suppress(BlockingIOError):
            each.setblocking(False)
            waiting.extend(each.accept()[0] for _ in range(2 * BACKLOG))
    for each in waiting:
        each.setblocking(False)
    return waiting


async def _wait_for_requests(server: web.Server, clock: Clock) -> None:
    """Wait for the requests under way. The framework's own wait would stop reading bodies still being received."""
    with suppress(TimeoutError):
        async with asyncio.timeout(GRACE_PERIOD):
            while any(map(_is_busy, server.connections)) or _have_unread_data(server.connections):
                await clock.sleep(POLL_INTERVAL)


def _is_busy(connection: RequestHandler) -> bool:
    """Whether a connection is doing more than waiting for a request, or has unsent data."""
    waits = connection._waiter is not None and not connection._waiter.done()  # noqa: SLF001 - no public API
    unsent = connection.transport.get_write_buffer_size() if connection.transport is not None else 0
    return unsent > 0 or (connection._task_handler is not None and not waits)  # noqa: SLF001


def _have_unread_data(connections: Iterable[RequestHandler]) -> bool:
    """Whether the kernel has received data that was not read yet."""
    unread = select.poll()
    for connection in connections:
        own = connection.transport.get_extra_info("socket") if connection.transport is not None else None
        if own is not None:
            unread.register(own.fileno(), select.POLLIN)
    return bool(unread.poll(0))


WRITER = "presence"
"""A loop that writes every second."""
WRITER_TOLERANCE = 10
LEADER = "leader"
"""The loop that leads or waits to lead."""
ELSEWHERE = "elsewhere"
TOLERANCE = 300
"""Seconds that a loop may exceed its usual pause: a round may wait for several slow banks."""


class Health:
    """The health of the parts. A bot that is off or waiting is no failure, since a restart would not help."""

    def __init__(self, database: Database, supervisor: Supervisor, leader: Callable[[], Supervisor | None]) -> None:
        """`leader` returns the leader's loops; None while another process leads."""
        self._database = database
        self._supervisor = supervisor
        self._leader = leader
        self._bot: str = BotState.OFF

    def set_bot_state(self, state: str) -> None:
        """Set the bot's state."""
        self._bot = state

    def bot_state(self) -> BotState:
        """Return the state of the bot in this process."""
        return BotState.ELSEWHERE if self._leader() is None else BotState(self._bot)

    @property
    def leads(self) -> bool:
        """Whether this process leads."""
        return self._leader() is not None

    def seconds_since_good(self) -> dict[str, float]:
        """Return the seconds since the last successful round of each loop of this process."""
        leading = self._leader()
        return self._supervisor.seconds_since_good() | (leading.seconds_since_good() if leading else {})

    async def report(self) -> Mapping[str, Any]:
        """Return the report for `GET /healthz`, with the seconds since the last successful round of each loop.

        A process that waits to lead is healthy.
        """
        try:
            await self._database.read(get_instance_id)
            database_state = "ok"
        except Exception:
            log.exception("the database does not respond")
            database_state = "failed"
        leading = self._leader()
        loops = [self._supervisor] if leading is None else [self._supervisor, leading]
        found = {name: state for each in loops for name, state in each.states().items()}
        states = {name: state for name, state in found.items() if name not in {"bot", LEADER}}
        ages = {name: age for each in loops for name, age in each.ages().items()}
        late = {name for name, age in ages.items() if age > (WRITER_TOLERANCE if name == WRITER else TOLERANCE)}
        states |= dict.fromkeys(late, "late")
        is_ok = database_state == "ok" and all(state == "running" for state in states.values())
        return {
            "outbox": "off" if leading else ELSEWHERE,
            **states,
            "bot": self.bot_state().value,
            "status": "ok" if is_ok else "failed",
            "database": database_state,
            "writer": "failed" if WRITER in late else "ok",
            "last_good_round": {name: round(age, 1) for name, age in ages.items()},
        }

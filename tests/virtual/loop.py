"""An event loop with virtual time: when nothing can run, time jumps to the next timer.

Servers and clients of the loop talk in memory (`network.py`). Work outside of it stops time while it lasts: threads of
`asyncio.to_thread`, connections to other processes, and whatever holds the loop by `held`.
"""

import asyncio
import contextvars
import selectors
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import Any, TypeVar

from tests.virtual.network import MakeProtocol, MemoryNetwork, MemoryTransport

T = TypeVar("T")
HELD_AT_MOST = 300
"""Real seconds until what holds time is named: nothing outside takes so long."""
RESOLUTION = 1e-6
"""Seconds; what is due within it of each other is due at once."""


class _Selector(selectors.DefaultSelector):
    """Waits for files as ever, but lets time pass in no time where only timers are left."""

    loop: "VirtualLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        found = super().select(0)
        if found or (timeout is not None and timeout <= 0):
            return found
        if self.loop.is_held:
            found = super().select(HELD_AT_MOST)
            assert found, f"nothing has come of {self.loop.held_by}"
            return found
        if timeout is None:
            return super().select(None)
        self.loop.pass_time(timeout)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Use as an event loop's factory; time begins at 0."""

    def __init__(self) -> None:
        selector = _Selector()
        selector.loop = self
        super().__init__(selector)
        self._clock_resolution = RESOLUTION
        self._now = 0.0
        self.held_by: list[object] = []
        """What is under way outside."""
        self.network = MemoryNetwork(self)
        self._ports: dict[socket.socket, int] = {}
        """Sockets of clients that connected in memory."""

    def time(self) -> float:
        return self._now

    def call_after_latency(self, callback: Callable[[], object], context: contextvars.Context) -> asyncio.Handle:
        """Call what has crossed the network: at once."""
        return self.call_soon(callback, context=context)

    def pass_time(self, seconds: float) -> None:
        self._now += seconds

    def work_on_disk(self, _connection: Any, work: Callable[[], None]) -> None:
        """Do what a connection of SQLite was asked for, in the next round."""
        self.call_soon(work)

    def run_on_disk(self, function: Callable[[], T]) -> T:
        return function()

    def start_thread(
        self, start: Callable[[Callable[[], T]], asyncio.Future[T]], work: Callable[[], T]
    ) -> asyncio.Future[T]:
        """Start work in a thread of its own."""
        done = start(work)
        self.hold_until(done)
        return done

    @property
    def is_held(self) -> bool:
        """Whether something outside of the loop is under way, so that time stands."""
        return bool(self.held_by)

    @contextmanager
    def held(self, by: object = "a server") -> Iterator[None]:
        """Stop time."""
        self.held_by.append(by)
        try:
            yield
        finally:
            self.held_by.remove(by)

    def hold_until(self, future: asyncio.Future[Any]) -> None:
        """Stop time until it is done."""
        self.held_by.append(future)
        future.add_done_callback(self.held_by.remove)

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        future = super().run_in_executor(executor, func, *args)
        self.hold_until(future)
        return future

    async def create_server(  # type: ignore[override]
        self,
        protocol_factory: MakeProtocol,
        host: str | None = None,
        port: int | None = None,
        *,
        sock: socket.socket | None = None,
        start_serving: bool = True,
        **_options: Any,
    ) -> asyncio.AbstractServer:
        server = self.network.listen(protocol_factory, host or "127.0.0.1", port or 0, sock)
        if start_serving:
            await server.start_serving()
        return server

    async def sendfile(self, transport: asyncio.BaseTransport, file: Any, *args: Any, **options: Any) -> int:
        if isinstance(transport, MemoryTransport):
            raise NotImplementedError("there is no socket to hand a file to")
        return await super().sendfile(transport, file, *args, **options)  # type: ignore[arg-type]

    async def sock_connect(self, sock: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and self.network.knows(*address[:2]):
            self._ports[sock] = address[1]
            return
        with self.held(address):
            await super().sock_connect(sock, address)

    async def create_connection(  # type: ignore[override]
        self,
        protocol_factory: MakeProtocol,
        host: str | None = None,
        port: int | None = None,
        *,
        sock: socket.socket | None = None,
        **options: Any,
    ) -> tuple[asyncio.BaseTransport, asyncio.BaseProtocol]:
        if sock is not None and sock in self._ports:
            known = self._ports.pop(sock)
            sock.close()
            return self.network.connect(protocol_factory, known)
        if host is not None and port is not None and self.network.knows(host, port):
            return self.network.connect(protocol_factory, port)
        with self.held((host, port, sock)):
            return await super().create_connection(protocol_factory, host, port, sock=sock, **options)  # type: ignore[arg-type]

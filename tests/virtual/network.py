"""Connections in memory, between the servers and the clients of one event loop.

What one side writes is read by the other in the loop's next round, in order, as over loopback, but without a kernel
that decides when. Flow control, half-closed connections and aborted ones are as with TCP.
"""

import asyncio
import contextvars
import errno
import os
import socket
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

HIGH_WATER = 64 * 1024
"""Bytes that may wait to be read by the other side before its writer is asked to pause."""
RECEIVE_BUFFER = 256 * 1024
"""Bytes that the other side is handed at once, and that count as sent while it does not read."""
Address = tuple[str, int]
MakeProtocol = Callable[[], asyncio.BaseProtocol]


class LatentLoop(Protocol):
    """An event loop in which what crosses the network may take a while."""

    def call_after_latency(self, callback: Callable[[], object], context: contextvars.Context) -> object: ...

    def call_soon(
        self, callback: Callable[..., object], *args: object, context: contextvars.Context | None = None
    ) -> object: ...


class MemoryTransport(asyncio.Transport):
    """One end of a connection; `peer` is the other."""

    def __init__(self, loop: LatentLoop, own: Address, other: Address) -> None:
        super().__init__({"sockname": own, "peername": other})
        self._loop = loop
        self._context = contextvars.copy_context()
        """Of the side that this end belongs to: what it hears is handled there."""
        self._protocol: asyncio.BaseProtocol
        self.peer: MemoryTransport
        self._inbox: deque[bytes] = deque()
        self._waiting = 0
        self._is_reading = True
        self._is_scheduled = False
        self._has_eof = False
        """The other side sends no more."""
        self._was_told_eof = False
        self._has_ended_writing = False
        self._is_closing = False
        self._is_lost = False
        self._high, self._low = HIGH_WATER, HIGH_WATER // 4
        self._asked_to_pause = False
        self.on_lost: Callable[[], None] = lambda: None

    def begin(self, make: MakeProtocol) -> asyncio.BaseProtocol:
        self._protocol = self._context.run(make)
        self._context.run(self._protocol.connection_made, self)
        return self._protocol

    # What its protocol asks for.

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._protocol = protocol

    def is_closing(self) -> bool:
        return self._is_closing

    def is_reading(self) -> bool:
        return self._is_reading and not self._is_closing

    def pause_reading(self) -> None:
        self._is_reading = False

    def resume_reading(self) -> None:
        self._is_reading = True
        self._schedule()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data argument must be a bytes-like object, not {type(data).__name__!r}")
        if self._has_ended_writing:
            raise RuntimeError("Cannot call write() after write_eof()")
        if self._is_closing or not data:
            return
        if self.peer._is_closing:
            reset = ConnectionResetError(errno.ECONNRESET, os.strerror(errno.ECONNRESET))
            self._loop.call_soon(self._lose, reset, context=self._context)
            return
        self.peer._inbox.append(bytes(data))
        self.peer._waiting += len(data)
        self.peer._schedule()
        self._look_at_buffer()

    def writelines(self, list_of_data: Any) -> None:
        self.write(b"".join(list_of_data))

    def can_write_eof(self) -> bool:
        return True

    def write_eof(self) -> None:
        if not self._has_ended_writing and not self._is_closing:
            self._has_ended_writing = True
            self.peer._end()

    def get_write_buffer_size(self) -> int:
        return 0 if self.peer._is_closing else max(0, self.peer._waiting - RECEIVE_BUFFER)

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return self._low, self._high

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        if high is None:
            high = HIGH_WATER if low is None else 4 * low
        self._high, self._low = high, high // 4 if low is None else low
        self._look_at_buffer()

    def close(self) -> None:
        """Read no more; what was written still arrives."""
        if not self._is_closing:
            self._is_closing = True
            self._inbox.clear()
            self._waiting = 0
            if not self._has_ended_writing:
                self.peer._end()
            self.peer._look_at_buffer()
            self._loop.call_soon(self._lose, None, context=self._context)

    def abort(self) -> None:
        self.close()

    # What happens to it.

    def _end(self) -> None:
        self._has_eof = True
        self._schedule()

    def _schedule(self) -> None:
        if not self._is_scheduled and not self._is_closing:
            self._is_scheduled = True
            self._loop.call_after_latency(self._hand_over, self._context)

    def _hand_over(self) -> None:
        self._is_scheduled = False
        if self._is_closing or not self._is_reading:
            return
        if self._inbox:
            data = self._take()
            self.peer._look_at_buffer()
            self._protocol.data_received(data)  # type: ignore[attr-defined]
            if self._inbox or self._has_eof:
                self._schedule()
        elif self._has_eof and not self._was_told_eof:
            self._was_told_eof = True
            if not self._protocol.eof_received():  # type: ignore[attr-defined]
                self.close()

    def _take(self) -> bytes:
        """Take as much as a receive buffer holds."""
        data = b"".join(self._inbox)
        self._inbox.clear()
        if len(data) > RECEIVE_BUFFER:
            self._inbox.append(data[RECEIVE_BUFFER:])
            data = data[:RECEIVE_BUFFER]
        self._waiting -= len(data)
        return data

    def _look_at_buffer(self) -> None:
        if self._is_lost:
            return
        size = self.get_write_buffer_size()
        if not self._asked_to_pause and size > self._high:
            self._asked_to_pause = True
            self._protocol.pause_writing()
        elif self._asked_to_pause and size <= self._low:
            self._asked_to_pause = False
            self._protocol.resume_writing()

    def _lose(self, error: Exception | None) -> None:
        self._is_closing = True
        if self._is_lost:
            return
        self._is_lost = True
        if error is not None and not self._has_ended_writing:
            self.peer._end()
        self.on_lost()
        self._protocol.connection_lost(error)


class MemorySocket:
    """What a server shows of the address it listens on."""

    family = socket.AF_INET

    def __init__(self, address: Address) -> None:
        self._address = address

    def getsockname(self) -> Address:
        return self._address

    def fileno(self) -> int:
        """There is none, as of a socket that is closed."""
        return -1


class MemoryServer(asyncio.AbstractServer):
    """Has its address from the beginning until it is closed; its connections go on."""

    def __init__(
        self, network: "MemoryNetwork", address: Address, make: MakeProtocol, own: socket.socket | None
    ) -> None:
        self._network, self.address, self.make, self._own = network, address, make, own
        self.sockets: tuple[Any, ...] = (MemorySocket(address) if network.numbers_all or own is None else own,)
        self.context = contextvars.copy_context()
        """Of whoever listens."""
        self._is_serving = False

    def is_serving(self) -> bool:
        return self._is_serving

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    async def start_serving(self) -> None:
        self._is_serving = True

    async def serve_forever(self) -> None:
        raise NotImplementedError("servers of the program are closed, not cancelled")

    def close(self) -> None:
        self._is_serving = False
        if self.sockets:
            self.sockets = ()
            self._network.forget(self)
            if self._own is not None:
                self._own.close()

    async def wait_closed(self) -> None:
        """As until Python 3.12: connections are not waited for."""


class MemoryNetwork:
    """The servers of one event loop, by address."""

    FIRST_PORT = 20_000

    def __init__(self, loop: LatentLoop) -> None:
        self.loop = loop
        self._servers: dict[int, MemoryServer] = {}
        self._next_port = self.FIRST_PORT
        self.numbers_all = False
        """Whether servers that bring a socket of their own get a port of this network, too."""
        self._ends: dict[MemoryTransport, None] = {}

    def listen(self, make: MakeProtocol, host: str, port: int, own: socket.socket | None) -> MemoryServer:
        if own is not None and not self.numbers_all:
            host, port = own.getsockname()[:2]
        elif port == 0 or own is not None:
            port = self._free_port()
        if port in self._servers:
            raise OSError(
                errno.EADDRINUSE, f"error while attempting to bind on address {(host, port)!r}: address already in use"
            )
        server = self._servers[port] = MemoryServer(self, (host, port), make, own)
        return server

    def forget(self, server: MemoryServer) -> None:
        self._servers.pop(server.address[1], None)

    def ends_of(self, belongs: Callable[[contextvars.Context], bool]) -> list[MemoryTransport]:
        """Return the ends of connections whose side is so."""
        return [end for end in self._ends if belongs(end._context)]

    def servers_of(self, belongs: Callable[[contextvars.Context], bool]) -> list[MemoryServer]:
        return [server for server in self._servers.values() if belongs(server.context)]

    def knows(self, host: str, port: int) -> bool:
        return host in {"127.0.0.1", "localhost", "::1"} and port in self._servers

    def connect(self, make: MakeProtocol, port: int) -> tuple[MemoryTransport, asyncio.BaseProtocol]:
        """Connect to the server at `port`; both ends learn of it at once."""
        server = self._servers.get(port)
        if server is None or not server.is_serving():
            raise ConnectionRefusedError(errno.ECONNREFUSED, f"Connect call failed ('127.0.0.1', {port})")
        here, there = ("127.0.0.1", self._free_port()), ("127.0.0.1", port)
        client = MemoryTransport(self.loop, here, there)
        served = server.context.run(MemoryTransport, self.loop, there, here)
        client.peer, served.peer = served, client
        for end in (client, served):
            self._ends[end] = None
            end.on_lost = lambda end=end: self._ends.pop(end, None)  # type: ignore[misc]
        served.begin(server.make)
        return client, client.begin(make)

    def _free_port(self) -> int:
        self._next_port += 1
        return self._next_port

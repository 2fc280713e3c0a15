"""A cheap load generator: raw keep-alive connections, each following a script one request at a time."""

import asyncio
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from statistics import quantiles
from time import perf_counter
from typing import cast

Script = Generator[bytes, bytes, None]
"""Yields requests and is sent the complete response to each."""

CONTENT_LENGTH = b"\r\nContent-Length: "


class BadAnswerError(Exception):
    """The server's response was not a success."""


@dataclass(slots=True)
class Measured:
    """The result of one round over all connections."""

    seconds: float
    latencies: list[float] = field(default_factory=list)
    """Seconds per finished unit of work."""

    @property
    def rate(self) -> float:
        """Units of work per second."""
        return len(self.latencies) / self.seconds

    @property
    def percentiles(self) -> tuple[float, float]:
        """The median and the 99th percentile, in milliseconds."""
        cuts = quantiles(self.latencies, n=100)
        return cuts[49] * 1000, cuts[98] * 1000


class Connection(asyncio.Protocol):
    """A keep-alive connection that sends the script's next request as soon as a response is complete."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.latencies: list[float] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_stopping = False
        self._received = b""
        self._missing = 0
        self._sent_at = 0.0
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's has the interface, but not the base class
        self._send(next(self.script))

    def data_received(self, data: bytes) -> None:
        if self._missing:
            self._received += data
            self._missing -= len(data)
        else:
            self._received = self._received + data if self._received else data
            head = self._received.find(b"\r\n\r\n")
            if head < 0:
                return
            at = self._received.find(CONTENT_LENGTH, 0, head)
            length = int(self._received[at + len(CONTENT_LENGTH) : self._received.index(b"\r\n", at + 2)])
            self._missing = head + 4 + length - len(self._received)
        if self._missing <= 0:
            self._answered()

    def _answered(self) -> None:
        answer, self._received, self._missing = self._received, b"", 0
        self.latencies.append(perf_counter() - self._sent_at)
        if answer[9:12] not in {b"200", b"201"}:
            self._fail(BadAnswerError(answer[:600].decode(errors="replace")))
        elif self.is_stopping:
            self._finish()
        else:
            self._send(self.script.send(answer))

    def _send(self, request: bytes) -> None:
        self._sent_at = perf_counter()
        self._transport.write(request)

    def _finish(self) -> None:
        if not self.done.done():
            self.done.set_result(None)
        self._transport.close()

    def _fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)
        self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(exc or BadAnswerError("the server closed the connection"))


async def drive(ports: Sequence[int], scripts: list[Callable[[], Script]], seconds: float, unit: int = 1) -> Measured:
    """Run one connection for each script, to the ports in turn; `unit` consecutive requests are one unit of work."""
    loop = asyncio.get_running_loop()
    started = perf_counter()
    connections = [
        (await loop.create_connection(lambda script=script: Connection(script()), "127.0.0.1", port))[1]  # type: ignore[misc]
        for script, port in zip(scripts, cycle(ports), strict=False)
    ]
    async with asyncio.timeout(30):
        # On an overloaded machine a round lasts until each connection has some results.
        await asyncio.sleep(seconds)
        while any(len(each.latencies) < 2 * unit and not each.done.done() for each in connections):  # noqa: ASYNC110 - a benchmark
            await asyncio.sleep(seconds / 10)
    for connection in connections:
        connection.is_stopping = True
    async with asyncio.timeout(30):
        await asyncio.gather(*(connection.done for connection in connections))
    measured = Measured(perf_counter() - started)
    for connection in connections:
        whole = len(connection.latencies) // unit * unit
        measured.latencies += [sum(connection.latencies[at : at + unit]) for at in range(0, whole, unit)]
    return measured

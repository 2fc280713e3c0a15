"""Server-sent events that tell open kitchen screens that the board has changed: a hint to read it again."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import hdrs, web

from cafe.core.devices.model import Device
from cafe.core.devices.service import DeviceService
from cafe.core.kernel.ids import DeviceId
from cafe.web.json import json_response
from cafe.web.security_headers import ALWAYS

log = logging.getLogger(__name__)

MOST_STREAMS = 20
LOOK_SECONDS = 0.5
"""Between two looks at the board, while somebody listens."""
REST = 10
"""A look that took long is followed by a rest of so many times that, so that a huge board costs a tenth at most."""
HEARTBEAT_SECONDS = 15
"""Below any proxy's patience with a silent answer."""
PATIENCE_SECONDS = 5
"""How long one hint may take to be sent; whoever reads slower is cut off and reads the board by itself."""
RETRY_MS = 2_000
HEADERS = {
    hdrs.CONTENT_TYPE: "text/event-stream; charset=utf-8",
    hdrs.CACHE_CONTROL: "no-store",
    "X-Accel-Buffering": "no",  # for nginx
    **ALWAYS,
}


@dataclass(eq=False, slots=True)
class _Listener:
    device_id: DeviceId
    news: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False

    def end(self) -> None:
        self.is_over = True
        self.news.set()


class BoardStreams:
    """The open streams of this process.

    Every process looks for itself, since any may have changed the board. What it compares is the board as it is shown:
    orders also come up or get late without anything being written.
    """

    def __init__(self, devices: DeviceService, read_version: Callable[[], Awaitable[str]]) -> None:
        self._devices = devices
        self._read_version = read_version
        self._listeners: list[_Listener] = []
        """The oldest first."""
        self._version: str | None = None
        self._rests_until = 0.0
        self._is_closed = False

    async def look(self) -> bool:
        """Look at the board once and tell those who listen; always False, as nothing is left to do at once."""
        began = time.monotonic()
        if not self._listeners or began < self._rests_until:
            return False
        paired = {device.id for device in await self._devices.list_all()}
        version = await self._read_version()
        for listener in self._listeners:
            if listener.device_id not in paired:
                listener.end()
            elif version != self._version:
                listener.news.set()
        self._version = version
        self._rests_until = time.monotonic() + REST * (time.monotonic() - began)
        return False

    def close(self) -> None:
        """End every stream, before a stop waits for the requests under way."""
        self._is_closed = True
        for listener in self._listeners:
            listener.end()

    async def listen(self, request: web.Request, device: Device, cookie: str) -> web.StreamResponse:
        """GET /api/board/stream; with each opening the device's cookie lives on."""
        if self._is_closed or not self._make_room(device):
            return json_response({"error": "too_many_streams"}, status=503)
        listener = _Listener(device.id)
        self._listeners.append(listener)
        try:
            response = web.StreamResponse(headers={**HEADERS, hdrs.SET_COOKIE: cookie})
            await response.prepare(request)
            await response.write(f"retry: {RETRY_MS}\n\n".encode())
            await self._tell(response, listener)
        except TimeoutError:
            log.info("a kitchen screen reads too slowly: device=%d", device.id)
            if request.transport is not None:
                request.transport.abort()
        except ConnectionError:
            log.debug("a kitchen screen left: device=%d", device.id)
        finally:
            if listener in self._listeners:
                self._listeners.remove(listener)
        return response

    def _make_room(self, device: Device) -> bool:
        """Whether there is room for another stream; if need be the device's own oldest ends.

        A tablet that loses its network leaves streams behind whose end nobody hears of for minutes.
        """
        if len(self._listeners) < MOST_STREAMS:
            return True
        own = next((listener for listener in self._listeners if listener.device_id == device.id), None)
        if own is None:
            return False
        own.end()
        self._listeners.remove(own)
        return True

    async def _tell(self, response: web.StreamResponse, listener: _Listener) -> None:
        """Send the version whenever it is another one, and a sign of life meanwhile."""
        told = None
        while not listener.is_over:
            listener.news.clear()
            version = self._version
            hint = ":\n\n" if version in {told, None} else f"event: changed\ndata: {version}\n\n"
            told = version
            async with asyncio.timeout(PATIENCE_SECONDS):
                await response.write(hint.encode())
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await listener.news.wait()

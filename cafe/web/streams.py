"""Server-sent events that hint at a change: the page then reads what changed by the ordinary routes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from aiohttp import hdrs, web

from cafe.core.kernel.clock import Clock
from cafe.web.json import json_response
from cafe.web.security_headers import ALWAYS

log = logging.getLogger(__name__)

REST_FACTOR = 10
"""Pause after each check, as a multiple of its duration, so that slow checks take a tenth of the time at most."""
PATIENCE_SECONDS = 5
"""Timeout for sending one hint; a slower reader is disconnected and has to reload."""
RETRY_MS = 2_000
HEADERS = {
    hdrs.CONTENT_TYPE: "text/event-stream; charset=utf-8",
    hdrs.CACHE_CONTROL: "no-store",
    "X-Accel-Buffering": "no",  # for nginx
    **ALWAYS,
}
HEARTBEAT = ":\n\n"
REPLACED = "event: replaced\ndata: 1\n\n"
"""Sent when another stream of the same listener replaces this one, so that they do not replace each other forever."""


@dataclass(frozen=True, slots=True)
class Version:
    """The current state as a short text that changes with it."""

    text: str
    is_last: bool = False
    """No more changes will come: the listener gets this version, and the stream ends."""


ReadVersions = Callable[[Collection[int]], Awaitable[Mapping[int, Version]]]
"""Reads the versions of all these ids at once; listeners of a missing one are disconnected."""


@dataclass(eq=False, slots=True)
class _Listener:
    who: Hashable
    what: int
    news: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False
    farewell: str = ""

    def end(self, farewell: str = "") -> None:
        self.is_over = True
        self.farewell = farewell
        self.news.set()


class Streams:
    """The open streams of one kind in this process.

    Every process checks for changes itself, since any process may make them: once for all listeners.
    """

    def __init__(
        self, audience: str, read_versions: ReadVersions, clock: Clock, *, most: int, most_of_one: int, heartbeat: float
    ) -> None:
        """Prepare without streams.

        Args:
            audience: the listeners, as named in the log.
            read_versions: see `ReadVersions`.
            clock: for all waiting.
            most: maximum streams at a time.
            most_of_one: maximum streams of one listener.
            heartbeat: seconds of silence before a heartbeat, below any proxy's timeout.
        """
        self._audience = audience
        self._read_versions = read_versions
        self._clock = clock
        self._heartbeat = heartbeat
        self._most = most
        self._most_of_one = most_of_one
        self._listeners: list[_Listener] = []
        """The oldest first."""
        self._versions: Mapping[int, Version] = {}
        self._rests_until = 0.0
        self._is_closed = False

    async def check(self) -> bool:
        """Check once and notify listeners; always False: nothing is left to do."""
        began = self._clock.monotonic()
        if not self._listeners or began < self._rests_until:
            return False
        ids = {listener.what for listener in self._listeners}
        before, self._versions = self._versions, await self._read_versions(ids)
        for listener in self._listeners:
            version = self._versions.get(listener.what)
            if version is None:
                if listener.what in ids:
                    listener.end()
            elif version.is_last:
                listener.end()
            elif version != before.get(listener.what):
                listener.news.set()
        self._rests_until = self._clock.monotonic() + REST_FACTOR * (self._clock.monotonic() - began)
        return False

    def close(self) -> None:
        """End every stream, before a stop waits for the requests under way."""
        self._is_closed = True
        for listener in self._listeners:
            listener.end()

    async def listen(
        self, request: web.Request, who: Hashable, what: int, headers: Mapping[str, str] | None = None
    ) -> web.StreamResponse:
        """Respond with a stream of hints at `what`; `headers` are sent in addition to the usual ones."""
        if self._is_closed or not self._make_room(who):
            return json_response({"error": "too_many_streams"}, status=503)
        listener = _Listener(who, what)
        self._listeners.append(listener)
        try:
            response = web.StreamResponse(headers={**HEADERS, **(headers or {})})
            await response.prepare(request)
            await response.write(f"retry: {RETRY_MS}\n\n".encode())
            await self._send_versions(response, listener)
        except TimeoutError:
            log.info("a stream for %s is read too slowly", self._audience)
            if request.transport is not None:
                request.transport.abort()
        except ConnectionError:
            log.debug("a stream for %s was left", self._audience)
        finally:
            self._forget(listener)
        return response

    def _make_room(self, who: Hashable) -> bool:
        """Whether there is room for another stream; if necessary, the listener's own oldest one ends.

        A client that loses the network leaves streams behind whose end is not noticed for minutes.
        """
        own = [listener for listener in self._listeners if listener.who == who]
        if len(own) < self._most_of_one and len(self._listeners) < self._most:
            return True
        if not own:
            return False
        own[0].end(REPLACED)
        self._listeners.remove(own[0])
        return True

    def _forget(self, listener: _Listener) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)
        if not self._listeners:
            self._versions = {}

    async def _send_versions(self, response: web.StreamResponse, listener: _Listener) -> None:
        """Send each new version, and heartbeats in between."""
        sent = None
        while True:
            listener.news.clear()
            is_over, version = listener.is_over, self._versions.get(listener.what)
            hint = listener.farewell or HEARTBEAT
            if version is not None and version != sent:
                hint = f"event: changed\ndata: {version.text}\n\n" + listener.farewell
            sent = version
            async with asyncio.timeout(PATIENCE_SECONDS):
                await response.write(hint.encode())
            if is_over:
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(self._heartbeat):
                    await listener.news.wait()

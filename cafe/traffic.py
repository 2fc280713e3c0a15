"""Counts and times requests by route template, and logs them at the level `debug`.

Replaces the framework's access log, at no cost if neither is enabled. Addresses are left out: they contain tokens.
"""

import logging
from bisect import bisect_left
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.abc import AbstractAccessLogger

log = logging.getLogger(__name__)

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; the upper bounds of the histogram's buckets except the last."""
UNKNOWN = "unknown"
"""For requests without a route: their address and method come from the sender, and must not fill our memory."""


@dataclass(slots=True)
class Tally:
    """The requests of one kind. Endless responses are counted but not timed."""

    method: str
    route: str
    status: int
    is_timed: bool
    count: int = 0
    seconds: float = 0.0
    spans: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))


class Traffic:
    """All requests since the start."""

    def __init__(self) -> None:
        self._tallies: dict[tuple[str, object, int], Tally] = {}
        self._logs = log.isEnabledFor(logging.DEBUG)

    def tallies(self) -> list[Tally]:
        return list(self._tallies.values())

    def recorder(self) -> type[AbstractAccessLogger]:
        """Return the class that the framework instantiates for each connection."""
        traffic = self

        class Recorder(AbstractAccessLogger):
            __slots__ = ()

            def log(self, request: web.BaseRequest, response: web.StreamResponse, time: float) -> None:
                traffic.note(request, response, time)

        return Recorder

    def note(self, request: web.BaseRequest, response: web.StreamResponse, seconds: float) -> None:
        """Count an answered request."""
        match = getattr(request, "_match_info", None)  # the public property fails for a malformed request
        resource = match.route.resource if match is not None else None
        key = (request.method if resource is not None else UNKNOWN, resource, response.status)
        tally = self._tallies.get(key)
        if tally is None:
            route = resource.canonical if resource is not None else UNKNOWN
            is_timed = response.content_type != "text/event-stream"
            tally = self._tallies[key] = Tally(key[0], route, response.status, is_timed)
        tally.count += 1
        if tally.is_timed:
            tally.seconds += seconds
            tally.spans[bisect_left(BOUNDS, seconds)] += 1
        if self._logs:
            log.debug("%s %s: %d in %.1f ms", tally.method, tally.route, tally.status, seconds * 1000)

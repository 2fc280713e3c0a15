"""Counts and times the requests by the route's template, and logs them at the level `debug`.

It is the framework's access log, so it costs nothing where neither is wanted. Addresses stay out: they hold tokens.
"""

import logging
from bisect import bisect_left
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.abc import AbstractAccessLogger

log = logging.getLogger(__name__)

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; the upper ends of the histogram's spans but for the last."""
UNKNOWN = "unknown"
"""Of a request without a route, whose sender chooses address and method, and must not fill our memory with them."""


@dataclass(slots=True)
class Tally:
    """The requests of one kind. An answer that goes on for ever is counted and not timed."""

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
        """Return the class of which the framework makes one for each connection."""
        traffic = self

        class Recorder(AbstractAccessLogger):
            __slots__ = ()

            def log(self, request: web.BaseRequest, response: web.StreamResponse, time: float) -> None:
                traffic.note(request, response, time)

        return Recorder

    def note(self, request: web.BaseRequest, response: web.StreamResponse, seconds: float) -> None:
        """Count an answered request."""
        match = getattr(request, "_match_info", None)  # the public property fails where the request made no sense
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

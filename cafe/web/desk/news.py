"""The desk's event stream: hints at changes, which the page then reads by the ordinary routes."""

from collections.abc import Collection, Mapping
from typing import Any

import orjson
from aiohttp import web

from cafe.core.people.staff.model import Session
from cafe.core.services import Services
from cafe.web.board_json import version_of
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.day import day_json
from cafe.web.json import json_response
from cafe.web.streams import Streams, Version

MAX_STREAMS = 60
MAX_STREAMS_EACH = 6
"""Streams of one person: windows of their browser."""
VOLATILE = {"now", "turns_at", "next_start", "next_day_start"}
"""Parts of the day that change from minute to minute."""


class NewsHandlers:
    def __init__(self, services: Services, heartbeat: float) -> None:
        self._services = services
        self.streams = Streams(
            "the desk",
            self._read_versions,
            services.clock,
            most=MAX_STREAMS,
            most_of_one=MAX_STREAMS_EACH,
            heartbeat=heartbeat,
        )

    def routes(self, access: DeskAccess) -> list[web.RouteDef]:
        return [
            web.get("/api/desk/news", access.guard(self.get)),
            web.get("/api/desk/news/stream", access.guard(self.stream)),
        ]

    async def get(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/news."""
        return json_response(await self._news())

    async def stream(self, request: web.Request, session: Session) -> web.StreamResponse:
        """GET /api/desk/news/stream: the same, as data of each event."""
        return await self.streams.listen(request, session.id, session.id)

    async def _read_versions(self, sessions: Collection[int]) -> Mapping[int, Version]:
        """Return the same for each of these sessions that has not ended."""
        lasting = {session.id for session in await self._services.sessions.list_all()}
        version = Version(orjson.dumps(await self._news()).decode())
        return {session: version for session in sessions if session in lasting}

    async def _news(self) -> dict[str, Any]:
        news, day = await self._services.news.read(), await day_json(self._services)
        return {
            "orders": news.orders,
            "stock": news.stock,
            "day": version_of({name: value for name, value in day.items() if name not in VOLATILE}),
            "waiting": news.waiting,
            "newest": news.newest,
        }

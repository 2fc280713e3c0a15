"""A fake of alerts.in.ua, and of a supplier's page with a plan of power cuts."""

import json
from datetime import timedelta
from typing import Any, Unpack

from aiohttp import web

from tests.fakes.service import FakeService, Options
from tests.vendors import description

ACTIVE = "/v1/alerts/active.json"
LETTER = "/v1/iot/active_air_raid_alerts/"
PLAN = "/plan"
KYIV, KYIV_OBLAST, BUCHA, KHARKIV_OBLAST, KHARKIV = 31, 14, 75, 22, 124


class FakeAlerts(FakeService):
    """Tells of the `alerts` that a test begins and ends. `lie`, if set, is the whole answer, whatever it is."""

    description = description("alerts")
    token = "test-alerts-token"

    def __init__(self, **options: Unpack[Options]) -> None:
        super().__init__(**options)
        self.alerts: dict[int, dict[str, Any]] = {}
        self.lie: str | None = None
        self.plan = ""

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get(ACTIVE, self._active),
            web.get(f"{LETTER}{{uid}}.json", self._letter),
            web.get(PLAN, self._plan),
        ]

    def described(self, request: web.Request, body: bytes) -> tuple[str, object] | None:  # noqa: ARG002 - nothing is sent
        if not request.path.startswith("/v1/") or self.lie is not None:
            return None
        return f"{request.method} {request.path}", dict(request.query)

    def begin(self, region: int, oblast: int, *, kind: str = "air_raid", ahead: timedelta = timedelta()) -> None:
        """Tell of an alert from now on; `ahead`: it begins later than now."""
        began = f"{self._now() + ahead:%Y-%m-%dT%H:%M:%S}.000Z"
        self.alerts[region] = {
            "id": 8757 + region,
            "location_title": f"Регіон {region}",
            "location_type": "oblast" if region == oblast else "raion",
            "started_at": began,
            "finished_at": None,
            "updated_at": began,
            "alert_type": kind,
            "location_uid": str(region),
            "location_oblast_uid": oblast,
            "notes": None,
            "calculated": None,
        }

    def end(self, region: int) -> None:
        del self.alerts[region]

    async def _active(self, request: web.Request) -> web.Response:
        return self._answer_to(
            request, {"alerts": list(self.alerts.values()), "meta": {}, "disclaimer": "Лише для довідки"}
        )

    async def _letter(self, request: web.Request) -> web.Response:
        return self._answer_to(request, "A" if int(request.match_info["uid"]) in self.alerts else "N")

    def _answer_to(self, request: web.Request, told: object) -> web.Response:
        if request.headers.get("Authorization") != f"Bearer {self.token}":
            return web.json_response({"message": "API token required."}, status=401)
        return web.Response(text=self.lie or json.dumps(told), content_type="application/json")

    async def _plan(self, _request: web.Request) -> web.Response:
        return web.Response(text=self.lie or self.plan)

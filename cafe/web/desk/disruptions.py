"""Air alerts and power cuts at the desk: what is in force, the plan, the sources; beginning and ending by hand."""

from typing import Any

from aiohttp import web

from cafe.core.catalogue.disruptions.model import NOTHING, Cut, Disruption, DisruptionKind
from cafe.core.catalogue.disruptions.plan import Plan
from cafe.core.catalogue.disruptions.regions import CITIES, OBLASTS, PARTS
from cafe.core.catalogue.disruptions.sources import SourceError
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import id_of, json_response, path_id, read_body

DAY = 24 * 60
"""The longest span of a disruption begun by hand, in minutes."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    handlers, guard = DisruptionHandlers(services), access.guard
    return [
        web.get("/api/desk/disruptions", guard(handlers.get)),
        web.get("/api/desk/disruptions/regions", guard(handlers.list_regions)),
        web.post("/api/desk/disruptions/begin", guard(handlers.begin, Right.ORDERS, Right.MENU)),
        web.post("/api/desk/disruptions/end", guard(handlers.end, Right.ORDERS, Right.MENU)),
        web.post("/api/desk/disruptions/preview", guard(handlers.preview, Right.MENU)),
        web.post("/api/desk/disruptions/plan", guard(handlers.save_plan, Right.MENU)),
        web.delete("/api/desk/disruptions/cuts/{cut_id:[0-9]+}", guard(handlers.delete_cut, Right.MENU)),
        web.post("/api/desk/disruptions/ask", guard(handlers.ask, Right.SETTINGS)),
    ]


class DisruptionHandlers:
    def __init__(self, services: Services) -> None:
        self._disruptions = services.disruptions
        self._settings = services.settings

    async def get(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/disruptions."""
        return json_response(await self._json())

    async def list_regions(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/disruptions/regions: those of alerts.in.ua, each oblast followed by its raions."""
        cities = [{"id": region, "name": name} for region, name in CITIES.items()]
        oblasts = [
            [{"id": region, "name": name}, *({"id": part, "name": of} for part, of in PARTS.get(region, {}).items())]
            for region, name in OBLASTS.items()
        ]
        return json_response({"groups": [cities, *oblasts]})

    async def begin(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/disruptions/begin: now, for some `minutes`, null: until it is ended."""
        body = await read_body(request)
        kind, minutes = _kind_of(body), id_of(body.get("minutes"))
        if body.get("minutes") is not None and (minutes is None or not 0 < minutes <= DAY):
            raise ProblemsError(Problem("minutes", "must-be-whole", {"least": 1, "most": DAY}))
        await self._disruptions.begin(kind, minutes, actor=session.actor)
        return json_response(await self._json())

    async def end(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/disruptions/end: whoever says that it is in force."""
        await self._disruptions.end(_kind_of(await read_body(request)), actor=session.actor)
        return json_response(await self._json())

    async def preview(self, request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/disruptions/preview: what a plan says, as far as it is understood."""
        return json_response(_plan_json(self._disruptions.read_plan(_text_of(await read_body(request)))))

    async def save_plan(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/disruptions/plan: in the place of what was planned for its days, or beside it if it `adds`."""
        body = await read_body(request)
        await self._disruptions.save_plan(_text_of(body), adds=body.get("adds") is True, actor=session.actor)
        return json_response(await self._json())

    async def delete_cut(self, request: web.Request, session: Session) -> web.Response:
        """DELETE /api/desk/disruptions/cuts/{cut_id}."""
        await self._disruptions.delete_cut(path_id(request, "cut_id"), actor=session.actor)
        return json_response(await self._json())

    async def ask(self, request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/disruptions/ask: what a source says now; nothing changes."""
        try:
            told = await self._disruptions.ask(_kind_of(await read_body(request)))
        except SourceError as error:
            return json_response({"trouble": error.trouble})
        return json_response(_plan_json(told) if isinstance(told, Plan) else {"is_alert": told})

    async def _json(self) -> dict[str, Any]:
        settings, in_force = self._settings.current, self._disruptions.in_force()
        return {
            "kinds": [
                {
                    "kind": kind.value,
                    "effect": settings.effects[kind],
                    "is_used": settings.effects[kind] != NOTHING,
                    "in_force": next((_span_json(each) for each in in_force if each.kind is kind), None),
                    "source": await self._source_json(kind),
                }
                for kind in DisruptionKind
            ],
            "queue": settings.power_cut_queue,
            "cuts": [_span_json(each) for each in self._disruptions.planned()],
        }

    async def _source_json(self, kind: DisruptionKind) -> dict[str, Any] | None:
        """Serialize when a source last said something, and what is wrong with it; null without one."""
        if not self._disruptions.has_source(kind):
            return None
        state = await self._disruptions.source(kind)
        if state is None:
            return {"heard_at": None, "trouble": None, "is_silent": False}
        return {"heard_at": state.heard_at, "trouble": state.trouble, "is_silent": state.told_at is not None}


def _span_json(disruption: Disruption) -> dict[str, Any]:
    """Serialize a disruption; moments in Unix seconds."""
    return {
        "id": disruption.id,
        "origin": disruption.origin.value,
        "from": disruption.from_at,
        "until": disruption.until_at,
    }


def _plan_json(plan: Plan) -> dict[str, Any]:
    def span(cut: Cut) -> dict[str, int]:
        return {"from": cut.from_at, "until": cut.until_at}

    return {"days": sorted(day.isoformat() for day in plan.days), "cuts": [span(cut) for cut in plan.cuts]}


def _kind_of(body: dict[str, Any]) -> DisruptionKind:
    if body.get("kind") not in list(DisruptionKind):
        raise ProblemsError(Problem("kind", "desk-field-invalid"))
    return DisruptionKind(body["kind"])


def _text_of(body: dict[str, Any]) -> str:
    text = body.get("text")
    if not isinstance(text, str) or not text.strip():
        raise ProblemsError(Problem("text", "desk-field-needed"))
    return text

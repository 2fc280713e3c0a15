"""Bottles with excise marks at the desk: which are open, opening one, and taking an empty one away."""

from typing import Any

from aiohttp import web

from cafe.core.catalogue.bottles.model import Bottle, MarkError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import json_response, path_id, read_body
from cafe.web.marks import read_code, refusal_of

AT_THE_BAR = (Right.STOCK, Right.ORDERS)


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    bottles, guard = BottleHandlers(services), access.guard
    return [
        web.get("/api/desk/bottles", guard(bottles.list, *AT_THE_BAR)),
        web.post("/api/desk/bottles", guard(bottles.open, *AT_THE_BAR)),
        web.post("/api/desk/bottles/{bottle_id:[0-9]+}/empty", guard(bottles.empty, *AT_THE_BAR)),
        web.post("/api/desk/code", guard(bottles.read_code, *AT_THE_BAR)),
    ]


class BottleHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def list(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/bottles: the open ones, and the ingredients whose bottles have marks."""
        return await self._state()

    async def open(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/bottles: `{"ingredient", "mark"}`."""
        body = await read_body(request)
        code = body.get("ingredient")
        try:
            await self._services.bottles.open(
                code if isinstance(code, str) else "", body.get("mark"), session.actor.name
            )
        except MarkError as error:
            return json_response({"error": refusal_of(error)}, status=409)
        return await self._state()

    async def empty(self, request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/bottles/{bottle_id}/empty; one that was opened by mistake is forgotten."""
        try:
            await self._services.bottles.empty(path_id(request, "bottle_id"))
        except MarkError as error:
            return json_response({"error": refusal_of(error)}, status=409)
        return await self._state()

    async def read_code(self, request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/code: what the code in a picture says."""
        return await read_code(self._services, request)

    async def _state(self) -> web.Response:
        bottles, marked = await self._services.bottles.read()
        ingredients = [
            {"code": each.code, "name": each.name, "unit": each.unit, "bottle": each.bottle} for each in marked
        ]
        return json_response({"bottles": [_bottle_json(each) for each in bottles], "ingredients": ingredients})


def _bottle_json(bottle: Bottle) -> dict[str, Any]:
    return {
        "id": bottle.id,
        "mark": bottle.mark,
        "ingredient": bottle.code,
        "name": bottle.name,
        "unit": bottle.unit,
        "amount": bottle.amount,
        "remaining": bottle.remaining,
        "at": bottle.scanned_at,
        "by": bottle.scanned_by,
    }

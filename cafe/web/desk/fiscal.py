"""Fiscal shifts at the desk: how they stand, and opening and closing them by hand."""

from dataclasses import asdict
from typing import Any

from aiohttp import web

from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.money.receipts.port import FiscalName
from cafe.core.money.receipts.shifts import Register, ShiftAct
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import json_response, read_body

SEES = (Right.CASH, Right.REPORTS)


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    handlers = FiscalHandlers(services)
    return [
        web.get("/api/desk/fiscal", access.guard(handlers.get, *SEES)),
        web.post("/api/desk/fiscal/shifts", access.guard(handlers.ask, *SEES)),
    ]


class FiscalHandlers:
    """Each answer is how things stand now. Sums in kopiykas, times in Unix seconds."""

    def __init__(self, services: Services) -> None:
        self._shifts = services.shifts

    async def get(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/fiscal."""
        return await self._answer()

    async def ask(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/fiscal/shifts `{service, act}`: `open` or `close`; it is done within moments."""
        body = await read_body(request)
        for name, values in (("service", FiscalName), ("act", ShiftAct)):
            if body.get(name) not in list(values):
                raise ProblemsError(Problem(name, "desk-field-invalid"))
        await self._shifts.ask(FiscalName(body["service"]), ShiftAct(body["act"]), session.member.name)
        return await self._answer()

    async def _answer(self) -> web.Response:
        waiting = [{"amount": amount, "reason": reason} for amount, reason in await self._shifts.list_waiting()]
        registers = [_register_json(each) for each in await self._shifts.list_all()]
        return json_response({"registers": registers, "waiting": waiting})


def _register_json(register: Register) -> dict[str, Any]:
    wish = register.wish
    return {
        "service": register.service,
        "shift": register.shift and asdict(register.shift),
        "problem": register.problem,
        "wish": wish and {"act": wish.act, "by": wish.actor, "at": wish.at, "problem": wish.problem},
    }

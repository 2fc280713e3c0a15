"""The current day at the desk: whether the cafe is open, pauses, busy mode, and modes of the menu."""

from datetime import datetime
from typing import Any

from aiohttp import web

from cafe.core.catalogue.availability.busy import BusyChangedError
from cafe.core.catalogue.hours.model import OpeningHours
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.ordering.orders.model import OrderType
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import id_of, json_response, read_body
from cafe.web.modes import modes_json, switch_mode

DAY = 24 * 60
"""The longest pause or busy mode in minutes."""
MAX_MINUTES = 120
"""The most minutes that busy mode may add."""
OPENING, TOMORROW, RESUMED = "opening", "tomorrow", "resumed"
"""Spans without minutes: until the next opening, until the first one of a later day, until resumed."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    day = DayHandlers(services)
    return [
        web.get("/api/desk/day", access.guard(day.get)),
        web.post("/api/desk/day/pause", access.guard(day.pause, Right.ORDERS, Right.MENU)),
        web.post("/api/desk/day/resume", access.guard(day.resume, Right.ORDERS, Right.MENU)),
        web.post("/api/desk/day/busy", access.guard(day.set_busy, Right.ORDERS, Right.MENU)),
        web.post("/api/desk/day/modes", access.guard(day.switch_mode, Right.ORDERS, Right.MENU)),
    ]


class DayHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def get(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/day."""
        return json_response(await day_json(self._services))

    async def pause(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/day/pause: stop orders of a type, or all, for a `span`: minutes, or a value of those above."""
        body = await read_body(request)
        order_type, span = _order_type(body), body.get("span")
        pause, minutes = self._services.pause, id_of(span)
        if span == OPENING:
            await pause.pause_today(order_type, actor=session.actor)
        elif span == TOMORROW:
            await pause.pause_until_tomorrow(order_type, actor=session.actor)
        elif span == RESUMED:
            await pause.pause_until_resumed(order_type, actor=session.actor)
        elif minutes is not None and 0 < minutes <= DAY:
            await pause.pause_for(minutes, order_type, actor=session.actor)
        else:
            raise ProblemsError(Problem("span", "desk-field-invalid"))
        return json_response(await day_json(self._services))

    async def resume(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/day/resume: accept orders of a type again, or of all types."""
        await self._services.pause.resume(_order_type(await read_body(request)), actor=session.actor)
        return json_response(await day_json(self._services))

    async def set_busy(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/day/busy: add minutes to every promise for `span` (minutes, `opening`), or end busy mode."""
        body = await read_body(request)
        minutes, mark, span = id_of(body.get("minutes")), id_of(body.get("mark")), body.get("span")
        if minutes is None or minutes > MAX_MINUTES:
            raise ProblemsError(Problem("minutes", "must-be-whole", {"least": 0, "most": MAX_MINUTES}))
        if mark is None and body.get("mark") is not None:
            raise ProblemsError(Problem("mark", "desk-field-invalid"))
        try:
            await self._set_busy(minutes, span, mark, session)
        except BusyChangedError:
            return json_response({"error": "changed", "day": await day_json(self._services)}, status=409)
        return json_response(await day_json(self._services))

    async def switch_mode(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/day/modes: switch the mode `id` of the menu on for a `span`, or off."""
        await switch_mode(self._services, await read_body(request), session.actor)
        return json_response(await day_json(self._services))

    async def _set_busy(self, minutes: int, span: object, mark: int | None, session: Session) -> None:
        busy, for_minutes = self._services.busy, id_of(span)
        if minutes == 0:
            await busy.end(mark=mark, actor=session.actor)
        elif span == OPENING:
            await busy.begin_today(minutes, mark=mark, actor=session.actor)
        elif for_minutes is not None and 0 < for_minutes <= DAY:
            await busy.begin_for(minutes, for_minutes, mark=mark, actor=session.actor)
        else:
            raise ProblemsError(Problem("span", "desk-field-invalid"))


async def day_json(services: Services) -> dict[str, Any]:
    """Serialize the state of the day."""
    now, public = services.clock.now(), services.settings.get_public()
    settings = public.settings
    busy, paused = await services.busy.state(), await services.pause.list_paused()
    turns_at = _turns_at(settings.hours, now)
    return {
        "now": int(now.timestamp()),
        "is_open": public.is_open,
        "turns_at": None if turns_at is None else int(turns_at.timestamp()),
        "next_start": int(settings.hours.next_start(now).timestamp()),
        "next_day_start": int(settings.hours.next_day_start(now).timestamp()),
        "is_force_closed": settings.force_closed,
        "takes_orders": public.takes_orders,
        "pauses": [
            {
                "type": None if order_type is None else order_type.value,
                "until": None if services.pause.is_endless(until) else int(until.timestamp()),
            }
            for order_type, until in paused.items()
        ],
        "busy": {
            "minutes": busy.busy.minutes if busy.busy else 0,
            "until": int(busy.busy.until.timestamp()) if busy.busy else None,
            "mark": busy.mark,
        },
        **({"disruptions": on} if (on := [each.kind for each in services.disruptions.in_force()]) else {}),
        **({"modes": modes} if (modes := modes_json(services)) else {}),
    }


def _turns_at(hours: OpeningHours, now: datetime) -> datetime | None:
    """Return when the open cafe closes, or the closed one opens."""
    return hours.closes_at(now) if hours.is_open(now) else hours.next_opening(now)


def _order_type(body: dict[str, Any]) -> OrderType | None:
    """Parse the order type; None stands for all.

    Raises:
        ProblemsError: no such type.
    """
    value = body.get("type")
    if value is None:
        return None
    if value not in list(OrderType):
        raise ProblemsError(Problem("type", "desk-field-invalid"))
    return OrderType(value)

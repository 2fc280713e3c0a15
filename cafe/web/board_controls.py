"""What the kitchen screen stops, pauses and slows down; the device's name is in the history of changes."""

from collections.abc import Mapping
from typing import Any

from aiohttp import web

from cafe.core.catalogue.availability.busy import BusyChangedError
from cafe.core.catalogue.availability.stop_list import StopSpan
from cafe.core.catalogue.changes.actor import Actor, Way
from cafe.core.catalogue.options.errors import OptionNotFoundError
from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import OptionId
from cafe.core.kernel.problems import ProblemsError
from cafe.core.ordering.orders.model import OrderType
from cafe.core.people.devices.model import Device
from cafe.core.services import Services
from cafe.web.board import BoardHandlers, invalid
from cafe.web.board_json import stops_json
from cafe.web.json import id_of, json_response, read_body
from cafe.web.modes import switch_mode

MAX_MINUTES = 120
DAY = 24 * 60
OPENING, RESUMED, ON = "opening", "resumed", "on"
"""In place of minutes: until the next opening, until somebody resumes, not at all."""
DISH_SPANS: Mapping[object, StopSpan] = {
    "hour": StopSpan.HOUR,
    OPENING: StopSpan.UNTIL_OPENING,
    RESUMED: StopSpan.UNTIL_OFFERED,
}


class ControlHandlers:
    def __init__(self, services: Services, board: BoardHandlers) -> None:
        self._services = services
        self._board = board

    async def set_busy(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/busy: add minutes to every promise for a while, or end busy mode."""
        body = await read_body(request)
        minutes, span, mark = (id_of(body.get(name)) for name in ("minutes", "span", "mark"))
        if minutes is None or mark is None or minutes > MAX_MINUTES or (span is not None and not 0 < span <= DAY):
            return invalid()
        busy, actor = self._services.busy, _actor(device)
        try:
            if minutes == 0:
                await busy.end(mark=mark, actor=actor)
            elif span is None:
                await busy.begin_today(minutes, mark=mark, actor=actor)
            else:
                await busy.begin_for(minutes, span, mark=mark, actor=actor)
        except BusyChangedError:
            return json_response({"error": "busy_changed"}, status=409)
        return await self._board.board(device)

    async def pause(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/pause: pause the orders of a type, or all, for a `span`; `on` takes them again."""
        body = await read_body(request)
        named, span = body.get("type"), body.get("span")
        if named is not None and named not in list(OrderType):
            return invalid()
        order_type = None if named is None else OrderType(named)
        pause, minutes, actor = self._services.pause, id_of(span), _actor(device)
        if span == ON:
            await pause.resume(order_type, actor=actor)
        elif span == OPENING:
            await pause.pause_today(order_type, actor=actor)
        elif span == RESUMED:
            await pause.pause_until_resumed(order_type, actor=actor)
        elif minutes is not None and 0 < minutes <= DAY:
            await pause.pause_for(minutes, order_type, actor=actor)
        else:
            return invalid()
        return await self._board.board(device)

    async def switch_mode(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/modes: switch the mode `id` of the menu on for a `span`, or off."""
        try:
            await switch_mode(self._services, await read_body(request), _actor(device))
        except ProblemsError:
            return invalid()
        return await self._board.board(device)

    async def list_stops(self, _request: web.Request, _device: Device) -> web.Response:
        """GET /api/board/stops."""
        return await self._stops()

    async def stop_dish(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/stops/dish: stop a dish for a `span`; `on` offers it again."""
        dish_id, span = await _read_stop(request)
        stop_list, actor = self._services.stop_list, _actor(device)
        if dish_id is None or span not in {*DISH_SPANS, ON}:
            return invalid()
        if span == ON:
            await stop_list.offer(dish_id, actor=actor)
        else:
            await stop_list.stop(dish_id, DISH_SPANS[span], actor=actor)
        return await self._stops()

    async def stop_option(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/stops/option: the same for an option, wherever it is offered."""
        found, span = await _read_stop(request)
        stop_list, actor = self._services.stop_list, _actor(device)
        if found is None or span not in {OPENING, RESUMED, ON}:
            return invalid()
        option_id = OptionId(found)
        try:
            if span == ON:
                await stop_list.offer_option(option_id, actor=actor)
            else:
                await stop_list.stop_option(option_id, until_opening=span == OPENING, actor=actor)
        except OptionNotFoundError:
            raise NotFoundError from None
        return await self._stops()

    async def _stops(self) -> web.Response:
        stop_list, snapshot = self._services.stop_list, self._services.cache.current
        pages, options = await stop_list.list_pages(), await stop_list.list_groups()
        return json_response(stops_json(pages, options, snapshot.version, snapshot.settings.zone))


def _actor(device: Device) -> Actor:
    return Actor(device.actor, way=Way.SCREEN)


async def _read_stop(request: web.Request) -> tuple[int | None, str]:
    body: dict[str, Any] = await read_body(request)
    span = body.get("span")
    return id_of(body.get("id")), span if isinstance(span, str) else ""

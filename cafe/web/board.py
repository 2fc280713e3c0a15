"""The kitchen screen's routes: the board, and its buttons."""

from collections.abc import Awaitable, Collection, Mapping
from contextlib import suppress
from enum import StrEnum
from typing import Any, TypeVar

from aiohttp import hdrs, web

from cafe.core.delivery.couriers.model import CourierError
from cafe.core.kernel.clock import unix_now
from cafe.core.kernel.problems import ProblemsError
from cafe.core.money.payments.facts import CounterPayment
from cafe.core.ordering.device_acts.model import PRESS_REFUSALS
from cafe.core.ordering.orders.model import OrderStatus
from cafe.core.people.devices.model import Device
from cafe.core.services import Services
from cafe.web.board_json import board_json, changed_order_json, ticket_json, version_of
from cafe.web.cookies import TokenCookie
from cafe.web.disruptions import span_json
from cafe.web.json import json_response, path_id, read_body
from cafe.web.marks import marks_of, read_code, scan
from cafe.web.modes import modes_json
from cafe.web.order_couriers import list_assignable, read_courier, refusal_code
from cafe.web.streams import Streams, Version

MAX_STREAMS = 20

E = TypeVar("E", bound=StrEnum)


class BoardHandlers:
    """The board for paired devices; the device's name is recorded in the orders' history, and who works at it."""

    def __init__(self, services: Services, cookie: TokenCookie, page_version: str, heartbeat: float) -> None:
        self._services = services
        self._page_version = page_version
        self._cookie = cookie
        self.streams = Streams(
            "the kitchen's screens",
            self._read_versions,
            services.clock,
            most=MAX_STREAMS,
            most_of_one=MAX_STREAMS,
            heartbeat=heartbeat,
        )

    async def get(self, _request: web.Request, device: Device) -> web.Response:
        """GET /api/board."""
        return await self.board(device)

    async def stream(self, request: web.Request, device: Device) -> web.StreamResponse:
        """GET /api/board/stream; each opening renews the device's cookie."""
        cookie = self._cookie.header(self._cookie.read(request) or "")
        return await self.streams.listen(request, device.id, device.id, {hdrs.SET_COOKIE: cookie})

    async def move(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/orders/{order_id}/move."""
        body = await read_body(request)
        seen, to = _member(OrderStatus, body, "seen"), _member(OrderStatus, body, "to")
        if seen is None or to is None:
            return invalid()
        order_id = path_id(request, "order_id")
        advance = self._services.staff_orders.advance(order_id, seen, to, device.actor, asks_payment=True)
        return await self._press(device, order_id, advance)

    async def scan_mark(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/orders/{order_id}/marks."""
        return await scan(self._services, request, device.actor)

    async def read_code(self, request: web.Request, _device: Device) -> web.Response:
        """POST /api/board/code: what the code in a picture says."""
        return await read_code(self._services, request)

    async def step_back(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/orders/{order_id}/back."""
        seen = _member(OrderStatus, await read_body(request), "seen")
        if seen is None:
            return invalid()
        order_id = path_id(request, "order_id")
        return await self._press(device, order_id, self._services.staff_orders.step_back(order_id, seen, device.actor))

    async def mark_line(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/orders/{order_id}/lines/{line_id}."""
        is_done = (await read_body(request)).get("is_done")
        if not isinstance(is_done, bool):
            return invalid()
        order_id, line_id = path_id(request, "order_id"), path_id(request, "line_id")
        return await self._press(device, order_id, self._services.board.mark_line(order_id, line_id, is_done=is_done))

    async def complete_paid(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/orders/{order_id}/paid."""
        body = await read_body(request)
        seen, payment = _member(OrderStatus, body, "seen"), _member(CounterPayment, body, "payment")
        if seen is None or payment is None:
            return invalid()
        order_id = path_id(request, "order_id")
        return await self._press(
            device, order_id, self._services.counter.complete(order_id, seen, payment, device.actor)
        )

    async def assign(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/orders/{order_id}/courier: who on shift is to bring it; gives the ticket."""
        try:
            staff_id = read_courier(await read_body(request))
        except ProblemsError:
            return invalid()
        try:
            await self._services.couriers.assign(path_id(request, "order_id"), staff_id, device.actor)
        except CourierError as error:
            return json_response({"error": refusal_code(error)}, status=409)
        return await self.ticket(request, device)

    async def ticket(self, request: web.Request, _device: Device) -> web.Response:
        """GET /api/board/orders/{order_id}/ticket."""
        order_id = path_id(request, "order_id")
        found = await self._services.staff_orders.get(order_id)
        board = await self._services.board.read()
        placed = {each.order.id: each for each in (*board.orders, *board.done)}
        snapshot = self._services.cache.current
        order, texts = found.order, self._services.texts
        couriers = await list_assignable(self._services, order)
        return json_response(ticket_json(texts, order, placed.get(order.id), couriers, snapshot))

    async def _press(self, device: Device, order_id: int, act: Awaitable[object]) -> web.Response:
        """Execute a button and return the board; a late press gets the order's current state."""
        try:
            await act
        except tuple(PRESS_REFUSALS) as error:
            found = await self._services.staff_orders.get(order_id)
            order = changed_order_json(found.order, found.events)
            return json_response({"error": PRESS_REFUSALS[type(error)], "order": order, **marks_of(error)}, status=409)
        return await self.board(device)

    async def board(self, device: Device) -> web.Response:
        """Return the board as it is now."""
        state = await self._state()
        about = {
            "version": version_of(state),
            "page": self._page_version,
            "now": unix_now(self._services.clock),
            "device": device.name,
            "device_id": device.id,
        }
        person = {} if device.person is None else {"person": device.person}
        return json_response(about | person | state)

    async def _state(self) -> dict[str, Any]:
        services = self._services
        board, busy = await services.board.read(), await services.busy.state()
        printers = await services.printers.list_states()
        state = board_json(board, busy, services.cache.current, services.cache.menu, services.texts, printers)
        modes, settings = modes_json(services), services.settings.current
        disruptions = [span_json(each, settings) for each in services.disruptions.in_force()]
        return state | {name: more for name, more in (("modes", modes), ("disruptions", disruptions)) if more}

    async def _read_versions(self, devices: Collection[int]) -> Mapping[int, Version]:
        """Return the board's version for each of these devices that is still paired.

        The version is made of the displayed board: orders also appear or become late without any write.
        """
        paired = {device.id for device in await self._services.devices.list_all()}
        version = Version(version_of(await self._state()))
        return {device: version for device in devices if device in paired}


def _member(kind: type[E], body: dict[str, Any], name: str) -> E | None:
    """Parse a member of an enumeration; None for anything else."""
    with suppress(ValueError):
        return kind(str(body.get(name)))
    return None


def invalid() -> web.Response:
    """Return the answer to a body that says nothing that could be done."""
    return json_response({"error": "invalid"}, status=400)

"""Counting a courier's cash at the kitchen screen: by a person with a PIN, who does not see what is expected."""

from aiohttp import web

from cafe.core.delivery.cash.model import CashError
from cafe.core.kernel.problems import ProblemsError
from cafe.core.people.devices.model import Device
from cafe.core.people.staff.model import Right
from cafe.core.services import Services
from cafe.web.board import invalid
from cafe.web.board_people import people_json, person_by_pin
from cafe.web.courier_cash import cash_refusal, read_counted
from cafe.web.json import id_of, json_response, read_body


class BoardCashHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def list(self, _request: web.Request, _device: Device) -> web.Response:
        """GET /api/board/cash: who may have cash to hand in, and who may count it."""
        pockets = await self._services.courier_cash.list_pockets()
        holders = [each for each in await self._services.pins.list_holders() if each.may(Right.ORDERS, Right.CASH)]
        couriers = [{"id": each.staff_id, "name": each.name} for each in pockets]
        return json_response({"couriers": couriers, "people": people_json(holders)})

    async def hand_in(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/cash `{courier, counted, staff, pin}`; `agrees` tells whether it is what was expected."""
        body = await read_body(request)
        try:
            counted = read_counted(body)
        except ProblemsError:
            return invalid()
        courier_id, staff_id, pin = id_of(body.get("courier")), id_of(body.get("staff")), body.get("pin")
        if courier_id is None or staff_id is None or not isinstance(pin, str):
            return invalid()
        found = await person_by_pin(self._services.pins, staff_id, pin, device)
        if isinstance(found, web.Response):
            return found
        if not found.may(Right.ORDERS, Right.CASH):
            return json_response({"error": "cash_role"}, status=403)
        try:
            hand_in = await self._services.courier_cash.hand_in(
                courier_id, counted, f"{found.name} · {device.name}", found.id
            )
        except CashError as error:
            return cash_refusal(error)
        return json_response({"agrees": hand_in.difference == 0})

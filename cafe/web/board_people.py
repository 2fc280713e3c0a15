"""Who works at a tablet: people say it by their PIN, and the histories name them beside the tablet."""

from dataclasses import replace

from aiohttp import web

from cafe.core.people.devices.model import Device
from cafe.core.people.staff.model import StaffMember
from cafe.core.people.staff.pins import PinLockedError, PinService, PinWrongError
from cafe.core.services import Services
from cafe.web.board import BoardHandlers, invalid
from cafe.web.json import id_of, json_response, read_body


class BoardPeopleHandlers:
    def __init__(self, services: Services, board: BoardHandlers) -> None:
        self._services = services
        self._board = board

    async def list(self, _request: web.Request, _device: Device) -> web.Response:
        """GET /api/board/people."""
        return json_response({"people": people_json(await self._services.pins.list_holders())})

    async def set(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/person: a person by their PIN, or nobody (`staff` null)."""
        body, devices = await read_body(request), self._services.devices
        if "staff" in body and body["staff"] is None:
            await devices.set_person(device.id, None)
            return await self._board.board(replace(device, person=None))
        staff_id, pin = id_of(body.get("staff")), body.get("pin")
        if staff_id is None or not isinstance(pin, str):
            return invalid()
        found = await person_by_pin(self._services.pins, staff_id, pin, device)
        if isinstance(found, web.Response):
            return found
        await devices.set_person(device.id, found.id)
        return await self._board.board(replace(device, person=found.name))


async def person_by_pin(pins: PinService, staff_id: int, pin: str, device: Device) -> StaffMember | web.Response:
    """Return the person whose PIN was typed at a tablet, or the answer to a wrong one."""
    try:
        return await pins.check(staff_id, pin, device.id)
    except PinLockedError as error:
        return json_response({"error": "pin_locked", "seconds": error.seconds}, status=429)
    except PinWrongError as error:
        return json_response({"error": "pin_wrong", "left": error.left}, status=403)


def people_json(members: list[StaffMember]) -> list[dict[str, object]]:
    return [{"id": member.id, "name": member.name} for member in members]

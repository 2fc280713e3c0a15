"""The kitchen's tablets: which are paired, a code for another one, and unpairing."""

from typing import Any

from aiohttp import web

from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.urls import BOARD, pairing_path
from cafe.core.people.devices.model import CODE_SECONDS, Device
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import json_response, path_id, read_body


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    devices = DeviceHandlers(services)
    guard = access.guard
    areas = Right.ORDERS, Right.PEOPLE  # as in the staff chat: a tablet shows what the staff see
    return [
        web.get("/api/desk/devices", guard(devices.list, *areas)),
        web.post("/api/desk/devices/code", guard(devices.issue_code, *areas, asks_again=True)),
        web.delete("/api/desk/devices/{device_id:[0-9]+}", guard(devices.revoke, *areas, asks_again=True)),
    ]


class DeviceHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def list(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/devices."""
        return json_response({"devices": [_device_json(device) for device in await self._services.devices.list_all()]})

    async def issue_code(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/devices/code: pairs one tablet, which gets this name; shown only once."""
        name = (await read_body(request)).get("name", "")
        if not isinstance(name, str):
            raise ProblemsError(Problem("name", "desk-field-invalid"))
        code = await self._services.devices.issue_code(name, session.actor)
        return json_response(
            {
                "path": BOARD,
                "code": code.shown,
                "link": pairing_path(code.token),
                "name": code.name,
                "seconds": CODE_SECONDS,
            },
            status=201,
        )

    async def revoke(self, request: web.Request, session: Session) -> web.Response:
        """DELETE /api/desk/devices/{device_id}: its screen goes blank within seconds."""
        if await self._services.devices.revoke(path_id(request, "device_id"), session.actor) is None:
            raise NotFoundError
        return json_response({"ok": True})


def _device_json(device: Device) -> dict[str, Any]:
    return {"id": device.id, "name": device.name, "paired_at": device.paired_at, "seen_at": device.seen_at}

"""Changing orders at the kitchen screen; where money would go back, a person has to do it elsewhere."""

from aiohttp import web

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.order_edits.model import Author, EditProblem, OrderEditError
from cafe.core.people.devices.model import Device
from cafe.core.people.staff.model import Role
from cafe.core.services import Services
from cafe.web.errors import translated_response, untranslated_response
from cafe.web.json import json_response, path_id, read_body
from cafe.web.order_edits import planned_json, read_wanted

UK = Locale.UK


class BoardEditHandlers:
    """The device's name is recorded in the orders' history, and who works at it."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def edit(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/orders/{order_id}/edits, as at the desk."""
        try:
            return await self._edit(request, device)
        except CafeError as error:
            return untranslated_response(error) or translated_response(error, self._services.texts, UK)

    async def _edit(self, request: web.Request, device: Device) -> web.Response:
        order_id, body = path_id(request, "order_id"), await read_body(request)
        wanted, edits = read_wanted(body), self._services.order_edits
        if body.get("preview") is True:
            planned = await edits.preview(order_id, wanted)
            if planned.to_return:
                raise OrderEditError(EditProblem.NEEDS_PERSON)
            return json_response(planned_json(planned, UK))
        author = Author(device.actor, Role.STAFF, may_return=False)
        result = await edits.edit(order_id, wanted, author, is_agreed=body.get("is_agreed") is True)
        return json_response({"is_proposed": result.is_proposed, "total": result.order.total})

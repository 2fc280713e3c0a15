"""The question at the desk in which zone an address is."""

from aiohttp import web

from cafe.core.catalogue.zones.addresses import read_address
from cafe.core.kernel.cleaning import clean_text
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import json_response


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    zones = ZoneHandlers(services)
    return [web.get("/api/desk/zones/find", access.guard(zones.find, Right.ORDERS, Right.SETTINGS))]


class ZoneHandlers:
    def __init__(self, services: Services) -> None:
        self._zones = services.zones

    async def find(self, request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/zones/find?address=: the name of its zone, or the streets that may be meant."""
        line = clean_text(request.query.get("address")) or ""
        match = self._zones.match(read_address(line, self._zones.known_towns()))
        zone = match.zone.name.uk if match.zone else None
        return json_response({"zone": zone, "suggestions": match.suggestions})

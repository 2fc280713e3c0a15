"""The checks of everything around the cafe."""

from aiohttp import web

from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.core.upkeep.checks.model import describe_finding, name_of
from cafe.core.upkeep.checks.service import ChecksService
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.locale import locale_of
from cafe.web.json import json_response


def routes(services: Services, access: DeskAccess, checks: ChecksService) -> list[web.RouteDef]:
    async def get(request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/checks: what is asked of banks and Telegram takes ten seconds at most."""
        locale, texts = locale_of(request, services.texts.languages), services.texts
        found = [
            {
                "check": finding.check.value,
                "state": finding.state.value,
                "name": name_of(finding, texts, locale),
                "text": describe_finding(finding, texts, locale),
            }
            for finding in await checks.run()
        ]
        return json_response({"checks": found})

    return [web.get("/api/desk/checks", access.guard(get, Right.SETTINGS))]

"""The mini-app's colours for an accent that is not saved yet."""

from dataclasses import asdict

from aiohttp import web

from cafe.core.catalogue.settings.theme import HEX_COLOUR, derive_theme
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import json_response


def routes(_services: Services, access: DeskAccess) -> list[web.RouteDef]:
    return [web.get("/api/desk/theme", access.guard(derive, Right.MENU, Right.SETTINGS))]


async def derive(request: web.Request, _session: Session) -> web.Response:
    """GET /api/desk/theme?accent=%23rrggbb."""
    accent = request.query.get("accent", "")
    if not HEX_COLOUR.fullmatch(accent):
        raise ProblemsError(Problem("accent", "must-be-colour"))
    return json_response(asdict(derive_theme(accent)))

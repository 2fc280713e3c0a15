"""The setup checklist at the desk."""

from typing import Any

from aiohttp import web

from cafe.core.catalogue.edits.errors import MenuNotEmptyError
from cafe.core.kernel.errors import NotFoundError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.core.upkeep.setup_checklist.model import SetupChecklist, Step, StepsNotOverError
from cafe.web.desk.access import DeskAccess
from cafe.web.json import json_response, read_body


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    steps, guard = FirstStepsHandlers(services), access.guard
    return [
        web.get("/api/desk/first-steps", guard(steps.get, Right.MENU, Right.SETTINGS)),
        web.post("/api/desk/first-steps/demo", guard(steps.load_demo, Right.SETTINGS)),
        web.post("/api/desk/first-steps/hide", guard(steps.hide, Right.SETTINGS)),
        web.post("/api/desk/first-steps/skip", guard(steps.skip, Right.SETTINGS)),
    ]


class FirstStepsHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def get(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/first-steps."""
        return json_response(_steps_json(await self._services.setup_checklist.read()))

    async def load_demo(self, _request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/first-steps/demo: the demo menu, to be changed; only if there is no menu at all yet."""
        services = self._services
        try:
            await services.catalogue.load_first_menu(services.setup_checklist.demo_menu, session.actor)
        except MenuNotEmptyError:
            return json_response({"error": "not_empty"}, status=409)
        return json_response(_steps_json(await services.setup_checklist.read()))

    async def skip(self, request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/first-steps/skip: mark a `step` as right as it is, or (`is_skipped` false) no longer."""
        body = await read_body(request)
        step, is_skipped = body.get("step"), body.get("is_skipped", True)
        if step not in list(Step) or not isinstance(is_skipped, bool):
            raise NotFoundError
        return json_response(_steps_json(await self._services.setup_checklist.skip(Step(step), is_skipped=is_skipped)))

    async def hide(self, _request: web.Request, _session: Session) -> web.Response:
        """POST /api/desk/first-steps/hide: once nothing is left to do."""
        try:
            return json_response(_steps_json(await self._services.setup_checklist.hide()))
        except StepsNotOverError:
            return json_response({"error": "not_over"}, status=409)


def _steps_json(found: SetupChecklist) -> dict[str, Any]:
    return {
        "steps": [
            {
                "step": state.step.value,
                "is_done": state.is_done,
                "is_skipped": state.is_skipped,
                "missing": list(state.missing),
            }
            for state in found.steps
        ],
        "own_dishes": found.own_dishes,
        "needed_dishes": found.needed_dishes,
        "unstated_dishes": found.unstated_dishes,
        "is_menu_empty": found.is_menu_empty,
        "is_over": found.is_over,
        "is_hidden": found.is_hidden,
        **({"keeps_unpaid": True} if found.keeps_unpaid else {}),
    }

"""The members of the staff, for owners."""

from typing import Any

from aiohttp import web

from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.urls import desk_link_path
from cafe.core.people.staff.errors import ForbiddenError
from cafe.core.people.staff.model import INVITATION_SECONDS, OwnRole, Right, Session, StaffMember
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.json import json_response, path_id, read_body


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    staff = StaffHandlers(services)
    guard = access.guard
    return [
        web.get("/api/desk/staff", guard(staff.list, Right.PEOPLE)),
        web.post("/api/desk/staff", guard(staff.add, Right.PEOPLE, asks_again=True)),
        web.patch("/api/desk/staff/{staff_id:[0-9]+}", guard(staff.change, Right.PEOPLE, asks_again=True)),
        web.post("/api/desk/staff/{staff_id:[0-9]+}/invitation", guard(staff.invite, Right.PEOPLE, asks_again=True)),
        web.post("/api/desk/staff/{staff_id:[0-9]+}/pin", guard(staff.set_pin, Right.PEOPLE, asks_again=True)),
        web.post("/api/desk/staff-roles", guard(staff.add_role, Right.PEOPLE, asks_again=True)),
        web.patch("/api/desk/staff-roles/{role_id:[0-9]+}", guard(staff.change_role, Right.PEOPLE, asks_again=True)),
        web.delete("/api/desk/staff-roles/{role_id:[0-9]+}", guard(staff.delete_role, Right.PEOPLE, asks_again=True)),
    ]


class StaffHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def list(self, _request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/staff."""
        members, roles = await self._services.staff.list_all(), await self._services.roles.list()
        return json_response(
            {"staff": [_member_json(member) for member in members], "roles": [_role_json(role) for role in roles]}
        )

    async def add(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/staff."""
        member = await self._services.staff.add(await read_body(request), session)
        return json_response(_member_json(member), status=201)

    async def change(self, request: web.Request, session: Session) -> web.Response:
        """PATCH /api/desk/staff/{staff_id}."""
        values = await read_body(request)
        seen = values.pop("seen", None)
        if not isinstance(seen, dict | None):
            raise ProblemsError(Problem("seen", "desk-field-invalid"))
        member = await self._services.staff.change(path_id(request, "staff_id"), values, session, seen)
        return json_response(_member_json(member))

    async def invite(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/staff/{staff_id}/invitation: a link that signs the person in, valid once within a day."""
        staff_id = path_id(request, "staff_id")
        members = await self._services.staff.list_all()
        member = next((member for member in members if member.id == staff_id and member.is_active), None)
        if member is None:
            raise NotFoundError
        if not session.member.may_manage(member):
            raise ForbiddenError
        link = await self._services.sign_in.issue_link_for(member, INVITATION_SECONDS)
        return json_response({"path": desk_link_path(link.token), "expires_at": link.expires_at}, status=201)

    async def set_pin(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/staff/{staff_id}/pin: four to six digits; null: none any more."""
        pin = (await read_body(request)).get("pin", "")
        if not isinstance(pin, str | None):
            raise ProblemsError(Problem("pin", "staff-pin-invalid"))
        member = await self._services.pins.set_pin(path_id(request, "staff_id"), pin, session)
        return json_response(_member_json(member))

    async def add_role(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/staff-roles: a role of the cafe's own, `name` and `rights`."""
        role = await self._services.roles.add(await read_body(request), session)
        return json_response(_role_json(role), status=201)

    async def change_role(self, request: web.Request, session: Session) -> web.Response:
        """PATCH /api/desk/staff-roles/{role_id}."""
        role = await self._services.roles.change(path_id(request, "role_id"), await read_body(request), session)
        return json_response(_role_json(role))

    async def delete_role(self, request: web.Request, session: Session) -> web.Response:
        """DELETE /api/desk/staff-roles/{role_id}: one that nobody has."""
        await self._services.roles.delete(path_id(request, "role_id"), session)
        return json_response({"ok": True})


def _role_json(role: OwnRole) -> dict[str, Any]:
    return {"id": role.id, "name": role.name, "rights": sorted(role.rights)}


def _member_json(member: StaffMember) -> dict[str, Any]:
    return {
        "id": member.id,
        "name": member.name,
        "role": member.role,
        **({} if member.own_role is None else {"role_id": member.own_role.id}),
        "telegram_id": member.telegram_id,
        "is_active": member.is_active,
        "has_pin": member.has_pin,
    }

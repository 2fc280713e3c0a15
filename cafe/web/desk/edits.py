"""The catalogue and the settings at the desk: lists, edits, their history and undo."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from aiohttp import web

from cafe.core.catalogue.changes.errors import EditConflictError
from cafe.core.catalogue.changes.model import Change
from cafe.core.catalogue.edits.edit import Edit
from cafe.core.catalogue.edits.edit_service import is_undoable
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.people.staff.errors import ForbiddenError
from cafe.core.people.staff.model import Session, StaffMember
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.rights import EDITING, may_read, rights_for_edits, rights_for_undo, shown_fields
from cafe.web.json import id_of, json_response, path_id, read_body, read_large_body

MAX_EDITS = 10_000
PAGE = 30
"""Changes per page."""
MAX_ITEMS = 20
"""Items of one change shown in the history."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    edits = EditHandlers(services)
    return [
        web.get("/api/desk/catalogue", access.guard(edits.list_all)),
        web.get("/api/desk/catalogue/{table}", access.guard(edits.list_table)),
        web.post("/api/desk/edits", access.guard(edits.apply)),
        web.get("/api/desk/changes", access.guard(edits.list_changes, *EDITING)),
        web.post("/api/desk/changes/{change_id:[0-9]+}/undo", access.guard(edits.undo)),
    ]


class EditHandlers:
    def __init__(self, services: Services) -> None:
        self._edits = services.edits

    async def list_all(self, _request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/catalogue: every table of the catalogue that the person may read, and the settings."""
        tables = await self._edits.list_all()
        return json_response(
            {
                name: [shown_fields(session.member, name, item) for item in items]
                for name, items in tables.items()
                if may_read(session.member, name)
            }
        )

    async def list_table(self, request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/catalogue/{table}."""
        table = request.match_info["table"]
        if not may_read(session.member, table):
            raise ForbiddenError
        items = await self._edits.list_items(table)
        return json_response({"items": [shown_fields(session.member, table, item) for item in items]})

    async def apply(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/edits."""
        is_of_many = session.member.may(*EDITING)  # others only stop some dishes and options
        body = await (read_large_body if is_of_many else read_body)(request)
        edits = await asyncio.to_thread(_read_allowed, body, session.member)  # ten thousand would block the loop
        with _hiding([edit.table for edit in edits], session.member):
            change = await self._edits.apply(session.actor, edits)
        return json_response({"change": None if change is None else _change_json(change, session)})

    async def list_changes(self, request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/changes: the history, newest first; of a table, of an item, older than a change."""
        query = request.query
        changes = await self._edits.list_changes(
            before_id=id_of(query.get("before")), limit=PAGE + 1, table=query.get("table"), key=query.get("key")
        )
        shown = [_change_json(change, session) for change in changes[:PAGE]]
        return json_response({"changes": shown, "has_more": len(changes) > PAGE})

    async def undo(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/changes/{change_id}/undo."""
        change_id = path_id(request, "change_id")
        undone = await self._edits.get_change(change_id)
        if not session.member.rights >= rights_for_undo(undone):
            raise ForbiddenError
        with _hiding([item.entity for item in reversed(undone.items)], session.member):
            change = await self._edits.undo(session.actor, change_id)
        return json_response({"change": None if change is None else _change_json(change, session)})


@contextmanager
def _hiding(tables: Sequence[str], member: StaffMember) -> Iterator[None]:
    """Hide from a conflict what the person may not see; `tables` are those of the edits."""
    try:
        yield
    except EditConflictError as error:
        raise EditConflictError(
            [
                replace(each, current=shown_fields(member, tables[each.edit], each.current))
                if isinstance(each.current, dict) and not each.field
                else each
                for each in error.conflicts
            ]
        ) from None


def _read_allowed(body: dict[str, Any], member: StaffMember) -> list[Edit]:
    """Parse the edits of a request, all of which the person may make."""
    edits = _read_edits(body)
    if not member.rights >= rights_for_edits(edits):
        raise ForbiddenError
    return edits


def _read_edits(body: dict[str, Any]) -> list[Edit]:
    """Parse the edits of a request.

    Raises:
        ProblemsError: there are none, too many, or malformed ones.
    """
    listed = body.get("edits")
    if not isinstance(listed, list) or not listed or len(listed) > MAX_EDITS:
        raise ProblemsError(Problem("edits", "desk-edits-missing"))
    return [_read_edit(number, edit) for number, edit in enumerate(listed)]


def _read_edit(number: int, edit: object) -> Edit:
    match edit:
        case {
            "table": str(table),
            "key": str() | None as key,
            "seen": dict() | None as seen,
            "values": dict() | None as values,
        } if not (seen is None and values is None):
            return Edit(table, key, seen, values)
        case _:
            raise ProblemsError(Problem(f"edits.{number}", "desk-edits-missing"))


def _change_json(change: Change, session: Session) -> dict[str, Any]:
    may_undo = is_undoable(change) and session.member.rights >= rights_for_undo(change)
    return {
        "id": change.id,
        "at": change.at,
        "by": change.actor.name,
        "way": change.actor.way,
        "items": [
            {
                "table": item.entity,
                "key": item.key,
                "name": item.name,
                "before": None if item.before is None else shown_fields(session.member, item.entity, item.before),
                "after": None if item.after is None else shown_fields(session.member, item.entity, item.after),
            }
            for item in change.items[:MAX_ITEMS]
        ],
        "count": len(change.items),
        "undo_of": change.undo_of,
        "undone_by": change.undone_by,
        "may_undo": change.undone_by is None and may_undo,
    }

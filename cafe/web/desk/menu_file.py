"""The whole menu as a file: download, preview and upload."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiohttp import hdrs, web

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.edit import Edit
from cafe.core.catalogue.edits.errors import FileChangedError
from cafe.core.catalogue.edits.file import CatalogueFile
from cafe.core.catalogue.edits.file_service import FileChanges
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.texts import Texts
from cafe.core.people.staff.errors import ForbiddenError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.locale import locale_of
from cafe.web.desk.rights import MONEY, rights_for_edits
from cafe.web.json import json_response
from cafe.web.security_headers import ALWAYS

MAX_BYTES = 1024**2
"""Many times the size of any cafe's menu."""
NAMES = 10
"""How many new or changed items of a table are named."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    file = MenuFileHandlers(services)
    return [
        web.get("/api/desk/menu/file", access.guard(file.get, Right.MENU)),
        web.post("/api/desk/menu/file", access.guard(file.load, Right.MENU)),
        web.post("/api/desk/menu/file/look", access.guard(file.preview, Right.MENU)),
    ]


class MenuFileHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def get(self, _request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/menu/file: the menu and the settings, as a catalogue file."""
        text = await self._services.catalogue.dump(has_costs=session.member.may(MONEY))
        day = self._services.clock.now().astimezone(self._services.settings.current.zone).date()
        name = f"menu-{day}.toml"
        headers = {
            **ALWAYS,
            hdrs.CONTENT_TYPE: "application/toml; charset=utf-8",
            hdrs.CACHE_CONTROL: "no-store",
            hdrs.CONTENT_DISPOSITION: f"attachment; filename=\"{name}\"; filename*=UTF-8''{name}",
        }
        return web.Response(body=text.encode(), headers=headers)

    async def preview(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/menu/file/look: preview the file's changes."""
        changes = await self._preview(request, await self._read(request))
        return json_response(changes_json(changes, session))

    async def load(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/menu/file: load it, if its changes are still those of the preview (`digest` in the query)."""
        file = await self._read(request)
        changes = await self._preview(request, file)
        if not session.member.rights >= rights_for_changes(changes):
            raise ForbiddenError
        try:
            await self._services.catalogue.load_parsed(file, session.actor, request.query.get("digest", ""))
        except FileChangedError:
            anew = changes_json(await self._preview(request, file), session)
            return json_response({"error": "changed", **anew}, status=409)
        return json_response({"ok": True})

    async def _read(self, request: web.Request) -> CatalogueFile:
        raw = await request.read()
        if len(raw) > MAX_BYTES:
            raise ProblemsError(Problem("file", "picture-size", {"limit": MAX_BYTES // 1024**2}))
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ProblemsError(Problem("file", "not-a-catalogue-file")) from None
        with self._translated(request):
            return await self._services.catalogue.read(text)

    async def _preview(self, request: web.Request, file: CatalogueFile) -> FileChanges:
        with self._translated(request):
            return await self._services.catalogue.preview(file)

    @contextmanager
    def _translated(self, request: web.Request) -> Iterator[None]:
        """Describe a file's errors in the browser's language."""
        try:
            yield
        except CatalogueError as error:
            message = _message(error, self._services.texts, locale_of(request, self._services.texts.languages))
            raise ProblemsError(Problem("file", "file-problem", {"message": message})) from None


def _message(error: CatalogueError, texts: Texts, locale: Locale) -> str:
    """Describe an error with its place: 'Items → latte → price: …'."""
    label = f"file-table-{error.table}"
    table = texts.format(locale, label) if texts.has(label) else error.table
    place = " → ".join(part for part in (table, error.key, error.field) if part)
    reason = texts.format(locale, error.reason.text_id, **error.reason.values)
    return f"{place}: {reason}" if place else reason


def rights_for_changes(changes: FileChanges) -> frozenset[Right]:
    """Return all areas that a file's changes belong to."""
    return rights_for_edits(Edit(item.entity, item.key, item.before, item.after) for item in changes.items)


def changes_json(changes: FileChanges, session: Session) -> dict[str, Any]:
    added = Counter(item.entity for item in changes.items if item.before is None)
    changed = Counter(item.entity for item in changes.items if item.before is not None)
    tables = [
        {
            "table": table,
            "added": added[table],
            "changed": changed[table],
            "names": [item.name or item.key for item in changes.items if item.entity == table][:NAMES],
        }
        for table in dict.fromkeys(item.entity for item in changes.items)
    ]
    may_load = session.member.rights >= rights_for_changes(changes)
    return {"digest": changes.digest, "tables": tables, "may_load": may_load}

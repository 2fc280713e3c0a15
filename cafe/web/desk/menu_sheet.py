"""The menu as a spreadsheet: download, template, preview and upload."""

import asyncio
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.errors import FileChangedError
from cafe.core.catalogue.edits.file import CatalogueFile, read_catalogue
from cafe.core.catalogue.spreadsheet.columns import FIELDS
from cafe.core.catalogue.spreadsheet.model import CellProblem, CellsError
from cafe.core.catalogue.spreadsheet.service import SAMPLE, Spreadsheet
from cafe.core.kernel.database import Connection
from cafe.core.kernel.locale import Locale
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.people.staff.errors import ForbiddenError
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.locale import locale_of
from cafe.web.desk.menu_file import changes_json, rights_for_changes
from cafe.web.desk.sheets import Column, FileFormat, Kind, Sheet, file_name, sheet_response
from cafe.web.json import json_response

MAX_BYTES = 4 * 1024**2
"""A menu with a logo in it, too."""
EXAMPLES = 2
"""Dishes of the demo menu in the template."""
WIDE = {"name": 30, "name_en": 30, "description": 50, "description_en": 50, "allergens": 30}
"""Widths of columns in characters."""


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    sheet = MenuSheetHandlers(services)
    return [
        web.get("/api/desk/menu/sheet", access.guard(sheet.get, Right.MENU)),
        web.post("/api/desk/menu/sheet", access.guard(sheet.load, Right.MENU)),
        web.post("/api/desk/menu/sheet/look", access.guard(sheet.preview, Right.MENU)),
    ]


@dataclass(frozen=True, slots=True)
class _Upload:
    sheet: Spreadsheet
    columns: tuple[str, ...]

    @property
    def source(self) -> Callable[[Connection], CatalogueFile]:
        return self.sheet.take(self.columns).to_file


class MenuSheetHandlers:
    def __init__(self, services: Services) -> None:
        self._services = services

    async def get(self, request: web.Request, _session: Session) -> web.StreamResponse:
        """GET /api/desk/menu/sheet: every dish, or (`template`) a few to be replaced by one's own."""
        file_format = request.query.get("format", FileFormat.XLSX)
        if file_format not in list(FileFormat):
            raise ProblemsError(Problem("format", "report-format-invalid"))
        services, locale, is_template = self._services, self._locale(request), "template" in request.query
        if is_template:
            demo = read_catalogue(tomllib.loads(services.setup_checklist.demo_menu))
            categories, dishes = demo.categories, [{"active": True} | each for each in demo.products[:EXAMPLES]]
        else:
            categories, dishes = [await services.edits.list_items(table) for table in ("categories", "products")]
        title = services.texts.format(locale, "sheet-template-title" if is_template else "sheet-title")
        columns = [
            Column(name, Kind.MONEY if field == "price" else Kind.TEXT, WIDE.get(field))
            for field, name in zip(FIELDS, services.spreadsheets.titles(locale), strict=True)
        ]
        rows = await asyncio.to_thread(services.spreadsheets.write, dishes, categories, locale)
        settings = services.settings.current
        day = services.clock.now().astimezone(settings.zone).date()
        name = file_name(settings.in_locale(locale).cafe_name, title, "" if is_template else day.isoformat())
        return await sheet_response(request, FileFormat(file_format), name, [Sheet(title, columns, rows)])

    async def preview(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/menu/sheet/look: the columns, and what the rows change or what is wrong with them."""
        upload = await self._read(request)
        problems: list[dict[str, Any]] = []
        changes = None
        try:
            changes = changes_json(await self._services.catalogue.preview(upload.source), session)
        except CellsError as error:
            problems = [self._problem_json(each, upload, self._locale(request)) for each in error.problems]
        except CatalogueError as error:
            problems = [{"row": None, "column": None, "message": self._describe(error, request)}]
        return json_response(
            {
                "columns": _columns_json(upload),
                "fields": [
                    {"field": field, "title": title}
                    for field, title in zip(
                        FIELDS, self._services.spreadsheets.titles(self._locale(request)), strict=True
                    )
                ],
                "rows": len(upload.sheet.rows),
                "changes": changes,
                "problems": problems,
            }
        )

    async def load(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/menu/sheet: take it, if its changes are still those of the preview (`digest` in the query)."""
        upload, catalogue = await self._read(request), self._services.catalogue
        try:
            changes = await catalogue.preview(upload.source)
            if not session.member.rights >= rights_for_changes(changes):
                raise ForbiddenError
            await catalogue.load_parsed(upload.source, session.actor, request.query.get("digest", ""))
        except FileChangedError:
            anew = changes_json(await catalogue.preview(upload.source), session)
            return json_response({"error": "changed", **anew}, status=409)
        except CellsError as error:
            described = [self._problem_json(each, upload, self._locale(request)) for each in error.problems]
            raise ProblemsError(
                *(Problem("file", "file-problem", {"message": each["message"]}) for each in described)
            ) from None
        except CatalogueError as error:
            raise self._refused(error, request) from None
        return json_response({"ok": True})

    async def _read(self, request: web.Request) -> _Upload:
        raw = await request.read()
        if len(raw) > MAX_BYTES:
            raise ProblemsError(Problem("file", "picture-size", {"limit": MAX_BYTES // 1024**2}))
        try:
            sheet = await self._services.spreadsheets.read(raw)
        except CatalogueError as error:
            raise self._refused(error, request) from None
        if "columns" not in request.query:
            return _Upload(sheet, tuple(sheet.columns))
        columns = tuple(request.query["columns"].split(","))
        if len(columns) > len(sheet.titles) or not {*columns} <= {"", *FIELDS}:
            raise ProblemsError(Problem("columns", "sheet-fields-invalid"))
        return _Upload(sheet, columns)

    def _locale(self, request: web.Request) -> Locale:
        return locale_of(request, self._services.texts.languages)

    def _describe(self, error: CatalogueError, request: web.Request) -> str:
        """Describe an error that is of no cell; its text names what it is about."""
        return self._services.texts.format(self._locale(request), error.reason.text_id, **error.reason.values)

    def _refused(self, error: CatalogueError, request: web.Request) -> ProblemsError:
        return ProblemsError(Problem("file", "file-problem", {"message": self._describe(error, request)}))

    def _problem_json(self, problem: CellProblem, upload: _Upload, locale: Locale) -> dict[str, Any]:
        """Word a problem; `column` is its place in the file, if it has the field."""
        texts = self._services.texts
        column = upload.columns.index(problem.field) if problem.field in upload.columns else None
        own = upload.sheet.titles[column] if column is not None else ""
        message = texts.format(locale, problem.reason.text_id, **problem.reason.values)
        told = {
            "column": own or self._services.spreadsheets.vocabulary.title(locale, problem.field),
            "message": message,
        }
        if problem.row is None:
            words = texts.format(locale, "sheet-column-problem", **told)
        else:
            words = texts.format(locale, "sheet-problem", row=problem.row, **told)
        return {"row": problem.row, "column": column, "message": words}


def _columns_json(upload: _Upload) -> list[dict[str, Any]]:
    fields = [*upload.columns, *[""] * (len(upload.sheet.titles) - len(upload.columns))]
    return [
        {"title": title[:SAMPLE], "samples": samples, "field": field}
        for title, samples, field in zip(upload.sheet.titles, upload.sheet.samples, fields, strict=True)
    ]

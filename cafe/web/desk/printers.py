"""Printers: what each prints, the token that pairs it, how it stands, and having another one take over."""

from base64 import b64encode
from collections.abc import Awaitable
from typing import Any

from aiohttp import web

from cafe.core.kernel.errors import NotFoundError
from cafe.core.kernel.ids import CategoryId
from cafe.core.kernel.locale import shipped_languages
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.urls import PRINT_AGENT, printer_paths
from cafe.core.messages.printers.model import WIDTHS, Job, Page, Printer, PrinterError, PrinterProblem, PrinterState
from cafe.core.messages.printers.service import PrinterRoom
from cafe.core.people.staff.model import Right, Session
from cafe.core.services import Services
from cafe.web.desk.access import DeskAccess
from cafe.web.desk.tables import code_svg
from cafe.web.json import id_of, json_response, path_id, read_body

SETS_UP, USES = (Right.SETTINGS,), (Right.SETTINGS, Right.ORDERS)
PREVIEWED = (Page.TICKET, Page.BILL, Page.TEST)


def routes(services: Services, access: DeskAccess) -> list[web.RouteDef]:
    printers = PrinterHandlers(services, access.own_origin)
    guard = access.guard
    return [
        web.get("/api/desk/printers", guard(printers.list, *USES)),
        # Who has a printer's token reads what it prints, with names and addresses.
        web.post("/api/desk/printers", guard(printers.add, *SETS_UP, asks_again=True)),
        web.get("/api/desk/printers/preview", guard(printers.preview, *SETS_UP)),
        web.patch("/api/desk/printers/{printer_id:[0-9]+}", guard(printers.change, *SETS_UP)),
        web.delete("/api/desk/printers/{printer_id:[0-9]+}", guard(printers.delete, *SETS_UP, asks_again=True)),
        web.post(
            "/api/desk/printers/{printer_id:[0-9]+}/token", guard(printers.renew_token, *SETS_UP, asks_again=True)
        ),
        web.post("/api/desk/printers/{printer_id:[0-9]+}/test", guard(printers.test, *SETS_UP)),
        web.post("/api/desk/printers/{printer_id:[0-9]+}/move", guard(printers.move, *USES)),
        web.post("/api/desk/printers/{printer_id:[0-9]+}/orders", guard(printers.print_order, *USES)),
    ]


class PrinterHandlers:
    def __init__(self, services: Services, own_origin: str) -> None:
        self._services = services
        self._own_origin = own_origin
        self._printers = services.printers

    async def list(self, _request: web.Request, session: Session) -> web.Response:
        """GET /api/desk/printers."""
        return await self._answer(session)

    async def add(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/printers: a new one, with the token that pairs it; shown only once."""
        body = await read_body(request)
        try:
            printer, token = await self._printers.add(body, session.actor)
        except PrinterError as error:
            return refusal(error)
        return await self._answer(session, paired=self._pairing(request, printer, token))

    async def change(self, request: web.Request, session: Session) -> web.Response:
        """PATCH /api/desk/printers/{printer_id}: all that is said of it."""
        body = await read_body(request)
        return await self._done(session, self._printers.change(path_id(request, "printer_id"), body, session.actor))

    async def delete(self, request: web.Request, session: Session) -> web.Response:
        """DELETE /api/desk/printers/{printer_id}: with what waits for it."""
        return await self._done(session, self._printers.delete(path_id(request, "printer_id"), session.actor))

    async def renew_token(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/printers/{printer_id}/token: the former token ends."""
        try:
            printer, token = await self._printers.renew_token(path_id(request, "printer_id"))
        except PrinterError as error:
            return refusal(error)
        return await self._answer(session, paired=self._pairing(request, printer, token))

    async def test(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/printers/{printer_id}/test."""
        return await self._done(session, self._printers.print_test(path_id(request, "printer_id")))

    async def move(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/printers/{printer_id}/move `{to}`: what waits for it is printed there."""
        to = id_of((await read_body(request)).get("to")) or 0
        return await self._done(session, self._printers.move_jobs(path_id(request, "printer_id"), to))

    async def print_order(self, request: web.Request, session: Session) -> web.Response:
        """POST /api/desk/printers/{printer_id}/orders `{order, page}`: once more, or for the first time there."""
        body = await read_body(request)
        act = self._printers.print_order(path_id(request, "printer_id"), read_page(body), id_of(body.get("order")) or 0)
        return await self._done(session, act)

    async def preview(self, request: web.Request, _session: Session) -> web.Response:
        """GET /api/desk/printers/preview: an example on paper of a `width`, of dishes of `categories`."""
        query = request.query
        page, width = query.get("page", ""), query.get("width", "")
        if page not in PREVIEWED or width not in {str(each) for each in WIDTHS}:
            raise ProblemsError(Problem("page", "desk-field-invalid"))
        picture = await self._printers.preview(
            Page(page),
            int(width),
            self._services.texts.languages.of(query.get("locale")),
            [CategoryId(found) for each in query.get("categories", "").split(",") if (found := id_of(each))],
        )
        return json_response({"picture": f"data:image/png;base64,{b64encode(picture).decode()}"})

    async def _done(self, session: Session, act: Awaitable[object]) -> web.Response:
        try:
            await act
        except PrinterError as error:
            return refusal(error)
        return await self._answer(session)

    async def _answer(self, session: Session, **about: object) -> web.Response:
        room = await self._printers.read()
        found: dict[str, Any] = {**about, "printers": [state_json(each, room) for each in room.states]}
        if session.member.may(*SETS_UP):
            snapshot = self._services.cache.current
            for each, state in zip(found["printers"], room.states, strict=True):
                each["settings"] = _settings_json(state.printer)
            found["categories"] = [{"id": each.id, "name": each.name.uk} for each in snapshot.categories]
            found["locales"] = [str(each) for each in shipped_languages()]
            found["dropped"] = [_job_json(job, room) for job in room.dropped]
        return json_response(found)

    def _pairing(self, request: web.Request, printer: Printer, token: str) -> dict[str, Any]:
        """Return what the agent or the printer has to be told, with a code of it for a phone."""
        origin = self._own_origin or f"{request.scheme}://{request.host}"
        cloudprnt, epson = printer_paths(token)
        command = f"python3 print-agent.py --server {origin} --token {token}"
        return {
            "id": printer.id,
            "name": printer.name,
            "token": token,
            "command": command,
            "agent": f"{origin}{PRINT_AGENT}",
            "cloudprnt": f"{origin}{cloudprnt}",
            "epson": f"{origin}{epson}",
            "svg": code_svg(command),
            "is_public": bool(self._own_origin),
        }


def read_page(body: dict[str, Any]) -> Page:
    page = body.get("page", Page.TICKET.value)
    if page not in list(Page):
        raise ProblemsError(Problem("page", "desk-field-invalid"))
    return Page(page)


def refusal(error: PrinterError) -> web.Response:
    """Return the answer to an act that is not possible."""
    if error.problem is PrinterProblem.UNKNOWN:
        raise NotFoundError
    return json_response({"error": error.problem.value.replace("-", "_")}, status=409)


def state_json(state: PrinterState, room: PrinterRoom) -> dict[str, Any]:
    printer = state.printer
    return {
        "id": printer.id,
        "name": printer.name,
        "way": printer.way,
        "seen_at": printer.seen_at,
        "why": state.why,
        "works": state.works,
        "waiting": sum(job.printer_id == printer.id for job in room.open),
        "late": len(state.late),
        "numbers": state.numbers,
    }


def _settings_json(printer: Printer) -> dict[str, Any]:
    settings = printer.settings
    return {
        "name": settings.name,
        "width": settings.width,
        "locale": str(settings.locale),
        "pages": sorted(settings.pages),
        "order_types": sorted(settings.order_types),
        "categories": sorted(settings.categories),
        "moment": settings.moment,
        "copies": settings.copies,
        "address": settings.address,
        "opens_drawer": settings.opens_drawer,
        "rings": settings.rings,
    }


def _job_json(job: Job, room: PrinterRoom) -> dict[str, Any]:
    names = {each.printer.id: each.printer.name for each in room.states}
    return {
        "id": job.id,
        "page": job.page,
        "number": job.number,
        "printer": names.get(job.printer_id, ""),
        "at": job.due_at,
    }

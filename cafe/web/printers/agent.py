"""The route of the agent in the cafe: it says what became of a page, and waits for the next one."""

from base64 import b64encode
from typing import Any

from aiohttp import web

from cafe.core.messages.printers.model import Outcome, Printer, Trouble, Way
from cafe.core.messages.printers.port import Form
from cafe.core.services import Services
from cafe.web.cached_responses import CachedResponse
from cafe.web.json import id_of, json_response, read_body
from cafe.web.printers.calls import PrinterCalls

LONGEST_SECONDS = 25
"""A call is kept open for no longer: proxies end silent ones after half a minute or a minute."""


class AgentHandlers:
    def __init__(self, services: Services, calls: PrinterCalls, program: bytes) -> None:
        self._program = CachedResponse.make(program, "text/x-python; charset=utf-8")
        self._services = services
        self._calls = calls

    async def program(self, request: web.Request) -> web.Response:
        """GET /print-agent.py: the program for the cafe's own machine."""
        return self._program.respond(request)

    async def post(self, request: web.Request, printer: Printer) -> web.Response:
        """POST /api/printers/agent."""
        body, printers = await read_body(request), self._services.printers
        trouble = read_trouble(body.get("trouble"))
        await printers.queue.note_seen(printer, Way.AGENT, trouble)
        outcome = body.get("outcome")
        if isinstance(outcome, dict):
            await self._finish(printer, outcome, trouble)
        seconds = body.get("wait")
        wait = min(seconds, LONGEST_SECONDS) if isinstance(seconds, int) and not isinstance(seconds, bool) else 0
        taken = await printers.queue.take(printer)
        if taken is None and wait > 0:
            await self._calls.wait(printer.id, wait)
            taken = await printers.queue.take(printer)
        job: dict[str, Any] | None = None
        if taken is not None:
            data = await printers.draw(*taken, Form.ESC_POS)
            job = {"id": taken[0].id, "data": b64encode(data).decode()}
        return json_response({"printer": printer.name, "address": printer.settings.address, "job": job})

    async def _finish(self, printer: Printer, outcome: dict[str, Any], trouble: Trouble | None) -> None:
        job_id, result = id_of(outcome.get("job")), outcome.get("result")
        if job_id is not None and result in list(Outcome):
            await self._services.printers.queue.finish(printer, job_id, Outcome(str(result)), trouble)


def read_trouble(value: object) -> Trouble | None:
    """Read what a printer says of itself; what is not known is some trouble."""
    if not value:
        return None
    return Trouble(str(value)) if value in list(Trouble) and value != Trouble.UNSEEN else Trouble.OTHER

"""Epson Server Direct Print: a printer polls for pages as ePOS-Print XML, and posts what became of each.

As in Epson's *Server Direct Print User's Manual*: forms with a `ConnectionType` and, for outcomes, a `ResponseFile`.
"""

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl

from aiohttp import web

from cafe.core.messages.printers.model import Outcome, Printer, Trouble, Way
from cafe.core.messages.printers.port import Form
from cafe.core.messages.printers.rules import EPSON_TROUBLES, NOT_ON_PAPER
from cafe.core.services import Services
from cafe.web.json import id_of
from cafe.web.security_headers import ALWAYS

REQUEST = (
    '<?xml version="1.0" encoding="utf-8"?><PrintRequestInfo Version="2.00"><ePOSPrint><Parameter>'
    "<devid>local_printer</devid><timeout>20000</timeout><printjobid>{id}</printjobid></Parameter>"
    "<PrintData>{page}</PrintData></ePOSPrint></PrintRequestInfo>"
)
PAGE = re.compile(r"<ePOSPrint>(.*?)</ePOSPrint>", re.DOTALL)
JOB = re.compile(r"<printjobid>\s*(\d{1,18})\s*</printjobid>")
RESPONSE = re.compile(r"<response\b([^>]*)>")
SUCCESS, CODE = re.compile(r"\bsuccess\s*=\s*[\"'](\w*)[\"']"), re.compile(r"\bcode\s*=\s*[\"'](\w*)[\"']")


class EpsonHandlers:
    def __init__(self, services: Services) -> None:
        self._printers = services.printers
        self._queue = services.printers.queue

    async def post(self, request: web.Request, printer: Printer) -> web.Response:
        """POST /api/printers/epson/{token}."""
        form = dict(parse_qsl((await request.read()).decode(errors="replace")))
        kind, trouble = form.get("ConnectionType"), printer.trouble
        if kind == "SetResponse":
            trouble = await self._finish(printer, form.get("ResponseFile", ""))
        await self._queue.note_seen(printer, Way.EPSON, trouble)
        if kind != "GetRequest":
            return _answer("")
        taken = await self._queue.take(printer)
        if taken is None:
            return _answer("")
        job, contents = taken
        page = await self._printers.draw(job, contents, Form.EPOS_XML)
        return _answer(REQUEST.format(id=job.id, page=page.decode()))

    async def _finish(self, printer: Printer, response: str) -> Trouble | None:
        """Note the outcomes in a response; return what is the matter with the printer."""
        trouble: Trouble | None = None
        for job_id, code in outcomes(response):
            trouble = None if code is None else EPSON_TROUBLES.get(code, Trouble.OTHER)
            outcome = Outcome.PRINTED
            if code is not None:
                outcome = Outcome.FAILED if code in NOT_ON_PAPER else Outcome.UNCLEAR
            await self._queue.finish(printer, job_id, outcome, trouble)
        return trouble


def outcomes(response: str) -> Iterator[tuple[int, str | None]]:
    """Yield the id of each page that a response tells of, and the printer's code of what went wrong."""
    for page in PAGE.findall(response):
        job, told = JOB.search(page), RESPONSE.search(page)
        if job is None or told is None:
            continue
        success, code = SUCCESS.search(told[1]), CODE.search(told[1])
        is_done = success is not None and success[1].lower() in {"true", "1"}
        yield id_of(job[1]) or 0, None if is_done else (code[1] if code else "")


def _answer(body: str) -> web.Response:
    return web.Response(text=body, content_type="text/xml", headers={"Cache-Control": "no-store", **ALWAYS})

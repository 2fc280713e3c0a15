"""Star CloudPRNT: a printer polls one address, gets its page as a picture, and says what became of it.

As Star's *CloudPRNT Developer Guide* has it: POST (poll, with the printer's status), GET (the page), DELETE (its end).
"""

from urllib.parse import unquote

from aiohttp import web

from cafe.core.messages.printers.model import Outcome, Printer, Trouble, Way
from cafe.core.messages.printers.port import Form
from cafe.core.messages.printers.rules import star_trouble
from cafe.core.services import Services
from cafe.printing.formats import Extras, star_headers
from cafe.web.json import json_response, read_body
from cafe.web.security_headers import ALWAYS

DONE = "OK"


class CloudPrntHandlers:
    def __init__(self, services: Services) -> None:
        self._printers = services.printers
        self._queue = services.printers.queue

    async def poll(self, request: web.Request, printer: Printer) -> web.Response:
        """POST /api/printers/cloudprnt/{token}."""
        body = await read_body(request)
        trouble = star_trouble(_code(body.get("statusCode")))
        await self._queue.note_seen(printer, Way.CLOUDPRNT, trouble)
        sent = await self._queue.find_sent(printer)
        if sent is not None and trouble is not None:
            await self._queue.finish(printer, sent.id, Outcome.UNCLEAR, trouble)
        is_free = trouble is None and sent is None and body.get("printingInProgress") is not True
        is_ready = is_free and printer.id in await self._queue.waiting()
        if not is_ready:
            return json_response({"jobReady": False})
        return json_response({"jobReady": True, "mediaTypes": [Form.PNG], "deleteMethod": "DELETE"})

    async def get(self, request: web.Request, printer: Printer) -> web.Response:
        """GET /api/printers/cloudprnt/{token}: the page; asked again before its end, the same one."""
        query = request.query
        if "delete" in query:
            return await self.delete(request, printer)
        if query.get("type", Form.PNG) != Form.PNG:
            return json_response({"error": "media_type"}, status=415)
        taken = await self._queue.take_again(printer)
        if taken is None:
            return json_response({"error": "not_found"}, status=404)
        job, contents = taken
        picture = await self._printers.draw(job, contents, Form.PNG)
        extras = Extras(opens_drawer=contents.opens_drawer, buzzes=contents.rings)
        headers = {"Cache-Control": "no-store", **star_headers(extras), **ALWAYS}
        return web.Response(body=picture, content_type=Form.PNG, headers=headers)

    async def delete(self, request: web.Request, printer: Printer) -> web.Response:
        """DELETE /api/printers/cloudprnt/{token}: the page is printed, or cannot be."""
        sent, code = await self._queue.find_sent(printer), _code(request.query.get("code"))
        if sent is not None:
            trouble = None if code == DONE else star_trouble(code)
            outcome = Outcome.PRINTED if trouble is None else Outcome.UNCLEAR
            if trouble is Trouble.FORMAT:
                outcome = Outcome.FAILED
            await self._queue.finish(printer, sent.id, outcome, trouble)
        return json_response({})


def _code(status: object) -> str:
    """Return the code of a status, as `200` of `200%20OK`."""
    return unquote(str(status or "")).strip().split(" ")[0].upper()

"""Recognising printers by their token: an agent's is in a header, a printer's own in the address it was given."""

from typing import Protocol

from aiohttp import hdrs, web

from cafe.core.kernel.errors import CafeError
from cafe.core.messages.printers.model import Printer, PrinterUnknownError
from cafe.core.messages.printers.queue import PrintQueue
from cafe.web.identity import Handler, read_whole_body, start_request
from cafe.web.json import json_response

SCHEME = "bearer "
MOST_BYTES = 64 * 1024
"""Of a body: a printer's status takes less than one thousand."""


class PrinterHandler(Protocol):
    """A request handler that receives the printer."""

    async def __call__(self, request: web.Request, printer: Printer, /) -> web.StreamResponse: ...


def for_printer(queue: PrintQueue, handler: PrinterHandler) -> Handler:
    """Wrap a handler for printers with a token; 401 for all others."""

    async def handle(request: web.Request) -> web.StreamResponse:
        start_request(request)
        try:
            printer = await queue.identify(_token(request))
        except PrinterUnknownError:
            # What is known to nobody and what was revoked look the same: only hashes of valid tokens are stored.
            response = json_response({"error": "token_unknown"}, status=401)
            response.headers[hdrs.WWW_AUTHENTICATE] = "Bearer"
            return response
        if (request.content_length or 0) > MOST_BYTES:
            raise web.HTTPRequestEntityTooLarge(MOST_BYTES, request.content_length or 0)
        if request.body_exists and not request.content.is_eof():
            await read_whole_body(request)
        try:
            return await handler(request, printer)
        except CafeError:
            return json_response({"error": "invalid"}, status=400)

    return handle


def _token(request: web.Request) -> str:
    in_path = request.match_info.get("token")
    if in_path is not None:
        return in_path
    header = request.headers.get(hdrs.AUTHORIZATION, "")
    return header[len(SCHEME) :].strip() if header[: len(SCHEME)].lower() == SCHEME else ""

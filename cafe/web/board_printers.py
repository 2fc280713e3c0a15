"""What the kitchen screen asks of printers: an order's ticket once more, and another printer in a dead one's place."""

from collections.abc import Awaitable

from aiohttp import web

from cafe.core.messages.printers.model import Page, PrinterError
from cafe.core.people.devices.model import Device
from cafe.core.services import Services
from cafe.web.board import BoardHandlers, invalid
from cafe.web.json import id_of, path_id, read_body


class BoardPrinterHandlers:
    def __init__(self, services: Services, board: BoardHandlers) -> None:
        self._printers = services.printers
        self._board = board

    async def move(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/printers/{printer_id}/move `{to}`: what waits for one printer is printed by another."""
        to = id_of((await read_body(request)).get("to"))
        if to is None:
            return invalid()
        return await self._done(device, self._printers.move_jobs(path_id(request, "printer_id"), to))

    async def print_order(self, request: web.Request, device: Device) -> web.Response:
        """POST /api/board/orders/{order_id}/print `{printer, page}`: `page` is `ticket` or `bill`."""
        body = await read_body(request)
        printer_id, page = id_of(body.get("printer")), body.get("page", Page.TICKET.value)
        if printer_id is None or page not in {Page.TICKET, Page.BILL}:
            return invalid()
        order_id = path_id(request, "order_id")
        return await self._done(device, self._printers.print_order(printer_id, Page(page), order_id))

    async def _done(self, device: Device, act: Awaitable[object]) -> web.Response:
        try:
            await act
        except PrinterError:
            return invalid()
        return await self._board.board(device)

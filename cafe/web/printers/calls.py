"""Calls that are kept open until there is something to print."""

import asyncio
from contextlib import suppress

from cafe.core.messages.printers.queue import PrintQueue


class PrinterCalls:
    """One open call for each printer: a newer one ends the older, whose line may be dead."""

    def __init__(self, queue: PrintQueue) -> None:
        self._queue = queue
        self._open: dict[int, asyncio.Event] = {}
        self._is_closed = False

    async def check(self) -> bool:
        """Look once whether there is something to print; always False: nothing is left to do."""
        if self._open:
            for printer_id in await self._queue.waiting() & self._open.keys():
                self._open[printer_id].set()
        return False

    def close(self) -> None:
        """End every call, before a stop waits for the requests under way."""
        self._is_closed = True
        for event in self._open.values():
            event.set()

    async def wait(self, printer_id: int, seconds: float) -> None:
        """Wait until there may be something to print for a printer, or so many seconds."""
        if self._is_closed:
            return
        former, event = self._open.get(printer_id), asyncio.Event()
        self._open[printer_id] = event
        if former is not None:
            former.set()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await event.wait()
        finally:
            if self._open.get(printer_id) is event:
                del self._open[printer_id]

"""Which printers print which page, what is still of use, and who helps out (pure)."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from cafe.core.kernel.ids import CategoryId, ProductId
from cafe.core.messages.printers.model import LATE_SECONDS, Job, Moment, Page, Printer, PrinterState, Trouble
from cafe.core.ordering.orders.model import OrderLine, OrderStatus, OrderType

ADDRESS = re.compile(r"(usb:/dev/(usb/)?lp[0-9]{1,2}|queue:[^\x00-\x1f/\\]{1,60}|[A-Za-z0-9.-]{1,100}(:[0-9]{1,5})?)")
"""What an agent prints to: nothing else on its machine."""
USEFUL_SECONDS = {Page.RECEIPT: 43_200, Page.DAY: 86_400, Page.TEST: 600, Page.CANCELLED: 7_200}
"""How long pages that no open order needs are of use."""


def prints(printer: Printer, page: Page, order_type: OrderType) -> bool:
    """Whether a printer prints a page of such orders."""
    settings = printer.settings
    return page in settings.pages and (not settings.order_types or order_type in settings.order_types)


def has_dishes(
    categories: Collection[CategoryId], lines: Iterable[OrderLine], category_of: Mapping[ProductId, CategoryId]
) -> bool:
    """Whether a ticket would have any lines; a dish that is not on the menu any more goes to everybody."""
    return any(is_for(categories, line, category_of) for line in lines)


def is_for(categories: Collection[CategoryId], line: OrderLine, category_of: Mapping[ProductId, CategoryId]) -> bool:
    """Whether a line is made at the station of these categories."""
    category = None if line.product_id is None else category_of.get(line.product_id)
    return not categories or category is None or category in categories


def is_useful(job: Job, status: OrderStatus | None, now: int) -> bool:
    """Whether a page is still worth its paper; `status` is its order's, None for pages of none."""
    if job.by_hand and job.page is not Page.TEST:
        return now - job.due_at < USEFUL_SECONDS[Page.DAY]
    if job.page in USEFUL_SECONDS:
        return now - job.due_at < USEFUL_SECONDS[job.page]
    return status is not None and not status.is_final


def prints_at(printers: Sequence[Printer], moment: Moment) -> list[Printer]:
    return [each for each in printers if each.settings.moment is moment]


def substitute_for(printer: Printer, states: Iterable[PrinterState]) -> Printer | None:
    """Return the printer that can take over: one that works, as wide if possible."""
    working = [each.printer for each in states if each.printer.id != printer.id and each.works]
    width = printer.settings.width
    return min(working, key=lambda each: (each.settings.width != width, each.id), default=None)


def is_late(job: Job, now: int) -> bool:
    return now - job.due_at >= LATE_SECONDS


STAR_TROUBLES = (("411", Trouble.JAM), ("41", Trouble.PAPER), ("42", Trouble.COVER), ("51", Trouble.FORMAT))
"""By the beginning of Star's status codes: 2… prints, 4… is a fault of the printer, 5… one of its interface."""
EPSON_TROUBLES = {
    "EPTR_COVER_OPEN": Trouble.COVER,
    "EPTR_REC_EMPTY": Trouble.PAPER,
    "EPTR_CUTTER": Trouble.CUTTER,
    "EPTR_MECHANICAL": Trouble.JAM,
    "EX_BADPORT": Trouble.OFF,
    "DeviceNotFound": Trouble.OFF,
    "SchemaError": Trouble.FORMAT,
}
NOT_ON_PAPER = frozenset({"EX_BADPORT", "DeviceNotFound", "SchemaError"})
"""Epson's codes of pages that nothing was printed of."""


def star_trouble(code: str) -> Trouble | None:
    """Return what a status code of Star's says; None: it prints."""
    if not code or code.startswith("2"):
        return None
    return next((trouble for begin, trouble in STAR_TROUBLES if code.startswith(begin)), Trouble.OTHER)

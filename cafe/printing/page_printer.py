"""Draws the core's pages, each in a thread, in the form that its printer takes."""

import asyncio
from typing import TYPE_CHECKING

from cafe.core.catalogue.pictures.icons import LOGO
from cafe.core.catalogue.pictures.port import FileStore
from cafe.core.kernel.texts import Texts
from cafe.core.messages.printers.model import Page
from cafe.core.messages.printers.port import Contents, Form
from cafe.core.money.receipts.goods import bill_of
from cafe.printing import pages
from cafe.printing.formats import Extras, to_epos, to_escpos, to_png
from cafe.printing.pages.changes import as_it_was
from cafe.printing.paper import Paper

if TYPE_CHECKING:
    from PIL import Image


class PillowPrinter:
    def __init__(self, texts: Texts, files: FileStore) -> None:
        self._texts = texts
        self._files = files

    async def draw(self, contents: Contents, form: Form) -> bytes:
        """Draw a page; a bill has the cafe's logo if that was uploaded."""
        logo = None
        if contents.page is Page.BILL:
            uploaded = LOGO.fullmatch(contents.snapshot.settings.logo_url)
            logo = await self._files.read(uploaded[1]) if uploaded else None
        return await asyncio.to_thread(_draw, contents, form, self._texts, logo)


def _draw(contents: Contents, form: Form, texts: Texts, logo: bytes | None) -> bytes:
    page = _picture(contents, texts, logo)
    extras = Extras(opens_drawer=contents.opens_drawer, buzzes=contents.rings)
    match form:
        case Form.PNG:
            return to_png(page)
        case Form.ESC_POS:
            return to_escpos(page, extras)
        case Form.EPOS_XML:
            return to_epos(page, extras).encode()


def _picture(  # noqa: PLR0911 - one for each page
    contents: Contents, texts: Texts, logo: bytes | None
) -> "Image.Image":
    settings, order, is_copy = contents.snapshot.settings, contents.order, contents.is_copy
    paper = Paper(contents.printer.settings.width, contents.printer.settings.locale)
    if contents.page is Page.DAY and contents.day is not None:
        return pages.draw_day(contents.day, paper, texts, settings, is_copy=is_copy)
    if order is None:
        name = contents.printer.name
        return pages.draw_test(name, paper, texts, settings, at=contents.at, address=contents.public_url)
    if contents.page is Page.BILL:
        link = f"{contents.public_url}{order.track_path}" if order.track_path else None
        return pages.draw_bill(order, paper, texts, settings, link=link, logo=logo, is_copy=is_copy)
    if contents.page is Page.RECEIPT and contents.receipt is not None:
        receipt = contents.receipt
        return pages.draw_receipt(
            order.number,
            receipt.bill or bill_of(order, texts),
            receipt.way,
            paper,
            texts,
            settings,
            at=receipt.at,
            url=receipt.url,
            fiscal_number=receipt.fiscal_number,
            is_copy=is_copy,
        )
    snapshot, stations = contents.snapshot, contents.origin.settings.categories
    if contents.page is Page.CANCELLED:
        return pages.draw_cancelled(order, paper, texts, snapshot, stations=stations, is_copy=is_copy)
    if contents.page is Page.CHANGES:
        before, after = as_it_was(order, contents.version - 1), as_it_was(order, contents.version)
        slip = pages.draw_changes(before, after, paper, texts, snapshot, stations=stations, is_copy=is_copy)
        if slip is not None:
            return slip
    return pages.draw_ticket(order, paper, texts, snapshot, stations=stations, is_copy=is_copy)

"""What drawing a page needs, and who draws it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from cafe.core.catalogue.snapshot.model import Snapshot
from cafe.core.messages.printers.model import Page, Printer
from cafe.core.money.payments.model import PaymentKind
from cafe.core.money.receipts.goods import Bill
from cafe.core.money.tills.model import TillDay
from cafe.core.ordering.orders.model import Order


class Form(StrEnum):
    """How a page is sent; the values are media types."""

    PNG = "image/png"
    ESC_POS = "application/vnd.epson.escpos"
    EPOS_XML = "application/vnd.epson.epos+xml"


@dataclass(frozen=True, slots=True)
class PrintedReceipt:
    """A fiscal receipt: where it is shown, and what the tax office knows it by."""

    url: str
    fiscal_number: str | None
    way: PaymentKind
    bill: Bill | None
    """None: it says what the order is."""
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """All that a page says. Times in Unix seconds."""

    page: Page
    printer: Printer
    """The paper that it is printed on."""
    origin: Printer
    """The printer whose dishes it has."""
    snapshot: Snapshot
    at: int
    public_url: str = ""
    is_copy: bool = False
    order: Order | None = None
    version: int = 0
    """Of a slip: the number of the edit that it is about; `order` may have been changed again."""
    receipt: PrintedReceipt | None = None
    day: TillDay | None = None

    @property
    def opens_drawer(self) -> bool:
        is_cash = self.receipt is not None and self.receipt.way is PaymentKind.CASH
        return self.printer.settings.opens_drawer and is_cash and not self.is_copy

    @property
    def rings(self) -> bool:
        return self.printer.settings.rings and self.page in {Page.TICKET, Page.CHANGES, Page.CANCELLED}


class PagePrinter(Protocol):
    """Draws pages; free of any state, in a thread."""

    async def draw(self, contents: Contents, form: Form) -> bytes:
        """Draw a page, in the form that a printer takes."""
        ...

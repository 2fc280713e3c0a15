"""Printers and print jobs. Times in Unix seconds."""

from dataclasses import dataclass
from enum import StrEnum

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.ids import CategoryId
from cafe.core.kernel.locale import Locale
from cafe.core.ordering.orders.model import OrderType

WIDTHS = (58, 80)
"""Of paper, in millimetres."""
MOST_PRINTERS, MOST_COPIES = 20, 5
LATE_SECONDS = 60
"""After which a page that is not on paper is everybody's business."""
LEASE_SECONDS = 60
"""How long a printer has for a page before it counts as lost on the way: what it gets then says 'copy'."""
DROPPED_LISTED = 20


class Page(StrEnum):
    """What is printed; the values are stored."""

    TICKET = "ticket"
    CHANGES = "changes"
    """What an edit changed of a printed ticket."""
    CANCELLED = "cancelled"
    BILL = "bill"
    RECEIPT = "receipt"
    DAY = "day"
    TEST = "test"


class Moment(StrEnum):
    """When tickets are printed; the values are stored."""

    PLACED = "placed"
    ACCEPTED = "accepted"
    DUE = "due"
    """When the accepted order has to be begun."""


class Way(StrEnum):
    """How a printer gets its pages; the values are stored."""

    AGENT = "agent"
    CLOUDPRNT = "cloudprnt"
    EPSON = "epson"


class Trouble(StrEnum):
    """Why a printer does not print; the values are stored, and part of text ids."""

    PAPER = "paper"
    COVER = "cover"
    CUTTER = "cutter"
    JAM = "jam"
    OFF = "off"
    """The agent does not reach it."""
    FORMAT = "format"
    """It does not take the picture."""
    OTHER = "other"
    UNSEEN = "unseen"
    """Nobody asked for its pages lately: it, its agent or the cafe's net is off. Never stored."""


class JobState(StrEnum):
    """The values are stored."""

    WAITING = "waiting"
    SENT = "sent"
    PRINTED = "printed"
    DROPPED = "dropped"
    """It was of no use any more."""


class Outcome(StrEnum):
    """What a printer says of a page."""

    PRINTED = "printed"
    FAILED = "failed"
    """Nothing of it is on paper."""
    UNCLEAR = "unclear"
    """It may be on paper, whole or in part."""


PRINTED_BY_ITSELF = (Page.TICKET, Page.BILL, Page.RECEIPT, Page.DAY)
"""What a printer is told to print; the slips follow its tickets."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrinterSettings:
    """What the owner says of a printer."""

    name: str
    width: int
    locale: Locale
    pages: frozenset[Page]
    """Of `PRINTED_BY_ITSELF`."""
    order_types: frozenset[OrderType] = frozenset()
    """Empty: all of them."""
    categories: frozenset[CategoryId] = frozenset()
    """Whose dishes its tickets have; empty: all of them."""
    moment: Moment = Moment.PLACED
    copies: int = 1
    address: str = ""
    """Where its agent finds it: `192.168.1.50`, `192.168.1.50:9100`, `usb:/dev/usb/lp0` or `queue:Kitchen`."""
    opens_drawer: bool = False
    """With receipts of cash."""
    rings: bool = False
    """With tickets."""


@dataclass(frozen=True, slots=True)
class Printer:
    id: int
    settings: PrinterSettings
    created_at: int
    seen_at: int | None
    """When it or its agent last asked, to the second; None: it is not connected yet."""
    way: Way | None
    trouble: Trouble | None
    """What it said last."""
    told_at: int | None
    """When the staff were told that it does not print; None: it does."""

    @property
    def name(self) -> str:
        return self.settings.name

    def why(self, now: int) -> Trouble | None:
        """Return why it does not print, as far as anybody knows."""
        if self.seen_at is None or now - self.seen_at >= LATE_SECONDS:
            return Trouble.UNSEEN
        return self.trouble


@dataclass(frozen=True, slots=True)
class Job:
    """A page for a printer."""

    id: int
    printer_id: int
    origin_id: int
    """The printer that it was for at first, whose dishes it has."""
    page: Page
    subject_id: int
    """The order, or the till's day."""
    version: int
    """Of the order, or the number of the edit."""
    state: JobState
    is_copy: bool
    """Whether the page says so: it was printed before, or may have been."""
    by_hand: bool
    tries: int
    due_at: int
    sent_at: int | None
    number: str = ""
    """The order's, for lists."""

    @property
    def needs_order(self) -> bool:
        return self.page not in {Page.DAY, Page.TEST}


@dataclass(frozen=True, slots=True)
class PrinterState:
    """A printer, and what should be on its paper by now."""

    printer: Printer
    why: Trouble | None
    """Why it does not print, as far as anybody knows."""
    late: tuple[Job, ...]

    @property
    def works(self) -> bool:
        """Whether it could print for another one."""
        return self.why is None and not self.late

    @property
    def numbers(self) -> tuple[str, ...]:
        """The late orders', each once."""
        return tuple(dict.fromkeys(job.number for job in self.late if job.number))


class PrinterUnknownError(CafeError):
    """No printer has this token, or not any more."""


class PrinterProblem(StrEnum):
    """Why an act is refused; the values are text ids."""

    UNKNOWN = "printer-unknown"
    MANY = "printer-many"
    PAGE = "printer-page"
    """The order has no such page."""


class PrinterError(CafeError):
    """The act is not possible; nothing is changed."""

    def __init__(self, problem: PrinterProblem) -> None:
        super().__init__()
        self.problem = problem

"""Messages about printers, and their handlers."""

from dataclasses import dataclass

from cafe.core.kernel.database import Connection
from cafe.core.messages.notifications.message import StaffMessage
from cafe.core.messages.outbox.store import queue_to_staff
from cafe.core.messages.printers.facts import PagesDropped, PrinterStuck


@dataclass(frozen=True, slots=True)
class StaffPrinterStuck(StaffMessage):
    """A printer does not print; told once for each outage. Belongs to no order."""

    kind = "staff-printer-stuck"
    printer: str
    printer_id: int
    count: int
    numbers: str
    """Of the orders, in a row; `none` if its pages belong to none."""
    why: str
    """A `Trouble` of printers, or `unknown`."""
    other: str | None = None
    other_id: int | None = None
    """A printer that could take the pages."""


@dataclass(frozen=True, slots=True)
class StaffPagesDropped(StaffMessage):
    """Pages never came to paper. Belongs to no order."""

    kind = "staff-pages-dropped"
    printer: str
    numbers: str
    why: str
    """Their orders are `finished`, or a `defect` of the program."""


def tell_of_stuck_printer(conn: Connection, fact: PrinterStuck) -> None:
    other = fact.other
    message = StaffPrinterStuck(
        printer=fact.printer.name,
        printer_id=fact.printer.id,
        count=fact.count,
        numbers=", ".join(fact.numbers) or "none",
        why="unknown" if fact.why is None else fact.why.value,
        other=None if other is None else other.name,
        other_id=None if other is None else other.id,
    )
    queue_to_staff(conn, message, fact.at)


def tell_of_dropped_pages(conn: Connection, fact: PagesDropped) -> None:
    why = "defect" if fact.is_defect else "finished"
    queue_to_staff(conn, StaffPagesDropped(fact.printer.name, ", ".join(fact.numbers), why), fact.at)

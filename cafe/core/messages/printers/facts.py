"""Facts about printers."""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.kernel.facts import Fact
from cafe.core.messages.printers.model import Printer, Trouble


@dataclass(frozen=True, slots=True, kw_only=True)
class PrinterStuck(Fact):
    """Pages of a printer are not on paper after a minute; told once until it prints again."""

    printer: Printer
    why: Trouble | None
    numbers: Sequence[str]
    """Of the orders."""
    count: int
    other: Printer | None
    """One that prints, and could take them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PagesDropped(Fact):
    """Tickets were not printed at all, as their orders were finished by then."""

    printer: Printer
    numbers: Sequence[str]

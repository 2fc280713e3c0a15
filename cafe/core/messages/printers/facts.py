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
    """Pages were not printed at all."""

    printer: Printer
    numbers: Sequence[str]
    is_defect: bool = False
    """Whether one could not be drawn; otherwise their orders were finished by then."""

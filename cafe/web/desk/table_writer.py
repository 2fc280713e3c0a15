"""Figures and tables of a report, and the words of their columns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import FluentValue, Texts
from cafe.core.money.payments.model import HRYVNIA
from cafe.web.desk.sheets import Cell, Kind

Cells = Mapping[str, Cell]
"""The cells of a row by column."""

MINOR_UNITS = 100


@dataclass(frozen=True, slots=True)
class Figure:
    """A sum of the whole period; `before` is None if there is no previous period."""

    key: str
    title: str
    kind: Kind
    value: int | Decimal
    before: int | Decimal | None
    note: str
    currency: str = HRYVNIA


@dataclass(frozen=True, slots=True)
class ReportColumn:
    key: str
    title: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A breakdown; rows have a cell for each column by its key, and `key`, which identifies the row."""

    key: str
    title: str
    note: str
    columns: Sequence[ReportColumn]
    rows: Sequence[Cells]


class TableWriter:
    """Writes tables in a language."""

    def __init__(self, texts: Texts, locale: Locale) -> None:
        self._texts = texts
        self.locale = locale

    def say(self, text_id: str, **values: FluentValue) -> str:
        return self._texts.format(self.locale, text_id, **values)

    def unit(self, unit: str) -> str:
        """Return the text of a unit; an unusual one is its own text."""
        return self.say(f"unit-{unit}") if self._texts.has(f"unit-{unit}") else unit

    def column(self, key: str, kind: Kind = Kind.TEXT) -> ReportColumn:
        return ReportColumn(key, self.say(f"report-{key.replace('_', '-')}"), kind)

    def table(self, key: str, text_id: str, columns: Sequence[ReportColumn], rows: Iterable[Cells]) -> ReportTable:
        wanted = {"key", *(column.key for column in columns)}
        shown = [{name: cell for name, cell in row.items() if name in wanted} for row in rows]
        return ReportTable(key, self.say(text_id), self.say(f"{text_id}-note"), columns, shown)


def exact(amount: int) -> Decimal:
    """Return kopiykas in hryvnias."""
    return Decimal(amount) / MINOR_UNITS

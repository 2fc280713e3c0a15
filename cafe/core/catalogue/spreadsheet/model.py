"""Rows of a spreadsheet, and what is wrong with them."""

from collections.abc import Sequence
from dataclasses import dataclass

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.validators import Reason

MAX_ROWS, MAX_COLUMNS = 5_000, 100
"""Many times what any cafe's menu needs; columns beyond are not read."""


@dataclass(frozen=True, slots=True)
class Row:
    """The texts of a row's cells; `number` is the one that a spreadsheet shows."""

    number: int
    cells: Sequence[str]

    def cell(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""


@dataclass(frozen=True, slots=True)
class CellProblem:
    """What is wrong with a cell, by row and field; without a row, with the choice of columns."""

    row: int | None
    field: str
    reason: Reason


class CellsError(CafeError):
    """Cells are wrong; nothing was changed."""

    def __init__(self, problems: Sequence[CellProblem]) -> None:
        super().__init__()
        self.problems = tuple(problems)


def not_a_spreadsheet(text: str, reason: str = "sheet-unreadable") -> CatalogueError:
    return CatalogueError(f"not a spreadsheet: {text}", reason=Reason(reason))


def too_many_rows() -> CatalogueError:
    return CatalogueError(f"over {MAX_ROWS} rows", reason=Reason("sheet-too-long", {"limit": MAX_ROWS}))

"""Errors of changing the catalogue and the settings, by a file or at the desk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cafe.core.kernel.errors import CafeError
from cafe.core.kernel.validators import Reason


class CatalogueError(CafeError):
    """A catalogue file or a setting is wrong; the text is one line that names the table and the key.

    `table`, `key` and `field` locate the error, where one of them is to blame; `reason` is the text without the
    location.
    """

    def __init__(
        self, text: str, field: str = "", reason: Reason | None = None, *, table: str = "", key: str = ""
    ) -> None:
        super().__init__(text)
        self.table, self.key, self.field, self.reason = table, key, field, reason or Reason()


@dataclass(frozen=True, slots=True)
class EditConflict:
    """A field that somebody changed after the person had seen it.

    `by` is the author of that change and `at` its time in Unix seconds, if the history has them. An empty `field` is
    the whole item: it was deleted, or it exists already.
    """

    edit: int
    field: str
    seen: Any
    current: Any
    by: str
    at: int | None


class EditConflictError(CafeError):
    """Somebody else made a change first; nothing was changed."""

    def __init__(self, conflicts: Sequence[EditConflict]) -> None:
        super().__init__()
        self.conflicts = tuple(conflicts)

"""Errors of changing the catalogue and the settings, by a file or at the desk."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cafe.core.kernel.errors import CafeError


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a value is refused, to be worded in the owner's language: a text id and its variables."""

    text_id: str = "invalid-value"
    values: Mapping[str, str | int] = field(default_factory=dict)


TOO_MUCH = Reason("too-much-at-once")


class CatalogueError(CafeError):
    """A catalogue file or a setting is wrong; the text is one line that names the table and the key.

    `table`, `key` and `field` are where it is, as far as one is to blame, and `reason` says the same as the text
    without naming the place.
    """

    def __init__(
        self, text: str, field: str = "", reason: Reason | None = None, *, table: str = "", key: str = ""
    ) -> None:
        super().__init__(text)
        self.table, self.key, self.field, self.reason = table, key, field, reason or Reason()


class TooMuchAtOnceError(CatalogueError):
    """A change would have everybody wait while it is written: it has to be made in parts."""

    def __init__(self, rows: int) -> None:
        super().__init__(f"too much at once: {rows} rows would change; do it in parts", reason=TOO_MUCH)


class FileChangedError(CafeError):
    """A catalogue file would change something else by now than what was told; nothing was changed."""


@dataclass(frozen=True, slots=True)
class EditConflict:
    """A field that somebody changed after the person had seen it.

    `by` is who did, and `at` when in Unix seconds, as far as the history tells. An empty `field` is the whole item: it
    is gone, or there already.
    """

    edit: int
    field: str
    seen: Any
    current: Any
    by: str
    at: int | None


class EditConflictError(CafeError):
    """Somebody else was quicker; nothing was changed."""

    def __init__(self, conflicts: Sequence[EditConflict]) -> None:
        super().__init__()
        self.conflicts = tuple(conflicts)


class MenuNotEmptyError(CafeError):
    """There is something of a menu already, which the demo's would overwrite or hide among its own."""

"""Changes, and the items that each of them touched."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.kernel.ids import ChangeId

Fields = Mapping[str, Any]
"""Values by key, both as in a catalogue file, but for moments and days, which are ISO 8601 text."""


@dataclass(frozen=True, slots=True)
class ChangedItem:
    """What a change did to one item: the changed fields alone, or all of an item that was added or deleted."""

    entity: str
    key: str
    name: str
    before: Fields | None
    """None: it was added."""
    after: Fields | None
    """None: it was deleted."""


@dataclass(frozen=True, slots=True)
class Change:
    """What one person changed in one go; `at` in Unix seconds."""

    id: ChangeId
    at: int
    actor: Actor
    items: tuple[ChangedItem, ...]
    undo_of: ChangeId | None
    undone_by: ChangeId | None

"""Changes, and the items that each of them touched."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.kernel.ids import ChangeId

Fields = Mapping[str, Any]
"""Values by key, as in a catalogue file, except that moments and days are ISO 8601 text."""


@dataclass(frozen=True, slots=True)
class ChangedItem:
    """The change to one item: only the changed fields, or all fields of an item that was added or deleted."""

    entity: str
    key: str
    name: str
    before: Fields | None
    """None: the item was added."""
    after: Fields | None
    """None: the item was deleted."""


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one person changed at once; `at` in Unix seconds."""

    id: ChangeId
    at: int
    actor: Actor
    items: tuple[ChangedItem, ...]
    undo_of: ChangeId | None
    undone_by: ChangeId | None

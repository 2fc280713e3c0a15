"""Changes of people in the history: nobody takes them back by a button, but everybody sees who made whom what."""

from collections.abc import Mapping
from typing import Any

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.errors import EditConflict, EditConflictError
from cafe.core.catalogue.changes.model import ChangedItem
from cafe.core.catalogue.changes.store import add_change, find_last_authors
from cafe.core.kernel.database import Connection
from cafe.core.people.staff.model import StaffMember

ENTITY = "staff"


def record_person(conn: Connection, actor: Actor, before: StaffMember | None, after: StaffMember, now: int) -> None:
    """Record what is different about a person, if anything is; `before` is None for a new one."""
    fields = _fields(after)
    if before is None:
        add_change(conn, actor, [ChangedItem(ENTITY, str(after.id), after.name, None, fields)], now)
        return
    earlier = _fields(before)
    changed = [name for name, value in fields.items() if earlier[name] != value]
    if changed:
        was, became = ({name: values[name] for name in changed} for values in (earlier, fields))
        add_change(conn, actor, [ChangedItem(ENTITY, str(after.id), after.name, was, became)], now)


def refuse_unseen(
    conn: Connection, before: StaffMember, after: StaffMember, fields: set[str], seen: Mapping[str, Any]
) -> None:
    """Refuse to change fields that are another by now than their author saw, unless they are so already.

    Raises:
        EditConflictError: somebody else was quicker.
    """
    current, wanted = _fields(before), _fields(after)
    unseen = [name for name in current if name in fields and seen.get(name) != current[name] != wanted[name]]
    if not unseen:
        return
    key = str(before.id)
    authors = find_last_authors(conn, ENTITY, {key: unseen})
    conflicts = []
    for name in unseen:
        actor, at = authors.get((key, name), (None, None))
        conflicts.append(EditConflict(0, name, seen.get(name), current[name], actor.name if actor else "", at))
    raise EditConflictError(conflicts)


def _fields(member: StaffMember) -> dict[str, Any]:
    return {
        "name": member.name,
        "role": member.role.value,
        "telegram_id": member.telegram_id,
        "is_active": member.is_active,
    }

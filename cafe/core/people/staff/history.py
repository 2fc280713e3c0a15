"""Changes of the staff in the history, where they are listed but cannot be undone."""

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
    """Record the changes of a person, if any; `before` is None for a new one."""
    fields = _fields(after)
    if before is None:
        add_change(conn, actor, [ChangedItem(ENTITY, str(after.id), after.name, None, fields)], now)
        return
    earlier = _fields(before)
    changed = [name for name, value in fields.items() if earlier[name] != value]
    if changed:
        was, became = ({name: values[name] for name in changed} for values in (earlier, fields))
        add_change(conn, actor, [ChangedItem(ENTITY, str(after.id), after.name, was, became)], now)


def check_unchanged(
    conn: Connection, before: StaffMember, after: StaffMember, fields: set[str], seen: Mapping[str, Any]
) -> None:
    """Check that the changed fields still have the values seen by their author, or have the new ones already.

    Raises:
        EditConflictError: somebody else changed them first.
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
        "role": member.role.value if member.own_role is None else member.own_role.name,
        "telegram_id": member.telegram_id,
        "is_active": member.is_active,
    }

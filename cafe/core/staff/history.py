"""Changes of people in the history: nobody takes them back by a button, but everybody sees who made whom what."""

from typing import Any

from cafe.core.changes.model import ChangedItem
from cafe.core.changes.store import add_change
from cafe.core.kernel.actor import Actor
from cafe.core.kernel.database import Connection
from cafe.core.staff.model import StaffMember

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


def _fields(member: StaffMember) -> dict[str, Any]:
    return {
        "name": member.name,
        "role": member.role.value,
        "telegram_id": member.telegram_id,
        "is_active": member.is_active,
    }

"""The role that an edit of the catalogue or the settings needs."""

from collections.abc import Iterable, Mapping

from cafe.core.catalogue.changes.model import Change
from cafe.core.catalogue.edits.edit import Edit
from cafe.core.people.staff.model import Role

DAILY_SETTINGS = frozenset(
    {
        "work_hours_from",
        "work_hours_to",
        "force_closed",
        "force_closed_message",
        "force_closed_message_en",
        "allow_orders_outside_hours",
        "announcement_enabled",
        "announcement_message",
        "announcement_message_en",
        "prep_minutes",
    }
)
"""Settings of daily work; all others need the owner."""


READ_BY_MANAGERS = frozenset({"promos", "ingredients"})
"""Tables in the page's sections for managers; all staff may read the others."""


def may_read(role: Role, table: str) -> bool:
    """Whether a role may see a table of the catalogue."""
    return role.may(Role.MANAGER if table in READ_BY_MANAGERS else Role.STAFF)


def role_for_edits(edits: Iterable[Edit]) -> Role:
    """Return the least role allowed to make all of these edits."""
    return _highest(_role_for(edit.table, edit.values, is_deletion=edit.values is None) for edit in edits)


def role_for_undo(change: Change) -> Role:
    """Return the least role allowed to revert a change."""
    return _highest(
        _role_for(item.entity, item.before, is_deletion=item.before is None or item.after is None)
        for item in change.items
    )


def _role_for(table: str, fields: Mapping[str, object] | None, *, is_deletion: bool) -> Role:
    names = set(fields or ())
    if table == "settings":
        return Role.MANAGER if names and names <= DAILY_SETTINGS else Role.OWNER
    if table in {"products", "options"} and names == {"stopped_until"} and not is_deletion:
        return Role.STAFF
    return Role.MANAGER


def _highest(roles: Iterable[Role]) -> Role:
    highest = Role.STAFF
    for role in roles:
        if role.may(highest):
            highest = role
    return highest

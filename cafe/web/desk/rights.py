"""The areas that an edit of the catalogue or the settings belongs to."""

from collections.abc import Iterable, Mapping
from typing import Any

from cafe.core.catalogue.changes.model import Change
from cafe.core.catalogue.edits.edit import Edit
from cafe.core.people.staff.model import Right, StaffMember

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
"""Settings of daily work, which belong to the menu's area."""

DAILY_FIELDS: Mapping[str, set[str]] = {
    "products": {"stopped_until"},
    "options": {"stopped_until"},
    "zones": {"paused_until"},
    "modes": {"on_until", "off_until"},
}
"""What whoever takes orders may change alone: stops, pauses, modes."""

READERS: Mapping[str, tuple[Right, ...]] = {"promos": (Right.MENU,), "ingredients": (Right.MENU, Right.STOCK)}
"""Who may see these tables; the others everybody may."""
MONEY_FIELDS: Mapping[str, frozenset[str]] = {"ingredients": frozenset({"cost"})}
"""What only who sees money may see and change."""
MONEY = Right.REPORTS
EDITING = (Right.MENU, Right.STOCK, Right.PEOPLE, Right.SETTINGS)
"""The areas with something to edit, and so with a history."""


def may_read(member: StaffMember, table: str) -> bool:
    """Whether a person may see a table of the catalogue."""
    return member.may(*READERS.get(table, ()))


def shown_fields(member: StaffMember, table: str, item: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a person may see of an item, or of a part of it."""
    hidden = MONEY_FIELDS.get(table)
    if hidden is None or member.may(MONEY):
        return item
    return {name: value for name, value in item.items() if name not in hidden}


def rights_for_edits(edits: Iterable[Edit]) -> frozenset[Right]:
    """Return all areas that these edits belong to."""
    return _rights_for((edit.table, edit.values, edit.values is None) for edit in edits)


def rights_for_undo(change: Change) -> frozenset[Right]:
    """Return all areas that reverting a change belongs to."""
    return _rights_for((item.entity, item.before, item.before is None or item.after is None) for item in change.items)


def _rights_for(changes: Iterable[tuple[str, Mapping[str, object] | None, bool]]) -> frozenset[Right]:
    """Return the areas of changes: the table, the fields, whether the item is deleted or put back."""
    rights: set[Right] = set()
    for table, fields, is_deletion in changes:
        rights.add(_right_for(table, fields, is_deletion=is_deletion))
        if not is_deletion and MONEY_FIELDS.get(table, frozenset()) & set(fields or ()):
            rights.add(MONEY)
    return frozenset(rights)


def _right_for(table: str, fields: Mapping[str, object] | None, *, is_deletion: bool) -> Right:
    names = set(fields or ())
    if table == "settings":
        return Right.MENU if names and names <= DAILY_SETTINGS else Right.SETTINGS
    if names == DAILY_FIELDS.get(table) and not is_deletion:
        return Right.ORDERS
    if table in {"zones", "tax_groups"}:
        return Right.SETTINGS
    return Right.STOCK if table == "ingredients" else Right.MENU

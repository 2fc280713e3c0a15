"""The areas that an edit of the catalogue or the settings belongs to."""

from collections.abc import Iterable, Mapping

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
}
"""What whoever takes orders may change alone: stops and pauses."""

READERS: Mapping[str, tuple[Right, ...]] = {"promos": (Right.MENU,), "ingredients": (Right.MENU, Right.STOCK)}
"""Who may see these tables; the others everybody may."""
EDITING = (Right.MENU, Right.STOCK, Right.PEOPLE, Right.SETTINGS)
"""The areas with something to edit, and so with a history."""


def may_read(member: StaffMember, table: str) -> bool:
    """Whether a person may see a table of the catalogue."""
    return member.may(*READERS.get(table, ()))


def rights_for_edits(edits: Iterable[Edit]) -> frozenset[Right]:
    """Return all areas that these edits belong to."""
    return frozenset(_right_for(edit.table, edit.values, is_deletion=edit.values is None) for edit in edits)


def rights_for_undo(change: Change) -> frozenset[Right]:
    """Return all areas that reverting a change belongs to."""
    return frozenset(
        _right_for(item.entity, item.before, is_deletion=item.before is None or item.after is None)
        for item in change.items
    )


def _right_for(table: str, fields: Mapping[str, object] | None, *, is_deletion: bool) -> Right:
    names = set(fields or ())
    if table == "settings":
        return Right.MENU if names and names <= DAILY_SETTINGS else Right.SETTINGS
    if names == DAILY_FIELDS.get(table) and not is_deletion:
        return Right.ORDERS
    if table in {"zones", "tax_groups"}:
        return Right.SETTINGS
    return Right.STOCK if table == "ingredients" else Right.MENU

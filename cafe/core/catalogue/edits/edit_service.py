"""Edits of catalogue and settings from the desk: all or nothing, recorded, and reversible.

Two people may edit at once: an edit carries the values that its author saw, and is refused if one has changed since.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.errors import CatalogueError, EditConflict, EditConflictError
from cafe.core.catalogue.changes.model import Change, ChangedItem
from cafe.core.catalogue.changes.store import (
    StoredItems,
    add_stored_change,
    find_change,
    find_last_authors,
    list_changes,
    stored_items,
)
from cafe.core.catalogue.edits import desk_store
from cafe.core.catalogue.edits.diets import check_diets
from cafe.core.catalogue.edits.edit import Edit, place_of, problem_of, read_edits
from cafe.core.catalogue.edits.errors import TooMuchAtOnceError
from cafe.core.catalogue.edits.file import Item
from cafe.core.catalogue.edits.items import TABLES, Table, name_of, normalized_key, writable
from cafe.core.catalogue.edits.options_store import check_groups
from cafe.core.catalogue.edits.rehearsed import change_catalogue
from cafe.core.catalogue.edits.slugs import make_slug
from cafe.core.catalogue.snapshot.cache import SnapshotCache
from cafe.core.kernel.clock import Clock, unix_now
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.errors import CafeError, NotFoundError
from cafe.core.kernel.ids import ChangeId
from cafe.core.kernel.lengths import find_too_long
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.kernel.validators import Reason

CHECKED_TOGETHER = {"allergens", "diets", "options"}
"""Fields whose values must fit each other, and those of other items."""
READ_ALL_FROM = 20
"""With this many edits of one table, the whole table is read at once."""


class EditService:
    """Lists and changes the contents of a catalogue file, item by item."""

    def __init__(self, database: Database, cache: SnapshotCache, clock: Clock) -> None:
        self._database = database
        self._cache = cache
        self._clock = clock

    async def list_items(self, table: str) -> list[Item]:
        """List all items of a table, in the order in which a catalogue file has them.

        Raises:
            NotFoundError: no such table.
        """
        if table not in TABLES:
            raise NotFoundError
        return await self._database.read_long(_list_items, table)

    async def find_item(self, table: str, key: str) -> Item | None:
        """Find an item of a table; None if there is none."""
        return await self._database.read(TABLES[table].find, key)

    async def list_all(self) -> dict[str, list[Item]]:
        """List the items of every table, read at one moment."""
        return await self._database.read_long(_list_all)

    async def apply(self, actor: Actor, edits: Sequence[Edit]) -> Change | None:
        """Make edits, all or none; return the recorded change, None if nothing differed.

        Raises:
            ProblemsError: with every problem that was found.
            EditConflictError: somebody changed one of these fields after it was seen.
        """
        return await self._change(actor, tuple(edits), is_typed=True)

    async def get_change(self, change_id: int) -> Change:
        """Return a change of the history.

        Raises:
            NotFoundError: no such change.
        """
        change = await self._database.read_long(find_change, change_id)
        if change is None:
            raise NotFoundError
        return change

    async def copy_product(self, actor: Actor, slug: str) -> Item:
        """Add a copy of a dish to its category, hidden until it has been named, and return it.

        Raises:
            NotFoundError: no such dish.
        """
        item = await self.find_item("products", slug)
        if item is None:
            raise NotFoundError
        change = await self._change(actor, (Edit("products", None, None, _copied(item)),))
        copy = await self.find_item("products", change.items[0].key) if change else None
        assert copy is not None  # noqa: S101 - for the type checker
        return copy

    async def undo(self, actor: Actor, change_id: int) -> Change | None:
        """Revert a change, which is recorded as a new change.

        Raises:
            NotFoundError: no such change.
            EditConflictError: one of its fields was changed later, perhaps by another undo.
            ProblemsError: something that it needs no longer exists.
        """
        change = await self._database.read_long(_find_undoable, change_id)
        edits = tuple(_reversal(item) for item in reversed(change.items))
        made = await self._change(actor, edits, undo_of=change.id)
        if made is None:
            await self._database.read_long(_find_undoable, change_id)  # somebody may have done the same just now
        return made

    async def list_changes(
        self, *, before_id: int | None = None, limit: int = 50, table: str | None = None, key: str | None = None
    ) -> list[Change]:
        """List changes, newest first, older than `before_id`; of one table or one of its items, if named."""
        return await self._database.read_long(list_changes, before_id=before_id, limit=limit, entity=table, key=key)

    async def _change(
        self, actor: Actor, edits: tuple[Edit, ...], *, undo_of: ChangeId | None = None, is_typed: bool = False
    ) -> Change | None:
        """Make edits. Only typed texts have a length limit: copied or restored ones were accepted before."""
        now = unix_now(self._clock)

        def record(conn: Connection, saved: _Saved) -> Change | None:
            if not saved.items:
                return None
            change_id = add_stored_change(conn, actor, saved.stored, now, undo_of)
            return Change(change_id, now, actor, saved.items, undo_of, None)

        try:
            save = partial(_save, edits=edits, is_typed=is_typed)
            change = await change_catalogue(self._database, save, record, is_limited=undo_of is None)
        except TooMuchAtOnceError as error:
            raise ProblemsError(Problem("edits", error.reason.text_id)) from None
        except _ConflictsError as error:
            raise EditConflictError(
                await self._database.read_long(_with_authors, error.conflicts, error.edits)
            ) from None
        await self._cache.refresh()
        return change


@dataclass(frozen=True, slots=True)
class _Saved:
    items: tuple[ChangedItem, ...]
    stored: StoredItems


class _ConflictsError(CafeError):
    """Somebody else made a change first; the history has its author."""

    def __init__(self, conflicts: Sequence[EditConflict], edits: Sequence[Edit]) -> None:
        super().__init__()
        self.conflicts, self.edits = conflicts, edits


def is_undoable(change: Change) -> bool:
    """Whether a change is of catalogue or settings; a pause, by contrast, is ended instead."""
    return all(item.entity in TABLES for item in change.items)


def _list_items(conn: Connection, table: str) -> list[Item]:
    return TABLES[table].list_items(conn, None)


def _list_all(conn: Connection) -> dict[str, list[Item]]:
    return {name: table.list_items(conn, None) for name, table in TABLES.items()}


def _copied(item: Item) -> Item:
    """Return the values of a copy of a dish."""
    values = {
        name: value for name, value in writable("products", item).items() if name not in {"slug", "stopped_until"}
    }
    values |= {"name": f"{item['name']} (копія)", "active": False}
    if item["name_en"]:
        values["name_en"] = f"{item['name_en']} (copy)"
    return values


def _find_undoable(conn: Connection, change_id: int) -> Change:
    change = find_change(conn, change_id)
    if change is None or not is_undoable(change):
        raise NotFoundError
    if change.undone_by is not None:
        undone = find_change(conn, change.undone_by)
        by, at = (undone.actor.name, undone.at) if undone else ("", None)
        raise EditConflictError([EditConflict(0, "", None, None, by, at)])
    return change


def _reversal(item: ChangedItem) -> Edit:
    return Edit(item.entity, item.key, item.after, item.before)


def _save(conn: Connection, edits: tuple[Edit, ...], *, is_typed: bool) -> _Saved:
    edits = _with_keys(conn, read_edits(edits))
    before = _read(conn, edits)
    edits = _without_unchanged(edits, before)
    if is_typed:
        _check_lengths(edits, before)
    _check_conflicts(edits, before)
    _store(conn, edits, before)
    after = _read(conn, edits)
    changed = (_changed(edit, before.get(place_of(edit)), after.get(place_of(edit))) for edit in edits)
    items = tuple(item for item in changed if item is not None)
    return _Saved(items, stored_items(items))


def _with_keys(conn: Connection, edits: Sequence[Edit]) -> tuple[Edit, ...]:
    """Give each new item the key in its values, or one made from its name.

    Raises:
        ProblemsError: an item has neither, or two edits are of the same item.
    """
    taken: set[tuple[str, str]] = set()
    keyed = []
    for number, edit in enumerate(edits):
        table, values = TABLES[edit.table], edit.values or {}
        key = edit.key if table.key else ""
        if key is None and table.key in values:
            key = str(values[table.key])
        if key is None and "name" not in values:
            needed = "name" if "name" in table.validators else table.key
            raise ProblemsError(problem_of(number, needed, Reason("missing")))
        if key is None:

            def is_taken(slug: str, table: Table = table, name: str = edit.table) -> bool:
                return (name, slug) in taken or table.find(conn, slug) is not None

            key = make_slug(str(values["name"]), is_taken)
        named = replace(edit, key=key)
        if place_of(named) in taken:
            raise ProblemsError(problem_of(number, table.key, Reason("used-twice")))
        taken.add(place_of(named))
        keyed.append(named)
    return tuple(keyed)


def _read(conn: Connection, edits: Sequence[Edit]) -> dict[tuple[str, str], Item]:
    """Read the items of some edits, where they exist."""
    found: dict[tuple[str, str], Item] = {}
    for name in dict.fromkeys(edit.table for edit in edits):
        table, keys = TABLES[name], [edit.key or "" for edit in edits if edit.table == name]
        items = table.list_items(conn, None) if len(keys) > READ_ALL_FROM else [table.find(conn, key) for key in keys]
        for item in items:
            if item is not None:
                found[name, normalized_key(name, str(item[table.key]) if table.key else "")] = item
    return found


def _without_unchanged(edits: Sequence[Edit], before: Mapping[tuple[str, str], Item]) -> tuple[Edit, ...]:
    """Remove from each edit the values that are stored already, whoever stored them."""
    return tuple(
        edit
        if edit.values is None or edit.seen is None or (current := before.get(place_of(edit))) is None
        else replace(
            edit,
            values={
                field: value
                for field, value in edit.values.items()
                if not TABLES[edit.table].is_same(field, current.get(field), value)
            },
        )
        for edit in edits
    )


def _is_no_edit(edit: Edit) -> bool:
    return edit.seen is not None and edit.values is not None and not edit.values


def _check_lengths(edits: Sequence[Edit], before: Mapping[tuple[str, str], Item]) -> None:
    problems = [
        problem_of(number, path, Reason("desk-field-too-long", {"limit": most}))
        for number, edit in enumerate(edits)
        for path, most in find_too_long(edit.table, _values_with_key(edit), before.get(place_of(edit), {}))
    ]
    if problems:
        raise ProblemsError(*problems)


def _values_with_key(edit: Edit) -> Mapping[str, Any]:
    """Return an edit's values, with the key if the item is new."""
    key = {TABLES[edit.table].key: edit.key} if edit.seen is None else {}
    return {**key, **(edit.values or {})}


def _check_conflicts(edits: Sequence[Edit], before: Mapping[tuple[str, str], Item]) -> None:
    conflicts = [
        EditConflict(number, field, (edit.seen or {}).get(field), current, "", None)
        for number, edit in enumerate(edits)
        for field, current in _conflicting_fields(edit, before.get(place_of(edit))).items()
    ]
    if conflicts:
        raise _ConflictsError(conflicts, edits)


def _conflicting_fields(edit: Edit, current: Item | None) -> Item:
    """Return the current values of fields that have changed since the author of an edit saw them.

    An empty field is the whole item.
    """
    if current is None or edit.seen is None:
        is_as_seen = current is None and edit.seen is None
        return {} if is_as_seen else {"": None if current is None else writable(edit.table, current)}
    table = TABLES[edit.table]
    return {
        field: current.get(field)
        for field in (edit.seen if edit.values is None else edit.values)
        if field in table.validators and not table.is_same(field, current.get(field), edit.seen.get(field))
    }


def _with_authors(conn: Connection, conflicts: Sequence[EditConflict], edits: Sequence[Edit]) -> list[EditConflict]:
    """Add the last author of each field, if the history has one."""
    fields: dict[str, dict[str, list[str]]] = {}
    for conflict in conflicts:
        table, key = place_of(edits[conflict.edit])
        fields.setdefault(table, {}).setdefault(key, []).append(conflict.field)
    authors = {table: find_last_authors(conn, table, by_key) for table, by_key in fields.items()}
    named = []
    for conflict in conflicts:
        table, key = place_of(edits[conflict.edit])
        actor, at = authors[table].get((key, conflict.field), (None, None))
        named.append(replace(conflict, by=actor.name if actor else "", at=at))
    return named


def _store(conn: Connection, edits: Sequence[Edit], before: Mapping[tuple[str, str], Item]) -> None:
    touched_by = None
    for number, edit in enumerate(edits):
        if _is_no_edit(edit):
            continue
        try:
            if edit.values is None:
                _delete(conn, number, edit)
            else:
                TABLES[edit.table].save(conn, edit.key or "", dict(edit.values), before.get(place_of(edit), {}))
        except CatalogueError as error:
            raise ProblemsError(problem_of(number, error.field, error.reason)) from None
        if edit.table == "option_groups" or CHECKED_TOGETHER & (edit.values or {}).keys():
            touched_by = number
    if touched_by is not None:
        try:
            check_groups(conn)
            check_diets(conn)
        except CatalogueError as error:
            at = next((at for at, edit in enumerate(edits) if place_of(edit) == (error.table, error.key)), None)
            field = "options" if error.table and at is None else error.field  # of an item that is not edited
            raise ProblemsError(problem_of(touched_by if at is None else at, field, error.reason)) from None


def _delete(conn: Connection, number: int, edit: Edit) -> None:
    users = desk_store.list_dependents(conn, edit.table, edit.key or "")
    if users:
        reason = Reason("in-use", {"names": ", ".join(users[:3]), "count": len(users)})
        raise ProblemsError(problem_of(number, "", reason))
    desk_store.delete_item(conn, edit.table, edit.key or "")


def _changed(edit: Edit, before: Item | None, after: Item | None) -> ChangedItem | None:
    """Describe the change, if any: the changed fields, or all fields of an item that was added or deleted."""
    key, name = normalized_key(edit.table, edit.key or ""), name_of(edit.table, edit.key or "", after or before or {})
    if before is None and after is None:  # an empty week
        return None
    if before is None or after is None:
        whole = writable(edit.table, before or after or {})
        return ChangedItem(
            edit.table, key, name, whole if before is not None else None, whole if after is not None else None
        )
    fields = [field for field in edit.values or {} if before.get(field) != after.get(field)]
    if not fields:
        return None
    return ChangedItem(
        edit.table,
        key,
        name,
        {field: before.get(field) for field in fields},
        {field: after.get(field) for field in fields},
    )

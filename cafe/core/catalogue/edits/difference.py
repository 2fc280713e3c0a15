"""Recording what a whole file or command changed, by comparing the catalogue before and after."""

from collections.abc import Iterable

from cafe.core.catalogue.changes.actor import Actor
from cafe.core.catalogue.changes.model import ChangedItem
from cafe.core.catalogue.changes.store import add_change
from cafe.core.catalogue.edits.file import Item
from cafe.core.catalogue.edits.items import TABLES, name_of, normalized_key, writable
from cafe.core.kernel.database import Connection

Catalogue = dict[tuple[str, str], Item]


FILE = [name for name, table in TABLES.items() if table.is_in_file]


def read_catalogue_now(conn: Connection, tables: Iterable[str] = FILE) -> Catalogue:
    """Return every item of some tables by table and key; by default of the tables that a file has."""
    found: Catalogue = {}
    for name in tables:
        table = TABLES[name]
        for item in table.list_items(conn, None):
            key = str(item[table.key]) if table.key else ""
            found[name, normalized_key(name, key)] = writable(name, item)
    return found


def list_difference(before: Catalogue, after: Catalogue) -> tuple[ChangedItem, ...]:
    """List the differences."""
    return tuple(
        _changed_item(table, key, before.get((table, key)), after.get((table, key)))
        for table, key in dict.fromkeys([*before, *after])
        if before.get((table, key)) != after.get((table, key))
    )


def record_difference(conn: Connection, actor: Actor, before: Catalogue, after: Catalogue, now: int) -> None:
    """Record the differences, if there are any; `now` in Unix seconds."""
    items = list_difference(before, after)
    if items:
        add_change(conn, actor, items, now)


def _changed_item(table: str, key: str, before: Item | None, after: Item | None) -> ChangedItem:
    name = name_of(table, key, after or before or {})
    if before is None or after is None:
        return ChangedItem(table, key, name, before, after)
    fields = [field for field in dict.fromkeys([*before, *after]) if before.get(field) != after.get(field)]
    return ChangedItem(
        table, key, name, {field: before.get(field) for field in fields}, {field: after.get(field) for field in fields}
    )

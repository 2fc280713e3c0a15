"""SQL for the history of changes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import orjson

from cafe.core.catalogue.changes.actor import Actor, Way
from cafe.core.catalogue.changes.model import Change, ChangedItem, Fields
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import ChangeId, StaffId

COLUMNS = "c.id, c.at, c.way, c.actor, c.staff_id, c.undo_of, u.id AS undone_by"
CHANGES = "changes c LEFT JOIN changes u ON u.undo_of = c.id"
StoredItems = tuple[Mapping[str, str | None], ...]
HISTORY_DEPTH = 20
"""Number of changes of an item that are searched for a field's last author."""
KEYS_AT_ONCE = 500


def add_change(
    conn: Connection, actor: Actor, items: Sequence[ChangedItem], now: int, undo_of: ChangeId | None = None
) -> ChangeId:
    """Record a change; `now` in Unix seconds."""
    return add_stored_change(conn, actor, stored_items(items), now, undo_of)


def stored_items(items: Iterable[ChangedItem]) -> StoredItems:
    """Convert items to rows. Slow for thousands of items, so it runs outside the transaction."""
    return tuple(
        {
            "entity": item.entity,
            "key": item.key,
            "name": item.name,
            "before": _stored(item.before),
            "after": _stored(item.after),
        }
        for item in items
    )


def add_stored_change(
    conn: Connection, actor: Actor, items: StoredItems, now: int, undo_of: ChangeId | None = None
) -> ChangeId:
    """Record a change whose items are rows already."""
    row = conn.one(
        "INSERT INTO changes (at, way, actor, staff_id, undo_of) VALUES (:at, :way, :actor, :staff_id, :undo_of) "
        "RETURNING id",
        {"at": now, "way": actor.way.value, "actor": actor.name, "staff_id": actor.staff_id, "undo_of": undo_of},
    )
    assert row is not None  # noqa: S101 - for the type checker
    conn.run_many(
        "INSERT INTO changed_items (change_id, entity, entity_key, name, before, after) "
        "VALUES (:change_id, :entity, :key, :name, :before, :after)",
        [{**item, "change_id": row["id"]} for item in items],
    )
    return ChangeId(row["id"])


def find_change(conn: Connection, change_id: int) -> Change | None:
    row = conn.one(f"SELECT {COLUMNS} FROM {CHANGES} WHERE c.id = :id", {"id": change_id})
    return _changes(conn, [row])[0] if row else None


def list_changes(
    conn: Connection, *, before_id: int | None, limit: int, entity: str | None = None, key: str | None = None
) -> list[Change]:
    """List changes, newest first: older than `before_id` if given, of one kind of item or one item if named."""
    conditions, params = ["1 = 1"], dict[str, Any](limit=limit)
    if before_id is not None:
        conditions.append("c.id < :before_id")
        params["before_id"] = before_id
    if entity is not None:
        of_key = "" if key is None else " AND i.entity_key = :key"
        conditions.append(
            f"EXISTS (SELECT 1 FROM changed_items i WHERE i.change_id = c.id AND i.entity = :entity{of_key})"
        )
        params |= {"entity": entity} if key is None else {"entity": entity, "key": key}
    rows = conn.all(
        f"SELECT {COLUMNS} FROM {CHANGES} WHERE {' AND '.join(conditions)} ORDER BY c.id DESC LIMIT :limit", params
    )
    return _changes(conn, rows)


def find_last_authors(
    conn: Connection, entity: str, fields: Mapping[str, Collection[str]]
) -> dict[tuple[str, str], tuple[Actor, int]]:
    """Find who last changed fields of items, and when (Unix seconds), by key and field; `fields` by the items' keys.

    Fields not among the last `HISTORY_DEPTH` changes of their item are left out.
    """
    found: dict[tuple[str, str], tuple[Actor, int]] = {}
    keys = list(fields)
    for start in range(0, len(keys), KEYS_AT_ONCE):
        for row in _newest_of(conn, entity, keys[start : start + KEYS_AT_ONCE]):
            key = row["entity_key"]
            wanted = [field for field in fields[key] if (key, field) not in found]
            touched = {**(_read(row["before"]) or {}), **(_read(row["after"]) or {})} if wanted else {}
            found |= {(key, field): (_actor(row), row["at"]) for field in wanted if field in touched}
    return found


def _newest_of(conn: Connection, entity: str, keys: Sequence[str]) -> list[Row]:
    """Return the newest changes of each of these items, newest first."""
    params = {f"key_{number}": key for number, key in enumerate(keys)}
    return conn.all(
        "SELECT i.entity_key, i.before, i.after, c.at, c.way, c.actor, c.staff_id FROM ("
        "SELECT id, change_id, entity_key, before, after, "
        "row_number() OVER (PARTITION BY entity_key ORDER BY id DESC) AS age FROM changed_items "
        f"WHERE entity = :entity AND entity_key IN ({', '.join(':' + name for name in params)})"
        ") i JOIN changes c ON c.id = i.change_id WHERE i.age <= :looked_back ORDER BY i.id DESC",
        {"entity": entity, "looked_back": HISTORY_DEPTH, **params},
    )


def delete_changes(conn: Connection, older_than: int, limit: int) -> int:
    """Delete up to `limit` changes older than a moment in Unix seconds; return how many were deleted."""
    ids = "SELECT id FROM changes WHERE at < :moment ORDER BY id LIMIT :limit"
    params = {"moment": older_than, "limit": limit}
    conn.run(f"DELETE FROM changed_items WHERE change_id IN ({ids})", params)
    conn.run(f"UPDATE changes SET undo_of = NULL WHERE undo_of IN ({ids})", params)
    return conn.run(f"DELETE FROM changes WHERE id IN ({ids})", params)


def _changes(conn: Connection, rows: Sequence[Row]) -> list[Change]:
    if not rows:
        return []
    items = _items(conn, [row["id"] for row in rows])
    return [
        Change(
            ChangeId(row["id"]),
            row["at"],
            _actor(row),
            tuple(items.get(row["id"], ())),
            row["undo_of"],
            row["undone_by"],
        )
        for row in rows
    ]


def _actor(row: Row) -> Actor:
    return Actor(row["actor"], None if row["staff_id"] is None else StaffId(row["staff_id"]), Way(row["way"]))


def _items(conn: Connection, change_ids: Iterable[int]) -> dict[int, list[ChangedItem]]:
    ids = ", ".join(str(int(each)) for each in change_ids)
    found: dict[int, list[ChangedItem]] = {}
    for row in conn.all(f"SELECT * FROM changed_items WHERE change_id IN ({ids}) ORDER BY id"):
        item = ChangedItem(row["entity"], row["entity_key"], row["name"], _read(row["before"]), _read(row["after"]))
        found.setdefault(row["change_id"], []).append(item)
    return found


def _stored(fields: Fields | None) -> str | None:
    return None if fields is None else orjson.dumps(fields).decode()


def _read(text: str | None) -> Fields | None:
    return None if text is None else dict(orjson.loads(text))

"""SQL shared by the tables of a catalogue file."""

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.file import Item
from cafe.core.kernel.database import Connection
from cafe.core.kernel.validators import Reason

SOFT_DELETED = frozenset({"products", "ingredients", "promo_codes"})
"""Tables whose deleted rows stay: carts, orders and use counts still refer to them, and find them when restored."""


def id_of(conn: Connection, table: str, column: str, value: str) -> int | None:
    """Find the id of a row by its key."""
    is_there = " AND is_deleted = 0" if table in SOFT_DELETED else ""
    row = conn.one(f"SELECT id FROM {table} WHERE {column} = :value{is_there}", {"value": value})
    return None if row is None else int(row["id"])


def save_recipe(conn: Connection, table: str, owner: tuple[str, int], recipe: dict[str, int], place: str) -> None:
    """Replace a recipe; `owner` is the column and id of its product or option, `place` prefixes errors."""
    column, owner_id = owner
    conn.run(f"DELETE FROM {table} WHERE {column} = :id", {"id": owner_id})
    for code, amount in recipe.items():
        ingredient_id = id_of(conn, "ingredients", "code", code)
        if ingredient_id is None:
            raise CatalogueError(
                f"{place}: recipe: no ingredient {code}", "recipe", Reason("no-ingredient", {"key": code})
            )
        conn.run(
            f"INSERT INTO {table} ({column}, ingredient_id, amount) VALUES (:owner, :ingredient, :amount)",
            {"owner": owner_id, "ingredient": ingredient_id, "amount": amount},
        )


def dump_recipes(conn: Connection, table: str, column: str, owner_id: int | None = None) -> dict[int, dict[str, int]]:
    """Return the recipes of a table or of one owner, by owner id: amounts by ingredient code."""
    recipes: dict[int, dict[str, int]] = {}
    of_owner, params = ("", {}) if owner_id is None else (f"WHERE r.{column} = :owner_id ", {"owner_id": owner_id})
    for row in conn.all(
        f"SELECT r.{column} AS owner_id, i.code, r.amount FROM {table} r "
        f"JOIN ingredients i ON i.id = r.ingredient_id {of_owner}ORDER BY r.{column}, i.id",
        params,
    ):
        recipes.setdefault(row["owner_id"], {})[row["code"]] = row["amount"]
    return recipes


def columns_of(item: Item) -> Item:
    """Convert an entry to the names and values of database columns."""
    columns = {("is_active" if key == "active" else key): value for key, value in item.items()}
    return {key: int(value) if isinstance(value, bool) else value for key, value in columns.items()}


def save_row(
    conn: Connection, table: str, key: Item, item: Item, defaults: Item, required: tuple[str, ...] = (), place: str = ""
) -> int:
    """Insert or update the row with this key and return its id; `defaults` apply to new rows only.

    A deleted row is restored like a new one.

    Raises:
        CatalogueError: a new row lacks a `required` column; `place` prefixes the text.
    """
    condition = " AND ".join(f"{column} = :{column}" for column in key)
    found = conn.one(f"SELECT * FROM {table} WHERE {condition}", key)
    is_back = found is not None and table in SOFT_DELETED and bool(found["is_deleted"])
    is_new = found is None or is_back
    columns = columns_of({**(defaults if is_new else {}), **item, **key, **({"is_deleted": False} if is_back else {})})
    for name in required if is_new else ():
        if item.get(name) is None:
            missing = name.removesuffix("_id")
            raise CatalogueError(f"{place}: {missing}: missing", missing, Reason("missing"))
    if found:
        changes = ", ".join(f"{name} = :{name}" for name in columns)
        conn.run(f"UPDATE {table} SET {changes} WHERE {condition}", columns)
        return int(found["id"])
    row = conn.one(
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join(':' + name for name in columns)}) RETURNING id",
        columns,
    )
    assert row is not None  # noqa: S101 - for the type checker
    return int(row["id"])


def key_condition(column: str, key: str | None) -> tuple[str, Item]:
    """Return a condition for the row with this key, with its parameters; without a key, for every row."""
    return ("1 = 1", {}) if key is None else (f"{column} = :key", {"key": key})


FIRST_YEAR = 1970
LATEST = 253_402_128_000
"""Near the end of the year 9999, in Unix seconds: later moments have no date in some timezones."""


def expiry_columns(promo: Mapping[str, Any], zone: ZoneInfo) -> dict[str, int | None]:
    """Convert `expires_at`, if given, to Unix seconds; a time without an offset is in the cafe's timezone."""
    if "expires_at" not in promo:
        return {}
    value = promo["expires_at"]
    if value is None:
        return {"expires_at": None}
    moment = value if isinstance(value, datetime) else datetime.combine(value, time(0))
    if moment.year <= FIRST_YEAR:
        return {"expires_at": 0}  # long ago
    aware = moment if moment.tzinfo else moment.replace(tzinfo=zone)
    return {"expires_at": min(int(aware.timestamp()), LATEST)}

"""SQL that the desk needs beyond catalogue files: stops, deletions and extra columns of its lists."""

from collections.abc import Mapping

from cafe.core.catalogue.edits.file import Item
from cafe.core.catalogue.edits.hours_store import save_hours
from cafe.core.catalogue.edits.rows import SOFT_DELETED, key_condition
from cafe.core.catalogue.options.model import option_key, option_name
from cafe.core.catalogue.promo.model import promo_key
from cafe.core.catalogue.settings.pause import ENDLESS
from cafe.core.kernel.database import Connection

DESK_COLUMNS: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "categories": ("categories", "slug", ("id",)),
    "products": ("products", "slug", ("id", "stopped_until")),
    "option_groups": ("option_groups", "slug", ("id",)),
    "zones": ("zones", "slug", ("id", "paused_until")),
    "modes": ("modes", "slug", ("id", "on_until", "off_until")),
    "promos": ("promo_codes", "code", ("used_count",)),
}
"""What the desk shows of a table besides the keys of a catalogue file: its database table, key and columns."""


def add_desk_columns(conn: Connection, table: str, items: list[Item], key: str | None) -> list[Item]:
    """Add to each item the columns that only the desk shows."""
    if table not in DESK_COLUMNS:
        return items
    source, column, columns = DESK_COLUMNS[table]
    condition, params = key_condition(column, key)
    found = {
        row[column]: {name: row[name] for name in columns}
        for row in conn.all(f"SELECT {column}, {', '.join(columns)} FROM {source} WHERE {condition}", params)
    }
    return [{**item, **found.get(item[column], {})} for item in items]


def set_stopped_until(conn: Connection, slug: str, until: int) -> None:
    """Put a product on the stop-list until a moment in Unix seconds; 0 offers it again."""
    conn.run("UPDATE products SET stopped_until = :until WHERE slug = :slug", {"until": until, "slug": slug})


def list_options(conn: Connection, key: str | None) -> list[Item]:
    """List all options, or the one with a key, as the stop-list shows them. Keys are `group/option`."""
    group, _, option = (key or "").partition("/")
    condition = "1 = 1" if key is None else "g.slug = :group AND o.slug = :option"
    return [
        {
            "slug": option_key(row["group_slug"], row["slug"]),
            "name": option_name(row["group_name"], row["name"]),
            "stopped_until": min(row["stopped_until"], ENDLESS),
        }
        for row in conn.all(
            "SELECT o.slug, o.name, o.stopped_until, g.slug AS group_slug, g.name AS group_name "
            f"FROM options o JOIN option_groups g ON g.id = o.group_id WHERE {condition} "
            "ORDER BY g.id, o.sort_order, o.id",
            {} if key is None else {"group": group, "option": option},
        )
    ]


def set_option_stopped_until(conn: Connection, key: str, until: int) -> None:
    """Put an option on the stop-list until a moment in Unix seconds; 0 offers it again."""
    group, _, option = key.partition("/")
    conn.run(
        "UPDATE options SET stopped_until = :until WHERE slug = :option "
        "AND group_id = (SELECT id FROM option_groups WHERE slug = :group)",
        {"until": until, "group": group, "option": option},
    )


DEPENDENTS: Mapping[str, str] = {
    "tax_groups": (
        "SELECT p.name FROM products p WHERE p.tax = :key AND p.is_deleted = 0 "
        "UNION SELECT o.name FROM options o WHERE o.tax = :key"
    ),
    "categories": (
        "SELECT p.name FROM products p JOIN categories c ON c.id = p.category_id "
        "WHERE c.slug = :key AND p.is_deleted = 0 "
        "UNION SELECT m.name FROM modes m JOIN mode_categories mc ON mc.mode_id = m.id "
        "JOIN categories c ON c.id = mc.category_id WHERE c.slug = :key"
    ),
    "products": (
        "SELECT m.name FROM modes m JOIN mode_products mp ON mp.mode_id = m.id "
        "JOIN products p ON p.id = mp.product_id WHERE p.slug = :key"
    ),
    "option_groups": (
        "SELECT p.name FROM products p JOIN product_option_groups pg ON pg.product_id = p.id "
        "JOIN option_groups g ON g.id = pg.group_id WHERE g.slug = :key"
    ),
    "ingredients": (
        "SELECT p.name FROM products p JOIN recipes r ON r.product_id = p.id "
        "JOIN ingredients i ON i.id = r.ingredient_id WHERE i.code = :key "
        "UNION SELECT o.name FROM options o JOIN option_recipes r ON r.option_id = o.id "
        "JOIN ingredients i ON i.id = r.ingredient_id WHERE i.code = :key"
    ),
}
"""By table, a query for the names of everything that depends on an item."""


def list_dependents(conn: Connection, table: str, key: str) -> list[str]:
    """List the names of everything that depends on an item and so prevents its deletion."""
    return [row["name"] for row in conn.all(DEPENDENTS[table], {"key": key})] if table in DEPENDENTS else []


DELETIONS: Mapping[str, tuple[str, str]] = {
    "categories": ("categories", "slug"),
    "products": ("products", "slug"),
    "option_groups": ("option_groups", "slug"),
    "ingredients": ("ingredients", "code"),
    "slots": ("slots", "order_type"),
    "zones": ("zones", "slug"),
    "modes": ("modes", "slug"),
    "tax_groups": ("tax_groups", "code"),
    "promos": ("promo_codes", "code_key"),
    "special_days": ("special_days", "day"),
}


BLANK: Mapping[str, str] = {
    "products": "is_active = 0, marks = '[]', diets = '[]', takes_note = 0, available = '', stopped_until = 0, ",
    "ingredients": "is_low_reported = 0, cost = NULL, ",
    "promo_codes": "is_active = 0, ",
}
"""What a deleted row is reset to, so that a restored one starts like a new one."""


def delete_item(conn: Connection, table: str, key: str) -> None:
    """Delete an item; finished orders keep their own copy of what was ordered.

    Rows that carts and orders refer to by id stay, hidden, so that they can be restored.
    """
    if table == "hours":
        save_hours(conn, {})
        return
    source, column = DELETIONS[table]
    params = {"key": promo_key(key) if table == "promos" else key}
    if table == "categories":
        conn.run(
            "DELETE FROM products WHERE is_deleted = 1 "
            "AND category_id IN (SELECT id FROM categories WHERE slug = :key)",
            params,
        )
    if table == "products":
        for part in ("recipes", "product_option_groups"):
            conn.run(f"DELETE FROM {part} WHERE product_id IN (SELECT id FROM products WHERE slug = :key)", params)
    conn.run(
        f"UPDATE {source} SET {BLANK[source]}is_deleted = 1 WHERE {column} = :key"
        if source in SOFT_DELETED
        else f"DELETE FROM {source} WHERE {column} = :key",
        params,
    )

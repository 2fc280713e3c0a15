"""Loading and dumping the modes of the menu."""

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.file import Item
from cafe.core.catalogue.edits.rows import id_of, key_condition, save_row
from cafe.core.kernel.database import Connection
from cafe.core.kernel.validators import Reason

SERVED = {
    "categories": ("mode_categories", "category_id", "no-category"),
    "products": ("mode_products", "product_id", "no-product"),
}
"""By the list of what is served: its table, the column of the id, and the problem of an unknown slug."""
SEPARATORS = {"order_types": ",", "payments": ",", "hours": "; "}
TEXTS = ("name_en", "message", "message_en")


def save_mode(conn: Connection, item: Item) -> None:
    """Insert or update a mode, matched by slug; a list of what is served replaces the stored one.

    Raises:
        CatalogueError: a new one without a name, or an unknown dish or category.
    """
    place = f"[[modes]] {item['slug']}"
    stored = {key: SEPARATORS[key].join(value) if key in SEPARATORS else value for key, value in item.items()}
    lists = {key: stored.pop(key) for key in SERVED if key in stored}
    defaults: Item = dict.fromkeys((*TEXTS, *SEPARATORS), "")
    defaults |= dict.fromkeys(("extra_minutes", "sort_order", "on_until", "off_until"), 0)
    mode_id = save_row(conn, "modes", {"slug": item["slug"]}, stored, defaults, ("name",), place)
    for key, slugs in lists.items():
        table, column, problem = SERVED[key]
        conn.run(f"DELETE FROM {table} WHERE mode_id = :mode", {"mode": mode_id})
        for slug in slugs:
            found = id_of(conn, key, "slug", slug)
            if found is None:
                text = problem.replace("-", " ")
                raise CatalogueError(f"{place}: {key}: {text} {slug}", key, Reason(problem, {"key": slug}))
            conn.run(f"INSERT INTO {table} (mode_id, {column}) VALUES (:mode, :id)", {"mode": mode_id, "id": found})


def dump_modes(conn: Connection, slug: str | None = None) -> list[Item]:
    """Return all modes, or one, in their order."""
    condition, params = key_condition("slug", slug)
    rows = conn.all(f"SELECT * FROM modes WHERE {condition} ORDER BY sort_order, id", params)
    return [
        {
            **{key: row[key] for key in ("slug", "name", "name_en", "extra_minutes", "message", "message_en")},
            **{key: row[key].split(mark) for key, mark in SEPARATORS.items() if row[key]},
            **{key: slugs for key in SERVED if (slugs := _served(conn, key, row["id"]))},
            "sort_order": row["sort_order"],
        }
        for row in rows
    ]


def _served(conn: Connection, key: str, mode_id: int) -> list[str]:
    table, column, _ = SERVED[key]
    rows = conn.all(
        f"SELECT s.slug FROM {table} m JOIN {key} s ON s.id = m.{column} WHERE m.mode_id = :mode ORDER BY s.id",
        {"mode": mode_id},
    )
    return [row["slug"] for row in rows]

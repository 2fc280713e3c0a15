"""Loading and dumping delivery zones."""

import orjson

from cafe.core.catalogue.edits.file import Item
from cafe.core.catalogue.edits.rows import key_condition, save_row
from cafe.core.kernel.database import Connection

LISTS = ("rings", "polygons", "streets")
NUMBERS = ("fee", "min_amount", "free_from", "extra_minutes", "sort_order")


def save_zone(conn: Connection, item: Item) -> None:
    """Insert or update a zone, matched by slug.

    Raises:
        CatalogueError: a new one without a name.
    """
    stored = {key: orjson.dumps(value).decode() if key in LISTS else value for key, value in item.items()}
    if "hours" in item:
        stored["hours"] = " ".join(item["hours"])
    defaults = {"name_en": "", "active": True, "hours": "", "paused_until": 0}
    defaults |= dict.fromkeys(NUMBERS, 0) | dict.fromkeys(LISTS, "[]")
    save_row(conn, "zones", {"slug": item["slug"]}, stored, defaults, ("name",), f"[[zones]] {item['slug']}")


def dump_zones(conn: Connection, slug: str | None = None) -> list[Item]:
    """Return all zones, or one, in the order of preference."""
    condition, params = key_condition("slug", slug)
    rows = conn.all(f"SELECT * FROM zones WHERE {condition} ORDER BY sort_order, id", params)
    return [
        {
            **{key: row[key] for key in ("slug", "name", "name_en", *NUMBERS)},
            "active": bool(row["is_active"]),
            **({"hours": row["hours"].split()} if row["hours"] else {}),
            **{key: value for key in LISTS if (value := orjson.loads(row[key]))},
        }
        for row in rows
    ]

"""SQL for loading and dumping option groups, their options, and the groups that products offer."""

from collections.abc import Collection, Mapping

import orjson

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.file import Item
from cafe.core.catalogue.edits.rows import dump_recipes, id_of, key_condition, save_recipe, save_row
from cafe.core.catalogue.edits.taxes_store import check_tax, dump_fiscal
from cafe.core.catalogue.options.model import OptionGroup
from cafe.core.catalogue.options.store import groups_of_all, list_groups
from cafe.core.kernel.database import Connection
from cafe.core.kernel.validators import Reason

ALLERGENS: Mapping[str, str] = {"allergens": "allergens", "without": "without_allergens"}
CODES: Mapping[str, str] = {**ALLERGENS, "diets": "diets"}
"""The columns of an option's lists of codes, by their keys in a file."""


def save_group(conn: Connection, item: Item) -> None:
    """Insert or update a group, matched by slug, and its options given in the file."""
    slug = item["slug"]
    renamed = {"min": "min_pieces", "max": "max_pieces"}
    values = {renamed.get(key, key): value for key, value in item.items() if key not in {"options", "slug"}}
    defaults = {"name_en": "", "min_pieces": 0, "max_pieces": 1}
    place = f"[[option_groups]] {slug}"
    group_id = save_row(conn, "option_groups", {"slug": slug}, values, defaults, ("name",), place)
    for sort_order, option in enumerate(item.get("options", [])):
        _save_option(conn, slug, group_id, option, sort_order)


def _save_option(conn: Connection, group: str, group_id: int, option: Item, sort_order: int) -> None:
    where = f"[[option_groups]] {group}: options: {option['slug']}"
    key = {"group_id": group_id, "slug": option["slug"]}
    check_tax(conn, option, where)
    values = {("is_default" if name == "default" else name): value for name, value in option.items()}
    recipe = values.pop("recipe", None)
    codes = {column: orjson.dumps(values.pop(name)).decode() for name, column in CODES.items() if name in values}
    defaults = {"name_en": "", "price_delta": 0, "max_quantity": 1, "is_default": False, "active": True}
    option_id = save_row(
        conn, "options", key, {**values, **codes, "sort_order": sort_order}, defaults, ("name",), where
    )
    if recipe is not None:
        save_recipe(conn, "option_recipes", ("option_id", option_id), recipe, where)


def save_offered_groups(conn: Connection, product_id: int, offered: list[Item], place: str) -> None:
    """Replace the option groups of a product; `place` prefixes errors."""
    conn.run("DELETE FROM product_option_groups WHERE product_id = :id", {"id": product_id})
    for sort_order, entry in enumerate(offered):
        group_id = id_of(conn, "option_groups", "slug", entry["group"])
        if group_id is None:
            raise CatalogueError(
                f"{place}: options: no option group {entry['group']}",
                "options",
                Reason("no-option-group", {"key": entry["group"]}),
            )
        conn.run(
            "INSERT INTO product_option_groups (product_id, group_id, sort_order, min_pieces, max_pieces, makes) "
            "VALUES (:product, :group, :sort_order, :min, :max, :makes)",
            {
                "product": product_id,
                "group": group_id,
                "sort_order": sort_order,
                "min": entry.get("min"),
                "max": entry.get("max"),
                "makes": orjson.dumps(entry.get("makes", [])).decode(),
            },
        )


def check_groups(conn: Connection) -> None:
    """Check that every group has enough options, and that every product's defaults are a valid choice.

    Raises:
        CatalogueError: the defaults do not satisfy a group, or a product allows more than its group does.
    """
    empty = conn.one(
        "SELECT slug FROM option_groups g WHERE min_pieces > 0 "
        "AND NOT EXISTS (SELECT 1 FROM options o WHERE o.group_id = g.id) ORDER BY id LIMIT 1"
    )
    if empty is not None:
        raise CatalogueError(
            f"[[option_groups]] {empty['slug']}: options: missing, but one must be chosen",
            "options",
            Reason("options-missing"),
        )
    groups = {group.id: group for group in list_groups(conn)}
    for group in groups.values():
        _check(group, f"[[option_groups]] {group.slug}: options")
    slugs = {row["id"]: row["slug"] for row in conn.all("SELECT id, slug FROM products")}
    for product_id, offered in groups_of_all(conn).items():
        for narrowed in offered:
            place = f"[[products]] {slugs[product_id]}: options: {narrowed.slug}"
            group = groups[narrowed.id]
            if narrowed.min < group.min or narrowed.max > group.max:
                raise CatalogueError(
                    f"{place}: may only narrow the group's {group.min} to {group.max}",
                    "options",
                    Reason("may-only-narrow", {"name": group.name.uk, "min": group.min, "max": group.max}),
                )
            _check(narrowed, place)


def _check(group: OptionGroup, place: str) -> None:
    if group.min > group.max:
        raise CatalogueError(
            f"{place}: min {group.min} is above max {group.max}",
            "min",
            Reason("min-above-max", {"min": group.min, "max": group.max}),
        )
    defaults = len(group.defaults)
    if not group.min <= defaults <= group.max:
        raise CatalogueError(
            f"{place}: {defaults} active options have default = true, but {group.min} to {group.max} are to be chosen: "
            "a dish must be addable unasked",
            "options",
            Reason("defaults-missing", {"name": group.name.uk, "count": defaults, "min": group.min, "max": group.max}),
        )


def delete_other_options(conn: Connection, group: str, slugs: Collection[str]) -> None:
    """Delete the options of a group except these."""
    for row in conn.all(
        "SELECT o.id, o.slug FROM options o JOIN option_groups g ON g.id = o.group_id WHERE g.slug = :group",
        {"group": group},
    ):
        if row["slug"] not in slugs:
            conn.run("DELETE FROM options WHERE id = :id", {"id": row["id"]})


def dump_groups(conn: Connection, slug: str | None = None) -> list[Item]:
    """Return all option groups, or one, with their options and recipes."""
    condition, params = key_condition("slug", slug)
    recipes = dump_recipes(conn, "option_recipes", "option_id")
    options: dict[int, list[Item]] = {}
    for row in conn.all("SELECT * FROM options ORDER BY group_id, sort_order, id"):
        options.setdefault(row["group_id"], []).append(
            {
                **{key: row[key] for key in ("slug", "name", "name_en", "price_delta", "max_quantity")},
                "default": bool(row["is_default"]),
                "active": bool(row["is_active"]),
                "recipe": recipes.get(row["id"], {}),
                **{name: orjson.loads(row[column]) for name, column in ALLERGENS.items()},
                **({"diets": diets} if (diets := orjson.loads(row["diets"])) else {}),
                **dump_fiscal(row),
            }
        )
    return [
        {
            **{key: row[key] for key in ("slug", "name", "name_en")},
            "min": row["min_pieces"],
            "max": row["max_pieces"],
            "options": options.get(row["id"], []),
        }
        for row in conn.all(f"SELECT * FROM option_groups WHERE {condition} ORDER BY id", params)
    ]


def dump_offered_groups(conn: Connection, product_id: int | None = None) -> dict[int, list[str | Item]]:
    """Return each product's option groups by product id: slugs, or tables if it says more of them."""
    offered: dict[int, list[str | Item]] = {}
    of_product = "" if product_id is None else "WHERE pg.product_id = :product_id "
    for row in conn.all(
        "SELECT pg.product_id, g.slug, pg.min_pieces, pg.max_pieces, pg.makes FROM product_option_groups pg "
        f"JOIN option_groups g ON g.id = pg.group_id {of_product}ORDER BY pg.product_id, pg.sort_order, g.id",
        {} if product_id is None else {"product_id": product_id},
    ):
        limits = {"min": row["min_pieces"], "max": row["max_pieces"]}
        said = {key: value for key, value in limits.items() if value is not None}
        if makes := orjson.loads(row["makes"]):
            said["makes"] = makes
        offered.setdefault(row["product_id"], []).append({"group": row["slug"], **said} if said else row["slug"])
    return offered

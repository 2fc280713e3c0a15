"""SQL for loading and dumping the catalogue; entries are dictionaries with the keys of a catalogue file."""

import orjson

from cafe.core.catalogue.changes.errors import CatalogueError
from cafe.core.catalogue.edits.file import Item
from cafe.core.catalogue.edits.options_store import dump_offered_groups, save_offered_groups
from cafe.core.catalogue.edits.rows import dump_recipes, id_of, key_condition, save_recipe, save_row
from cafe.core.catalogue.edits.taxes_store import FISCAL, check_tax, dump_fiscal
from cafe.core.catalogue.hours.slots import EVERY_MINUTES
from cafe.core.catalogue.promo.model import promo_key
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.validators import MILLION, Reason


def save_category(conn: Connection, item: Item) -> None:
    """Insert or update a category, matched by slug."""
    defaults = {"name_en": "", "sort_order": 0, "active": True}
    place = f"[[categories]] {item['slug']}"
    save_row(conn, "categories", {"slug": item["slug"]}, _with_windows(item), defaults, ("name",), place)


def save_ingredient(conn: Connection, item: Item) -> None:
    """Insert or update an ingredient, matched by code."""
    defaults = {"name": item["code"], "unit": "", "stock": 0, "low_stock": 0, "bottle": 0}
    cost = {"cost": None if item["cost"] is None else round(item["cost"] * MILLION)} if "cost" in item else {}
    save_row(conn, "ingredients", {"code": item["code"]}, {**item, **cost}, defaults)


def save_product(conn: Connection, item: Item) -> None:
    """Insert or update a product, matched by slug; a recipe or option groups in the file replace the stored ones."""
    item = _with_windows(item)
    recipe, offered = item.pop("recipe", None), item.pop("options", None)
    if "notes" in item:
        item["takes_note"] = item.pop("notes")
    if "category" in item:
        item["category_id"] = id_of(conn, "categories", "slug", item["category"])
        if item["category_id"] is None:
            raise CatalogueError(
                f"[[products]] {item['slug']}: category: no category {item['category']}",
                "category",
                Reason("no-category", {"key": item["category"]}),
            )
        del item["category"]
    check_tax(conn, item, f"[[products]] {item['slug']}")
    item |= _stated_allergens(item)
    for codes in ("allergens", "marks", "diets"):
        if codes in item:
            item[codes] = orjson.dumps(item[codes]).decode()
    texts = dict.fromkeys(("name_en", "description", "description_en", "weight", "weight_en", "image_url"), "")
    defaults = {**texts, **FISCAL, "allergens": "[]", "sort_order": 0, "active": True}
    required, place = ("category_id", "name", "price"), f"[[products]] {item['slug']}"
    product_id = save_row(conn, "products", {"slug": item["slug"]}, item, defaults, required, place)
    if recipe is not None:
        save_recipe(conn, "recipes", ("product_id", product_id), recipe, place)
    if offered is not None:
        save_offered_groups(conn, product_id, offered, place)


def _stated_allergens(item: Item) -> Item:
    """Make a product's allergens and its statement of having none consistent."""
    if item.get("allergens") and item.get("no_allergens"):
        raise CatalogueError(
            f"[[products]] {item['slug']}: no_allergens: must not be true where allergens are named",
            "no_allergens",
            Reason("allergens-and-none"),
        )
    if item.get("allergens"):
        return {"no_allergens": False}
    return {"allergens": []} if item.get("no_allergens") else {}


def save_promo(conn: Connection, item: Item) -> None:
    """Insert or update a promo code, matched ignoring case; its use count stays."""
    item = {**item, "code_key": promo_key(item["code"])}
    defaults = {
        "expires_at": None,
        "max_uses": None,
        "min_order_amount": 0,
        "first_order_only": False,
        "active": True,
    }
    key, place = {"code_key": item["code_key"]}, f"[[promos]] {item['code']}"
    save_row(conn, "promo_codes", key, item, defaults, ("discount_percent",), place)


def save_slots(conn: Connection, item: Item) -> None:
    """Insert or replace the slots of an order type: a limit missing from the file is removed."""
    limits = {key: item.get(key) for key in SLOT_LIMITS}
    values = {"every_minutes": item.get("every_minutes", EVERY_MINUTES), **limits}
    save_row(conn, "slots", {"order_type": item["order_type"]}, values, {})


def dump_slots(conn: Connection, order_type: str | None = None) -> list[Item]:
    keys = ("order_type", "every_minutes", *SLOT_LIMITS)
    condition, params = key_condition("order_type", order_type)
    rows = conn.all(f"SELECT {', '.join(keys)} FROM slots WHERE {condition} ORDER BY id", params)
    return [{key: row[key] for key in keys if row[key] is not None} for row in rows]


def dump_categories(conn: Connection, slug: str | None = None) -> list[Item]:
    condition, params = key_condition("slug", slug)
    rows = conn.all(f"SELECT * FROM categories WHERE {condition} ORDER BY sort_order, id", params)
    return [{**_item(row, ("slug", "name", "name_en", "sort_order")), **_windows(row)} for row in rows]


def dump_products(conn: Connection, slug: str | None = None) -> list[Item]:
    """Return all products, or one, with their recipes and option groups."""
    keys = (
        "slug",
        "category",
        "name",
        "name_en",
        "description",
        "description_en",
        "weight",
        "weight_en",
        "price",
        "image_url",
        "sort_order",
    )
    condition, params = key_condition("p.slug", slug)
    rows = conn.all(
        "SELECT p.*, c.slug AS category FROM products p JOIN categories c ON c.id = p.category_id "
        f"WHERE {condition} AND p.is_deleted = 0 ORDER BY c.sort_order, c.id, p.sort_order, p.id",
        params,
    )
    only = rows[0]["id"] if rows and slug is not None else None
    recipes = dump_recipes(conn, "recipes", "product_id", only)
    offered = dump_offered_groups(conn, only)
    return [
        {
            **_item(row, keys),
            "allergens": orjson.loads(row["allergens"]),
            **({"no_allergens": True} if row["no_allergens"] else {}),
            "recipe": recipes.get(row["id"], {}),
            **({"options": offered[row["id"]]} if row["id"] in offered else {}),
            **({"notes": True} if row["takes_note"] else {}),
            **({"marks": marks} if (marks := orjson.loads(row["marks"])) else {}),
            **({"diets": diets} if (diets := orjson.loads(row["diets"])) else {}),
            **_windows(row),
            **dump_fiscal(row),
        }
        for row in rows
    ]


def dump_ingredients(conn: Connection, code: str | None = None) -> list[Item]:
    keys = ("code", "name", "unit", "stock", "low_stock")
    condition, params = key_condition("code", code)
    rows = conn.all(
        f"SELECT {', '.join(keys)}, cost, bottle FROM ingredients WHERE {condition} AND is_deleted = 0 ORDER BY id",
        params,
    )
    return [
        {
            **{key: row[key] for key in keys},
            **({} if row["cost"] is None else {"cost": row["cost"] / MILLION}),
            **({"bottle": row["bottle"]} if row["bottle"] else {}),
        }
        for row in rows
    ]


def dump_promos(conn: Connection, code: str | None = None) -> list[Item]:
    """Return all promo codes, or one; `expires_at` in Unix seconds."""
    condition, params = key_condition("code_key", None if code is None else promo_key(code))
    keys = ("code", "discount_percent", "expires_at", "max_uses", "min_order_amount")
    return [
        {**_item(row, keys), "first_order_only": bool(row["first_order_only"])}
        for row in conn.all(f"SELECT * FROM promo_codes WHERE {condition} AND is_deleted = 0 ORDER BY id", params)
    ]


SLOT_LIMITS = ("max_orders", "max_items", "max_amount")


def _with_windows(item: Item) -> Item:
    """Return a copy with the ranges of `available` in their stored form."""
    return {**item, **({"available": " ".join(item["available"])} if "available" in item else {})}


def _windows(row: Row) -> Item:
    return {"available": row["available"].split()} if row["available"] else {}


def _item(row: Row, keys: tuple[str, ...]) -> Item:
    item = {key: row[key] for key in keys if row[key] is not None}
    return {**item, "active": bool(row["is_active"])}

"""Loading and dumping the catalogue: entries are dictionaries with the keys of a catalogue file."""

from typing import Any

import orjson

from cafe.core.errors import CatalogueError
from cafe.core.ports import Connection, Row
from cafe.core.promo import promo_key

Item = dict[str, Any]


def has_products(conn: Connection) -> bool:
    """Whether there is any product, hidden ones too."""
    return conn.one("SELECT 1 FROM products LIMIT 1") is not None


def save_category(conn: Connection, item: Item) -> None:
    """Insert or update a category, matched by slug."""
    _save(
        conn,
        "categories",
        ("slug", item["slug"]),
        item,
        {"name_en": "", "sort_order": 0, "active": True},
        ("name",),
    )


def save_ingredient(conn: Connection, item: Item) -> None:
    """Insert or update an ingredient, matched by code."""
    _save(
        conn,
        "ingredients",
        ("code", item["code"]),
        item,
        {"name": item["code"], "unit": "", "stock": 0, "low_stock": 0},
        (),
    )


def save_product(conn: Connection, item: Item) -> None:
    """Insert or update a product, matched by slug; a recipe in the file replaces the stored one."""
    item = dict(item)
    recipe = item.pop("recipe", None)
    if "category" in item:
        item["category_id"] = _id_of(conn, "categories", "slug", item["category"])
        if item["category_id"] is None:
            raise CatalogueError(f"[[products]] {item['slug']}: category: no category {item['category']}")
        del item["category"]
    if "allergens" in item:
        item["allergens"] = orjson.dumps(item["allergens"]).decode()
    texts = dict.fromkeys(("name_en", "description", "description_en", "weight", "weight_en", "image_url"), "")
    defaults = {**texts, "allergens": "[]", "sort_order": 0, "active": True}
    _save(conn, "products", ("slug", item["slug"]), item, defaults, ("category_id", "name", "price"))
    if recipe is not None:
        _save_recipe(conn, item["slug"], recipe)


def save_promo(conn: Connection, item: Item) -> None:
    """Insert or update a promo code, matched whatever its case; its uses stay counted."""
    item = {**item, "code_key": promo_key(item["code"])}
    defaults = {
        "expires_at": None,
        "max_uses": None,
        "min_order_amount": 0,
        "first_order_only": False,
        "active": True,
    }
    _save(conn, "promos", ("code_key", item["code_key"]), item, defaults, ("discount_percent",))


def dump_categories(conn: Connection) -> list[Item]:
    """Every category."""
    rows = conn.all("SELECT slug, name, name_en, sort_order, is_active FROM categories ORDER BY sort_order, id")
    return [_item(row, ("slug", "name", "name_en", "sort_order")) for row in rows]


def dump_products(conn: Connection) -> list[Item]:
    """Every product with its recipe."""
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
    rows = conn.all(
        "SELECT p.*, c.slug AS category FROM products p JOIN categories c ON c.id = p.category_id "
        "ORDER BY c.sort_order, c.id, p.sort_order, p.id"
    )
    recipes: dict[int, dict[str, int]] = {}
    for row in conn.all(
        "SELECT r.product_id, i.code, r.amount FROM recipes r JOIN ingredients i ON i.id = r.ingredient_id "
        "ORDER BY r.product_id, i.id"
    ):
        recipes.setdefault(row["product_id"], {})[row["code"]] = row["amount"]
    return [
        {
            **_item(row, keys),
            "allergens": orjson.loads(row["allergens"]),
            "recipe": recipes.get(row["id"], {}),
        }
        for row in rows
    ]


def dump_ingredients(conn: Connection) -> list[Item]:
    """Every ingredient."""
    keys = ("code", "name", "unit", "stock", "low_stock")
    return [
        {key: row[key] for key in keys}
        for row in conn.all("SELECT code, name, unit, stock, low_stock FROM ingredients ORDER BY id")
    ]


def dump_promos(conn: Connection) -> list[Item]:
    """Every promo code; `expires_at` in Unix seconds."""
    keys = ("code", "discount_percent", "expires_at", "max_uses", "min_order_amount")
    return [
        {**_item(row, keys), "first_order_only": bool(row["first_order_only"])}
        for row in conn.all("SELECT * FROM promo_codes ORDER BY id")
    ]


TABLES = {"categories": "categories", "products": "products", "ingredients": "ingredients", "promos": "promo_codes"}
"""Where the entries of a file's table are stored."""


def _save(
    conn: Connection, table: str, key: tuple[str, str], item: Item, defaults: Item, required: tuple[str, ...]
) -> None:
    stored_in, (column, value) = TABLES[table], key
    if _id_of(conn, stored_in, column, value) is not None:
        columns = _columns(item)
        conn.run(
            f"UPDATE {stored_in} SET {', '.join(f'{name} = :{name}' for name in columns)} WHERE {column} = :{column}",
            columns,
        )
        return
    for name in required:
        if item.get(name) is None:
            label = item.get("slug") or item.get("code")
            raise CatalogueError(f"[[{table}]] {label}: {name.removesuffix('_id')}: missing")
    columns = _columns({**defaults, **item})
    conn.run(
        f"INSERT INTO {stored_in} ({', '.join(columns)}) VALUES ({', '.join(':' + name for name in columns)})",
        columns,
    )


def _save_recipe(conn: Connection, slug: str, recipe: dict[str, int]) -> None:
    product_id = _id_of(conn, "products", "slug", slug)
    conn.run("DELETE FROM recipes WHERE product_id = :id", {"id": product_id})
    for code, amount in recipe.items():
        ingredient_id = _id_of(conn, "ingredients", "code", code)
        if ingredient_id is None:
            raise CatalogueError(f"[[products]] {slug}: recipe: no ingredient {code}")
        conn.run(
            "INSERT INTO recipes (product_id, ingredient_id, amount) VALUES (:product, :ingredient, :amount)",
            {"product": product_id, "ingredient": ingredient_id, "amount": amount},
        )


def _columns(item: Item) -> Item:
    """The entry with the names and values of the database's columns."""
    columns = {("is_active" if key == "active" else key): value for key, value in item.items()}
    return {key: int(value) if isinstance(value, bool) else value for key, value in columns.items()}


def _item(row: Row, keys: tuple[str, ...]) -> Item:
    item = {key: row[key] for key in keys if row[key] is not None}
    return {**item, "active": bool(row["is_active"])}


def _id_of(conn: Connection, table: str, column: str, value: str) -> int | None:
    row = conn.one(f"SELECT id FROM {table} WHERE {column} = :value", {"value": value})
    return None if row is None else int(row["id"])

"""SQL for categories and products."""

from collections.abc import Collection

import orjson

from cafe.core.catalogue.hours.week import parse_ranges
from cafe.core.catalogue.menu.model import Category, Product, Recipe
from cafe.core.catalogue.taxes.store import COLUMNS as TAX_COLUMNS
from cafe.core.catalogue.taxes.store import OF_PRODUCT, fiscal_data
from cafe.core.kernel.database import Connection, Row, among
from cafe.core.kernel.ids import ProductId
from cafe.core.kernel.locale import OwnText

ORDERABLE = "p.is_active = 1 AND c.is_active = 1 AND p.stopped_until <= :now"
"""The condition for a product to be counted and ordered; `p` is products, `c` categories."""
ALWAYS_SERVED = "p.available = '' AND c.available = '' AND p.excise = 0"
"""The condition for a product to be shown and added at any time of the day; `p` is products, `c` categories."""
HAS_OPTIONS = "EXISTS (SELECT 1 FROM product_option_groups pg WHERE pg.product_id = p.id)"
"""The condition for a product to have options; `p` is products."""
SELECT = (
    f"SELECT p.*, {HAS_OPTIONS} AS has_options, c.available AS category_available, {TAX_COLUMNS} "
    f"FROM products p JOIN categories c ON c.id = p.category_id {OF_PRODUCT}"
)


def has_menu(conn: Connection) -> bool:
    """Whether anything of a menu exists, even if hidden or without a dish."""
    tables = ("products WHERE is_deleted = 0", "categories", "option_groups", "ingredients WHERE is_deleted = 0")
    return any(conn.one(f"SELECT 1 FROM {table} LIMIT 1") is not None for table in tables)


def count_without_allergens(conn: Connection) -> int:
    """Count the active dishes without a statement on allergens."""
    row = conn.one(
        "SELECT COUNT(*) AS dishes FROM products WHERE is_active = 1 AND no_allergens = 0 AND allergens = '[]'"
    )
    return 0 if row is None else int(row["dishes"])


def list_categories(conn: Connection) -> list[Category]:
    """List all categories, including hidden ones, in menu order."""
    return [
        Category(
            row["id"],
            row["slug"],
            OwnText.of(row, "name"),
            row["sort_order"],
            bool(row["is_active"]),
            parse_ranges(row["available"]),
        )
        for row in conn.all("SELECT * FROM categories ORDER BY sort_order, id")
    ]


def list_products(conn: Connection, only: Collection[ProductId] | None = None) -> list[Product]:
    """List all products, or `only` these, including hidden and stopped ones, in menu order."""
    chosen, params = among("p.id", only)
    rows = conn.all(f"{SELECT} WHERE p.is_deleted = 0 AND {chosen} ORDER BY p.sort_order, p.id", params)
    return [_product(row) for row in rows]


def find_orderable(conn: Connection, product_id: int, now: int) -> Product | None:
    """Find a product that can be ordered now, ignoring serving hours. `now` in Unix seconds."""
    row = conn.one(
        f"{SELECT} WHERE p.id = :id AND {ORDERABLE}",
        {"id": product_id, "now": now},
    )
    return None if row is None else _product(row)


def find_all_orderable(conn: Connection, product_ids: Collection[int], now: int) -> dict[ProductId, Product]:
    """Find products that can be ordered now, ignoring serving hours, by id. `now` in Unix seconds."""
    ids = {f"id{index}": product_id for index, product_id in enumerate(product_ids)}
    if not ids:
        return {}
    rows = conn.all(
        f"{SELECT} WHERE p.id IN ({', '.join(':' + name for name in ids)}) AND {ORDERABLE}",
        {**ids, "now": now},
    )
    return {row["id"]: _product(row) for row in rows}


def list_recipes(conn: Connection, only: Collection[ProductId] | None = None) -> dict[ProductId, Recipe]:
    """List the recipes of all products, or of `only` these; products without one are omitted."""
    recipes: dict[ProductId, dict[int, int]] = {}
    chosen, params = among("product_id", only)
    for row in conn.all(f"SELECT product_id, ingredient_id, amount FROM recipes WHERE {chosen}", params):
        recipes.setdefault(row["product_id"], {})[row["ingredient_id"]] = row["amount"]
    return {**recipes}


def set_stopped(conn: Connection, product_id: ProductId, until: int) -> bool:
    """Stop a product until `until` (Unix seconds; 0: offer it again); False if there is no such product."""
    changed = conn.run(
        "UPDATE products SET stopped_until = :until WHERE id = :id AND is_deleted = 0",
        {"until": until, "id": product_id},
    )
    return changed == 1


def _product(row: Row) -> Product:
    return Product(
        row["id"],
        row["category_id"],
        row["slug"],
        OwnText.of(row, "name"),
        OwnText.of(row, "description"),
        OwnText.of(row, "weight"),
        row["price"],
        row["image_url"],
        tuple(orjson.loads(row["allergens"])),
        bool(row["no_allergens"]),
        tuple(orjson.loads(row["marks"])),
        row["sort_order"],
        bool(row["is_active"]),
        row["stopped_until"],
        bool(row["takes_note"]),
        bool(row["has_options"]),
        parse_ranges(row["available"]),
        parse_ranges(row["category_available"]),
        tuple(orjson.loads(row["diets"])),
        fiscal_data(row),
    )

"""Categories and products, and which of them can be ordered now."""

from dataclasses import dataclass

import orjson

from cafe.core.ports import Connection, Row
from cafe.core.values import CategoryId, Locale, ProductId

ORDERABLE = "p.is_active = 1 AND c.is_active = 1 AND p.stopped_until <= :now"
"""What a product must fulfil to be shown, counted and ordered; `p` products, `c` categories."""


@dataclass(frozen=True, slots=True)
class Category:
    """A chapter of the menu."""

    id: CategoryId
    slug: str
    name_uk: str
    name_en: str
    sort_order: int
    is_active: bool

    def name(self, locale: Locale) -> str:
        """The name in a language, Ukrainian when there is no English one."""
        return (locale is Locale.EN and self.name_en) or self.name_uk


@dataclass(frozen=True, slots=True)
class Product:
    """A dish or a drink. `price` in whole UAH; `stopped_until` in Unix seconds."""

    id: ProductId
    category_id: CategoryId
    slug: str
    name_uk: str
    name_en: str
    description_uk: str
    description_en: str
    weight_uk: str
    weight_en: str
    price: int
    image_url: str
    allergens: tuple[str, ...]
    sort_order: int
    is_active: bool
    stopped_until: int

    def name(self, locale: Locale) -> str:
        """The name in a language, Ukrainian when there is no English one."""
        return (locale is Locale.EN and self.name_en) or self.name_uk

    def description(self, locale: Locale) -> str:
        """The description, likewise."""
        return (locale is Locale.EN and self.description_en) or self.description_uk

    def weight(self, locale: Locale) -> str:
        """The weight with its unit, likewise."""
        return (locale is Locale.EN and self.weight_en) or self.weight_uk


def list_categories(conn: Connection) -> list[Category]:
    """Every category, hidden ones too, in the menu's order."""
    rows = conn.all("SELECT id, slug, name, name_en, sort_order, is_active FROM categories ORDER BY sort_order, id")
    return [
        Category(
            row["id"], row["slug"], row["name"], row["name_en"], row["sort_order"], is_active=bool(row["is_active"])
        )
        for row in rows
    ]


def list_products(conn: Connection) -> list[Product]:
    """Every product, hidden and stopped ones too, in the menu's order."""
    return [_product(row) for row in conn.all("SELECT * FROM products ORDER BY sort_order, id")]


def find_orderable(conn: Connection, product_id: int, now: int) -> Product | None:
    """A product that can be ordered now. `now` in Unix seconds."""
    row = conn.one(
        f"SELECT p.* FROM products p JOIN categories c ON c.id = p.category_id WHERE p.id = :id AND {ORDERABLE}",
        {"id": product_id, "now": now},
    )
    return None if row is None else _product(row)


def set_stopped(conn: Connection, product_id: ProductId, until: int) -> bool:
    """Put a product on the stop-list until a moment in Unix seconds, 0: off it; False when there is no such product."""
    changed = conn.run("UPDATE products SET stopped_until = :until WHERE id = :id", {"until": until, "id": product_id})
    return changed == 1


def _product(row: Row) -> Product:
    return Product(
        row["id"],
        row["category_id"],
        row["slug"],
        row["name"],
        row["name_en"],
        row["description"],
        row["description_en"],
        row["weight"],
        row["weight_en"],
        row["price"],
        row["image_url"],
        tuple(orjson.loads(row["allergens"])),
        row["sort_order"],
        bool(row["is_active"]),
        row["stopped_until"],
    )

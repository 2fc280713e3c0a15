"""Computing many new prices at once for review; applying them is an ordinary edit."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from cafe.core.catalogue.edits.overview import Dish, list_dishes
from cafe.core.catalogue.menu.model import Category, Product
from cafe.core.catalogue.menu.store import list_categories, list_products
from cafe.core.kernel.database import Connection, Database

HALF = Fraction(1, 2)


class Rounding(StrEnum):
    """How a new price is rounded."""

    NEAREST = "nearest"
    """Halves up."""
    UP = "up"


@dataclass(frozen=True, slots=True)
class PriceRule:
    """How prices change: by percent or by an amount in whole UAH, then rounded to a multiple of `step` UAH."""

    percent: Fraction | None
    amount: int
    step: int
    rounding: Rounding

    def apply(self, price: int) -> int:
        """Return the new price; negative if the reduction exceeds the price."""
        exact = Fraction(price) + self.amount if self.percent is None else price * (1 + self.percent / 100)
        steps = exact / self.step
        return self.step * (ceil(steps) if self.rounding is Rounding.UP else floor(steps + HALF))


@dataclass(frozen=True, slots=True)
class Selection:
    """Dishes selected by slug or by category, or all; hidden ones, too."""

    categories: frozenset[str] = frozenset()
    products: frozenset[str] = frozenset()
    is_all: bool = False

    def has(self, product: Product, category: str) -> bool:
        return self.is_all or category in self.categories or product.slug in self.products


@dataclass(frozen=True, slots=True)
class NewPrice:
    """A price that would change, in whole UAH."""

    slug: str
    name: str
    category: str
    price: int
    new_price: int


class PriceService:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def preview(self, selection: Selection, rule: PriceRule) -> tuple[NewPrice, ...]:
        """Return the prices that would change, in menu order."""
        categories, products = await self._database.read_long(_read)
        return await asyncio.to_thread(lambda: tuple(_changed(list_dishes(categories, products), selection, rule)))


def _read(conn: Connection) -> tuple[list[Category], list[Product]]:
    return list_categories(conn), list_products(conn)


def _changed(dishes: Iterable[Dish], selection: Selection, rule: PriceRule) -> Iterable[NewPrice]:
    for dish in dishes:
        product, new_price = dish.product, rule.apply(dish.product.price)
        if selection.has(product, dish.category) and new_price != product.price:
            yield NewPrice(product.slug, product.name.uk, dish.category, product.price, new_price)

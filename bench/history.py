"""Rows of a cafe's past, as the program leaves them: orders of a year, and all that comes with them.

They are made from numbers alone, so that the same size gives the same rows; they end at a moment that is given.
"""

import json
import random
import sqlite3
from collections import defaultdict
from contextlib import closing
from itertools import accumulate
from pathlib import Path
from typing import Any

from bench.past_order import DAY, NAMES, TELEGRAM_BASE, PastOrder, Rows, Size
from bench.servers import service
from cafe.core.kernel.database import Connection, Row
from cafe.core.kernel.ids import GUEST_BASE
from cafe.db.sqlite_connection import SqliteConnection

FILE = "cafe.db"
AT_ONCE = 5_000
"""Orders whose rows are in memory together."""
GUEST_DAYS = 32
"""As retention leaves them."""
YEAR = Size(orders=100_000, dishes=5_000)
"""A busy cafe's first year."""


def add_dishes(conn: Connection, count: int) -> None:
    """Add dishes with recipes behind those that there are."""
    if not count:
        return
    first = int(_value(conn, "SELECT COALESCE(MAX(id), 0) AS value FROM products")) + 1
    categories, rows = count // 100 + 1, Rows()
    for at in range(categories):
        name = {"slug": f"part-{at}", "name": f"Розділ {at}", "name_en": f"Part {at}"}
        rows.add("categories", id=1_000 + at, **name, sort_order=1_000 + at, is_active=1)
    for at in range(200):
        rows.add(
            "ingredients", id=1_000 + at, code=f"stuff-{at}", name=f"Складова {at}", unit="г", stock=10**9, low_stock=0
        )
    for number in range(first, first + count):
        rows.add(
            "products",
            id=number,
            slug=f"dish-{number}",
            category_id=1_000 + number % categories,
            name=f"Страва {number} з сиром і зеленню",
            name_en=f"Dish {number} with cheese and herbs",
            description="Готуємо, коли замовлять; подаємо гарячою.",
            description_en="Made to order, served hot.",
            weight="250 г",
            weight_en="250 g",
            price=50 + number * 7 % 400,
            image_url="",
            allergens='["milk"]',
            sort_order=number,
            is_active=1,
        )
        for part in (number % 200, (number + 7) % 200):
            rows.add("recipes", product_id=number, ingredient_id=1_000 + part, amount=30)
    rows.insert(conn)
    conn.run("UPDATE meta SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) WHERE key = 'catalogue_version'", {})


class Filler:
    """Adds the orders of a size, some at a time."""

    def __init__(self, conn: Connection, size: Size) -> None:
        """Read the menu, of which there must be one."""
        self.size = size
        self.dishes = conn.all("SELECT id, name, name_en, price FROM products ORDER BY id")
        # Of n dishes the k-th is ordered 1/k as often as the first.
        self.weights = list(accumulate(1 / (at + 1) for at in range(len(self.dishes))))
        self.options: defaultdict[int, list[Row]] = defaultdict(list)
        for option in conn.all(
            "SELECT g.product_id, o.id, o.name, o.name_en, o.price_delta FROM product_option_groups g "
            "JOIN options o ON o.group_id = g.group_id ORDER BY o.id"
        ):
            self.options[option["product_id"]].append(option)
        self.recipes: defaultdict[int, list[Row]] = defaultdict(list)
        for part in conn.all("SELECT product_id, ingredient_id, amount FROM recipes ORDER BY ingredient_id"):
            self.recipes[part["product_id"]].append(part)
        self.ingredients = conn.all("SELECT id, code, name, unit FROM ingredients ORDER BY id")

    def add_people(self, conn: Connection) -> None:
        """Add the customers, a fifth of them with Telegram; and guests of the last weeks who never ordered."""
        size, rows = self.size, Rows()
        lookers = size.people // 20
        for number in range(1, size.people + lookers + 1):
            seen = size.until - number % (GUEST_DAYS * DAY) if number % 12 == 0 or number > size.people else None
            id_ = self.customer_of(number) if number <= size.people else -GUEST_BASE - number
            username, first_name = (f"user{number}", NAMES[number % len(NAMES)]) if id_ > 0 else (None, "")
            rows.add(
                "customers",
                id=id_,
                username=username,
                first_name=first_name,
                created_at=size.until - size.days * DAY * (number % 997) // 997,
                seen_at=seen,
                locale="uk",
            )
            if number > size.people:
                rows.add("cart_lines", customer_id=id_, product_id=self.dishes[0]["id"], quantity=1)
        rows.insert(conn)
        conn.run("UPDATE sequences SET value = :last WHERE name = 'guest'", {"last": size.people + lookers})

    def customer_of(self, person: int) -> int:
        return TELEGRAM_BASE + person if person % 5 == 0 else -GUEST_BASE - person

    def add_orders(self, conn: Connection, numbers: range) -> None:
        """Add these orders, of those from 1 on, with their lines, events, payments and messages."""
        rows = Rows()
        for number in numbers:
            PastOrder(self, number, rows).add()
        rows.insert(conn)
        conn.run("UPDATE sequences SET value = :last WHERE name = 'order_number'", {"last": numbers[-1]})

    def add_upkeep(self, conn: Connection) -> None:
        """Add changes of the menu, moves of the stock, and the bot's updates of the last days."""
        size, rows, chance = self.size, Rows(), random.Random(0)
        first = int(_value(conn, "SELECT COALESCE(MAX(id), 0) AS value FROM changes")) + 1
        for change in range(first, first + size.days * 8):
            at = size.until - (first + size.days * 8 - change) * DAY // 8
            rows.add("changes", id=change, at=at, way="desk", actor="Ірина", staff_id=None)
            for dish in chance.sample(self.dishes, 2):
                before, after = (json.dumps({"price": dish["price"] + more}) for more in (0, 5))
                rows.add(
                    "changed_items",
                    change_id=change,
                    entity="products",
                    entity_key=f"dish-{dish['id']}",
                    name=dish["name"],
                    before=before,
                    after=after,
                )
        for number in range(size.days * 50):
            part = chance.choice(self.ingredients)
            rows.add(
                "stock_moves",
                ingredient_id=part["id"],
                code=part["code"],
                name=part["name"],
                unit=part["unit"],
                kind=chance.choice(("delivery", "write_off", "count")),
                amount=10,
                stock_before=100,
                stock_after=110,
                note="",
                way="desk",
                actor="Ірина",
                created_at=size.until - (size.days * 50 - number) * DAY // 50,
            )
        for number in range(min(size.days, 2) * 1_000):
            rows.add("telegram_updates", update_id=number, body="", received_at=size.until - number * 100, is_handled=1)
        rows.insert(conn)


def fill(conn: Connection, size: Size) -> None:
    """Add dishes and all that was done with the menu since."""
    add_dishes(conn, size.dishes)
    filler = Filler(conn, size)
    filler.add_people(conn)
    filler.add_upkeep(conn)
    for first in range(1, size.orders + 1, AT_ONCE):
        filler.add_orders(conn, range(first, min(first + AT_ONCE, size.orders + 1)))


def make_cafe(folder: Path, size: Size) -> None:
    """Make a service's database in a folder: the demo's menu, and what is added to it."""
    with service(folder):
        pass
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as raw:
        raw.row_factory = sqlite3.Row
        raw.execute("BEGIN")
        fill(SqliteConnection(raw), size)
        raw.execute("COMMIT")


def _value(conn: Connection, sql: str) -> Any:
    row = conn.one(sql)
    return None if row is None else row["value"]

"""A change that is rehearsed on a copy and then performed comes to what was shown, whatever happened since."""

from collections.abc import Callable
from typing import Any

import pytest

from cafe.core.catalogue.edits import desk_store, options_store, store
from cafe.core.catalogue.edits.difference import Catalogue, read_catalogue_now
from cafe.core.catalogue.edits.rehearsed import TABLES
from cafe.core.kernel.database import Connection, Database
from cafe.core.kernel.rehearsal import Rehearsal

Work = Callable[[Connection], object]

TEA = {"slug": "tea", "name": "Чай"}
SMALL = {"slug": "small", "name": "Малий", "default": True, "recipe": {"leaves": 2}}
LARGE = {"slug": "large", "name": "Великий", "price_delta": 20, "recipe": {"leaves": 4, "milk": 100}}
JUG = {"slug": "jug", "name": "Глечик", "options": [SMALL, LARGE], "min": 1}


def add_much(conn: Connection) -> None:
    """Rows of every table that refer to new rows, and to old ones."""
    store.save_category(conn, TEA)
    store.save_ingredient(conn, {"code": "leaves", "unit": "г", "stock": 500})
    options_store.save_group(conn, JUG)
    for number in range(3):
        store.save_product(
            conn,
            {
                "slug": f"tea-{number}",
                "category": "tea",
                "name": f"Чай {number}",
                "price": 45,
                "recipe": {"leaves": 3, "milk": 10},
                "options": [{"group": "jug", "max": 1}],
            },
        )
    store.save_promo(conn, {"code": "tea10", "discount_percent": 10})
    store.save_slots(conn, {"order_type": "pickup", "max_orders": 5})


def change_much(conn: Connection) -> None:
    """A dish moves into a new category and has its recipe of a new part; others change in various columns."""
    store.save_category(conn, TEA)
    store.save_ingredient(conn, {"code": "leaves", "unit": "г"})
    store.save_product(conn, {"slug": "latte", "category": "tea", "recipe": {"leaves": 1}, "price": 99})
    store.save_product(conn, {"slug": "espresso", "price": 99})
    store.save_product(conn, {"slug": "borscht", "name": "Борщ", "active": False})
    store.save_ingredient(conn, {"code": "milk", "low_stock": 7})


def delete_much(conn: Connection) -> None:
    add_much(conn)
    desk_store.delete_item(conn, "products", "latte")
    desk_store.delete_item(conn, "products", "tea-1")
    options_store.save_group(conn, {"slug": "jug", "options": [SMALL]})
    options_store.delete_other_options(conn, "jug", {"small"})


@pytest.mark.parametrize("work", [add_much, change_much, delete_much])
async def test_what_is_performed_is_what_was_rehearsed(catalogue_database: Database, work: Work) -> None:
    def rehearsed(conn: Connection) -> Catalogue:
        work(conn)
        return read_catalogue_now(conn)

    before = await catalogue_database.read(read_catalogue_now)
    rehearsal = await catalogue_database.rehearse(TABLES, rehearsed)
    assert await catalogue_database.read(read_catalogue_now) == before != rehearsal.result
    await catalogue_database.write(rehearsal.perform)
    assert await catalogue_database.read(read_catalogue_now) == rehearsal.result
    assert (await catalogue_database.rehearse(TABLES, work)).rows == 0 or work is delete_much


async def test_of_what_others_did_since_everything_stays(catalogue_database: Database) -> None:
    rehearsal = await catalogue_database.rehearse(TABLES, change_much)
    await catalogue_database.write(run, "UPDATE ingredients SET stock = 3 WHERE code = 'milk'")
    await catalogue_database.write(run, "UPDATE products SET stopped_until = 5 WHERE slug = 'latte'")
    await catalogue_database.write(rehearsal.perform)
    assert await value(catalogue_database, "SELECT stock FROM ingredients WHERE code = 'milk'") == 3
    assert await value(catalogue_database, "SELECT low_stock FROM ingredients WHERE code = 'milk'") == 7
    assert await value(catalogue_database, "SELECT stopped_until FROM products WHERE slug = 'latte'") == 5


async def test_no_id_is_given_twice(catalogue_database: Database) -> None:
    async def add() -> int:
        rehearsal = await catalogue_database.rehearse(TABLES, lambda conn: store.save_category(conn, TEA))
        await catalogue_database.write(rehearsal.perform)
        return int(await value(catalogue_database, "SELECT id FROM categories WHERE slug = 'tea'"))

    first = await add()
    await catalogue_database.write(run, "DELETE FROM categories WHERE slug = 'tea'")
    assert await add() > first


async def test_the_statements_of_a_change_do_not_grow_with_it(catalogue_database: Database) -> None:
    def add(conn: Connection, dishes: int) -> None:
        slug = f"tea-{dishes}"
        store.save_category(conn, {"slug": slug, "name": "Чай"})
        for number in range(dishes):
            dish = {"slug": f"{slug}-{number}", "category": slug, "name": "Чай", "price": 45, "recipe": {"milk": 1}}
            store.save_product(conn, dish)

    async def statements(dishes: int) -> int:
        rehearsal = await catalogue_database.rehearse(TABLES, add, dishes)
        return await catalogue_database.write(lambda conn: count(conn, rehearsal))

    assert await statements(3) == await statements(30) == 5


def count(conn: Connection, rehearsal: Rehearsal[None]) -> int:
    """Perform it, and return how many statements that took."""
    with pytest.MonkeyPatch.context() as patch:
        statements = []
        for name in ("all", "one", "run", "run_many"):
            method = getattr(type(conn), name)

            def counted(*args: Any, method: Any = method) -> Any:
                if args[-1] != []:  # nothing to do for any row
                    statements.append(args[1])
                return method(*args)

            patch.setattr(type(conn), name, counted)
        rehearsal.perform(conn)
        return len(statements)


def run(conn: Connection, sql: str) -> None:
    conn.run(sql)


async def value(database: Database, sql: str) -> Any:
    row = await database.read(lambda conn: conn.one(sql))
    assert row is not None
    return row[0]

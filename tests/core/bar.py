"""A bar for tests: liqueur whose bottles have excise marks, poured by the recipe of option 5."""

from collections.abc import Iterator
from itertools import count

from cafe.core.catalogue.bottles.model import MarksMissingError
from cafe.core.catalogue.bottles.pouring import pour
from cafe.core.catalogue.bottles.service import BottleService
from cafe.core.handlers import record
from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import OrderId
from cafe.core.ordering.orders import store as orders_store
from cafe.uploads.codes import ZxingReader
from tests.core.payments_harness import PaymentsHarness

BOTTLE, PORTION = 700, 30


def add_liqueur(conn: Connection) -> None:
    conn.run(
        "INSERT INTO ingredients (code, name, unit, stock, low_stock, bottle) "
        "VALUES ('liqueur', 'Лікер', 'ml', 5000, 0, :bottle)",
        {"bottle": BOTTLE},
    )
    conn.run(
        "INSERT INTO option_groups (slug, name, name_en, min_pieces, max_pieces) VALUES ('spirit', 'Міцне', '', 1, 2)"
    )
    conn.run(
        "INSERT INTO options (id, group_id, slug, name, name_en, price_delta, max_quantity, is_default, sort_order, "
        "is_active) SELECT 5, id, 'liqueur', 'Лікер', 'Liqueur', 21, 2, 0, 0, 1 FROM option_groups"
    )
    conn.run(
        "INSERT INTO option_recipes (option_id, ingredient_id, amount) SELECT 5, id, :portion FROM ingredients",
        {"portion": PORTION},
    )


def bottles(harness: PaymentsHarness) -> BottleService:
    return BottleService(harness.database, harness.clock, record, ZxingReader())


def new_marks() -> Iterator[str]:
    return (f"AAAA{number:06}" for number in count(1))


async def pour_drinks(harness: PaymentsHarness, order: OrderId, marks: Iterator[str]) -> None:
    """Pour what an order needs, opening bottles as they run out."""

    def do(conn: Connection) -> None:
        pour(conn, orders_store.get_order(conn, order), int(harness.clock.now().timestamp()))

    while True:
        try:
            await harness.database.write(do)
        except MarksMissingError as error:
            await bottles(harness).open(error.missing[0].ingredient, next(marks), "Ірина")
        else:
            return

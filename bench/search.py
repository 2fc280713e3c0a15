"""How long the desk's lists take over many orders: `python -m bench.search [ORDERS] [--postgres]`.

Prints the median and the slowest of some runs of each look-up at the service, in milliseconds; no load beside it.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from datetime import UTC, date, datetime
from pathlib import Path

import asyncpg

from bench.tables import print_table
from cafe.core.kernel.database import Connection, Database
from cafe.core.ordering.lookup.customers import CustomerLookupService
from cafe.core.ordering.lookup.model import OrderQuery, Source
from cafe.core.ordering.lookup.service import LookupService
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentMethod, phone_key, search_key
from tests.driver import FakeClock, open_engine
from tests.postgres import postgres_server

RUNS = 9
NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
YEAR = 365 * 86_400
NAMES = ("Олена", "Ґанна", "Тарас", "Oleh", "Мар'яна", "Іван", "Софія", "Дмитро")
SURNAMES = ("Коваленко", "Шевченко", "Бондар", "Ткачук", "Petrenko", "Мельник", "Поліщук")


def fill(conn: Connection, first: int, count: int, total: int) -> None:
    """Add orders of a year, most of them completed; every fourth is of somebody who comes often."""
    for customer in (7, -1_000_001):
        conn.run(
            "INSERT INTO customers (id, first_name, locale, created_at) VALUES (:id, '', 'uk', 0) "
            "ON CONFLICT (id) DO NOTHING",
            {"id": customer},
        )
    chance = random.Random(first)
    orders, lines, events = [], [], []
    for number in range(first, first + count):
        name = f"{chance.choice(NAMES)} {chance.choice(SURNAMES)}"
        phone = f"+380{chance.randrange(200) if number % 4 == 0 else chance.randrange(10**9):09}"
        created = int(NOW.timestamp()) - YEAR + YEAR * number // total
        status = chance.choices(("completed", "cancelled"), (97, 3))[0] if number < total - 20 else "new"
        orders.append(
            {
                "id": number,
                "customer": chance.choice((7, -1_000_001)),
                "type": chance.choice(list(OrderType)).value,
                "status": status,
                "method": chance.choice(list(PaymentMethod)).value,
                "total": chance.randrange(50, 900),
                "name": name,
                "phone": phone,
                "phone_key": phone_key(phone),
                "search_key": search_key(name, phone),
                "created": created,
            }
        )
        lines += [{"id": number}] * 3
        events += [{"id": number, "at": created}] * 4
    conn.run_many(
        "INSERT INTO orders (id, sequence_number, customer_id, order_type, status, payment_method, payment_status, "
        "items_total, delivery_fee, discount_amount, promo_discount_amount, total, name, phone, phone_key, search_key, "
        "created_at) VALUES (:id, :id, :customer, :type, :status, :method, 'unpaid', :total, 0, 0, 0, :total, :name, "
        ":phone, :phone_key, :search_key, :created)",
        orders,
    )
    conn.run_many(
        "INSERT INTO order_lines (order_id, name, name_en, quantity, price) VALUES (:id, 'Лате', 'Latte', 1, 85)", lines
    )
    conn.run_many(
        "INSERT INTO order_events (order_id, kind, actor, created_at) VALUES (:id, 'status', 'Ірина', :at)", events
    )


def cases(
    register: LookupService, directory: CustomerLookupService, total: int
) -> dict[str, Callable[[], Awaitable[object]]]:
    def find(**query: object) -> Callable[[], Awaitable[object]]:
        return lambda: register.find(OrderQuery(**query))  # type: ignore[arg-type]

    return {
        "orders: all": find(),
        "orders: number": find(text=f"№{total // 2}"),
        "orders: digits": find(text="4567"),
        "orders: phone": find(text="+380000000007"),
        "orders: name, common": find(text="олена"),
        "orders: name, none": find(text="нікого такого"),
        "orders: status, rare": find(statuses=frozenset({OrderStatus.READY})),
        "orders: cancelled, by card, guests": find(
            statuses=frozenset({OrderStatus.CANCELLED}),
            methods=frozenset({PaymentMethod.CARD}),
            sources=frozenset({Source.GUEST}),
        ),
        "orders: a month, delivery": find(
            first_day=date(2025, 9, 1), last_day=date(2025, 9, 30), order_types=frozenset({OrderType.DELIVERY})
        ),
        "orders: to return": find(owes_money=True),
        "orders: staff": find(is_current=True),
        "orders: of a customer": find(customer=4),
        "one order": lambda: register.get(total // 2),
        "customers: all": lambda: directory.find(""),
        "customers: name, common": lambda: directory.find("олена"),
        "customers: name, none": lambda: directory.find("нікого такого"),
        "customers: phone": lambda: directory.find("+380000000007"),
        "customers: one": lambda: directory.get(4),
    }


async def measure(database: Database, total: int) -> list[tuple[str, ...]]:
    clock = FakeClock(NOW)
    rows: list[tuple[str, ...]] = [("look-up", "median", "slowest")]
    for name, look_up in cases(LookupService(database, clock), CustomerLookupService(database), total).items():
        times = []
        for _ in range(RUNS):
            start = time.perf_counter()
            await look_up()
            times.append(1000 * (time.perf_counter() - start))
        rows.append((name, f"{sorted(times)[RUNS // 2]:.1f}", f"{max(times):.1f}"))
    return rows


async def run(url: str, total: int) -> None:
    async with open_engine(url) as database:
        for first in range(1, total, 5_000):
            await database.write_relaxed(fill, first, 5_000, total)
        if url.startswith("postgresql"):
            await tidy(url)
        print_table(await measure(database, total))


async def tidy(url: str) -> None:
    """Do what a server of one's own does by itself."""
    connection = await asyncpg.connect(url)
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


def main() -> None:
    total = int(next(iter(arg for arg in sys.argv[1:] if arg.isdecimal()), 100_000))
    with ExitStack() as stack:
        if "--postgres" in sys.argv:
            url = stack.enter_context(postgres_server()).create_database()
        else:
            url = f"sqlite:///{Path(stack.enter_context(tempfile.TemporaryDirectory())) / 'cafe.db'}"
        asyncio.run(run(url, total))


if __name__ == "__main__":
    main()

"""How long the desk's lists take over many orders: `python -m bench.search [ORDERS] [--postgres]`.

Prints the median and the slowest of some runs of each look-up at the service, in milliseconds; no load beside it.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from datetime import UTC, date, datetime
from pathlib import Path

import asyncpg

from bench.history import fill
from bench.past_order import Size
from bench.tables import print_table
from cafe.core.kernel.database import Database
from cafe.core.ordering.lookup.customers import CustomerLookupService
from cafe.core.ordering.lookup.model import OrderQuery, Source
from cafe.core.ordering.lookup.service import LookupService
from cafe.core.ordering.orders.model import OrderStatus, OrderType, PaymentMethod
from tests.driver import FakeClock, open_engine
from tests.postgres import postgres_server

RUNS = 9
NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)
PHONE = "+380 67 000 79 19"
"""Of somebody who comes often."""


def cases(
    register: LookupService, directory: CustomerLookupService, total: int
) -> dict[str, Callable[[], Awaitable[object]]]:
    def find(**query: object) -> Callable[[], Awaitable[object]]:
        return lambda: register.find(OrderQuery(**query))  # type: ignore[arg-type]

    return {
        "orders: all": find(),
        "orders: number": find(text=f"№{total // 2}"),
        "orders: digits": find(text="7919"),
        "orders: phone": find(text=PHONE),
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
        "customers: phone": lambda: directory.find(PHONE),
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
        await database.write_relaxed(fill, Size(orders=total, dishes=100, until=int(NOW.timestamp())))
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

"""How often PostgreSQL is asked: a round trip costs more than most statements do."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from cafe.core.kernel.database import Connection
from cafe.core.kernel.ids import CustomerId, ProductId
from tests.db.shop import BORSCHT, ESPRESSO, LATTE, NEVER, Shop, pickup
from tests.driver import open_engine
from tests.postgres import PostgresServer

READY = ord("Z")
"""The type of the message by which the server ends its answer to each round trip."""


@pytest.fixture
def engine() -> str:
    return "postgres"


class Counter:
    """Stands before the server and counts its answers."""

    def __init__(self) -> None:
        self.answers = 0

    @asynccontextmanager
    async def before(self, port: int) -> AsyncIterator[int]:
        """Pass everything on; yields the counter's own port."""

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            upstream, onward = await asyncio.open_connection("127.0.0.1", port)
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                await asyncio.gather(_pass_on(reader, onward), self._count(upstream, writer))
            onward.close()
            writer.close()

        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            yield server.sockets[0].getsockname()[1]

    async def _count(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = await reader.readexactly(5)
            self.answers += head[0] == READY
            writer.write(head + await reader.readexactly(int.from_bytes(head[1:], "big") - 4))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while part := await reader.read(65536):
        writer.write(part)
    writer.close()


@pytest.fixture
async def counter() -> Counter:
    return Counter()


@pytest.fixture
async def shop(counter: Counter, database_url: str, postgres: PostgresServer) -> AsyncIterator[Shop]:
    async with counter.before(postgres.port) as port:
        url = database_url.replace(f":{postgres.port}/", f":{port}/") + "?sslmode=disable"
        async with open_engine(url) as database:
            yield await Shop(database, NEVER).open()


async def order(shop: Shop, customer: CustomerId, *products: ProductId, key: str | None = None) -> None:
    for product in products:
        await shop.rival.cart.add(customer, product, 1)
    await shop.rival.checkout.place_order(customer, pickup(), key)


async def trips(counter: Counter, act: Callable[[], Awaitable[object]]) -> int:
    """How many round trips an act takes when its statements are prepared."""
    await act()
    before = counter.answers
    await act()
    return counter.answers - before


async def test_a_guests_order_takes_eight(shop: Shop, counter: Counter) -> None:
    async def act() -> None:
        await order(shop, await shop.rival.customers.new_guest(), LATTE, BORSCHT)

    assert await trips(counter, act) == 8


async def test_a_telegram_users_order_takes_eight(shop: Shop, counter: Counter) -> None:
    """Two messages are queued by it."""
    customer = await shop.customer(1001)

    assert await trips(counter, lambda: order(shop, customer, LATTE, BORSCHT)) == 8


async def test_costs_of_dishes_take_one_more(shop: Shop, counter: Counter) -> None:
    customer = await shop.customer(1001)

    def know_costs(conn: Connection) -> None:
        conn.run("UPDATE ingredients SET cost = 38000")

    await shop.database.write(know_costs)
    assert await trips(counter, lambda: order(shop, customer, LATTE, BORSCHT)) == 9


async def test_an_idempotency_key_takes_two_more(shop: Shop, counter: Counter) -> None:
    customer, keys = await shop.customer(1001), iter("abc")

    assert await trips(counter, lambda: order(shop, customer, LATTE, BORSCHT, key=next(keys))) == 10


async def test_orders_of_other_dishes_have_the_same_statements(shop: Shop, counter: Counter) -> None:
    customer = await shop.customer(1001)
    await order(shop, customer, LATTE, BORSCHT)
    before = counter.answers
    await order(shop, customer, LATTE, BORSCHT, ESPRESSO)
    assert counter.answers - before == 10, "one dish more is two round trips more"


async def test_a_cart_is_one(shop: Shop, counter: Counter) -> None:
    customer = await shop.customer(1001, LATTE)

    assert await trips(counter, lambda: shop.rival.cart.get(customer)) == 1

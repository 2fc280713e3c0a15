"""Orders while others are not friendly: idle connections, looks without a cookie, requests for payment pages.

Each load is bounded in connections and in time, and stays on loopback. What counts is the ratio to the same orders
without the load, in alternating rounds of one run.
"""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from statistics import quantiles
from typing import Any

from bench.load import Measured, Script, drive
from bench.rows import PICKUP, Guest, order_script, plain, repeat, request
from bench.servers import Server, ask

ROUNDS = 8
SECONDS = 0.3
ORDERING = 4
"""Connections that order."""
FLOODING = 8
"""Connections of each flood; each asks again as soon as it is answered."""
IDLE = 200
HEADINGS = (
    "an order (3 requests) beside",
    "orders/s",
    "others/s",
    "median ms",
    "99 % ms",
    "99 % alone",
    "ratio",
    "target",
)
MAX_RATIO = 2.0


@dataclass(frozen=True, slots=True)
class Load:
    """What goes on beside the orders."""

    name: str
    idle: int
    floods: list[Callable[[], Script]]


def bank_answers() -> list[dict[str, Any]]:
    """What a bank answers that makes every invoice at once; for the bare handler."""
    answers = {
        ("POST", "/api/merchant/invoice/create"): {"invoiceId": "p2_bench", "pageUrl": "https://pay.example/p2_bench"},
        ("GET", "/api/merchant/invoice/status"): {"invoiceId": "p2_bench", "status": "created"},
        ("POST", "/api/merchant/invoice/remove"): {},
    }
    return [
        {
            "method": method,
            "path": path,
            "status": 200,
            "headers": {"Content-Type": "application/json"},
            "body": base64.b64encode(json.dumps(body).encode()).decode(),
        }
        for (method, path), body in answers.items()
    ]


async def measure_loads(server: Server) -> list[tuple[str, ...]]:
    """Return the lines of the table; `server` is a service whose bank is the bare handler."""
    _, menu = ask(server.port, "GET", "/api/products")
    products = [product["id"] for product in json.loads(menu) if "option_groups" not in product][:2]
    looks = [partial(repeat, request("GET", "/api/cart"))] * FLOODING
    pays = [partial(repeat, _pay_request(server, products)) for _ in range(FLOODING)]
    loads = [
        Load(f"{IDLE} idle connections", IDLE, []),
        Load("looks without a cookie", 0, [*looks]),
        Load("/pay", 0, [*pays]),
        Load("all of them", IDLE, [*looks, *pays]),
    ]
    orders: list[Callable[[], Script]] = [partial(order_script, products)] * ORDERING
    return [HEADINGS, *[await _measure(server, orders, load) for load in loads]]


async def _measure(server: Server, orders: list[Callable[[], Script]], load: Load) -> tuple[str, ...]:
    """Alternate rounds with the load and without it."""
    alone: list[Measured] = []
    beside: list[Measured] = []
    floods: list[Measured] = []
    for turn in range(ROUNDS + 1):
        quiet = await drive([server.port], orders, SECONDS, 3)
        async with _idle_connections(server.port, load.idle):
            driven = [drive([server.port], scripts, SECONDS, unit) for scripts, unit in ((orders, 3), (load.floods, 1))]
            ours, theirs = await asyncio.gather(*driven)
        if turn:  # the first round is a warm-up
            alone.append(quiet)
            beside.append(ours)
            floods.append(theirs)
    (_, alone_99), (median, beside_99) = _percentiles(alone), _percentiles(beside)
    return (
        load.name,
        f"{_rate(beside):,.0f}",
        f"{_rate(floods):,.0f}",
        f"{median:.1f}",
        f"{beside_99:.1f}",
        f"{alone_99:.1f}",
        f"{beside_99 / alone_99:.1f}",
        f"{MAX_RATIO} {'met' if beside_99 <= MAX_RATIO * alone_99 else 'MISSED'}",
    )


def _percentiles(rounds: list[Measured]) -> tuple[float, float]:
    """Return the median and the 99th percentile of all rounds together, in milliseconds."""
    cuts = quantiles([latency for each in rounds for latency in each.latencies], n=100)
    return cuts[49] * 1000, cuts[98] * 1000


def _rate(rounds: list[Measured]) -> float:
    return sum(len(each.latencies) for each in rounds) / sum(each.seconds for each in rounds)


def _pay_request(server: Server, products: list[int]) -> bytes:
    """Place a card order, and build the request for another payment page of it."""
    guest = Guest(server, *plain(products))
    form = {**PICKUP, "payment_method": "card"}
    response, content = ask(server.port, "POST", "/api/checkout/pickup", form, guest.headers)
    placed = json.loads(content)
    if response.status != 201 or not placed["pay_url"]:
        raise SystemExit(f"no payment page: {response.status} {content!r}")
    return request("POST", f"/api/orders/{placed['order_id']}/pay", headers=guest.headers)


@asynccontextmanager
async def _idle_connections(port: int, count: int) -> AsyncIterator[None]:
    """Hold connections that send nothing."""
    loop = asyncio.get_running_loop()
    transports = [(await loop.create_connection(asyncio.Protocol, "127.0.0.1", port))[0] for _ in range(count)]
    try:
        yield
    finally:
        for transport in transports:
            transport.close()

"""What is measured: for every row the requests for the service, and the same ones for the bare handler."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench.load import Script
from bench.servers import Server, as_answer, ask

CONNECTIONS = 32
CART_SIZE = 3
PICKUP = {"name": "Олена", "phone": "+380 67 123 45 67", "pickup_time": "14:30", "payment_method": "cash"}
BROWSER = {"Accept-Encoding": "gzip, deflate, br", "Accept": "*/*", "User-Agent": "bench"}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    name: str
    target: float
    """The share of the bare handler's rate that we aim for."""
    unit: int
    """How many requests are one unit of work."""
    service: list[Callable[[], Script]]
    bare: list[Callable[[], Script]]


def request(method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> bytes:
    """The bytes of a request."""
    sent = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name}: {value}" for name, value in {**BROWSER, **(headers or {})}.items()]
    if sent:
        lines += ["Content-Type: application/json", f"Content-Length: {len(sent)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + sent


def repeat(*requests: bytes) -> Script:
    """The same requests over and over."""
    while True:
        for each in requests:  # noqa: UP028 - a tuple cannot be sent the answers
            yield each


def whole_orders(first_add: bytes, later: Callable[[str], tuple[bytes, ...]]) -> Script:
    """A new guest adds, adds again and orders; then the next new guest."""
    while True:
        answer = yield first_add
        for each in later(cookie_in(answer)):  # noqa: UP028 - likewise
            yield each


def cookie_in(answer: bytes) -> str:
    """The session cookie that an answer sets."""
    start = answer.index(b"Set-Cookie: ") + len(b"Set-Cookie: ")
    return answer[start : answer.index(b";", start)].decode()


class Guest:
    """A guest of the service with something in the cart."""

    def __init__(self, server: Server, products: list[int]) -> None:
        self.cookie = ""
        for product in products:
            headers = {"Cookie": self.cookie} if self.cookie else {}
            response, _ = ask(server.port, "POST", "/api/cart/items", {"product_id": product}, headers)
            self.cookie = (response.getheader("Set-Cookie") or self.cookie).partition(";")[0]

    @property
    def headers(self) -> dict[str, str]:
        """What the guest's browser sends."""
        return {"Cookie": self.cookie}


class Rows:
    """Prepares the rows over a running service, and collects its answers for the bare handler."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.answers: list[dict[str, Any]] = []
        _, menu = ask(server.port, "GET", "/api/products")
        products = [product["id"] for product in json.loads(menu)]
        self.products = products[:CART_SIZE]
        self.guests = [Guest(server, self.products) for _ in range(CONNECTIONS)]

    def all(self) -> list[Row]:
        """The rows, in the table's order."""
        guest = self.guests[0].headers
        return [
            self._same("menu", 0.85, "/api/products", [{}]),
            self._same("settings", 0.85, "/api/settings", [{}]),
            self._same("get cart", 0.40, "/api/cart", [each.headers for each in self.guests]),
            self._add(guest),
            self._order(),
        ]

    def _bare(self, row: str, method: str, path: str, body: Any, headers: dict[str, str]) -> str:
        """Ask the service once, and have the bare handler give the same answer under a path of the row's own."""
        response, content = ask(self.server.port, method, path, body, {**BROWSER, **headers})
        if response.status not in {200, 201}:
            raise SystemExit(f"{method} {path}: {response.status} {content!r}")
        own = f"/{row.replace(' ', '-')}{path}"
        self.answers.append(as_answer(method, own, response, content))
        return own

    def _same(self, name: str, target: float, path: str, callers: list[dict[str, str]]) -> Row:
        own = self._bare(name, "GET", path, None, callers[0])
        every = [callers[at % len(callers)] for at in range(CONNECTIONS)]
        return Row(
            name,
            target,
            1,
            [partial(repeat, request("GET", path, headers=caller)) for caller in every],
            [partial(repeat, request("GET", own, headers=caller)) for caller in every],
        )

    def _add(self, guest: dict[str, str]) -> Row:
        path = "/api/cart/items"
        bodies = [{"product_id": product, "quantity": 1} for product in self.products]
        own = self._bare("add to cart", "POST", path, bodies[0], guest)
        return Row(
            "add to cart",
            0.25,
            1,
            [partial(repeat, *(request("POST", path, b, g.headers) for b in bodies)) for g in self.guests],
            [partial(repeat, *(request("POST", own, b, g.headers) for b in bodies)) for g in self.guests],
        )

    def _order(self) -> Row:
        name, add, checkout = "guest order (3 requests)", "/api/cart/items", "/api/checkout/pickup"
        bodies = [{"product_id": product, "quantity": 1} for product in self.products[:2]]
        guest = Guest(self.server, self.products[:1])
        own_add = self._bare("order", "POST", add, bodies[1], guest.headers)
        own_checkout = self._bare("order", "POST", checkout, PICKUP, guest.headers)

        def later(add_path: str, checkout_path: str, cookie: str) -> tuple[bytes, ...]:
            headers = {"Cookie": cookie}
            return (
                request("POST", add_path, bodies[1], headers),
                request("POST", checkout_path, PICKUP, headers),
            )

        prepared = (request("POST", own_add, bodies[0]), *later(own_add, own_checkout, guest.cookie))
        order = partial(whole_orders, request("POST", add, bodies[0]), partial(later, add, checkout))
        return Row(name, 0.10, 3, [order] * CONNECTIONS, [partial(repeat, *prepared)] * CONNECTIONS)

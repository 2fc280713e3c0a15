"""The rows of the benchmark: requests for the service, and the same ones for the bare handler."""

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
ADD, PICKUP_CHECKOUT = "/api/cart/items", "/api/checkout/pickup"
BROWSER = {"Accept-Encoding": "gzip, deflate, br", "Accept": "*/*", "User-Agent": "bench"}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    name: str
    target: float
    """The target rate as a share of the bare handler's rate."""
    unit: int
    """How many requests are one unit of work."""
    service: list[Callable[[], Script]]
    bare: list[Callable[[], Script]]


def request(method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> bytes:
    """Build the bytes of a request."""
    sent = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name}: {value}" for name, value in {**BROWSER, **(headers or {})}.items()]
    if sent:
        lines += ["Content-Type: application/json", f"Content-Length: {len(sent)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + sent


def repeat(*requests: bytes) -> Script:
    """Repeat the same requests forever."""
    while True:
        for each in requests:  # noqa: UP028 - `yield from` cannot send responses into a tuple
            yield each


def whole_orders(first_add: bytes, later: Callable[[str], tuple[bytes, ...]]) -> Script:
    """As a new guest, add two products and order; then repeat as the next new guest."""
    while True:
        answer = yield first_add
        for each in later(cookie_in(answer)):  # noqa: UP028 - see above
            yield each


def cookie_in(answer: bytes) -> str:
    """Extract the session cookie that a response sets."""
    start = answer.index(b"Set-Cookie: ") + len(b"Set-Cookie: ")
    return answer[start : answer.index(b";", start)].decode()


def order_script(products: list[int]) -> Script:
    """Order two products as one new guest after the other."""
    first, second = ({"product_id": product, "quantity": 1} for product in products)
    return whole_orders(request("POST", ADD, first), partial(_later_requests, second, ADD, PICKUP_CHECKOUT))


def _later_requests(body: Any, add_path: str, checkout_path: str, cookie: str) -> tuple[bytes, ...]:
    headers = {"Cookie": cookie}
    return request("POST", add_path, body, headers), request("POST", checkout_path, PICKUP, headers)


class Guest:
    """A guest with these products in the cart, each with the choice that is given, if any."""

    def __init__(self, server: Server, *products: dict[str, Any]) -> None:
        self.cookie = ""
        for product in products:
            headers = {"Cookie": self.cookie} if self.cookie else {}
            response, _ = ask(server.port, "POST", "/api/cart/items", product, headers)
            self.cookie = (response.getheader("Set-Cookie") or self.cookie).partition(";")[0]

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": self.cookie}


def plain(products: list[int]) -> list[dict[str, Any]]:
    """Return what adds these products as they come."""
    return [{"product_id": product} for product in products]


def _chosen(product: dict[str, Any]) -> dict[str, Any]:
    """Return what adds a product with the last option of its first group."""
    groups = product["option_groups"]
    kept = [option["id"] for group in groups[1:] for option in group["options"] if option["is_default"]]
    chosen = [groups[0]["options"][-1]["id"], *kept]
    return {"product_id": product["id"], "options": [{"id": option} for option in chosen]}


class Rows:
    """Prepares the rows on a running service, and collects its responses for the bare handler."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.answers: list[dict[str, Any]] = []
        _, menu = ask(server.port, "GET", "/api/products")
        products = json.loads(menu)
        self.products = [product["id"] for product in products if "option_groups" not in product][:CART_SIZE]
        self.guests = [Guest(server, *plain(self.products)) for _ in range(CONNECTIONS)]
        with_options = [product for product in products if "option_groups" in product][:CART_SIZE]
        self.choosers = [Guest(server, *map(_chosen, with_options)) for _ in range(CONNECTIONS)]

    def all(self) -> list[Row]:
        """Return the rows in the order of the table."""
        guest = self.guests[0].headers
        return [
            self._same("menu", 0.90, "/api/products", [{}]),
            self._same("settings", 0.90, "/api/settings", [{}]),
            self._same("get cart", 0.50, "/api/cart", [each.headers for each in self.guests]),
            self._same("get cart, options", 0.40, "/api/cart", [each.headers for each in self.choosers]),
            self._add(guest),
            self._order(),
        ]

    def _bare(self, row: str, method: str, path: str, body: Any, headers: dict[str, str]) -> str:
        """Request the service once, and make the bare handler return the same response at a path of this row."""
        response, content = ask(self.server.port, method, path, body, {**BROWSER, **headers})
        if response.status not in {200, 201}:
            raise SystemExit(f"{method} {path}: {response.status} {content!r}")
        bare_path = f"/{row.replace(' ', '-')}{path}"
        self.answers.append(as_answer(method, bare_path, response, content))
        return bare_path

    def _same(self, name: str, target: float, path: str, callers: list[dict[str, str]]) -> Row:
        bare_path = self._bare(name, "GET", path, None, callers[0])
        headers_per_connection = [callers[at % len(callers)] for at in range(CONNECTIONS)]
        return Row(
            name,
            target,
            1,
            [partial(repeat, request("GET", path, headers=caller)) for caller in headers_per_connection],
            [partial(repeat, request("GET", bare_path, headers=caller)) for caller in headers_per_connection],
        )

    def _add(self, guest: dict[str, str]) -> Row:
        path = "/api/cart/items"
        bodies = [{"product_id": product, "quantity": 1} for product in self.products]
        bare_path = self._bare("add to cart", "POST", path, bodies[0], guest)
        return Row(
            "add to cart",
            0.45,
            1,
            [partial(repeat, *(request("POST", path, b, g.headers) for b in bodies)) for g in self.guests],
            [partial(repeat, *(request("POST", bare_path, b, g.headers) for b in bodies)) for g in self.guests],
        )

    def _order(self) -> Row:
        name = "guest order (3 requests)"
        bodies = [{"product_id": product, "quantity": 1} for product in self.products[:2]]
        guest = Guest(self.server, *plain(self.products[:1]))
        bare_add = self._bare("order", "POST", ADD, bodies[1], guest.headers)
        bare_checkout = self._bare("order", "POST", PICKUP_CHECKOUT, PICKUP, guest.headers)

        later = partial(_later_requests, bodies[1])
        prepared = (request("POST", bare_add, bodies[0]), *later(bare_add, bare_checkout, guest.cookie))
        order = partial(order_script, self.products[:2])
        return Row(name, 0.30, 3, [order] * CONNECTIONS, [partial(repeat, *prepared)] * CONNECTIONS)

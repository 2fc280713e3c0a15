"""How long guests wait who put into their carts and order while somebody changes the whole of a large menu."""

import http.client
import json
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from bench.rows import ADD, PICKUP, PICKUP_CHECKOUT
from bench.servers import Server, ask, service
from bench.stalls import ALLOWED_MS, PAUSE, sign_in
from tests.worst_bodies import menu_file, new_prices

HEADINGS = (
    "a guest's POST beside",
    "took s",
    "add: median ms",
    "longest ms",
    "order: median ms",
    "longest ms",
    "target",
)
Headers = dict[str, str]
JSON = {"Content-Type": "application/json"}


@dataclass(slots=True)
class Watch:
    """A guest who does the same again and again while something else is done."""

    act: Callable[[], float]
    waits: list[float]

    def until(self, work: threading.Thread) -> None:
        while work.is_alive() or len(self.waits) < 2:
            self.waits.append(self.act())
            time.sleep(PAUSE)


def measure_large_changes() -> list[tuple[str, ...]]:
    """Return the lines of a table: each large change once."""
    with tempfile.TemporaryDirectory() as folder, service(Path(folder)) as cafe:
        owner = sign_in(cafe, Path(folder))
        _row(cafe, "", lambda: time.sleep(0.5))  # a warm-up
        return [HEADINGS, *(_row(cafe, name, act) for name, act in _acts(cafe.port, owner))]


def _acts(port: int, owner: Headers) -> list[tuple[str, Callable[[], None]]]:
    def post(path: str, body: bytes, headers: Headers = JSON) -> Any:
        return _fetch(port, "POST", path, owner | headers, body)

    def look(price: int) -> str:
        return str(post("/api/desk/menu/file/look", menu_file(price), {})["digest"])

    def load(price: int) -> None:
        post(f"/api/desk/menu/file?digest={digests[price]}", menu_file(price), {})

    def keep(price: int) -> None:
        digests[price] = look(price)

    def edit() -> None:
        changes.append(post("/api/desk/edits", new_prices(101, 102))["change"]["id"])

    def get(path: str) -> Callable[[], None]:
        return lambda: _fetch(port, "GET", path, owner)

    digests, changes = dict[int, str](), list[int]()
    return [
        ("nothing", lambda: time.sleep(1)),
        ("look at a new menu's file", lambda: keep(100)),
        ("load it", lambda: load(100)),
        ("look at it with other prices", lambda: keep(101)),
        ("load it with other prices", lambda: load(101)),
        ("as many edits", edit),
        ("undo them", lambda: post(f"/api/desk/changes/{changes[0]}/undo", b"{}")),
        ("the menu's file", get("/api/desk/menu/file")),
        ("the desk's menu", get("/api/desk/menu")),
        ("the desk's catalogue", get("/api/desk/catalogue")),
        ("the history", get("/api/desk/changes")),
        ("the menu", get("/api/menu")),
    ]


def _row(cafe: Server, name: str, act: Callable[[], None]) -> tuple[str, ...]:
    begun = time.perf_counter()
    work = threading.Thread(target=act)
    watches = [Watch(_adding(cafe.port), []), Watch(_ordering(cafe.port), [])]
    guests = [threading.Thread(target=watch.until, args=(work,)) for watch in watches]
    for thread in (work, *guests):
        thread.start()
    work.join()
    took = time.perf_counter() - begun
    for guest in guests:
        guest.join()
    figures = [f"{figure:.1f}" for watch in watches for figure in (median(watch.waits), max(watch.waits))]
    longest = max(max(watch.waits) for watch in watches)
    return name, f"{took:.1f}", *figures, f"{ALLOWED_MS} {'met' if longest <= ALLOWED_MS else 'MISSED'}"


def _adding(port: int) -> Callable[[], float]:
    """Return what adds to the cart of one guest, and tells how long it took in ms."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    body = json.dumps({"product_id": 1, "quantity": 1}).encode()
    response, _ = ask(port, "POST", ADD, {"product_id": 1, "quantity": 1})
    headers = JSON | {"Cookie": str(response.getheader("Set-Cookie")).partition(";")[0]}
    return lambda: _timed(connection, ADD, body, headers)[0]


def _ordering(port: int) -> Callable[[], float]:
    """Return what orders as a new guest each time, and tells how long the order itself took in ms."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    add, order = json.dumps({"product_id": 2, "quantity": 1}).encode(), json.dumps(PICKUP).encode()

    def once() -> float:
        _, cookie = _timed(connection, ADD, add, JSON)
        return _timed(connection, PICKUP_CHECKOUT, order, JSON | {"Cookie": cookie})[0]

    return once


def _timed(connection: http.client.HTTPConnection, path: str, body: bytes, headers: Headers) -> tuple[float, str]:
    before = time.perf_counter()
    connection.request("POST", path, body, headers)
    response = connection.getresponse()
    answer = response.read()
    took = 1000 * (time.perf_counter() - before)
    if response.status not in {200, 201}:
        raise SystemExit(f"{path}: {response.status} {answer[:300].decode()}")
    return took, str(response.getheader("Set-Cookie")).partition(";")[0]


def _fetch(port: int, method: str, path: str, headers: Headers, body: bytes | None = None) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request(method, path, body, {"Origin": f"http://127.0.0.1:{port}", **headers})
    response = connection.getresponse()
    answer = response.read()
    connection.close()
    if response.status != 200:
        raise SystemExit(f"{path}: {response.status} {answer[:300].decode()}")
    return json.loads(answer) if response.getheader("Content-Type", "").startswith("application/json") else None


if __name__ == "__main__":
    from bench.tables import print_table

    print_table(measure_large_changes())

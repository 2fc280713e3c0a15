"""Nothing that anybody posts holds up the others: while the worst bodies come, the event loop is never busy for long.

What is measured is the processor's time of the loop's own thread in one turn, as a ratio to what writing plain rows
takes on the same machine at that moment: such work is made of the same stuff, so both slow down together.
"""

import asyncio
import http.client
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import yaml

from cafe.core.kernel.database import Connection
from cafe.core.kernel.meta import bump_catalogue_version
from cafe.db.sqlite import _BatchWriter, _Job
from tests.driver import Cafe
from tests.web.desk.roles import ROLES
from tests.web.kitchen import paired
from tests.worst_bodies import BODIES, BY_GUESTS, BY_TABLETS, DISHES, by_staff, menu_file, new_prices, with_ones

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "openapi.yaml"
PLAIN_ROWS = 30_000
"""Nothing may take longer than to write so many into a table with an index: some 50 ms on a machine of today."""
LARGE_ANSWERS = [
    "/api/desk/reports?from=2016-06-16&to=2026-06-15",
    "/api/desk/reports/file?from=2016-06-16&to=2026-06-15&format=csv",
    "/api/desk/reports/file?from=2016-06-16&to=2026-06-15&format=xlsx",
]
OF_A_LARGE_MENU = [
    "/api/products",
    "/menu/",
    "/webapp/",
    "/api/desk/menu",
    "/api/desk/menu/file",
    "/api/desk/catalogue",
    "/api/desk/changes",
]
OF_NEW_DISHES = 3
"""Times as long may 4,000 new dishes take: they are 16,000 rows, which is more than fits into the limit."""
TRIES = 3
"""The quickest of so many counts: the collector of garbage and cold caches are not the body's fault."""


class Turns:
    """How long the loop's turns took, in seconds of its thread."""

    def __init__(self) -> None:
        self.longest = 0.0

    @contextmanager
    def watched(self, patch: pytest.MonkeyPatch) -> Iterator[None]:
        run = asyncio.events.Handle._run

        def timed(handle: asyncio.Handle) -> None:
            before = time.thread_time()
            run(handle)
            self.longest = max(self.longest, time.thread_time() - before)

        with patch.context() as patched:
            patched.setattr(asyncio.events.Handle, "_run", timed)
            yield


class Holds:
    """How long SQLite's writer had others wait, in seconds of its thread: the disk's are not counted."""

    def __init__(self) -> None:
        self.longest = 0.0

    @contextmanager
    def watched(self, patch: pytest.MonkeyPatch) -> Iterator[None]:
        run = _BatchWriter.__call__

        def timed(writer: _BatchWriter, raw: sqlite3.Connection, jobs: list[_Job]) -> None:
            before = time.thread_time()
            run(writer, raw, jobs)
            self.longest = max(self.longest, time.thread_time() - before)

        with patch.context() as patched:
            patched.setattr(_BatchWriter, "__call__", timed)
            yield


def allowed() -> float:
    """How long a turn may take on this machine just now, in seconds of its thread."""
    part = PLAIN_ROWS // 3

    def work() -> float:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
            raw.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, name TEXT UNIQUE, price INTEGER)")
            before = time.thread_time()
            raw.execute("BEGIN")
            for number in range(part):
                raw.execute("INSERT INTO plain (name, price) VALUES (?, ?)", (f"dish-{number}", number))
            raw.execute("COMMIT")
            return time.thread_time() - before

    return 3 * min(work() for _ in range(3))


def post(port: int, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> None:
    """Send it from a thread of its own, so that the sender's work is not the loop's."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, path, body, dict(headers))
        connection.getresponse().read()
    except (BrokenPipeError, ConnectionResetError):
        pass  # refused before it has all come
    finally:
        connection.close()


async def stalls(
    cafe: Cafe, routes: list[tuple[str, str]], headers: Mapping[str, str], patch: pytest.MonkeyPatch
) -> dict[tuple[str, str], float]:
    """The bodies that had the loop's or the writer's thread busy for too long, by address and kind; in seconds."""
    port, turns, holds, limit = int(cafe.url.rpartition(":")[2]), Turns(), Holds(), allowed()
    found: dict[tuple[str, str], float] = {}
    with turns.watched(patch), holds.watched(patch):
        for method, path in routes:
            for kind, body in BODIES.items():
                least = float("inf")
                for _ in range(TRIES):
                    await asyncio.sleep(0)  # `allowed` is not part of the next turn
                    turns.longest = holds.longest = 0.0
                    await asyncio.to_thread(post, port, method, path, body, headers)
                    least = min(least, max(turns.longest, holds.longest))
                    if least <= limit or least <= allowed():  # the machine's pace may have changed since
                        break
                else:
                    found[path, kind] = round(least, 3)
    return found


def test_every_route_that_takes_a_body_is_posted_to() -> None:
    document = yaml.safe_load(DOCUMENT.read_text(encoding="utf-8"))
    routes = {
        (method.upper(), with_ones(path))
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if method != "parameters" and "requestBody" in operation
    }
    assert routes - {*BY_GUESTS, *BY_TABLETS, *by_staff()} == set()


async def test_what_guests_and_banks_post(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = cafe.guest()
    await guest.places("latte")
    await guest.adds("latte")
    headers = {**guest.identity(), "X-Sign": "MEUCIQ=="}
    assert await stalls(cafe, list(BY_GUESTS), headers, monkeypatch) == {}
    assert (await guest.cart()).json["count"] > 0


async def test_reports_of_ten_years(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = await cafe.desk("manager")
    port, turns, limit = int(cafe.url.rpartition(":")[2]), Turns(), allowed()
    found: dict[str, float] = {}
    with turns.watched(monkeypatch):
        for path in LARGE_ANSWERS:
            assert (await visitor.get(path)).status == 200
            least = float("inf")
            for _ in range(TRIES):
                turns.longest = 0.0
                await asyncio.to_thread(post, port, "GET", path, b"", visitor.identity())
                least = min(least, turns.longest)
            if least > limit:
                found[path] = round(least, 3)
    assert found == {}


async def test_what_tablets_post(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    await cafe.guest().places("latte")
    tablet = await paired(cafe)
    assert await stalls(cafe, list(BY_TABLETS), tablet.identity(), monkeypatch) == {}


@pytest.mark.parametrize("role", ROLES)
async def test_what_the_staff_post(cafe: Cafe, role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = await cafe.desk(role)
    assert await stalls(cafe, list(by_staff()), visitor.identity(), monkeypatch) == {}


def forget_dishes(conn: Connection) -> None:
    bump_catalogue_version(conn)
    conn.run("DELETE FROM recipes")
    conn.run("DELETE FROM products WHERE slug LIKE 'dish-%'")


async def test_changes_of_a_large_menu(cafe: Cafe, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = await cafe.desk()
    port, turns, holds = int(cafe.url.rpartition(":")[2]), Turns(), Holds()
    least: dict[str, float] = {}
    """By what was done: as a share of what was allowed just then."""

    async def act(name: str, method: str, path: str, body: bytes = b"") -> None:
        await asyncio.sleep(0)  # `allowed` is not part of the next turn
        turns.longest = holds.longest = 0.0
        await asyncio.to_thread(post, port, method, path, body, visitor.identity())
        limit = allowed()
        for kind, took in ((f"{name}: loop", turns.longest), (f"{name}: writer", holds.longest)):
            least[kind] = min(least.get(kind, float("inf")), round(took / limit, 2))

    async def load(name: str, price: int) -> None:
        file = menu_file(price)
        looked = await visitor.request("POST", "/api/desk/menu/file/look", data=file)
        await act("look", "POST", "/api/desk/menu/file/look", file)
        await act(name, "POST", f"/api/desk/menu/file?digest={looked.json['digest']}", file)
        assert await cafe.value("SELECT count(*) FROM products WHERE price = :price", price=price) == DISHES

    with turns.watched(monkeypatch), holds.watched(monkeypatch):
        for price in range(1_000, 1_000 + TRIES):
            await load("new dishes", price)
            await load("new prices", price + 500)
            await act("edits", "POST", "/api/desk/edits", new_prices(price + 500, 2_000))
            last = await cafe.value("SELECT max(id) FROM changes")
            await act("undo", "POST", f"/api/desk/changes/{last}/undo", b"{}")
            for path in OF_A_LARGE_MENU:
                await act(path, "GET", path)
            await cafe.app.database.write(forget_dishes)
    assert {kind: took for kind, took in least.items() if took > (OF_NEW_DISHES if "new dishes" in kind else 1)} == {}

"""How long a guest waits for their cart while the staff ask for what is large, or post it: reports, files, bodies."""

import http.client
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import quantiles

from bench.history import YEAR, make_cafe
from bench.rows import Guest, plain
from bench.servers import ROOT, Server, ask, service
from tests.worst_bodies import BODIES

ALLOWED_MS = 50
PAUSE = 0.003
"""Seconds between two looks at the cart."""
POSTED = ("/api/desk/edits", "/api/desk/menu/prices", "/api/desk/menu/file/look", "/api/desk/staff")
"""Where the largest and costliest bodies go, each to each."""
HEADINGS = ("a cart's GET beside", "took s", "looks", "median ms", "99 % ms", "longest ms", f"target {ALLOWED_MS}")


def paths() -> dict[str, str]:
    """Return what the staff ask for; its periods end today."""
    today = datetime.now(UTC).date()
    years, weeks = (f"from={today - timedelta(days=days)}&to={today}" for days in (1_275, 45))
    return {
        "nothing": "",
        "report, 3.5 years": f"/api/desk/reports?{years}",
        "the same, XLSX": f"/api/desk/reports/file?{years}&format=xlsx",
        "orders": "/api/desk/orders",
        "orders, CSV": "/api/desk/orders/file?format=csv",
        "orders, XLSX": f"/api/desk/orders/file?format=xlsx&{weeks}",
        "customers": "/api/desk/customers",
        "the day": "/api/desk/day",
        "stock": "/api/desk/stock",
        "changes": "/api/desk/changes",
        "the menu's file": "/api/desk/menu/file",
    }


def measure_stalls() -> list[tuple[str, ...]]:
    """Return the lines of a table: each look-up once, all bodies, each beside a guest who looks at their cart."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_cafe(folder, replace(YEAR, until=int(time.time())))
        with service(folder) as cafe:
            headers = sign_in(cafe, folder)
            guest = Guest(cafe, *plain([1, 2]))
            rows = [
                _row(cafe, name, partial(_fetch, cafe.port, path, headers), guest) for name, path in paths().items()
            ]
            return [HEADINGS, *rows, _row(cafe, "bodies posted", partial(_post_all, cafe.port, headers), guest)]


def _row(cafe: Server, name: str, work: Callable[[], None], guest: Guest) -> tuple[str, ...]:
    begun = time.perf_counter()
    thread = threading.Thread(target=work)
    thread.start()
    waits = _watch(cafe.port, guest.headers, thread)
    took = time.perf_counter() - begun
    cuts, longest = quantiles(waits, n=100, method="inclusive"), max(waits)
    met = "met" if longest <= ALLOWED_MS else "MISSED"
    return name, f"{took:.1f}", str(len(waits)), f"{cuts[49]:.1f}", f"{cuts[98]:.1f}", f"{longest:.1f}", met


def _fetch(port: int, path: str, headers: dict[str, str]) -> None:
    if not path:
        time.sleep(2)
        return
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    while response.read(65_536):
        pass
    connection.close()
    if response.status != 200:
        raise SystemExit(f"{path}: {response.status}")


def _post_all(port: int, headers: dict[str, str]) -> None:
    for path in POSTED:
        for body in BODIES.values():
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            with suppress(BrokenPipeError, ConnectionResetError):  # refused before it has all come
                connection.request("POST", path, body, headers)
                connection.getresponse().read()
            connection.close()


def _watch(port: int, headers: dict[str, str], work: threading.Thread) -> list[float]:
    """Look at the cart until the work is done, at least twice; return how long each took in ms."""
    connection, waits = http.client.HTTPConnection("127.0.0.1", port, timeout=30), list[float]()
    while work.is_alive() or len(waits) < 2:
        before = time.perf_counter()
        connection.request("GET", "/api/cart", headers=headers)
        connection.getresponse().read()
        waits.append(1000 * (time.perf_counter() - before))
        time.sleep(PAUSE)
    connection.close()
    return waits


def sign_in(cafe: Server, folder: Path) -> dict[str, str]:
    """Be let in as an owner, by the command's link."""
    command = [sys.executable, "-m", "cafe", "desk-link"]
    env = {"CAFE_DATABASE_URL": f"sqlite:///{folder / 'cafe.db'}", "PYTHONPATH": str(ROOT)}
    link = subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, text=True)
    token = link.stdout.strip().rpartition("#link=")[2]
    origin = {"Origin": f"http://127.0.0.1:{cafe.port}"}
    response, _ = ask(cafe.port, "POST", "/api/desk/session/link", {"token": token}, origin)
    return {"Cookie": str(response.getheader("Set-Cookie")).partition(";")[0]}


if __name__ == "__main__":
    from bench.tables import print_table

    print_table(measure_stalls())

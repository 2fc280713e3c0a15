"""`python -m bench.growth`: a cafe with a year of history beside the same one on its second day.

Both run on one core and are asked in interleaved rounds, so that other work on the machine affects both. History should
slow nothing down but what must read it.
"""

import json
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import quote

import uvloop

from bench.history import FILE, YEAR, make_cafe
from bench.load import Script, drive
from bench.past_order import Size
from bench.rows import Guest, Rows, order_script, plain, repeat, request
from bench.rows import Row as ServiceRow
from bench.servers import ROOT, Server, ask, cores, pin, service
from bench.stalls import sign_in
from bench.tables import print_table

ROUNDS = 9
SECONDS = 0.3
STARTS = 3
ALLOWED = 1.2
"""How many times as long something may take after a year."""
LIMIT_OF_REPORTS, LIMIT_OF_LISTS = 1_000, 150
"""Milliseconds that something may take that must read a year: to report on it; to count and to search all of it."""
FIRST_DAYS = Size(orders=2 * YEAR.orders // YEAR.days, days=2)
ORDERING = 4
"""Connections that order beside the nightly copy."""

HEADINGS = ("", "new ms", "year ms", "ratio", "new cpu µs", "year cpu µs", "by cpu", "target")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: a request, or several that are one unit of work."""

    name: str
    path: str = ""
    limit: int = 0
    """Milliseconds after a year, for what must read all of it; 0: a ratio."""
    per_byte: bool = False
    """Whether its answer grows with the menu: compared by its length."""


Asked = tuple[Row, list[Callable[[], Script]], int]
"""A row, a script for each connection, and how many requests are one unit of work."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is asked for in a filled file."""

    order: int
    phone: str
    name: str
    until: int

    def day(self, back: int) -> str:
        return (datetime.fromtimestamp(self.until, UTC) - timedelta(days=back)).date().isoformat()


def guest_rows() -> list[Row]:
    return [
        Row("suggestions", "/api/menu/suggestions"),
        Row("what the form knows", "/api/checkout/prefill"),
        Row("times on offer", "/api/checkout/times?type=pickup"),
        Row("a guest's orders", "/api/orders"),
    ]


def desk_rows(known: Known) -> list[Row]:
    def find(what: str, name: str, text: str, limit: int = 0) -> Row:
        return Row(f"{what}: {name}", f"/api/desk/{what}?text={quote(text)}", limit)

    today = known.day(0)
    return [
        Row("news", "/api/desk/news"),
        Row("the day", "/api/desk/day"),
        Row("orders", "/api/desk/orders", LIMIT_OF_LISTS),
        Row("orders: next page", f"/api/desk/orders?after={known.until - 3600}-{known.order}"),
        Row("orders: of today", f"/api/desk/orders?from={today}"),
        find("orders", "a number", f"№{known.order}"),
        find("orders", "a phone", known.phone),
        find("orders", "a part of a phone", known.phone[-4:], LIMIT_OF_LISTS),
        find("orders", "a name", known.name, LIMIT_OF_LISTS),
        Row("orders: to return", "/api/desk/orders?owes=1"),
        Row("one order", f"/api/desk/orders/{known.order}"),
        Row("customers", "/api/desk/customers", LIMIT_OF_LISTS),
        find("customers", "a phone", known.phone),
        find("customers", "a name", known.name, LIMIT_OF_LISTS),
        Row("one customer", f"/api/desk/customers/{known.order}"),
        Row("report: a day", f"/api/desk/reports?from={today}&to={today}", per_byte=True),
        Row("report: 30 days", f"/api/desk/reports?from={known.day(29)}&to={today}", LIMIT_OF_REPORTS),
        Row("report: a year", f"/api/desk/reports?from={known.day(364)}&to={today}", LIMIT_OF_REPORTS),
        Row("stock", "/api/desk/stock", per_byte=True),
        Row("moves of the stock", "/api/desk/stock/moves"),
        Row("changes", "/api/desk/changes"),
        Row("checks", "/api/desk/checks"),
        Row("first steps", "/api/desk/first-steps"),
        Row("the desk's menu", "/api/desk/menu", per_byte=True),
    ]


class Cafe:
    """A service over a filled file, and who asks it for what."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server = server
        self.known = _known(folder / FILE)
        menu, *others, order = (self._same(row) for row in Rows(server).all())
        self.order = order
        guest, desk = Guest(server, *plain([1])).headers, sign_in(server, folder)
        board = {"Cookie": _pair(server, folder)}
        self.asked = [(replace(menu[0], per_byte=True), *menu[1:]), *others]
        self.asked += [self._get(row, guest) for row in guest_rows()]
        self.asked += [self._get(Row("board", "/api/board"), board)]
        self.asked += [self._get(row, desk) for row in desk_rows(self.known)]
        self.asked.append(order)

    def _same(self, row: ServiceRow) -> Asked:
        return Row(row.name), row.service, row.unit

    def _get(self, row: Row, headers: dict[str, str]) -> Asked:
        return row, [partial(repeat, request("GET", row.path, headers=headers))], 1

    def kilobytes(self, script: Callable[[], Script]) -> float:
        """Return the length of what is answered to the first request of a script."""
        raw = next(script()).replace(b"gzip, deflate, br", b"identity", 1)
        with closing(socket.create_connection(("127.0.0.1", self.server.port))) as sock:
            sock.sendall(raw.replace(b" HTTP/1.1", b" HTTP/1.0", 1))
            return len(b"".join(iter(lambda: sock.recv(65_536), b""))) / 1024


def _known(file: Path) -> Known:
    with closing(sqlite3.connect(file)) as raw:
        found = raw.execute(
            "SELECT id, phone, name FROM orders WHERE phone <> '' AND status = 'completed' "
            "ORDER BY id DESC LIMIT 1 OFFSET 60"
        ).fetchone()
        return Known(*found, *raw.execute("SELECT MAX(created_at) FROM orders").fetchone())


def _pair(server: Server, folder: Path) -> str:
    """Pair a tablet; return its cookie."""
    found = re.search(r": (\d{4}) (\d{4})\n", _command(folder, "board-code"))
    if found is None:
        raise SystemExit("no pairing code")
    response, _ = ask(server.port, "POST", "/api/board/pair", {"code": found[1] + found[2]})
    return str(response.getheader("Set-Cookie")).partition(";")[0]


def _command(folder: Path, name: str) -> str:
    env = {"CAFE_DATABASE_URL": f"sqlite:///{folder / FILE}", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "cafe", name]
    return subprocess.run(command, cwd=folder, env=env, check=False, capture_output=True, text=True).stdout


async def _round(cafe: Cafe, asked: Asked) -> tuple[float, float, int]:
    """Return the median in milliseconds, processor seconds, and how many units of work they were."""
    _, scripts, unit = asked
    before = cafe.server.cpu_seconds
    measured = await drive([cafe.server.port], scripts, SECONDS, unit)
    return median(measured.latencies) * 1000, cafe.server.cpu_seconds - before, len(measured.latencies)


async def _measure(new: tuple[Cafe, Asked], year: tuple[Cafe, Asked]) -> tuple[str, ...]:
    """Measure a row in rounds that alternate between the services."""
    pairs = []
    for turn in range(ROUNDS + 1):
        pair = (await _round(*new), await _round(*year))
        if turn:  # the first round is a warm-up
            pairs.append(pair)
    row = new[1][0]
    size = 1.0
    if row.per_byte:
        size = year[0].kilobytes(year[1][1][0]) / new[0].kilobytes(new[1][1][0])
    ratio = median(after[0] / before[0] for before, after in pairs) / size
    (ms, cpu), (year_ms, year_cpu) = (_summary(side) for side in zip(*pairs, strict=True))
    name = f"{row.name}, per byte ({size:.1f} times)" if row.per_byte else row.name
    is_met = year_ms <= row.limit if row.limit else ratio <= ALLOWED
    target = f"{row.limit:,} ms" if row.limit else f"{ALLOWED:.2f}"
    return (
        name,
        f"{ms:.2f}",
        f"{year_ms:.2f}",
        f"{ratio:.2f}",
        f"{cpu:.0f}",
        f"{year_cpu:.0f}",
        f"{year_cpu / cpu / size:.2f}" if cpu else "",
        f"{target} {'met' if is_met else 'MISSED'}",
    )


def _summary(rounds: Iterable[tuple[float, float, int]]) -> tuple[float, float]:
    """Return the median in milliseconds, and processor microseconds per unit of work."""
    latencies, seconds, units = zip(*rounds, strict=True)
    return median(latencies), 1e6 * sum(seconds) / sum(units)


def seconds_to_start(folders: Iterable[Path]) -> list[float]:
    """Return the median seconds from process start to the first response over each of these files, in turn."""
    samples = [[_start(folder) for folder in folders] for _ in range(STARTS)]
    return [median(column) for column in zip(*samples, strict=True)]


def _start(folder: Path) -> float:
    with service(folder) as server:
        return server.seconds_to_first_answer


def seconds_of_doctor(folders: Iterable[Path]) -> list[float]:
    return [
        median(column) for column in zip(*([_doctor(each) for each in folders] for _ in range(STARTS)), strict=True)
    ]


def _doctor(folder: Path) -> float:
    before = time.perf_counter()
    if "ok" not in _command(folder, "doctor"):
        raise SystemExit("doctor found nothing in order")
    return time.perf_counter() - before


async def measure_copy(folder: Path) -> str:
    """Measure orders beside the nightly copy, which a service makes a minute after its start, and before it."""
    copies = folder / "copies"
    with service(folder, CAFE_BACKUPS_KEPT="1", CAFE_BACKUPS=str(copies)) as server:
        _, menu = ask(server.port, "GET", "/api/products")
        products = [product["id"] for product in json.loads(menu) if "option_groups" not in product][:2]
        orders: list[Callable[[], Script]] = [partial(order_script, products)] * ORDERING
        alone, beside = list[float](), list[float]()
        began, seconds = 0.0, 0.0
        while not seconds:
            measured = await drive([server.port], orders, SECONDS, 3)
            entries = list(copies.iterdir()) if copies.exists() else []
            if not entries:
                alone += measured.latencies
                continue
            began = began or time.perf_counter()
            if any(not entry.name.startswith(".") for entry in entries):
                seconds = time.perf_counter() - began
            else:
                beside += measured.latencies
        [copy] = copies.glob(f"*/{FILE}")
        size = copy.stat().st_size / 1e6
    late_alone, late = (quantiles(each, n=100)[98] * 1000 for each in (alone, beside))
    return (
        f"nightly copy           {seconds:.1f} s for {size:.0f} MB ({size / seconds:.0f} MB/s), with orders beside it; "
        f"99 % of them {late:.1f} ms, {late_alone:.1f} ms before it"
    )


async def run() -> None:
    with tempfile.TemporaryDirectory() as name:
        now = int(time.time())
        folders = [Path(name) / "new", Path(name) / "year"]
        for folder, size in zip(folders, (FIRST_DAYS, YEAR), strict=True):
            folder.mkdir()
            make_cafe(folder, replace(size, until=now))
        starts = seconds_to_start(folders)
        doctors = seconds_of_doctor(folders)
        table: list[tuple[str, ...]] = [HEADINGS]
        with service(folders[0]) as new, service(folders[1]) as year:
            pin(0, cores()[1])
            cafes = Cafe(new, folders[0]), Cafe(year, folders[1])
            for before, after in zip(cafes[0].asked, cafes[1].asked, strict=True):
                table.append(await _measure((cafes[0], before), (cafes[1], after)))
            memory = f"resident memory        {new.resident_mb:.0f} MB new, {year.resident_mb:.0f} MB after a year"
        copied = await measure_copy(folders[1])
        print_table(table)
        print(f"\n{memory}")
        for what, (fresh, old) in (("start to first answer", starts), ("doctor", doctors)):
            verdict = "met" if old <= ALLOWED * fresh else "MISSED"
            print(
                f"{what:22} {fresh:.2f} s new, {old:.2f} s after a year; {old / fresh:.2f}, target {ALLOWED} {verdict}"
            )
        print(copied)


if __name__ == "__main__":
    uvloop.run(run())

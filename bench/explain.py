"""`python -m bench.explain`: where each microsecond of a request goes, on both engines."""

import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import orjson
import uvloop

from bench.load import drive
from bench.rows import CONNECTIONS, Row, Rows
from bench.servers import Server, bare_handler, cores, pin, service
from bench.tables import print_table
from tests.postgres import postgres_server

ROUNDS = 9
SECONDS = 0.5
EXPLAINED = ("get cart", "get cart, options", "add to cart", "guest order (3 requests)")
PARTS = ("session", "JSON", "core", "SQL", "commit")
HEADINGS = ("", "framework", "handlers", *PARTS, "threads", "together", "round trips")
"""`framework` is what the bare handler takes; `handlers` are ours and, on PostgreSQL, the driver."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A service that adds up where its time goes, and the file that it tells its sums in."""

    server: Server
    sums: Path

    def read(self) -> Mapping[str, Any]:
        """Return the sums as of now."""
        self.sums.unlink(missing_ok=True)
        os.kill(self.server.process.pid, signal.SIGUSR1)
        for _ in range(1000):
            if self.sums.exists():
                found: Mapping[str, Any] = orjson.loads(self.sums.read_bytes())
                return found
            time.sleep(0.005)
        raise SystemExit("the service told no sums")


async def explain(each: Explained, row: Row) -> dict[str, float]:
    """Drive a row for a while; return the microseconds of each part per unit of work, and the round trips."""
    before = each.read()
    measured = await drive([each.server.port], row.service, SECONDS, row.unit)
    after = each.read()
    units = len(measured.latencies)
    calls = Counter(after["calls"])
    calls.subtract(before["calls"])
    spent = Counter({name: after["spent"][name] - before["spent"].get(name, 0) for name in after["spent"]})
    for name in spent:
        spent[name] -= round(calls[name] * after["overhead"] / 2)
    threads = {kind: after["sums"][kind] - before["sums"][kind] for kind in ("main", "others")}
    for name in spent:
        threads[name.partition(" ")[0]] -= spent[name] + round(calls[name] * after["overhead"] / 2)
    parts = {part: spent[f"main {part}"] + spent[f"others {part}"] for part in PARTS}
    parts["threads"] = spent["main threads"] + threads["others"]
    parts["rest"] = threads["main"]
    found = {part: ns / 1000 / units for part, ns in parts.items()}
    return found | {"round trips": calls["round trip"] / units}


async def cost_of(bare: Server, row: Row) -> float:
    """Return the microseconds that the bare handler takes for the same requests."""
    before = bare.cpu_seconds
    measured = await drive([bare.port], row.bare, SECONDS, row.unit)
    return (bare.cpu_seconds - before) * 1e6 / len(measured.latencies)


async def run(url: str) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        engines = {"SQLite": None, "PostgreSQL": url}
        sums = {name: folder / f"{name}.json" for name in engines}
        servers = {
            name: stack.enter_context(
                service(folder, name, database_url=address, command=("-m", "bench.explained", str(sums[name])))
            )
            for name, address in engines.items()
        }
        explained = {name: Explained(servers[name], sums[name]) for name in engines}
        rows = {name: Rows(server) for name, server in servers.items()}
        by_row = {name: [row for row in each.all() if row.name in EXPLAINED] for name, each in rows.items()}
        bare = stack.enter_context(bare_handler(folder, rows["SQLite"].answers))
        pin(0, cores()[1])
        table: list[tuple[str, ...]] = [HEADINGS]
        for at, name in enumerate(EXPLAINED):
            rounds: dict[str, list[dict[str, float]]] = {engine: [] for engine in engines}
            frameworks = []
            for turn in range(ROUNDS + 1):
                found = {engine: await explain(explained[engine], by_row[engine][at]) for engine in engines}
                framework = await cost_of(bare, by_row["SQLite"][at])
                if turn:  # the first round is a warm-up
                    frameworks.append(framework)
                    for engine, parts in found.items():
                        rounds[engine].append(parts)
            table += [_line(name, engine, rounds[engine], median(frameworks)) for engine in engines]
    print(f"\nProcessor's microseconds per unit of work; {CONNECTIONS} connections, medians of {ROUNDS} rounds\n")
    print_table(table)


def _line(name: str, engine: str, rounds: list[dict[str, float]], framework: float) -> tuple[str, ...]:
    parts = {part: median(each[part] for each in rounds) for part in rounds[0]}
    trips = parts.pop("round trips")
    handlers = parts.pop("rest") - framework
    shown = [framework, handlers, *(parts[part] for part in PARTS), parts["threads"]]
    return f"{name}, {engine}", *(f"{each:.0f}" for each in (*shown, sum(shown))), f"{trips:.0f}" if trips else ""


def main() -> None:
    """Print the table."""
    with postgres_server() as postgres:
        uvloop.run(run(postgres.create_database()))


if __name__ == "__main__":
    main()

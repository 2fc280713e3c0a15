"""`python -m bench.shared`: the service on PostgreSQL, with one process and with two, beside itself on SQLite."""

import os
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import uvloop

from bench.load import drive
from bench.rows import CONNECTIONS, Row, Rows
from bench.servers import Server, cores, pin, service
from bench.tables import print_table
from tests.postgres import PostgresServer, postgres_server

ROUNDS = 7
SECONDS = 0.5
ORDER = "guest order (3 requests)"
MIN_SHARE, MAX_LATE, MIN_TIMES = 0.45, 2.0, 1.8
"""The targets of an order: rate with one process and its 99th percentile against SQLite's, rate of two against one."""
PINNED = (
    "", "sqlite per s", "postgres per s", "ratio", "target", "sqlite 99 %", "postgres 99 %", "times", "target",
    "sqlite cpu µs", "process", "server",
)  # fmt: skip
FREE = (
    "",
    "one per s",
    "two per s",
    "times",
    "target",
    "one 99 %",
    "two 99 %",
    "one cpu µs",
    "server",
    "two",
    "server",
)


@dataclass(frozen=True, slots=True)
class Round:
    """One round; `cpu` of the processes and of PostgreSQL's server in µs per unit of work, `late` in milliseconds."""

    rate: float
    late: float
    cpu: float
    server_cpu: float


class Measurement:
    """Drives services, and reads what they and PostgreSQL's server use."""

    def __init__(self, postgres: PostgresServer) -> None:
        self._postmaster = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])

    async def run(self, services: Sequence[Server], row: Row) -> Round:
        before = self._used(services)
        measured = await drive([each.port for each in services], row.service, SECONDS, row.unit)
        cpu, server_cpu = (
            (now - then) / max(1, len(measured.latencies)) * 1e6
            for then, now in zip(before, self._used(services), strict=True)
        )
        return Round(measured.rate, measured.percentiles[1], cpu, server_cpu)

    def pin_server(self) -> None:
        """Keep the server, with its processes for later connections, off the services' core."""
        for pid in self._server_processes():
            pin(pid, cores()[1])

    def _used(self, services: Sequence[Server]) -> tuple[float, float]:
        return sum(each.cpu_seconds for each in services), sum(map(_cpu_seconds, self._server_processes()))

    def _server_processes(self) -> list[int]:
        children = Path(f"/proc/{self._postmaster}/task/{self._postmaster}/children")
        return [self._postmaster, *map(int, children.read_text().split())] if children.exists() else []


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def on_one_core(measurement: Measurement, url: str, folder: Path) -> list[tuple[str, ...]]:
    """Compare the engines: the process has one core, PostgreSQL's server shares the other with the load."""
    table: list[tuple[str, ...]] = [PINNED]
    with service(folder, "sqlite") as sqlite, service(folder, "one", database_url=url) as shared:
        measurement.pin_server()
        for ours, theirs in zip(Rows(shared).all(), Rows(sqlite).all(), strict=True):
            pairs = [
                (await measurement.run([sqlite], theirs), await measurement.run([shared], ours))
                for _ in range(ROUNDS + 1)
            ][1:]  # the first round is a warm-up
            ratio = median(mine.rate / its.rate for its, mine in pairs)
            times = median(mine.late / its.late for its, mine in pairs)
            file, one = (_middle(rounds) for rounds in zip(*pairs, strict=True))
            is_order = ours.name == ORDER
            table.append(
                (
                    ours.name,
                    f"{file.rate:,.0f}",
                    f"{one.rate:,.0f}",
                    f"{ratio:.2f}",
                    _verdict(f"{MIN_SHARE}", is_met=ratio >= MIN_SHARE) if is_order else "",
                    f"{file.late:.2f}",
                    f"{one.late:.2f}",
                    f"{times:.2f}",
                    _verdict(f"{MAX_LATE}", is_met=times <= MAX_LATE) if is_order else "",
                    f"{file.cpu:.0f}",
                    f"{one.cpu:.0f}",
                    f"{one.server_cpu:.0f}",
                )
            )
    return table


async def with_two_processes(measurement: Measurement, url: str, folder: Path) -> list[tuple[str, ...]]:
    """Compare one process with two, where processes, server and load share all cores."""
    table: list[tuple[str, ...]] = [FREE]
    with ExitStack() as stack:
        both = [stack.enter_context(service(folder, name, database_url=url, pins=False)) for name in ("one", "two")]
        for row in Rows(both[0]).all():
            pairs = [
                (await measurement.run(both[:1], row), await measurement.run(both, row)) for _ in range(ROUNDS + 1)
            ][1:]
            times = median(together.rate / alone.rate for alone, together in pairs)
            one, two = (_middle(rounds) for rounds in zip(*pairs, strict=True))
            table.append(
                (
                    row.name,
                    f"{one.rate:,.0f}",
                    f"{two.rate:,.0f}",
                    f"{times:.2f}",
                    _verdict(f"{MIN_TIMES}", is_met=times >= MIN_TIMES) if row.name == ORDER else "",
                    f"{one.late:.2f}",
                    f"{two.late:.2f}",
                    *(f"{cpu:.0f}" for each in (one, two) for cpu in (each.cpu, each.server_cpu)),
                )
            )
    return table


def _middle(rounds: Sequence[Round]) -> Round:
    return Round(*(median(getattr(each, name) for each in rounds) for name in Round.__slots__))


def _verdict(target: str, *, is_met: bool) -> str:
    return f"{target} {'met' if is_met else 'MISSED'}"


async def run(measurement: Measurement, *urls: str) -> None:
    everywhere = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    with tempfile.TemporaryDirectory() as folder:
        free = await with_two_processes(measurement, urls[0], Path(folder))
        pin(0, cores()[1])
        pinned = await on_one_core(measurement, urls[1], Path(folder))
        pin(0, everywhere)
    print(f"\nPostgreSQL: {CONNECTIONS} connections, {ROUNDS} rounds of {SECONDS} s in turn, medians")
    print("\nThe process on one core, the server and the load on another\n")
    print_table(pinned)
    print(f"\nOne process and two; they, the server and the load share {len(everywhere) or 'all'} cores\n")
    print_table(free)


def main() -> None:
    """Print the tables."""
    with postgres_server() as postgres:
        uvloop.run(run(Measurement(postgres), postgres.create_database(), postgres.create_database()))


if __name__ == "__main__":
    main()

"""`python -m bench`: benchmark the service and a bare handler in interleaved rounds, and print a table."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import uvloop

from bench import explain, growth, shared
from bench.history import YEAR
from bench.large import measure_large_changes
from bench.load import Measured, drive
from bench.rows import CONNECTIONS, Row, Rows
from bench.servers import Server, bare_handler, cores, pin, service
from bench.stalls import measure_stalls
from bench.tables import print_table
from bench.unfriendly import ROUNDS as LOAD_ROUNDS
from bench.unfriendly import SECONDS as LOAD_SECONDS
from bench.unfriendly import bank_answers, measure_loads
from tests.worst_bodies import DISHES

ROUNDS = 15
SECONDS = 0.3
STARTS = 3
MAX_RESIDENT_MB = 90
MAX_SECONDS_TO_START = 0.8

HEADINGS = ("", "per s", "bare per s", "ratio", "target", "by cpu", "cpu µs", "median ms", "99 % ms", "bare 99 %")
BUSY = 1.0
"""Load average above which other work on the machine affects the rates."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One round on one server; `cpu` is processor seconds per unit of work."""

    measured: Measured
    cpu: float


async def sample(server: Server, row: Row, *, is_service: bool) -> Sample:
    before = server.cpu_seconds
    measured = await drive([server.port], row.service if is_service else row.bare, SECONDS, row.unit)
    return Sample(measured, (server.cpu_seconds - before) / max(1, len(measured.latencies)))


async def measure(cafe: Server, bare: Server, row: Row) -> tuple[str, ...]:
    """Measure a row: rounds alternate between the servers, so that other work on the machine affects both equally."""
    pairs: list[tuple[Sample, Sample]] = []
    for turn in range(ROUNDS + 1):
        ours = await sample(cafe, row, is_service=True)
        theirs = await sample(bare, row, is_service=False)
        if turn:  # the first round is a warm-up
            pairs.append((ours, theirs))
    ratio = median(ours.measured.rate / theirs.measured.rate for ours, theirs in pairs)
    our_median, our_99 = (median(values) for values in zip(*(o.measured.percentiles for o, _ in pairs), strict=True))
    our_cpu, their_cpu = median(ours.cpu for ours, _ in pairs), median(theirs.cpu for _, theirs in pairs)
    return (
        row.name,
        f"{median(ours.measured.rate for ours, _ in pairs):,.0f}",
        f"{median(theirs.measured.rate for _, theirs in pairs):,.0f}",
        f"{ratio:.2f}",
        f"{row.target:.2f} {'met' if ratio >= row.target else 'MISSED'}",
        f"{their_cpu / our_cpu:.2f}" if our_cpu else "",
        f"{our_cpu * 1e6:.0f}",
        f"{our_median:.2f}",
        f"{our_99:.2f}",
        f"{median(theirs.measured.percentiles[1] for _, theirs in pairs):.2f}",
    )


def seconds_to_start() -> float:
    """Return the median seconds from process start to the first response, with a fresh database and demo catalogue."""
    samples = []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder, service(Path(folder)) as server:
            samples.append(server.seconds_to_first_answer)
    return median(samples)


async def measure_unfriendly() -> tuple[list[tuple[str, ...]], float]:
    """Measure orders under unfriendly load; return the table, and the service's resident memory after it in MB."""
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as bank_folder,
        bare_handler(Path(bank_folder), bank_answers()) as bank,
        service(
            Path(folder), CAFE_MONOBANK_TOKEN="bench", CAFE_MONOBANK_API_URL=f"http://127.0.0.1:{bank.port}"
        ) as cafe,
    ):
        return await measure_loads(cafe), cafe.resident_mb


async def run() -> None:
    everywhere = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    start = seconds_to_start()
    with tempfile.TemporaryDirectory() as folder, service(Path(folder)) as cafe:
        rows = Rows(cafe)
        measured_rows = rows.all()
        with bare_handler(Path(folder), rows.answers) as bare:
            pin(0, cores()[1])
            table: list[tuple[str, ...]] = [HEADINGS]
            for row in measured_rows:
                table.append(await measure(cafe, bare, row))  # noqa: PERF401 - sequential on purpose
            resident, bare_resident = cafe.resident_mb, bare.resident_mb
    loads, resident_after = await measure_unfriendly()
    print(f"{CONNECTIONS} connections, {ROUNDS} alternating rounds of {SECONDS} s, medians; server on one core\n")
    print_table(table)
    if load > BUSY:
        print(
            f"\nThe machine was busy (load {load:.1f}). In this case 'by cpu', the ratio of processor time per unit"
            "\nof work, is more reliable than the ratio of the rates; on an idle machine they agree."
        )
    print(
        f"\nresident memory        {resident:.0f} MB after the load (bare {bare_resident:.0f} MB)"
        f"   target below {MAX_RESIDENT_MB} {'met' if resident < MAX_RESIDENT_MB else 'MISSED'}"
        f"\nstart to first answer  {start:.2f} s   target below {MAX_SECONDS_TO_START}"
        f" {'met' if start < MAX_SECONDS_TO_START else 'MISSED'}"
    )
    print(f"\nUnfriendly load, {LOAD_ROUNDS} rounds of {LOAD_SECONDS} s each with and without it\n")
    print_table(loads)
    print(f"\nresident memory        {resident_after:.0f} MB after all of that")
    pin(0, everywhere)
    print(f"\nA guest's cart beside what the staff ask for, {YEAR.orders:,} orders\n")
    print_table(measure_stalls())
    print(f"\nGuests beside changes of a menu of {DISHES:,} dishes\n")
    print_table(measure_large_changes())


if __name__ == "__main__":
    uvloop.run(run())
    uvloop.run(growth.run())
    shared.main()
    explain.main()

"""`python -m bench`: the service beside a bare handler, in interleaved rounds, as one table."""

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import uvloop

from bench.load import Measured, drive
from bench.rows import CONNECTIONS, Row, Rows
from bench.servers import Server, bare_handler, cores, pin, service

ROUNDS = 15
SECONDS = 0.3
STARTS = 3
MAX_RESIDENT_MB = 100
MAX_SECONDS_TO_START = 1.5

HEADINGS = ("", "per s", "bare per s", "ratio", "target", "by cpu", "cpu µs", "median ms", "99 % ms", "bare 99 %")
BUSY = 1.0
"""Load average from which on other work on this machine shows in the rates."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One round on one server; `cpu` is processor seconds for each unit of work."""

    measured: Measured
    cpu: float


async def sample(server: Server, row: Row, *, is_service: bool) -> Sample:
    before = server.cpu_seconds
    measured = await drive(server.port, row.service if is_service else row.bare, SECONDS, row.unit)
    return Sample(measured, (server.cpu_seconds - before) / max(1, len(measured.latencies)))


async def measure(cafe: Server, bare: Server, row: Row) -> tuple[str, ...]:
    """Measure a row: rounds go in turns, so that what else the machine does falls on both alike."""
    pairs: list[tuple[Sample, Sample]] = []
    for turn in range(ROUNDS + 1):
        ours = await sample(cafe, row, is_service=True)
        theirs = await sample(bare, row, is_service=False)
        if turn:  # the first round warms up
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


def print_table(lines: list[tuple[str, ...]]) -> None:
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    for line in lines:
        cells = [
            line[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
        ]
        print("  ".join(cells))


def seconds_to_start() -> float:
    """Seconds from the start of the process to its first answer, fresh database and demo catalogue included."""
    seen = []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as folder, service(Path(folder)) as server:
            seen.append(server.seconds_to_first_answer)
    return median(seen)


async def run() -> None:
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    start = seconds_to_start()
    with tempfile.TemporaryDirectory() as folder, service(Path(folder)) as cafe:
        rows = Rows(cafe)
        measured_rows = rows.all()
        with bare_handler(Path(folder), rows.answers) as bare:
            pin(0, cores()[1])
            table: list[tuple[str, ...]] = [HEADINGS]
            for row in measured_rows:
                table.append(await measure(cafe, bare, row))  # noqa: PERF401 - one after another
            resident, bare_resident = cafe.resident_mb, bare.resident_mb
    print(f"{CONNECTIONS} connections, {ROUNDS} rounds of {SECONDS} s in turns, medians; server on one core\n")
    print_table(table)
    if load > BUSY:
        print(
            f"\nThe machine was busy with other things (load {load:.1f}). 'by cpu', the ratio of the processor time"
            "\nspent on one unit of work, says more then than the ratio of the rates; on an idle one they agree."
        )
    print(
        f"\nresident memory        {resident:.0f} MB after the load (bare {bare_resident:.0f} MB)"
        f"   target below {MAX_RESIDENT_MB} {'met' if resident < MAX_RESIDENT_MB else 'MISSED'}"
        f"\nstart to first answer  {start:.2f} s   target below {MAX_SECONDS_TO_START}"
        f" {'met' if start < MAX_SECONDS_TO_START else 'MISSED'}"
    )


uvloop.run(run())

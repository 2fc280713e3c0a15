"""`python -m bench.beside COMMIT`: benchmark a former commit's service beside today's, in interleaved rounds.

Both run with the libraries that are installed now, so only our own code differs.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import uvloop

from bench.load import drive
from bench.rows import CONNECTIONS, Row, Rows
from bench.servers import ROOT, Server, cores, pin, service
from bench.tables import print_table

ROUNDS = 15
SECONDS = 0.3

HEADINGS = ("", "before per s", "now per s", "ratio", "cpu µs before", "cpu µs now", "by cpu", "99 % ms before", "now")


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Check out a commit into a folder of its own, until the end."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "former"
        _git("worktree", "add", "--quiet", "--detach", str(root), commit)
        try:
            yield root
        finally:
            _git("worktree", "remove", "--force", str(root))


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True)


async def _round(server: Server, row: Row) -> tuple[float, float, float]:
    """Return the rate, the processor's seconds per unit of work, and the 99th percentile in milliseconds."""
    before = server.cpu_seconds
    measured = await drive([server.port], row.service, SECONDS, row.unit)
    return measured.rate, (server.cpu_seconds - before) / max(1, len(measured.latencies)), measured.percentiles[1]


async def _measure(name: str, former: tuple[Server, Row], present: tuple[Server, Row]) -> tuple[str, ...]:
    pairs = []
    for turn in range(ROUNDS + 1):
        pair = (await _round(*former), await _round(*present))
        if turn:  # the first round is a warm-up
            pairs.append(pair)
    (rate, cpu, slow), (rate_now, cpu_now, slow_now) = (
        tuple(median(values) for values in zip(*side, strict=True)) for side in zip(*pairs, strict=True)
    )
    ratio = median(now[0] / before[0] for before, now in pairs)
    return (
        name,
        f"{rate:,.0f}",
        f"{rate_now:,.0f}",
        f"{ratio:.2f}",
        f"{cpu * 1e6:.0f}",
        f"{cpu_now * 1e6:.0f}",
        f"{cpu / cpu_now:.2f}" if cpu_now else "",
        f"{slow:.2f}",
        f"{slow_now:.2f}",
    )


async def run(commit: str) -> None:
    with (
        checked_out(commit) as root,
        tempfile.TemporaryDirectory() as folder,
        service(Path(folder), "former", root=root) as former,
        service(Path(folder), "present") as present,
    ):
        pin(0, cores()[1])
        rows = zip(Rows(former).all(), Rows(present).all(), strict=True)
        table = [HEADINGS, *[await _measure(now.name, (former, before), (present, now)) for before, now in rows]]
        memory = f"resident memory  {former.resident_mb:.0f} MB before, {present.resident_mb:.0f} MB now"
        started, now = former.seconds_to_first_answer, present.seconds_to_first_answer
    print(f"{commit} beside today, {CONNECTIONS} connections, {ROUNDS} alternating rounds of {SECONDS} s, medians\n")
    print_table(table)
    print(f"\n{memory}\nfirst answer     {started:.2f} s before, {now:.2f} s now")


if __name__ == "__main__":
    uvloop.run(run(sys.argv[1]))

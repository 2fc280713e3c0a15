"""`python -m tests.chaos`: kill the service many times; exit with 1 if anything is lost, doubled or unexplained.

`KILLS` says how many kills (60 unless given), `SEED` where the chances begin (the time unless given). With
`ENGINE=postgres` two processes serve one database of a PostgreSQL server, which is killed at times too.
With `COPY=1` the machine is lost with the process, and the database comes back from the continuous copy.
"""

import asyncio
import os
import sys
import time

from tests.chaos import machines
from tests.chaos.campaign import Result, run_campaign

KILLS_A_ROUND = 25
ENGINES = ("sqlite", "postgres")


def main() -> int:
    kills = int(os.environ.get("KILLS") or 60)
    seed = int(os.environ.get("SEED") or time.time()) % 10**9
    engine = os.environ.get("ENGINE") or ENGINES[0]
    if engine not in ENGINES:
        _say(f"ENGINE is one of {', '.join(ENGINES)}\n")
        return 2
    if os.environ.get("COPY"):
        _say(f"make chaos COPY=1 KILLS={kills} SEED={seed}\n\n")
        losses = asyncio.run(machines.lose_machines(kills, seed, KILLS_A_ROUND, _say))
        _say("\n" + machines.table(losses))
        return 0 if losses.findings.is_clean else 1
    _say(f"make chaos ENGINE={engine} KILLS={kills} SEED={seed}\n\n")
    result = asyncio.run(run_campaign(kills, seed, KILLS_A_ROUND, _say, is_shared=engine == "postgres"))
    _say("\n" + table(result))
    return 0 if result.findings.is_clean else 1


def table(result: Result) -> str:
    """The counts; the findings were told with their rounds."""
    findings = result.findings
    lines = [
        f"{'kills':<24}{result.kills:>6}   in {result.rounds} rounds, {result.seconds / 60:.1f} min",
        *(f"  {what:<22}{count:>6}" for what, count in sorted(result.counts.items()) if what.startswith("killed")),
        *(f"{what:<24}{count:>6}" for what, count in sorted(result.counts.items()) if not what.startswith("killed")),
        f"{'orders':<24}{findings.orders:>6}",
        *(f"  {what:<22}{count:>6}" for what, count in sorted(result.orders.items())),
        f"{'lost':<24}{len(findings.lost):>6}",
        f"{'doubled':<24}{len(findings.doubled):>6}",
        f"{'unexplained':<24}{len(findings.unexplained):>6}",
        f"{'duplicate messages':<24}{findings.duplicates:>6}   a message sent as the process died is sent again",
        *result.notes,
    ]
    return "\n".join(lines) + "\n"


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())

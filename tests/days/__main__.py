"""`make days SEEDS=1000 [SEED=1]`: so many days from a seed on; of a single one the whole history is printed.

Without a number it is part of `make test`: 200 days, or as many of them as the machine plays in three minutes.
"""

import asyncio
import math
import multiprocessing
import os
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from tests.days.day import Day, prepare, run_day
from tests.days.known import ENOUGH, KNOWN
from tests.quick_starts import quick_starts
from tests.virtual.outside import work_holds_time

SEEDS, FIRST, LONGEST = 200, 1, 180
PLAYED_TWICE = 20
"""Every so many seeds one is played twice: its histories must be the same."""
LAST_LINES = 60
"""Of the history of a day that failed."""


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets are ordered by hashes
        os.execve(sys.executable, [sys.executable, "-m", "tests.days"], {**os.environ, "PYTHONHASHSEED": "0"})  # noqa: S606
    asked = os.environ.get("SEEDS")
    count, first = int(asked or SEEDS), int(os.environ.get("SEED") or FIRST)
    with tempfile.TemporaryDirectory(prefix="days-") as folder, quick_starts(), work_holds_time():
        prepared = Path(folder) / "prepared.db"
        asyncio.run(prepare(prepared))
        run_day(0, prepared)  # loads and remembers what every day needs, so that all begin alike
        return _play(list(range(first, first + count)), prepared, math.inf if asked else LONGEST)


def _play(seeds: list[int], prepared: Path, limit: float) -> int:
    turns = [each for at, seed in enumerate(seeds) for each in ([seed] if at % PLAYED_TWICE else [seed, seed])]
    began = time.monotonic()
    found: dict[str, set[int]] = {}
    digests: dict[int, str] = {}
    played = 0
    has_failed = False
    context = multiprocessing.get_context("fork")
    with context.Pool(maxtasksperchild=1) as pool:
        for day in pool.imap_unordered(partial(run_day, prepared=prepared), turns, chunksize=1):
            played += 1
            is_other = digests.setdefault(day.seed, day.digest) != day.digest
            unknown = [finding for finding in day.findings if finding.code not in KNOWN]
            for finding in day.findings:
                found.setdefault(finding.code, set()).add(day.seed)
            has_failed |= is_other or bool(unknown)
            if is_other or unknown or len(seeds) == 1:
                say(_report(day, is_whole=len(seeds) == 1))
            if is_other:
                say(f"seed {day.seed}: another history than before")
            if time.monotonic() - began > limit:
                break
    seconds = time.monotonic() - began
    of_all = f" of {len(seeds)}" if len(digests) < len(seeds) else ""
    say(f"{len(digests)}{of_all} days from seed {seeds[0]}, {played - len(digests)} of them twice, in {seconds:.0f} s")
    for code, days in sorted(found.items()):
        text = KNOWN[code].text if code in KNOWN else "see above"
        say(f"  {code} on {len(days)} days, first with seed {min(days)}: {text}")
    mended = {code for code, known in KNOWN.items() if known.seed is not None} - found.keys()
    if len(digests) >= ENOUGH and mended:
        say(f"no day met {sorted(mended)}: if that is mended, take it out of known.py")
        has_failed = True
    say(f"digest of all: {hash(tuple(sorted(digests.items()))):x}")
    return int(has_failed)


def _report(day: Day, *, is_whole: bool) -> str:
    """What happened, or the end of it and what concerns the orders that were found wrong."""
    names = {f" {word.rstrip(':')}" for each in day.findings for word in each.text.split() if word[0].isdigit()}
    shown = [
        line
        for at, line in enumerate(day.history)
        if is_whole or at >= len(day.history) - LAST_LINES or any(f"order{name}" in line for name in names)
    ]
    findings = [f"  {each.code}: {each.text}" for each in day.findings]
    return "\n".join([f"seed {day.seed}: digest {day.digest}, {dict(day.counts)}", *findings, *shown])


if __name__ == "__main__":
    sys.exit(main())

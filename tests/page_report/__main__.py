"""`make page-report`: Lighthouse over the demo cafe's pages, on a phone and a desktop.

Exits with 1 if accessibility, best practices or SEO are not whole, or the mini-app cannot be installed. The aim of the
speed is only named: on a busy machine it says more about the machine, though it is the median of several runs.
"""

import asyncio
import json
import logging
import socket
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from bench.tables import print_table
from cafe.app import running
from cafe.config import Config
from tests.e2e.people import ARGUMENTS, find_chromium

FOLDER = Path(__file__).parent
RUNS = 3
WHOLE = 100
STRICT = ("accessibility", "best-practices", "seo")
SPEED = "performance"
SPEED_AIMS = {"phone": 95, "desktop": 100}
PAGES = ("/webapp/", "/webapp/?lang=en", "/menu/")
"""The first is the one to install."""

Run = dict[str, Any]


async def main() -> int:
    """Serve the demo, measure, print, and return the exit code."""
    with tempfile.TemporaryDirectory(prefix="cafe-report-") as folder:
        port = free_port()
        config = Config(
            host="127.0.0.1",
            port=port,
            base_url=f"http://127.0.0.1:{port}",
            database_url=f"sqlite:///{folder}/demo.db",
            uploads=Path(folder) / "uploads",
            backups=Path(folder) / "backups",
        )
        async with running(config, is_demo=True) as app:
            report = await measure([app.base_url + page for page in PAGES])
    return judge(report["found"], report["install"])


def free_port() -> int:
    """The pages name their own address, so it has to be known before."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def measure(addresses: list[str]) -> dict[str, Any]:
    task = {"chromium": find_chromium(is_whole=True), "flags": ARGUMENTS, "addresses": addresses, "runs": RUNS}
    process = await asyncio.create_subprocess_exec(
        "node", FOLDER / "report.js", json.dumps(task), stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    if process.returncode:
        sys.exit("Lighthouse did not finish: see above")
    report: dict[str, Any] = json.loads(printed)
    return report


def judge(found: list[Run], install: list[str]) -> int:
    """Print the table and what failed."""
    lines: list[tuple[str, ...]] = [("", *STRICT, SPEED, "aim", "")]
    complaints = [f"the mini-app cannot be installed: {error}" for error in install]
    notes: list[str] = []
    for name, runs in by_page(found).items():
        scores = {each: min(run["scores"][each] for run in runs) for each in STRICT}
        speed, aim = median(run["scores"][SPEED] for run in runs), SPEED_AIMS[runs[0]["device"]]
        verdict = "" if speed >= aim else "slower than wished"
        lines.append((name, *(str(scores[each]) for each in STRICT), f"{speed:g}", str(aim), verdict))
        for audit in {audit["id"]: audit for run in runs for audit in run["failed"]}.values():
            text = f"{name}: {audit['title']} ({audit['id']}) {audit['value']}".rstrip()
            if audit["category"] != SPEED:
                complaints.append(text)
            elif speed < aim:
                notes.append(text)
        notes += [warning for run in runs for warning in run["warnings"]]
        if min(scores.values()) < WHOLE:
            complaints.append(f"{name}: {', '.join(each for each in STRICT if scores[each] < WHOLE)} below {WHOLE}")
    print_table(lines)
    say(f"\nInstallable: {'no' if install else 'yes'}. Lighthouse's measure of this machine: "
        f"{median(run['power'] for run in found):.0f}; idle ones of today have 1500 to 3000.")  # fmt: skip
    for title, texts in (("To look at:", notes), ("Below the aims:", complaints)):
        if texts:
            say("\n".join(("", title, *(f"  {text}" for text in dict.fromkeys(texts)))))
    return int(bool(complaints))


def by_page(found: list[Run]) -> dict[str, list[Run]]:
    pages: dict[str, list[Run]] = {}
    for run in found:
        path = "/" + run["address"].split("/", 3)[3]
        pages.setdefault(f"{path}, {run['device']}", []).append(run)
    return pages


def say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    sys.exit(asyncio.run(main()))

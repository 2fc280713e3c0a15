"""`make page-report`: Lighthouse over the demo cafe's pages, on a phone and a desktop; then the pages of a large cafe.

Exits with 1 if accessibility, best practices or SEO are not whole, or the mini-app cannot be installed. The aims of the
speed are only named: on a busy machine they say more about the machine, though each figure is a median of several runs.
"""

import asyncio
import json
import logging
import socket
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from bench.tables import print_table
from cafe.app import running
from cafe.config import Config
from tests.e2e.people import ARGUMENTS, find_chromium
from tests.page_report import network, paint
from tests.page_report.large import large_cafe

FOLDER = Path(__file__).parent
RUNS = 3
WHOLE = 100
STRICT = ("accessibility", "best-practices", "seo")
SPEED = "performance"
SPEED_AIMS = {"phone": 95, "desktop": 100}
PAGES = ("/webapp/", "/webapp/?lang=en", "/menu/")
"""The first is the one to install."""
LARGE_PAGES = ("/webapp/", "/menu/", "/desk/", "/board/")
UNSEARCHED = ("/desk/", "/board/")
"""Search engines are asked to leave these out, so that there is nothing to score."""
LCP = "largest-contentful-paint"
LCP_AIMS = {"/webapp/": 1200, "/menu/": 1200}
"""Milliseconds, as Lighthouse reckons for a slow phone on a slow network."""

Run = dict[str, Any]


async def main() -> int:
    """Serve both cafes, measure, print, and return the exit code."""
    with tempfile.TemporaryDirectory(prefix="cafe-report-") as folder:
        async with running(make_config(Path(folder) / "demo"), is_demo=True) as app:
            report = await look(app.base_url, PAGES, ("phone", "desktop"))
            slow = await network.rows(app.base_url)
        async with large_cafe(make_config(Path(folder) / "large")) as large:
            large_report = await look(large.url, LARGE_PAGES, ("phone",), large.cookies)
            views = await start("paint.js", paint.task(large.url, large.cookies, RUNS), is_whole=False)
    code = judge(report["found"], report["install"])
    say("")
    print_table(slow)
    return judge_large(large_report["found"], views) or code


def make_config(folder: Path) -> Config:
    folder.mkdir()
    port = free_port()
    return Config(
        host="127.0.0.1",
        port=port,
        base_url=f"http://127.0.0.1:{port}",
        database_url=f"sqlite:///{folder}/cafe.db",
        uploads=folder / "uploads",
        backups=folder / "backups",
    )


def free_port() -> int:
    """The pages name their own address, so it has to be known before."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def look(
    base: str, pages: Iterable[str], devices: Iterable[str], cookies: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """Have Lighthouse look at pages."""
    addresses = [base + page for page in pages]
    task = {"addresses": addresses, "devices": list(devices), "cookies": cookies or {}, "runs": RUNS}
    task["installs"] = not cookies  # whether the first can be installed: nobody is signed in then
    report: dict[str, Any] = await start("report.js", task, is_whole=True)
    return report


async def start(script: str, task: Mapping[str, Any], *, is_whole: bool) -> Any:
    """Run one of this folder's scripts with a browser, and return what it printed."""
    told = {"chromium": find_chromium(is_whole=is_whole), "flags": ARGUMENTS, **task}
    process = await asyncio.create_subprocess_exec(
        "node", FOLDER / script, json.dumps(told), stdout=asyncio.subprocess.PIPE
    )
    printed, _ = await process.communicate()
    if process.returncode:
        sys.exit(f"{script} did not finish: see above")
    return json.loads(printed)


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


def judge_large(found: list[Run], views: list[Run]) -> int:
    """Print the tables of the large cafe, and what failed."""
    lines: list[tuple[str, ...]] = [("300 dishes, on a phone", *STRICT, SPEED, "LCP ms", "aim", "")]
    complaints: list[str] = []
    for name, runs in by_page(found).items():
        path = name.partition(",")[0]
        judged = [each for each in STRICT if each != "seo" or path not in UNSEARCHED]
        scores = {each: min(run["scores"][each] for run in runs) for each in judged}
        speed, lcp = (
            median(figures) for figures in zip(*((run["scores"][SPEED], run[LCP]) for run in runs), strict=True)
        )
        aim = LCP_AIMS.get(path)
        verdict = "" if aim is None else "met" if speed == WHOLE and lcp <= aim else "MISSED"
        shown = (str(scores.get(each, "")) for each in STRICT)
        lines.append((path, *shown, f"{speed:g}", f"{lcp:.0f}", str(aim or ""), verdict))
        failed = {audit["id"]: audit for run in runs for audit in run["failed"] if audit["category"] in judged}
        complaints += [
            f"{path}: {audit['title']} ({audit['id']}) {audit['value']}".rstrip() for audit in failed.values()
        ]
    say("")
    print_table(lines)
    say("")
    print_table(paint.rows(views))
    busy, slow = paint.slowness(views)
    say(
        f"\nAgainst an idle machine, waiting took {busy:.1f} times as long, the processor {slow:.1f}: so the aims grow."
    )
    if complaints:
        say("\n".join(("", "Below the aims:", *(f"  {text}" for text in complaints))))
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

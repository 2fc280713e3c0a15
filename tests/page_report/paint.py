"""How soon a large cafe's pages show what they are about at a processor four times slower, and their longest task."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

LONG_TASK_MS = 50
BARE_LOOP_MS = 12
"""What the bare loop takes on an idle machine that plays a processor 4 times slower."""
BARE_LOOP = """() => {
  const start = performance.now();
  let sum = 0;
  for (let n = 0; n < 3e6; n += 1) sum += n % 7;
  return performance.now() - start;
}"""
SLOWER = 4
PHONE = (412, 823)
TABLET = (1280, 800)


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and what of it is the first view: words of the menu or of an order, not the shapes in their place."""

    path: str
    selector: str
    aim: int
    """Milliseconds until the first view."""
    longest: int | None = None
    """Milliseconds of the longest task, where that is limited."""
    size: tuple[int, int] = PHONE
    stored: Mapping[str, str] = field(default_factory=dict)
    """What the browser's storage has from before."""


PAGES = (
    Page("/webapp/", "#sections .card h3", 1200, LONG_TASK_MS),
    Page("/menu/", ".items h3", 1200, LONG_TASK_MS),
    Page("/desk/#/orders", "#main [data-key=order-list]", 1000),
    Page("/desk/#/menu", "#main [data-key=v-menu]", 1000),
    Page("/board/", "#main .column article", 1000, size=TABLET, stored={"cafe.board.shift": "true"}),
)
HEADINGS = (
    "300 dishes, a processor 4 times slower",
    *("first view ms", "of it processor", "aim"),
    *("longest task ms", "aim", ""),
)


def task(base: str, cookies: Mapping[str, str], runs: int) -> dict[str, Any]:
    """Return what `paint.js` is told to do."""
    pages = [asdict(page) for page in PAGES]
    return {"base": base, "cookies": cookies, "pages": pages, "runs": runs, "slower": SLOWER, "loop": BARE_LOOP}


def slowness(runs: Sequence[Mapping[str, Any]]) -> tuple[float, float]:
    """How much longer than an idle machine this one took for a loop, never below 1: beside others, and undisturbed.

    The first stretches the time of a view, the second the processor's.
    """
    beside = median(median(run["loops"]) for run in runs) / BARE_LOOP_MS
    undisturbed = SLOWER * median(min(run["fullLoops"]) for run in runs) / BARE_LOOP_MS
    return max(1.0, beside), max(1.0, undisturbed)


def rows(runs: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """Return the lines of a table: medians of all visits, and whether they are what was aimed at.

    On a busy machine the aims grow as the loop's time does.
    """
    beside, undisturbed = slowness(runs)
    lines: list[tuple[str, ...]] = [HEADINGS]
    for page in PAGES:
        mine = [run for run in runs if run["path"] == page.path]
        view = median(run["view"] for run in mine)
        before, longest = (SLOWER * median(run[name] for run in mine) for name in ("before", "longest"))
        is_met = view <= beside * page.aim and (page.longest is None or longest <= undisturbed * page.longest)
        times = (f"{view:.0f}", f"{before:.0f}", str(page.aim), f"{longest:.0f}", str(page.longest or ""))
        lines.append((page.path, *times, "met" if is_met else "MISSED"))
    return lines

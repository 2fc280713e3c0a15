"""How soon the mini-app is there on slow networks, beside a page of its weight that does nothing, in the same run."""

import asyncio
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from statistics import median
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

from tests.e2e.people import ARGUMENTS, find_chromium
from tests.page_report.paint import BARE_LOOP

RUNS = 5
TAPS = 5
PHONE: Mapping[str, Any] = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True}
HEADINGS = ("", "first paint ms", "menu usable ms", "bare page ms", "of it")
SCRIPTS = 6
BARE_SCRIPT = (
    """
let sum = 0;
for (let n = 0; n < 3e6; n += 1) sum += n % 7;
(window.loaded ??= []).push(performance.now());
"""
    + "/" * 9_000
)
WATCH = """window.seen = { paint: 0, usable: 0 };
new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) if (name === "first-contentful-paint") seen.paint = startTime;
}).observe({ type: "paint", buffered: true });
new MutationObserver((_, observer) => {
  if (!document.querySelector("#sections .stepper button")) return;
  observer.disconnect();
  requestAnimationFrame(() => requestAnimationFrame(() => { seen.usable = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""
TAP = """async (index) => {
  const place = document.querySelectorAll("#sections .card-stepper")[index];
  const start = performance.now();
  place.querySelector("[data-key=more]").click();
  await null;
  await null;
  return performance.now() - start;
}"""


@dataclass(frozen=True, slots=True)
class Network:
    """As the browser plays it; a processor is slowed, too."""

    name: str
    latency: int
    """Milliseconds until an answer begins."""
    down: int
    """Bytes a second."""
    slower: int


NETWORKS = (
    Network("1.6 Mbit/s, 150 ms, a processor 4 times slower", 150, 200_000, 4),
    Network("Slow 3G: 400 kbit/s, 2 s", 2_000, 50_000, 1),
)


class _BarePage(BaseHTTPRequestHandler):
    """Six scripts at once, then a calculation."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        scripts = "".join(f'<script type="module" src="/{n}.js"></script>' for n in range(SCRIPTS))
        body = f"<!doctype html><title>bare</title><p>bare{scripts}" if self.path == "/" else BARE_SCRIPT
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if self.path == "/" else "text/javascript")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def bare_page() -> Iterator[str]:
    """Serve it on a free port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _BarePage) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


async def rows(base: str) -> list[tuple[str, ...]]:
    """Return the lines of a table: medians of visits in turn, ours and the bare page's."""
    lines: list[tuple[str, ...]] = [HEADINGS]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        with bare_page() as bare:
            for network in NETWORKS:
                visits = [
                    (await _visit(browser, network, base), await _bare(browser, network, bare)) for _ in range(RUNS)
                ]
                paint, usable = (median(seen[name] for seen, _ in visits) for name in ("paint", "usable"))
                beside = median(took for _, took in visits)
                figures = f"{paint:.0f}", f"{usable:.0f}", f"{beside:.0f}", f"{usable / beside:.2f}"
                lines.append((network.name, *figures))
        later = median([await _later(browser, NETWORKS[-1], base) for _ in range(RUNS)])
        lines.append((f"{NETWORKS[-1].name}: a later visit", f"{later:.0f}", "", "", ""))
        lines.append(await _taps(browser, base))
        await browser.close()
    return lines


async def _slowed(browser: Browser, network: Network) -> Page:
    context = await browser.new_context(**PHONE, service_workers="block")
    page = await context.new_page()
    await slow_down(page, network)
    return page


async def slow_down(page: Page, network: Network) -> None:
    tools = await page.context.new_cdp_session(page)
    await tools.send("Network.enable")
    conditions = {"latency": network.latency, "downloadThroughput": network.down, "uploadThroughput": network.down}
    await tools.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
    await tools.send("Emulation.setCPUThrottlingRate", {"rate": network.slower})


async def _visit(browser: Browser, network: Network, base: str) -> dict[str, float]:
    page = await _slowed(browser, network)
    await page.add_init_script(WATCH)
    await page.goto(base + "/webapp/", wait_until="commit")
    await page.wait_for_function("() => seen.usable && seen.paint", timeout=60_000)
    seen: dict[str, float] = await page.evaluate("() => seen")
    await page.context.close()
    return seen


KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const menu = await caches.open("webapp-menu");
  const isReady = async () => navigator.serviceWorker.controller && (await menu.keys()).length >= 3;
  while (!(await isReady())) await new Promise(requestAnimationFrame);
}"""


async def _later(browser: Browser, network: Network, base: str) -> float:
    """When the first view is painted that the phone has kept."""
    context = await browser.new_context(**PHONE)
    page = await context.new_page()
    await page.add_init_script(WATCH)
    await page.goto(base + "/webapp/")
    await page.evaluate(KEPT)
    await slow_down(page, network)
    await page.reload(wait_until="commit")
    await page.wait_for_function("() => seen.paint", timeout=60_000)
    paint: float = await page.evaluate("() => seen.paint")
    await context.close()
    return paint


async def _bare(browser: Browser, network: Network, address: str) -> float:
    page = await _slowed(browser, network)
    await page.goto(address, wait_until="commit")
    await page.wait_for_function(f"() => window.loaded?.length === {SCRIPTS}", timeout=60_000)
    took: float = await page.evaluate("() => Math.max(...loaded)")
    await page.context.close()
    return took


async def _taps(browser: Browser, base: str) -> tuple[str, ...]:
    """How long the page works on a tap, beside a bare loop."""
    page = await _slowed(browser, NETWORKS[0])
    await page.goto(base + "/webapp/")
    await page.wait_for_selector("#sections .stepper")
    taps, loops = [], []
    for index in range(TAPS):
        taps.append(await page.evaluate(TAP, index))
        loops.append(await page.evaluate(BARE_LOOP))
    await page.context.close()
    return (
        "a tap on a plus, a processor 4 times slower",
        "",
        f"{median(taps):.1f}",
        f"{median(loops):.1f}",
        f"{median(taps) / median(loops):.2f}",
    )


if __name__ == "__main__":
    import sys

    from bench.tables import print_table

    print_table(asyncio.run(rows(sys.argv[1])))

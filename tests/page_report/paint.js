/**
 * Measures how soon pages show what they are about, and how long they keep the processor to themselves, and prints it as JSON.
 * `__main__.py` starts it and judges.
 *
 * Each visit is by a browser that knows nothing yet. Half of the visits are at a processor that plays one so many times slower:
 * of these the time of the first view is taken. The others are traced, at full speed, for the processor's time: what the
 * machine does beside hardly changes it.
 */

import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer from "puppeteer-core";

const { chromium, flags, base, cookies, pages, runs, slower, loop } = JSON.parse(process.argv[2]);
const SETTLING_MS = 2000; // what a page does after its first view counts as well
const LOOPS = 9;
const CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"];
const browser = await puppeteer.launch({ executablePath: chromium, args: flags, headless: "shell" });

/** Runs in the page: `seen.view` is when the frame was made in which the selector's element is to be seen, in ms. */
function watch(selector) {
  window.seen = { view: 0 };
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)?.checkVisibility()) return;
    observer.disconnect();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      window.seen.view = performance.now();
    };
    requestAnimationFrame(() => port2.postMessage(null)); // which comes after the frame
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

/** The longest task of the page's main thread, and all before the first view, in ms of the processor. */
function mainThread(trace, view) {
  const events = JSON.parse(Buffer.from(trace).toString()).traceEvents;
  const start = events.find(
    ({ name, args }) => name === "navigationStart" && args.data?.documentLoaderURL.startsWith(base),
  );
  const { tid } = events.find(
    ({ name, pid, args }) => name === "thread_name" && pid === start.pid && args.name === "CrRendererMain",
  );
  const tasks = events.filter(
    (event) => event.pid === start.pid && event.tid === tid && event.ts >= start.ts && event.name.endsWith("RunTask"),
  );
  const before = tasks.filter(({ ts }) => ts < start.ts + 1000 * view);
  return {
    longest: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
    before: before.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000,
  };
}

async function visit({ path, selector, size: [width, height], stored }, { isSlowed }) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width, height, deviceScaleFactor: 1.75, isMobile: width < 600, hasTouch: true });
  const { hostname: domain } = new URL(base);
  await context.setCookie(...Object.entries(cookies).map(([name, value]) => ({ name, value, domain, path: "/" })));
  await page.evaluateOnNewDocument(watch, selector);
  await page.evaluateOnNewDocument((entries) => {
    for (const [key, value] of Object.entries(entries)) window.localStorage?.setItem(key, value);
  }, stored);
  if (isSlowed) await page.emulateCPUThrottling(slower);
  else await page.tracing.start({ categories: CATEGORIES });
  await page.goto(base + path, { waitUntil: "domcontentloaded" });
  await page.waitForFunction(() => window.seen.view > 0, { timeout: 60_000, polling: 100 });
  await pause(SETTLING_MS);
  const { view } = await page.evaluate(() => window.seen);
  const trace = isSlowed ? null : await page.tracing.stop();
  const loops = [];
  for (let turn = 0; turn < LOOPS; turn += 1) loops.push(await page.evaluate(`(${loop})()`));
  await context.close();
  return isSlowed ? { view, loops } : { ...mainThread(trace, view), fullLoops: loops };
}

try {
  const found = [];
  for (const page of pages) {
    for (let run = 0; run < runs; run += 1) {
      const slowed = await visit(page, { isSlowed: true });
      found.push({ path: page.path, ...slowed, ...(await visit(page, { isSlowed: false })) });
    }
  }
  process.stdout.write(JSON.stringify(found));
} finally {
  await browser.close();
}

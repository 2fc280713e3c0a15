/** Has Lighthouse look at pages, and prints what it found as JSON. `__main__.py` starts it and judges. */

import process from "node:process";
import lighthouse, { desktopConfig } from "lighthouse";
import puppeteer from "puppeteer-core";

const { chromium, flags, addresses, devices, cookies, runs, installs } = JSON.parse(process.argv[2]);
const browser = await puppeteer.launch({ executablePath: chromium, args: flags });
const DEVICES = { phone: undefined, desktop: desktopConfig };
const LCP = "largest-contentful-paint";

/** Scores of the categories, in percent, and what keeps any of them from being whole. */
function summary({ categories, audits, runWarnings, environment }) {
  const failed = Object.values(categories).flatMap(({ id: category, auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => (weight > 0 || category === "performance") && (audits[id].score ?? 1) < 1)
      .map(({ id }) => ({ category, id, title: audits[id].title, value: audits[id].displayValue ?? "" })),
  );
  const scores = Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]);
  return {
    scores: Object.fromEntries(scores),
    failed,
    warnings: runWarnings,
    power: environment.benchmarkIndex,
    [LCP]: audits[LCP].numericValue,
  };
}

/** What keeps the browser from offering to install a page. */
async function installErrors(address) {
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: "networkidle0" });
  const session = await page.createCDPSession();
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  await page.close();
  return installabilityErrors.map(({ errorId }) => errorId);
}

try {
  const port = Number(new URL(browser.wsEndpoint()).port);
  const found = [];
  const { hostname: domain } = new URL(addresses[0]);
  await browser.setCookie(...Object.entries(cookies).map(([name, value]) => ({ name, value, domain, path: "/" })));
  for (const address of addresses) {
    for (const device of devices) {
      for (let run = 0; run < runs; run += 1) {
        const result = await lighthouse(address, { port, logLevel: "silent" }, DEVICES[device]);
        found.push({ address, device, ...summary(result.lhr) });
      }
    }
  }
  process.stdout.write(JSON.stringify({ found, install: installs ? await installErrors(addresses[0]) : [] }));
} finally {
  await browser.close();
}

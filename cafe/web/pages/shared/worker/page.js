/** Keeps a page with all of its files, and shows it at once, or only while there is no network. */

import { site, worker } from "./scope.js";

/** @import { FetchEvent } from "./types" */

const PATIENCE_MS = 8000; // a network that takes longer counts as none, if there is something to show

/** @typedef {(event: FetchEvent) => Promise<Response>} Answer */

/**
 * Say what is done about each event. Names of caches begin with `name`; `others` are kept beside the page's own.
 * @param {string} name
 * @param {string[]} others
 * @param {(request: Request) => Answer | null} answerTo what else of this site is answered in the network's place
 * @param {(url: URL) => boolean} isShownAtOnce whether the kept page need not wait for the network's, which is for next time
 */
export function keepPageOf(name, others, answerTo, isShownAtOnce = () => false) {
  const kept = `${name}-page-${site.version}`;
  worker.addEventListener("install", (event) => {
    event.waitUntil(keepSite(kept));
    worker.skipWaiting();
  });
  worker.addEventListener("activate", (event) => event.waitUntil(takeOver(`${name}-`, [kept, ...others])));
  worker.addEventListener("fetch", (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== "GET" || origin !== location.origin) return;
    if (mode === "navigate") {
      if (pathname === site.home) event.respondWith(answerPage(event, kept, isShownAtOnce(new URL(url))));
    } else if (pathname.startsWith(site.base)) event.respondWith(answerFile(event.request, kept));
    else {
      const answer = answerTo(event.request);
      if (answer) event.respondWith(answer(event));
    }
  });
}

/** Keep the page with all of its files: of one version, or another try is made at the next visit. @param {string} kept */
async function keepSite(kept) {
  const cache = await caches.open(kept);
  const keepFile = async (/** @type {string} */ name) => {
    const response = await fetch(site.base + name);
    if (!isForEver(response)) throw new Error(`no longer served: ${name}`);
    await cache.put(site.base + name, response);
  };
  await Promise.all(site.files.map(keepFile));
  await keepPage(await fetch(site.home), kept);
}

/** @param {Response} response @param {string} kept */
async function keepPage(response, kept) {
  if (!response.ok) return;
  const page = await response.clone().text();
  if (page.includes(site.base)) await (await caches.open(kept)).put(site.home, response);
}

/** Serve the open pages from now on, without what former versions kept. @param {string} prefix @param {string[]} current */
async function takeOver(prefix, current) {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** @param {FetchEvent} event @param {string} kept @param {boolean} isAtOnce */
async function answerPage(event, kept, isAtOnce) {
  const network = event.preloadResponse.then((response) => response ?? fetch(event.request));
  event.waitUntil(network.then((response) => keepPage(response.clone(), kept)).catch(() => {})); // the answer below tells
  const findKept = () => caches.match(site.home, { cacheName: kept });
  return isAtOnce ? ((await findKept()) ?? network) : networkFirst(network, findKept);
}

/** @param {Request} request @param {string} kept */
async function answerFile(request, kept) {
  return (await find(kept, request)) ?? fetch(request);
}

/**
 * What the network answers, unless it fails or dawdles and something was kept.
 * @param {Promise<Response>} network
 * @param {() => Promise<Response | undefined>} findKept
 */
export async function networkFirst(network, findKept) {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const response = await Promise.race([network, patience]).catch(() => null);
  if (response instanceof Response && response.status < 500) return response;
  return (await findKept()) ?? network;
}

/** @param {string} cacheName @param {Request} request */
export const find = (cacheName, request) => caches.match(request, { cacheName, ignoreVary: true });

/** @param {Response} response */
export const isForEver = (response) =>
  response.ok && response.headers.get("Cache-Control")?.includes("immutable") === true;

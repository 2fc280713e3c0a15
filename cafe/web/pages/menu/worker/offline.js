/**
 * Shows the last page at once, and the last menu while there is no network, never instead of it: nobody sees an old price
 * while the cafe can be asked. Carts, orders and everything that changes something pass by.
 */

import { site, worker } from "./scope.js";

/** @import { FetchEvent } from "../worker-types" */

const PAGE_CACHE = `webapp-page-${site.version}`;
const MENU_CACHE = "webapp-menu";
const PICTURE_CACHE = "webapp-pictures";
const MOST_PICTURES = 60;
const PATIENCE_MS = 8000; // a network that takes longer counts as none, if there is something to show
const KEPT_HEADER = "X-Cafe-Kept"; // in milliseconds since 1970, when a kept answer came

const MENU = /^\/api\/(settings|categories|products)$/;
const PICTURE = /^\/webapp\/(pictures|uploads)\//;

/** Say what is done about each event. */
export function listenOffline() {
  worker.addEventListener("install", (event) => {
    event.waitUntil(keepSite());
    worker.skipWaiting();
  });
  worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
  worker.addEventListener("fetch", (event) => {
    const answer = answerTo(event.request);
    if (answer) event.respondWith(answer(event));
  });
}

/**
 * What answers in the network's place; nothing for most.
 * @param {Request} request
 */
function answerTo({ method, mode, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return null;
  if (mode === "navigate") return pathname === site.home ? answerPage : null;
  if (pathname.startsWith(site.base)) return answerFile;
  if (MENU.test(pathname)) return answerMenu;
  return PICTURE.test(pathname) ? answerPicture : null;
}

/** Keep the page with all of its files: of one version, or another try is made at the next visit. */
async function keepSite() {
  const cache = await caches.open(PAGE_CACHE);
  const keepFile = async (/** @type {string} */ name) => {
    const response = await fetch(site.base + name);
    if (!isForEver(response)) throw new Error(`no longer served: ${name}`);
    await cache.put(site.base + name, response);
  };
  await Promise.all(site.files.map(keepFile));
  await keepPage(await fetch(site.home));
}

/** @param {Response} response */
async function keepPage(response) {
  if (!response.ok) return;
  const page = await response.clone().text();
  if (page.includes(site.base)) await (await caches.open(PAGE_CACHE)).put(site.home, response);
}

/** Serve the open pages from now on, without what former versions kept. */
async function takeOver() {
  const names = (await caches.keys()).filter((name) => name.startsWith("webapp-"));
  const former = names.filter((name) => ![PAGE_CACHE, MENU_CACHE, PICTURE_CACHE].includes(name));
  await Promise.all(former.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/**
 * The kept page at once: there is no price in it, and what it shows then is asked for anew. The network's is for the next
 * time, unless this one is to be in a language of its own.
 * @param {FetchEvent} event
 */
async function answerPage(event) {
  const network = event.preloadResponse.then((response) => response ?? fetch(event.request));
  event.waitUntil(network.then((response) => keepPage(response.clone())).catch(() => {})); // the answer below tells
  const findKept = () => caches.match(site.home, { cacheName: PAGE_CACHE });
  if (new URL(event.request.url).searchParams.has("lang")) return networkFirst(network, findKept);
  return (await findKept()) ?? network;
}

/** @param {FetchEvent} event */
async function answerFile({ request }) {
  return (await find(PAGE_CACHE, request)) ?? fetch(request);
}

/** @param {FetchEvent} event */
function answerMenu(event) {
  const { request } = event;
  const network = fetch(request);
  const keep = async (/** @type {Response} */ response) => {
    if (!response.ok) return;
    const headers = new Headers(response.headers);
    headers.set(KEPT_HEADER, String(Date.now()));
    const kept = new Response(response.clone().body, { headers });
    await (await caches.open(MENU_CACHE)).put(request, kept);
  };
  event.waitUntil(network.then((response) => keep(response)).catch(() => {})); // the answer below tells
  return networkFirst(network, () => find(MENU_CACHE, request));
}

/** @param {FetchEvent} event */
async function answerPicture(event) {
  const { request } = event;
  const kept = await find(PICTURE_CACHE, request);
  if (kept) return kept;
  const response = await fetch(request);
  if (isForEver(response)) event.waitUntil(keepPicture(request, response.clone()));
  return response;
}

/**
 * @param {Request} request
 * @param {Response} response
 */
async function keepPicture(request, response) {
  const cache = await caches.open(PICTURE_CACHE);
  await cache.put(request, response);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -MOST_PICTURES).map((oldest) => cache.delete(oldest, { ignoreVary: true })));
}

/**
 * What the network answers, unless it fails or dawdles and something was kept.
 * @param {Promise<Response>} network
 * @param {() => Promise<Response | undefined>} findKept
 */
async function networkFirst(network, findKept) {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const response = await Promise.race([network, patience]).catch(() => null);
  if (response instanceof Response && response.status < 500) return response;
  return (await findKept()) ?? network;
}

/**
 * @param {string} cacheName
 * @param {Request} request
 */
const find = (cacheName, request) => caches.match(request, { cacheName, ignoreVary: true });

/** @param {Response} response */
const isForEver = (response) => response.ok && response.headers.get("Cache-Control")?.includes("immutable") === true;

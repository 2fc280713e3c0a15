/**
 * Shows the last page at once, and the last menu while there is no network, never instead of it: nobody sees an old price
 * while the cafe can be asked. Carts, orders and everything that changes something pass by.
 */

import { find, isForEver, keepPageOf, networkFirst } from "../../shared/worker/page.js";

/** @import { FetchEvent } from "../../shared/worker/types" */

const MENU_CACHE = "webapp-menu";
const PICTURE_CACHE = "webapp-pictures";
const MOST_PICTURES = 60;
const KEPT_HEADER = "X-Cafe-Kept"; // in milliseconds since 1970, when a kept answer came

const MENU = /^\/api\/(settings|categories|products)$/;
const PICTURE = /^\/webapp\/(pictures|uploads)\//;

/** There is no price in the kept page, and what it shows then is asked for anew. @param {URL} url */
const isForAnybody = ({ searchParams }) => !searchParams.has("lang");

/** Say what is done about each event. */
export const listenOffline = () => keepPageOf("webapp", [MENU_CACHE, PICTURE_CACHE], answerTo, isForAnybody);

/**
 * What answers in the network's place; nothing for most.
 * @param {Request} request
 */
function answerTo(request) {
  const { pathname } = new URL(request.url);
  if (MENU.test(pathname)) return answerMenu;
  return PICTURE.test(pathname) ? answerPicture : null;
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

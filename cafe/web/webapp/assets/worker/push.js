/** Shows what the server pushes about an order, and leads to it. */

import { worker } from "./scope.js";

/** @import { Notice, PushEvent } from "../../worker" */

/** Say what is done about each event. */
export function listenPush() {
  worker.addEventListener("push", (event) => event.waitUntil(show(event)));
  worker.addEventListener("notificationclick", (event) => {
    const { notification } = event;
    notification.close();
    event.waitUntil(open(new URL(notification.data, location.href).href));
  });
}

/**
 * News of an order take the place of older ones, and are heard again.
 * @param {PushEvent} event
 */
async function show({ data }) {
  if (!data) return;
  const { title, body, tag, url } = /** @type {Notice} */ (data.json());
  const options = { body, tag, renotify: true, data: url };
  await worker.registration.showNotification(title, options);
  const shown = new URL(url, location.href).href;
  for (const page of await pagesOf(shown)) page.postMessage("changed");
}

/** @param {string} url */
const orderOf = (url) => new URL(url).searchParams.get("order");

/**
 * The pages that show the order already.
 * @param {string} url
 */
async function pagesOf(url) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((each) => orderOf(each.url) === orderOf(url));
}

/**
 * The page that shows the order already, or a new one.
 * @param {string} url
 */
async function open(url) {
  const [page] = await pagesOf(url);
  await (page ? page.focus() : worker.clients.openWindow(url));
}

/** Shows what the server pushes about an order, and leads to it. */

import { worker } from "../../shared/worker/scope.js";

/** @import { Notice, PushEvent } from "../../shared/worker/types" */

/** Say what is done about each event. */
export function listenPush() {
  worker.addEventListener("push", (event) => event.waitUntil(show(event)));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data));
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
  for (const page of await openPages()) page.postMessage({ kind: "changed" });
}

/** The open pages of the mini-app, the last used first. Which order one shows is not asked: that is not in `url`. */
async function openPages() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter((each) => each.frameType === "top-level" && each.url.startsWith(worker.registration.scope));
}

/**
 * Show the order in a page that is open already, or in a new one.
 * @param {string} url
 */
async function open(url) {
  const [page] = await openPages();
  page?.postMessage({ kind: "open", url });
  await (page ? page.focus() : worker.clients.openWindow(url));
}

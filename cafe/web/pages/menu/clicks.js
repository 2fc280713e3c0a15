/** Taps on what leads somewhere: links within the page, and those that leave it. */

import { listenToPage, run } from "../shared/delegate.js";
import { byId } from "../shared/html.js";
import { openLink } from "../shared/telegram.js";
import { goBack, navigateTo } from "./router.js";

/**
 * Leave for another site, on a person's tap.
 * @param {string} url
 */
export function openExternal(url) {
  if (!openLink(url)) location.assign(url);
}

/**
 * @param {HTMLElement | null} target
 * @param {MouseEvent} event
 */
function click(target, event) {
  if (!target) {
    if (event.target === byId("sheet")) goBack(); // the backdrop
    return;
  }
  const { action, external } = target.dataset;
  if (action) {
    if (external === undefined) event.preventDefault();
    const restoreFocus = focusKeeper(target);
    if (target.ariaDisabled !== "true") run(target, action);
    queueMicrotask(restoreFocus);
  }
  if (!(target instanceof HTMLAnchorElement)) return;
  if (external !== undefined) {
    if (openLink(target.href)) event.preventDefault();
  } else if (!action) {
    followLink(target, event);
  }
}

/**
 * Remember what stands beside the pressed button: when the button goes away with the last piece or its whole line, the
 * keyboard's place is the plus beside it, the neighbouring line, or what the empty cart offers.
 * @param {Element} target
 */
function focusKeeper(target) {
  const stepper = target.closest("[data-stepper]");
  const cart = target.closest("#page, #aside");
  const line = target.closest(".cart-line");
  const beside = [stepper, line?.nextElementSibling, line?.previousElementSibling];
  return () => {
    const { activeElement } = document;
    if (target.isConnected) return;
    if (activeElement !== document.body && activeElement !== byId("sheet")) return;
    const place = beside.find((element) => element?.isConnected)?.querySelector('[data-key="more"]');
    const found = place ?? cart?.querySelector(".empty-state a, h2[tabindex]") ?? document.querySelector(".bar-button");
    if (found instanceof HTMLElement) found.focus();
  };
}

/**
 * @param {HTMLAnchorElement} link
 * @param {MouseEvent} event
 */
function followLink(link, event) {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || link.target || link.origin !== location.origin || link.pathname !== location.pathname) return;
  event.preventDefault();
  navigateTo(link.search, { replace: "replace" in link.dataset });
}

export function listenToClicks() {
  listenToPage({ click });
  byId("sheet").addEventListener("cancel", (event) => {
    event.preventDefault();
    goBack();
  });
}

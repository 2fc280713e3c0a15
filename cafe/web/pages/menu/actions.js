/** Hands taps, typing, forms and links to what they mean: an element names its action in `data-action`, `data-input`, … */

import { byId } from "../shared/html.js";
import { openLink } from "../shared/telegram.js";
import { goBack, navigateTo } from "./router.js";

/** @import { Actions } from "../shared/types" */

/**
 * What elements can ask for, by name; screens add theirs when they arrive.
 * @type {Actions}
 */
export const actions = {};

/**
 * Leave for another site, on a person's tap.
 * @param {string} url
 */
export function openExternal(url) {
  if (!openLink(url)) location.assign(url);
}

/** @type {HTMLElement | null} */
let lastPressed = null;

/** @param {Event} event */
const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/**
 * @param {string | undefined} name
 * @param {HTMLElement} element
 */
const run = (name, element) => name && actions[name]?.(element);

/** @param {MouseEvent} event */
function handleClick(event) {
  const target = /** @type {HTMLElement | null} */ (targetOf(event).closest("[data-action], a[href]"));
  // The second half of a double tap is for what was under the first, not for what appeared there meanwhile.
  if (event.detail > 1 && target !== lastPressed) {
    event.preventDefault();
    return;
  }
  lastPressed = target;
  if (!target) {
    if (event.target === byId("sheet")) goBack(); // the backdrop
    return;
  }
  const { action, external } = target.dataset;
  if (action) {
    if (external === undefined) event.preventDefault();
    const restoreFocus = focusKeeper(target);
    if (target.ariaDisabled !== "true") run(action, target);
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

export function listenToPage() {
  addEventListener("click", handleClick);
  addEventListener("input", (event) => run(targetOf(event).dataset?.input, targetOf(event)));
  addEventListener("change", (event) => run(targetOf(event).dataset?.change, targetOf(event)));
  addEventListener("submit", (event) => {
    const form = targetOf(event);
    if (!form.dataset.submit) return;
    event.preventDefault();
    run(form.dataset.submit, form);
  });
  byId("sheet").addEventListener("cancel", (event) => {
    event.preventDefault();
    goBack();
  });
}

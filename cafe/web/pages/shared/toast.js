/** A short message at a page's edge, some with a button; and words for screen readers alone. */

import { byId, html, patch } from "./html.js";
import { COMMON_ICONS, drawIcon } from "./icons.js";
import { anyText } from "./texts.js";

const SHOWN_MS = 5000;
const SHOWN_WITH_ACTION_MS = 10_000;
const IN_USE_MS = 1500;

let timer = 0;
/** @type {(() => void) | null} */
let currentAction = null;

/**
 * Show a message for a few seconds; `label` and `action` make a button.
 * @param {string} text
 * @param {{ tone?: "" | "good" | "bad", label?: string, action?: (() => void) | null }} options
 */
export function showToast(text, { tone = "", label = "", action = null } = {}) {
  hideToast(); // the same words again are a new message, also for a screen reader
  currentAction = action;
  patch(
    byId("toast"),
    html`<div class="toast ${tone}">
      <p>${text}</p>
      ${action && html`<button type="button" class="toast-action" data-action="toastAction">${label}</button>`}
      <button type="button" class="toast-close" data-action="toastClose" aria-label="${anyText("close")}">${drawIcon(COMMON_ICONS.close)}</button>
    </div>`,
  );
  hideAfter(action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
}

/** @param {number} duration */
function hideAfter(duration) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // Somebody reading or about to press keeps it.
    if (byId("toast").matches(":hover, :focus-within")) hideAfter(IN_USE_MS);
    else hideToast();
  }, duration);
}

export function hideToast() {
  clearTimeout(timer);
  currentAction = null;
  patch(byId("toast"), "");
}

/** What its buttons do: each page adds these to its own. */
export const toastActions = {
  toastAction() {
    const action = currentAction;
    hideToast();
    action?.();
  },
  toastClose: hideToast,
};

/**
 * Tell something to screen readers only.
 * @param {string} text
 */
export function announce(text) {
  byId("announcer").textContent = text;
}

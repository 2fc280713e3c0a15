/** What the page says of its own accord: a short message at its edge, some with an action, and yes-or-no questions. */

import { icon } from "./components.js";
import { byId, html, patch } from "./lib/html.js";
import { t } from "./lib/i18n.js";
import { confirmNatively } from "./lib/telegram.js";

const SHOWN_MS = 4500;
const SHOWN_WITH_ACTION_MS = 8000;
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
  currentAction = action;
  patch(
    byId("toast"),
    html`<div class="toast ${tone}">
      <p>${text}</p>
      ${action && html`<button type="button" class="toast-action" data-action="toastAction">${label}</button>`}
      <button type="button" class="toast-close" data-action="toastClose" aria-label="${t("close")}">${icon("close")}</button>
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
    else hide();
  }, duration);
}

function hide() {
  clearTimeout(timer);
  currentAction = null;
  patch(byId("toast"), "");
}

export const toastActions = {
  toastAction() {
    const action = currentAction;
    hide();
    action?.();
  },
  toastClose: hide,
};

/**
 * Tell something to screen readers only.
 * @param {string} text
 */
export function announce(text) {
  byId("announcer").textContent = text;
}

/**
 * Ask; true on yes. Telegram's own question where there is one, else a dialog of the page. `text` tells what yes will do.
 * @param {string} question
 * @param {{ yes: string, no: string, text?: string }} words
 * @returns {Promise<boolean>}
 */
export function confirmDialog(question, { yes, no, text = "" }) {
  const native = confirmNatively(`${question}\n\n${text}`.trim());
  if (native) return native;
  const dialog = /** @type {HTMLDialogElement} */ (byId("confirm"));
  patch(
    dialog,
    html`<form method="dialog">
      <h2 id="confirm-title">${question}</h2>
      <p id="confirm-text">${text}</p>
      <div class="confirm-buttons">
        <button value="no" class="button soft" autofocus>${no}</button>
        <button value="yes" class="button bad">${yes}</button>
      </div>
    </form>`,
  );
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** What the page says of its own accord: short words at its edge, some with an action, and questions to answer yes or no. */

import { html, patch } from "./html.js";
import { t } from "./i18n.js";
import { icon } from "./parts.js";
import { askNatively } from "./telegram.js";

const SHOWN_MS = 4500;
const WITH_ACTION_MS = 8000;
let timer = 0;
let current = null;

const place = () => document.getElementById("toast");

/** Say it. `tone`: "good", "bad" or none; `label` and `action` make a button. */
export function toast(text, { tone = "", label = "", action = null } = {}) {
  current = { action };
  patch(
    place(),
    html`<div class="toast ${tone}">
      <p>${text}</p>
      ${action && html`<button type="button" class="toast-action" data-do="toastAction">${label}</button>`}
      <button type="button" class="toast-close" data-do="toastClose" aria-label="${t("close")}">${icon("close")}</button>
    </div>`,
  );
  wait(action ? WITH_ACTION_MS : SHOWN_MS);
}

function wait(length) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    // Somebody reading or about to press keeps it.
    if (place().matches(":hover, :focus-within")) wait(1500);
    else hide();
  }, length);
}

function hide() {
  clearTimeout(timer);
  current = null;
  patch(place(), "");
}

export const toastActions = {
  toastAction() {
    const action = current?.action;
    hide();
    action?.();
  },
  toastClose: hide,
};

/** Say something to screen readers only. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

/** Ask; true on yes. Telegram's own question where there is one, else a dialog of the page. */
export function ask(question, { yes, no }) {
  const native = askNatively(question);
  if (native) return native;
  const dialog = document.getElementById("ask");
  patch(
    dialog,
    html`<form method="dialog" class="question">
      <h2 id="ask-title">${question}</h2>
      <div class="question-buttons">
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

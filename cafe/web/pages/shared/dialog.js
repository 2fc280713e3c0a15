/** Dialogs: one with a form or a list, and above it a question with two answers. */

import { actions } from "./delegate.js";
import { byId, html, patch } from "./html.js";
import { COMMON_ICONS, drawIcon } from "./icons.js";
import { showQuestion } from "./question.js";
import { anyText } from "./texts.js";

/** @import { Renderable } from "./types" */

const FIELDS = ".dialog-body :is(input:not([type='checkbox'], [type='radio'], [type='file']), textarea, select)";
const withKeys = matchMedia("(hover: hover) and (pointer: fine)"); // on a phone the keyboard would cover the dialog

/** @type {{ title: () => string, body: () => Renderable, onClose: () => void } | null} */
let open = null;

/** @param {string} id */
const element = (id) => /** @type {HTMLDialogElement} */ (byId(id));

/** Draw the dialog that is open, if any. The page does so at each drawing. */
export function renderDialog() {
  if (!open) return;
  patch(
    byId("dialog-content"),
    html`<header class="dialog-top"><h2 id="dialog-title" tabindex="-1">${open.title()}</h2>
      <button type="button" class="icon-button" data-action="dialog.close" aria-label="${anyText("close")}">${drawIcon(COMMON_ICONS.close)}</button></header>
      <div class="dialog-body">${open.body()}</div>`,
  );
}

/**
 * Open the dialog; it is drawn anew with the page. On a phone it comes up from the bottom edge.
 * @param {() => string} title
 * @param {() => Renderable} body
 * @param {() => void} onClose however it is closed
 */
export function openDialog(title, body, onClose = () => {}) {
  const dialog = element("dialog");
  open = { title, body, onClose };
  renderDialog();
  const isNew = !dialog.open;
  if (isNew) dialog.showModal();
  moveMessages(dialog);
  if (isNew && withKeys.matches) /** @type {HTMLElement | null} */ (dialog.querySelector(FIELDS))?.focus();
}

export function closeDialog() {
  moveMessages(document.body);
  element("dialog").close();
}

/** The dialog that is open now, for what takes a while: another one may be open by then, or none. */
export function openedDialog() {
  const mine = open;
  const isOpen = () => mine !== null && open === mine;
  const close = () => {
    if (isOpen()) closeDialog();
  };
  return { isOpen, close };
}

/** What lies behind an open dialog is neither seen nor read out. @param {HTMLElement} place */
function moveMessages(place) {
  const messages = byId("messages");
  if (messages.parentElement !== place) place.append(messages);
}

export const isDialogOpen = () => open !== null;

/**
 * Ask; true on yes. `text` tells what yes will do.
 * @param {string} question
 * @param {{ yes: string, no?: string, text?: Renderable, tone?: "" | "bad" }} words
 * @returns {Promise<boolean>}
 */
export function ask(question, { yes, no = anyText("cancel"), text = "", tone = "" }) {
  const dialog = element("question");
  patch(
    byId("question-content"),
    html`<form method="dialog">
      <h2 id="question-title">${question}</h2>
      ${text && html`<div class="question-text">${text}</div>`}
      <div class="question-buttons">
        <button value="no" class="button soft">${no}</button>
        <button value="yes" class="button ${tone}">${yes}</button>
      </div>
    </form>`,
  );
  return showQuestion(dialog);
}

export function listenToDialogs() {
  const dialog = element("dialog");
  dialog.addEventListener("close", () => {
    const closed = open;
    open = null;
    moveMessages(document.body);
    patch(byId("dialog-content"), "");
    closed?.onClose();
  });
  dialog.addEventListener("click", (event) => {
    // What lies behind it; not by the second half of the double click that has opened it.
    if (event.target === dialog && event.detail < 2) closeDialog();
  });
}

actions["dialog.close"] = closeDialog;

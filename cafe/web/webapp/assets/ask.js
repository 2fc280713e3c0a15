/** A question to be answered yes or no: Telegram's own where there is one, else a dialog of the page. */

import { html, patch } from "./html.js";
import { askNatively } from "./telegram.js";

/** Resolves to true on yes. */
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

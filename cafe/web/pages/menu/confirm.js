/** Yes-or-no questions. */

import { byId, html, patch } from "../shared/html.js";
import { showQuestion } from "../shared/question.js";
import { confirmNatively } from "../shared/telegram.js";

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
  return showQuestion(dialog);
}

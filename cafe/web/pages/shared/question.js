/** A question with two answers: a dialog whose form has the method `dialog`, and buttons of the values `yes` and `no`. */

/**
 * Open it; true on yes.
 * @param {HTMLDialogElement} dialog
 * @returns {Promise<boolean>}
 */
export function showQuestion(dialog) {
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

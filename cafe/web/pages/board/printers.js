/** The cafe's printers: which do not print, another one in their place, and an order's page once more. */

import { actions } from "../shared/delegate.js";
import { html } from "../shared/html.js";
import { RefusedError } from "../shared/request.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { icon } from "./icons.js";
import { nextQuestion, showBoard } from "./live.js";
import { state } from "./state.js";
import { t } from "./texts.js";

/** @import { Board, Printer, TextId } from "./types" */

const all = () => state.board?.printers ?? [];

/** @param {Printer} printer */
const lateRow = ({
  id,
  name,
  late = 0,
  why = null,
  numbers = [],
}) => html`<div class="printer-late" data-key="late-${id}" role="alert">
  ${icon("print")}<p><b>${t("printer.late", { name, count: late })}</b> ${t(/** @type {TextId} */ (`printer.why.${why ?? "unknown"}`))}${numbers.length > 0 && ` · ${numbers.join(", ")}`}</p>
  ${all()
    .filter((other) => other.works && other.id !== id)
    .map(
      (other) =>
        html`<button type="button" class="soft" data-action="printer.move" data-printer="${id}" data-to="${other.id}">${t("printer.move", { name: other.name })}</button>`,
    )}</div>`;

/** What everybody has to see: pages that are not on paper after a minute. */
export const latePrinters = () =>
  all()
    .filter(({ late }) => late)
    .map(lateRow);

/** Paper of an order, at each printer. @param {number} order */
export const printAt = (order) =>
  all().length > 0 &&
  html`<div class="pair choice" data-key="printers" role="group" aria-label="${t("printer.at")}"><p>${t("printer.at")}</p>${all().map(
    ({ id, name }) =>
      html`<button type="button" class="chip" data-key="p${id}" data-action="printer.print" data-printer="${id}" data-order="${order}">${name}</button>`,
  )}</div>`;

/** @param {Promise<Board>} act @param {string} told */
async function done(act, told) {
  const question = nextQuestion();
  try {
    showBoard(await act, question);
    showToast(told);
  } catch (error) {
    showToast(t(error instanceof RefusedError ? "printer.refused" : "press.offline.short"), { tone: "bad" });
  }
}

Object.assign(actions, {
  "printer.move": (/** @type {HTMLElement} */ { dataset }) =>
    done(api.movePrinter(Number(dataset.printer), Number(dataset.to)), t("printer.moved")),
  "printer.print": (/** @type {HTMLElement} */ { dataset }) =>
    done(api.printAt(Number(dataset.order), Number(dataset.printer)), t("printer.queued")),
});

/** What a new printer, or the agent beside it, has to be told: shown once, as only its hash is stored. */

import { actions } from "../../../shared/delegate.js";
import { openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { segments } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { t } from "../../lib/texts.js";

/** @import { PrinterPairing } from "../../printer-types" */

const WAYS = ["agent", "cloudprnt", "epson"];

/** @type {{ pairing: PrinterPairing | null, way: string }} */
const state = { pairing: null, way: "agent" };

/** @param {string} text */
const copyable = (text) =>
  html`<p class="printer-copy"><code>${text}</code><button type="button" class="icon-button" data-action="printers.copy" data-text="${text}" aria-label="${t("printers.copy")}">${icon("copy")}</button></p>`;

/** @param {PrinterPairing} pairing */
const agentView = ({ agent, command, svg }) => html`<ol class="steps">
    <li>${t("printers.pair.get")}${copyable(agent)}</li>
    <li>${t("printers.pair.run")}${copyable(command)}</li></ol>
  <img class="printer-code" src="data:image/svg+xml,${encodeURIComponent(svg)}" alt="${t("printers.pair.code")}" width="200" height="200">
  <p class="field-hint">${t("printers.pair.code.hint")}</p>`;

/** @param {string} way @param {string} address */
const addressView = (way, address) =>
  html`<ol class="steps">${anyText(`printers.pair.${way}`)
    .split("|")
    .map((step) => html`<li>${step}</li>`)}</ol>${copyable(address)}`;

function body() {
  const { pairing, way } = state;
  if (!pairing) return "";
  return html`<div class="stack" data-key="pairing">
    ${segments({ name: "way", label: t("printers.way"), value: way, change: "printers.way", choices: WAYS.map((value) => ({ value, label: anyText(`printers.way.${value}`) })) })}
    ${!pairing.is_public && html`<p class="tables-warning" role="note">${icon("warning")}<span>${t("printers.pair.local")}</span></p>`}
    ${way === "agent" ? agentView(pairing) : addressView(way, way === "epson" ? pairing.epson : pairing.cloudprnt)}
    <p class="field-hint">${t("printers.pair.once")}</p></div>`;
}

/** @param {PrinterPairing} pairing */
export function showPairing(pairing) {
  Object.assign(state, { pairing, way: "agent" });
  openDialog(
    () => t("printers.pair", { name: pairing.name }),
    body,
    () => Object.assign(state, { pairing: null }),
  );
}

actions["printers.way"] = (element) => {
  state.way = /** @type {HTMLInputElement} */ (element).value;
  draw();
};
actions["printers.copy"] = async ({ dataset }) => {
  try {
    await navigator.clipboard.writeText(dataset.text ?? "");
    showToast(t("printers.copied"));
  } catch {
    showToast(t("printers.copyFailed"), { tone: "bad" }); // without https, or not allowed
  }
};

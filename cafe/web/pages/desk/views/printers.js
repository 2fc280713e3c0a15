/** Printers: how each stands, what waits for it, and having another one take over. */

import { actions } from "../../shared/delegate.js";
import { ask } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { anyText } from "../../shared/texts.js";
import { showToast } from "../../shared/toast.js";
import { dayAndTime } from "../lib/format.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/texts.js";
import { editForm, editPrinter } from "./printers/form.js";
import { showPairing } from "./printers/pairing.js";
import { findPrinter, printers, readPrinters, sendPrinter } from "./printers/state.js";

/** @import { Printer, PrinterSettings } from "../printer-types" */
/** @import { View } from "../types" */

const LOOK_MS = 5000;
let looking = 0;

/** @param {Printer} printer */
function stateBadge({ late, seen_at: seenAt, why }) {
  if (late > 0) return html`<span class="badge bad">${t("printers.stuck")}</span>`;
  if (!seenAt) return html`<span class="badge">${t("printers.new")}</span>`;
  if (why) return html`<span class="badge bad">${whyText(why)}</span>`;
  return html`<span class="badge good">${t("printers.works")}</span>`;
}

/** @param {string | null} why */
const whyText = (why) => anyText(`printers.why.${why ?? "unknown"}`);

/** What it prints, in a line. @param {PrinterSettings} settings */
function aboutText({ width, pages, copies, moment }) {
  const words = pages.map((page) => anyText(`printers.page.${page}`));
  return [
    t("printers.mm", { width }),
    words.join(", ") || t("printers.nothing"),
    pages.includes("ticket") && anyText(`printers.moment.${moment}`),
    copies > 1 && t("printers.copiesOf", { count: copies }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {Printer} printer */
const lateView = ({ id, late, why, numbers }) => html`<div class="printer-late" role="alert">${icon("warning")}
  <div class="stack-small"><p><b>${t("printers.late", { count: late, why: whyText(why) })}</b>${numbers.length > 0 && html`<br>${numbers.join(", ")}`}</p>
    <p class="cluster">${printers.all
      .filter((other) => other.works && other.id !== id)
      .map(
        (other) =>
          html`<button type="button" class="button small" data-action="printers.move" data-id="${id}" data-to="${other.id}">${t("printers.move", { name: other.name })}</button>`,
      )}</p></div></div>`;

/** @param {Printer} printer */
const card = (
  printer,
) => html`<section class="card stack printer-card" data-key="p-${printer.id}" aria-labelledby="printer-${printer.id}">
  <header class="till-head"><h2 id="printer-${printer.id}">${printer.name}</h2>${stateBadge(printer)}</header>
  ${printer.settings && html`<p class="muted">${aboutText(printer.settings)}</p>`}
  ${printer.late > 0 && lateView(printer)}
  <p class="muted">${printer.seen_at ? t("printers.seen", { time: dayAndTime(printer.seen_at), way: anyText(`printers.way.${printer.way}`) }) : t("printers.unseen")}
    ${printer.waiting > 0 && html`<br>${t("printers.waiting", { count: printer.waiting })}`}</p>
  <p class="cluster">
    <button type="button" class="button soft small" data-action="printers.test" data-id="${printer.id}" aria-label="${t("printers.test.of", { name: printer.name })}">${t("printers.test")}</button>
    <button type="button" class="button soft small" data-action="printers.edit" data-id="${printer.id}" aria-label="${t("printers.edit.of", { name: printer.name })}">${t("printers.edit")}</button>
    <button type="button" class="button soft small" data-action="printers.token" data-id="${printer.id}" aria-haspopup="dialog" aria-label="${t("printers.token.of", { name: printer.name })}">${t("printers.token")}</button>
    <button type="button" class="button soft small" data-action="printers.delete" data-id="${printer.id}" aria-label="${t("printers.delete.of", { name: printer.name })}">${t("printers.delete")}</button></p></section>`;

const droppedView = () =>
  printers.dropped.length > 0 &&
  html`<details data-key="dropped"><summary>${t("printers.dropped")} (${String(printers.dropped.length)})</summary>
    <p class="muted">${t("printers.dropped.about")}</p>
    <ul class="rows">${printers.dropped.map(
      (
        job,
      ) => html`<li class="row" data-key="d-${job.id}"><span class="row-main"><b>${job.number || anyText(`printers.page.${job.page}`)}</b><br>
        <span class="muted">${[anyText(`printers.page.${job.page}`), job.printer, dayAndTime(job.at)].join(" · ")}</span></span></li>`,
    )}</ul></details>`;

const listView = () => html`<p class="lead">${t("printers.about")}</p>
  <div class="stack-large">${printers.all.map(card)}
    <p><button type="button" class="button" data-action="printers.edit" data-id="0">${icon("plus")}<span>${t("printers.add")}</span></button></p>
    ${droppedView()}</div>`;

/** @type {View} */
export const view = {
  async load() {
    await readPrinters();
    clearInterval(looking);
    looking = setInterval(() => {
      if (!printers.edited && !document.hidden) readPrinters().then(draw, () => {}); // an outage passes
    }, LOOK_MS);
  },
  render: () => (printers.edited ? editForm() : listView()),
  leave() {
    clearInterval(looking);
    printers.edited = null;
  },
};

actions["printers.edit"] = ({ dataset }) => editPrinter(Number(dataset.id));
actions["printers.test"] = async ({ dataset }) => {
  if (await sendPrinter("post", `/${dataset.id}/test`)) showToast(t("printers.told.test"), { tone: "good" });
};
actions["printers.move"] = async ({ dataset }) => {
  if (await sendPrinter("post", `/${dataset.id}/move`, { to: Number(dataset.to) }))
    showToast(t("printers.told.moved"), { tone: "good" });
};
actions["printers.token"] = async ({ dataset }) => {
  const printer = findPrinter(Number(dataset.id));
  const words = { yes: t("printers.token"), text: t("printers.token.sure") };
  if (!printer || (printer.seen_at && !(await ask(t("printers.token.of", { name: printer.name }), words)))) return;
  const answer = await sendPrinter("post", `/${printer.id}/token`);
  if (answer) showPairing(answer.paired);
};
actions["printers.delete"] = async ({ dataset }) => {
  const printer = findPrinter(Number(dataset.id));
  const words = { yes: t("printers.delete"), text: t("printers.delete.sure"), tone: /** @type {const} */ ("bad") };
  if (!printer || !(await ask(t("printers.delete.of", { name: printer.name }), words))) return;
  if (await sendPrinter("delete", `/${printer.id}`)) showToast(t("printers.told.deleted"), { tone: "good" });
};

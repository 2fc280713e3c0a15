/** The kitchen's tablets: which are paired, a code for another one, and unpairing one. */

import { actions } from "../../../shared/delegate.js";
import { ask, closeDialog, openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { byId, html } from "../../../shared/html.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { field } from "../../lib/fields.js";
import { dayAndTime } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";

/** @import { PairingCode, Tablet } from "../../types" */

const LOOK_MS = 2000;

/** @type {{ tablets: Tablet[], code: PairingCode | null, isOver: boolean, isBusy: boolean }} */
const state = { tablets: [], code: null, isOver: false, isBusy: false };

export const readTablets = async () => {
  state.tablets = (await api.get("/devices")).devices;
};

/** @param {Tablet} tablet */
const row = (tablet) => html`<li class="row" data-key="t-${tablet.id}">${icon("tablet")}
  <span class="row-main"><b>${tablet.name}</b><br>
    <span class="muted">${t("tablets.seen", { time: dayAndTime(tablet.seen_at) })}<br>${t("tablets.since", { time: dayAndTime(tablet.paired_at) })}</span></span>
  <button type="button" class="button small bad" data-action="tablets.unpair" data-id="${tablet.id}"
    aria-label="${t("tablets.unpairOf", { name: tablet.name })}">${t("tablets.unpair")}</button></li>`;

export const tabletsSection =
  () => html`<section class="stack" data-key="tablets"><h2 class="day">${t("tablets.title")}</h2>
  <p class="muted">${t("tablets.about")}</p>
  ${state.tablets.length > 0 && html`<ul class="rows">${state.tablets.map(row)}</ul>`}
  <button type="button" class="button soft" data-action="tablets.pair" aria-haspopup="dialog">${icon("plus")}<span>${t("tablets.pair")}</span></button>
</section>`;

// The dialog of a code.

const form = () => html`<form class="stack" data-submit="tablets.code" novalidate>
  ${field({ name: "tablet-name", label: t("tablets.name"), value: t("tablets.usualName"), of: "devices.name", hint: t("tablets.nameHint") })}
  <button type="submit" class="button full-width" aria-busy="${String(state.isBusy)}">${t("tablets.give")}</button></form>`;

/** @param {PairingCode} pairing */
const codeView = ({ code, path, link, name }) => html`<div class="stack" data-key="code"><ol class="steps">
    <li>${t("tablets.open")}<p><code>${new URL(path, location.href).href}</code></p></li>
    <li>${t("tablets.type")}
      <p class="big-code" role="img" aria-label="${[...code].join(" ")}"><span>${code.slice(0, 4)}</span><span>${code.slice(-4)}</span></p></li>
  </ol>
  <p>${t("tablets.link")}<br><code>${new URL(link, location.href).href}</code></p>
  <p class="field-hint">${t("tablets.good", { name })}</p>
  <p class="waiting" role="status"><span class="waiting-dot" aria-hidden="true"></span>${t("tablets.waiting")}</p></div>`;

const overView = () => html`<div class="stack" data-key="over"><p role="status">${t("tablets.over")}</p>
  <button type="button" class="button full-width" data-action="tablets.pair">${t("tablets.again")}</button></div>`;

function dialogBody() {
  if (state.isOver) return overView();
  return state.code ? codeView(state.code) : form();
}

/**
 * Look from time to time whether a tablet was paired with the code, as long as that is shown and good.
 * @param {PairingCode} code
 */
async function waitForTablet(code) {
  const known = new Set(state.tablets.map(({ id }) => id));
  const end = performance.now() + code.seconds * 1000;
  while (state.code === code) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (state.code !== code) return;
    await readTablets().catch(() => {}); // an outage passes
    const added = state.tablets.find(({ id, name }) => !known.has(id) && name === code.name);
    if (added && state.code === code) {
      closeDialog();
      showToast(t("tablets.paired", { name: added.name }), { tone: "good" });
    } else if (performance.now() > end) Object.assign(state, { code: null, isOver: true });
    draw();
  }
}

actions["tablets.pair"] = () => {
  Object.assign(state, { code: null, isOver: false, isBusy: false });
  openDialog(
    () => t("tablets.pair"),
    dialogBody,
    () => Object.assign(state, { code: null, isOver: false }),
  );
};
actions["tablets.code"] = async () => {
  if (state.isBusy) return;
  state.isBusy = true;
  draw();
  const name = /** @type {HTMLInputElement} */ (byId("tablet-name")).value;
  try {
    state.code = await api.post("/devices/code", { name });
  } catch (error) {
    tellFailure(error);
  }
  state.isBusy = false;
  draw();
  if (state.code) waitForTablet(state.code); // however long it takes, the press is over
};
actions["tablets.unpair"] = async ({ dataset }) => {
  const tablet = state.tablets.find(({ id }) => id === Number(dataset.id));
  if (!tablet) return;
  const { name } = tablet;
  const words = { yes: t("tablets.unpair"), text: t("tablets.sureText"), tone: /** @type {const} */ ("bad") };
  if (!(await ask(t("tablets.sure", { name }), words))) return;
  try {
    await api.delete(`/devices/${tablet.id}`);
    showToast(t("tablets.unpaired", { name }), { tone: "good" });
  } catch (error) {
    tellFailure(error);
  }
  await readTablets().catch(tellFailure);
  draw();
};

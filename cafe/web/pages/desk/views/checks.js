/** Whether everything around the cafe is in order, the troubles first. */

import { actions } from "../../shared/delegate.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { anyText } from "../../shared/texts.js";
import { api } from "../lib/api.js";
import { icon } from "../lib/icons.js";
import { tellFailure } from "../lib/save.js";
import { t } from "../lib/texts.js";

/** @import { Finding, IconName, View } from "../types" */

/** @type {Finding["state"][]} */
const ORDER = ["failed", "warning", "ok"];
/** @type {Record<Finding["state"], IconName>} */
const ICON = { failed: "warning", warning: "info", ok: "check" };

const LOOK_AGAIN_MS = 60_000;
let timer = 0;

/** @type {{ found: Finding[], isBusy: boolean }} */
const state = { found: [], isBusy: false };

const read = async () => {
  state.found = (await api.get("/checks")).checks;
};

/** Banks and Telegram are asked each time, so not more often. */
async function lookAgain() {
  if (document.hidden || state.isBusy) return;
  await read().catch(() => {}); // the next time will do
  draw();
}

/** @param {Finding["state"]} wanted */
const having = (wanted) => state.found.filter((each) => each.state === wanted);

function summary() {
  const parts = ["failed", "warning"].flatMap((each) => {
    const { length: count } = having(/** @type {Finding["state"]} */ (each));
    return count ? [anyText(`checks.${each}`, { count })] : [];
  });
  return parts.join(" · ") || t("checks.good");
}

/** @param {Finding} finding */
const row = ({ check, state: how, name, text }) => html`<li class="row check is-${how}" data-key="c-${check}">
  <span class="check-mark">${icon(ICON[how])}<span class="visually-hidden">${anyText(`checks.state.${how}`)}</span></span>
  <span class="row-main"><b>${name}</b><br><span class="check-text">${text}</span></span></li>`;

/** @type {View} */
export const view = {
  async load() {
    await read();
    clearInterval(timer);
    timer = setInterval(lookAgain, LOOK_AGAIN_MS);
  },
  leave: () => clearInterval(timer),
  render: () => html`<p class="lead">${t("checks.about")}</p>
    <div class="checks-head"><p role="status" aria-busy="${String(state.isBusy)}"><b>${state.isBusy ? "…" : summary()}</b></p>
      <button type="button" class="button soft" data-action="checks.again" aria-busy="${String(state.isBusy)}">${t("checks.again")}</button></div>
    <ul class="rows">${ORDER.flatMap(having).map(row)}</ul>`,
};

actions["checks.again"] = async () => {
  if (state.isBusy) return;
  state.isBusy = true;
  draw();
  await read().catch(tellFailure);
  state.isBusy = false;
  draw();
};

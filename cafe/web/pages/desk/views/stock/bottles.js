/** Bottles with excise marks: which are open and what they still hold. */

import { actions } from "../../../shared/delegate.js";
import { ask } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { dayAndTime } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { askDeskMarks } from "../../lib/marks.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { amountText } from "./moves.js";

/**
 * @typedef {object} Bottle
 * @property {number} id
 * @property {string} mark
 * @property {string} ingredient the code
 * @property {string} name
 * @property {string} unit
 * @property {number} amount
 * @property {number} remaining
 * @property {number} at Unix seconds
 * @property {string} by
 */

/** @typedef {{ code: string, name: string, unit: string, bottle: number }} Marked */

/** @type {{ bottles: Bottle[], ingredients: Marked[] }} */
const state = { bottles: [], ingredients: [] };

export async function readBottles() {
  Object.assign(state, await api.get("/bottles"));
}

/** @param {Bottle} bottle */
const bottleRow = ({ id, mark, name, unit, amount, remaining, at, by }) => html`<li class="row" data-key="b-${id}">
  <span class="row-main bottle"><b>${name}</b><span class="muted">${mark.slice(0, 12)} · ${dayAndTime(at)}, ${by}</span></span>
  <span class="numbers">${t("bottles.left", { remaining: amountText(remaining, unit), amount: amountText(amount, unit) })}</span>
  <button type="button" class="button soft small" data-action="bottles.empty" data-id="${id}">${t("bottles.empty")}</button></li>`;

/** @param {Marked} marked */
const openButton = ({
  code,
  name,
}) => html`<button type="button" class="button soft" data-key="o-${code}" data-action="bottles.open"
  data-code="${code}">${icon("plus")}${name}</button>`;

export function bottlesView() {
  const back = html`<p><a class="back-link" href="#/stock">${icon("back")}${t("back")}</a></p>`;
  const { bottles, ingredients } = state;
  if (ingredients.length === 0) return html`${back}<div class="empty">${icon("box")}<p>${t("bottles.none")}</p></div>`;
  return html`<div class="stack-large">${back}<p class="lead">${t("bottles.about")}</p>
    <section class="card stack"><h2>${t("bottles.openOne")}</h2><p class="cluster">${ingredients.map(openButton)}</p></section>
    <section class="stack"><h2>${t("bottles.opened")}</h2>${
      bottles.length > 0
        ? html`<ul class="rows">${bottles.map(bottleRow)}</ul>`
        : html`<p class="muted">${t("bottles.noneOpen")}</p>`
    }</section></div>`;
}

actions["bottles.open"] = ({ dataset: { code = "" } }) => {
  const found = state.ingredients.find((each) => each.code === code);
  if (!found) return;
  const missing = [{ name: found.name, name_en: found.name, ingredient: code }];
  askDeskMarks(
    t("bottles.title", { name: found.name }),
    missing,
    async (mark) => {
      Object.assign(state, await api.post("/bottles", { ingredient: code, mark }));
      return [];
    },
    () => showToast(t("bottles.told", { name: found.name }), { tone: "good" }),
  );
};
actions["bottles.empty"] = async ({ dataset }) => {
  const bottle = state.bottles.find(({ id }) => String(id) === dataset.id);
  if (!bottle) return;
  const isUntouched = bottle.remaining === bottle.amount;
  const text = isUntouched
    ? t("bottles.mistakeText")
    : t("bottles.emptyText", { amount: amountText(bottle.remaining, bottle.unit) });
  if (!(await ask(t("bottles.emptyQuestion", { name: bottle.name }), { yes: t("bottles.empty"), text }))) return;
  try {
    Object.assign(state, await api.post(`/bottles/${bottle.id}/empty`));
  } catch (error) {
    tellFailure(error);
    await readBottles().catch(tellFailure);
  }
  draw();
};

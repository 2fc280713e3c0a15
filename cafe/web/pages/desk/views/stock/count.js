/** Taking stock: what was counted, then the differences, then they are stored. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { errorOf, field, focusFirstError } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";
import { amountOf, amountText, changeText, store, unitText } from "./moves.js";
import { ingredientOf, readStock, stock } from "./state.js";

/** @import { Problem } from "../../../shared/types" */
/** @import { Ingredient } from "./moves.js" */

/** @typedef {{ code: string, stock: number, counted: number, change: number, shelf?: number }} Difference */

/**
 * What is typed, and what they knew when they began to; `shelf`: what should have been there, null for the moment of saving.
 * @typedef {{ text: string, seen: number, shelf: number | null }} Counted
 */

/** @type {{ counted: Map<string, Counted>, problems: Problem[], differences: Difference[], isBusy: boolean }} */
const state = { counted: new Map(), problems: [], differences: [], isBusy: false };

export const isCounting = () => state.counted.size > 0;

export function endCount() {
  state.counted = new Map();
  state.problems = [];
}

const entries = () =>
  [...state.counted].map(([code, { text, seen, shelf }]) => ({ code, amount: amountOf(text), seen, shelf }));

/** Orders go on while the rest is counted: what should be there is noted as soon as a field is typed in. @param {string} code */
async function noteShelf(code) {
  await readStock();
  const counted = state.counted.get(code);
  const now = ingredientOf(code);
  if (counted && counted.seen === now?.last_move) counted.shelf = now.stock + (now.held ?? 0);
  draw();
}

/** Others have moved some of it meanwhile, and whoever counts has seen that now. */
async function knowAnew() {
  await readStock().catch(tellFailure);
  for (const [code, counted] of state.counted)
    Object.assign(counted, { seen: ingredientOf(code)?.last_move ?? 0, shelf: null });
}

/** @param {Ingredient} ingredient */
function row({ code, name, unit, stock: left, held = 0 }) {
  const at = [...state.counted.keys()].indexOf(code);
  const error = at < 0 ? "" : errorOf(state.problems, `entries.${at}`);
  return html`<li class="row count-row" data-key="c-${code}"><span class="row-main"><b>${name}</b>
      <span class="muted numbers">${t("stock.was")}: ${amountText(left + held, unit)}${held > 0 && t("stock.held", { amount: amountText(held, unit) })}</span></span>
    ${field({
      name: `count-${code}`,
      label: t("stock.counted", { name }),
      isLabelHidden: true,
      value: state.counted.get(code)?.text ?? "",
      suffix: unitText(unit),
      inputmode: "numeric",
      error,
      input: "stock.counted",
    })}</li>`;
}

export const countView = () => html`<form data-submit="stock.compare" novalidate>
  <p><a class="back-link" href="#/stock">${icon("back")}${t("back")}</a></p>
  <p class="lead">${t("stock.countAbout")}</p>
  <ul class="rows">${stock.ingredients.map(row)}</ul>
  <div class="save-bar"><button type="submit" class="button" ${state.counted.size === 0 ? html`disabled` : ""}
    aria-busy="${String(state.isBusy)}">${t("stock.compare", { count: state.counted.size })}</button></div>
</form>`;

/** @param {Difference} difference */
function differenceRow({ code, stock: left, shelf: was = left, counted, change }) {
  const { name = code, unit = "" } = ingredientOf(code) ?? {};
  return html`<li class="row" data-key="d-${code}"><span class="row-main"><b>${name}</b>
      <span class="move-facts muted numbers">${t("stock.was")}: ${amountText(was, unit)}<br>${t("stock.is")}: ${amountText(counted, unit)}</span></span>
    <b class="difference numbers ${change < 0 ? "is-less" : ""}"><span class="visually-hidden">${t("stock.differences")}: </span>${changeText(change, unit)}</b></li>`;
}

const differencesView = () => html`<form class="stack" data-submit="stock.storeCount" novalidate>
  <ul class="rows">${state.differences.map(differenceRow)}</ul>
  <button type="submit" class="button full-width" aria-busy="${String(state.isBusy)}">${t("stock.storeCount")}</button>
</form>`;

/** @param {Problem[]} problems @param {Element} form */
function show(problems, form) {
  state.problems = problems;
  draw();
  queueMicrotask(() => focusFirstError(form));
}

actions["stock.counted"] = (element) => {
  const { id, value } = /** @type {HTMLInputElement} */ (element);
  const code = id.slice("count-".length);
  const counted = state.counted.get(code);
  if (value.trim() === "") state.counted.delete(code);
  else if (counted) counted.text = value;
  else {
    state.counted.set(code, { text: value, seen: ingredientOf(code)?.last_move ?? 0, shelf: null });
    noteShelf(code).catch(() => {}); // then it is the moment of saving
  }
  state.problems = [];
  draw();
};
actions["stock.compare"] = async (form) => {
  if (state.isBusy || state.counted.size === 0) return;
  state.isBusy = true;
  draw();
  try {
    state.differences = (await api.look("/stock/counts/look", { entries: entries() })).differences;
    openDialog(() => t("stock.differences"), differencesView);
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid") show(error.problems, form);
    else tellFailure(error);
  } finally {
    state.isBusy = false;
    draw();
  }
};
actions["stock.storeCount"] = async () => {
  if (state.isBusy) return;
  state.isBusy = true;
  draw();
  const outcome = await store("counts", entries(), "");
  state.isBusy = false;
  draw();
  if (outcome.state === "failed") return;
  closeDialog();
  if (outcome.state === "saved") {
    showToast(t("stock.countStored", { count: outcome.moves.length }), { tone: "good" });
    endCount();
    go("#/stock");
    return;
  }
  if (outcome.state === "invalid") state.problems = outcome.problems;
  await knowAnew(); // what was typed stays
  draw();
};

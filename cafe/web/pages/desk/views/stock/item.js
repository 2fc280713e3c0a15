/** One ingredient: what it is called and when it is low, what is made with it, its history; or a new one. */

import { actions } from "../../../shared/delegate.js";
import { ask } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { money } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { ownText } from "../../../shared/texts.js";
import { api } from "../../lib/api.js";
import { Draft, stillMine, wholeNumber } from "../../lib/draft.js";
import { errorOf, field, focusFirstError, segments } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { save, tellFailure } from "../../lib/save.js";
import { may } from "../../lib/session.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";
import { whenStored } from "./dialog.js";
import { movesView, readMoves, reloadMoves } from "./history.js";
import { amountText, boughtIn, costText, unitText } from "./moves.js";
import { ingredientOf, readStock, reloadStock } from "./state.js";

/** @typedef {{ name: string, name_en: string, amount: number, product: string | null, group: string | null }} Use */

const UNITS = ["g", "ml", "pcs"];
const NEW = { unit: "g", low_stock: 0, stock: 0, bottle: 0 };

/** `cost` is as it is typed. @type {{ draft: Draft | null, uses: Use[], cost: string | null, isSaving: boolean }} */
const state = { draft: null, uses: [], cost: null, isSaving: false };

export const isItemDirty = () => state.draft?.isDirty ?? false;
export const leaveItem = () => {
  state.draft = null;
};

/** @param {string} code blank: a new one */
export async function openItem(code) {
  whenStored(reloadMoves);
  state.cost = null;
  if (code === "") {
    state.draft = new Draft("ingredients", null, NEW);
    return;
  }
  const ingredient = ingredientOf(code);
  state.draft = ingredient && new Draft("ingredients", code, { bottle: 0, ...ingredient });
  const [uses] = await Promise.all([api.get(`/stock/uses?code=${encodeURIComponent(code)}`), readMoves(code)]);
  state.uses = uses.uses;
}

export const itemTitle = () => (state.draft?.key === null ? t("stock.add") : String(state.draft?.item.name ?? ""));

/** Its cost in the unit that it is bought in. @param {Draft} draft */
function costField(draft) {
  const { unit, factor } = boughtIn(draft.text("unit"));
  const cost = draft.value("cost");
  const shown = typeof cost === "number" ? String(inDecimals(cost * factor)).replace(".", ",") : draft.text("cost");
  return field({
    name: "cost",
    label: t("stock.cost", { unit }),
    hint: t("stock.costHint"),
    value: state.cost ?? shown,
    suffix: "₴",
    inputmode: "decimal",
    maxlength: 13,
    error: errorOf(draft.problems, "cost"),
    input: "stock.editCost",
  });
}

/** As exact as the server has it. @param {number} cost */
const inDecimals = (cost) => Number(cost.toFixed(6));

/** @param {Draft} draft */
function fields(draft) {
  const common = (/** @type {string} */ name) => ({
    name,
    value: draft.text(name),
    error: errorOf(draft.problems, name),
    input: "stock.edit",
  });
  const unit = draft.text("unit");
  const units = [...new Set([...UNITS, String(draft.item.unit)])].filter(Boolean);
  const choices = units.map((value) => ({ value, label: unitText(value) }));
  return html`<div class="card stack">
    <h2>${t("stock.settings")}</h2>
    ${field({ ...common("name"), label: t("stock.name"), required: true, of: "ingredients.name" })}
    ${segments({ name: "unit", label: t("stock.unit"), value: unit, choices, change: "stock.edit" })}
    <p class="field-hint">${t("stock.unitHint")}</p>
    <div class="columns">
      ${field({ ...common("low_stock"), label: t("stock.lowStock"), hint: t("stock.lowStockHint"), suffix: unitText(unit), inputmode: "numeric" })}
      ${may("reports") && costField(draft)}
      ${field({ ...common("bottle"), label: t("stock.bottle"), hint: t("stock.bottleHint"), suffix: unitText(unit), inputmode: "numeric" })}
      ${draft.key === null && field({ ...common("stock"), label: t("stock.first"), suffix: unitText(unit), inputmode: "numeric" })}
    </div></div>`;
}

/** @param {Use} use @param {string} unit */
function useRow(use, unit) {
  const address = use.product
    ? `#/menu/dish/${encodeURIComponent(use.product)}`
    : `#/menu/group/${encodeURIComponent(use.group ?? "")}`;
  const name = ownText(use.name, use.name_en);
  return html`<li><a class="row" href="${address}"><span class="row-main">${name}</span>
    <span class="numbers muted">${t("stock.perPortion", { amount: amountText(use.amount, unit) })}</span></a></li>`;
}

export function itemView() {
  const { draft } = state;
  const back = html`<p><a class="back-link" href="#/stock">${icon("back")}${t("back")}</a></p>`;
  if (!draft) return html`${back}<div class="empty" role="alert">${icon("box")}<p>${t("stock.gone")}</p></div>`;
  const unit = draft.text("unit");
  const ingredient = draft.key === null ? null : ingredientOf(draft.key);
  return html`<form class="stack-large" data-submit="stock.saveItem" novalidate>${back}
    ${
      ingredient &&
      html`<div class="card spread"><p class="stock-now numbers ${ingredient.is_low ? "is-less" : ""}">${amountText(ingredient.stock, ingredient.unit)}${
        ingredient.held &&
        html`<small class="stock-held">${t("stock.heldBesides", { amount: amountText(ingredient.held, ingredient.unit) })}</small>`
      }${
        ingredient.cost !== undefined &&
        html`<small class="stock-held">${costText(ingredient.cost, ingredient.unit)}${ingredient.value ? `, ${t("stock.worth", { sum: money(ingredient.value) })}` : ""}</small>`
      }</p>
        <p class="cluster"><button type="button" class="button" data-action="stock.deliver" data-code="${ingredient.code}">${icon("plus")}${t("stock.deliver")}</button>
        <button type="button" class="button soft" data-action="stock.writeOff" data-code="${ingredient.code}">${icon("minus")}${t("stock.writeOff")}</button></p></div>`
    }
    ${fields(draft)}
    ${
      ingredient &&
      html`<section class="stack"><h2>${t("stock.uses")}</h2>${
        state.uses.length > 0
          ? html`<ul class="rows">${state.uses.map((use) => useRow(use, unit))}</ul>`
          : html`<p class="muted">${t("stock.noUses")}</p>`
      }</section>
      <section><h2>${t("stock.history")}</h2>${movesView()}</section>
      <p><button type="button" class="button soft bad" data-action="stock.delete">${icon("trash")}${t("stock.delete")}</button></p>`
    }
    ${
      (draft.isDirty || draft.key === null) &&
      html`<div class="save-bar"><a class="button soft" href="#/stock">${t("cancel")}</a>
        <button type="submit" class="button" aria-busy="${String(state.isSaving)}">${t("save")}</button></div>`
    }</form>`;
}

actions["stock.editCost"] = (element) => {
  const { value } = /** @type {HTMLInputElement} */ (element);
  const typed = value.replace(/\s/g, "").replace(",", ".");
  state.cost = value;
  if (typed === "") state.draft?.set("cost", null);
  else {
    const { factor } = boughtIn(state.draft?.text("unit") ?? "");
    state.draft?.set("cost", /^\d+(\.\d+)?$/.test(typed) ? inDecimals(Number(typed) / factor) : value.trim());
  }
  draw();
};
actions["stock.edit"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  if (name === "unit") state.cost = null;
  state.draft?.set(name, name === "name" || name === "unit" ? value.trim() : wholeNumber(value));
  draw();
};
/** @param {Draft} draft only what nobody else has changed stays as it is typed */
async function reopen({ key, typed, item }) {
  await readStock();
  if (key === null) return;
  await openItem(key);
  if (state.draft) state.draft.typed = stillMine(typed, item, state.draft.item);
}

actions["stock.saveItem"] = async (form) => {
  const { draft } = state;
  if (!draft || state.isSaving) return;
  state.isSaving = true;
  draw();
  const outcome = await save([draft.edit()], { onUndo: reloadStock });
  state.isSaving = false;
  if (outcome.state === "saved" && draft.key === null) return go("#/stock");
  if (outcome.state === "saved") draft.keep(); // who leaves or goes on before it is read anew loses nothing
  if (outcome.state === "invalid") draft.refuse(outcome.problems);
  if (outcome.state === "saved" || outcome.state === "theirs") await reopen(draft).catch(tellFailure);
  draw();
  if (outcome.state === "invalid") queueMicrotask(() => focusFirstError(form));
};
actions["stock.delete"] = async () => {
  const { draft } = state;
  if (!draft?.key) return;
  const question = t("stock.deleteQuestion", { name: draft.text("name") });
  if (!(await ask(question, { yes: t("delete"), text: t("stock.deleteText"), tone: "bad" }))) return;
  const outcome = await save([draft.deletion(["name", "unit", "low_stock"])], { onUndo: reloadStock });
  if (outcome.state === "saved") go("#/stock");
};

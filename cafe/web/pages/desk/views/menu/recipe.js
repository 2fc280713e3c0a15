/** A recipe as rows: how much of each ingredient a dish takes, or one of its options adds. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { wholeNumber } from "../../lib/draft.js";
import { errorLine } from "../../lib/fields.js";
import { t } from "../../lib/texts.js";
import { unitText } from "../stock/moves.js";
import { adder, rowButton } from "./part-rows.js";

/** @import { Ingredient } from "../../types" */

/** A row, which may be half typed. @typedef {{ code: string, amount: string }} Portion */

/**
 * Whose recipes are edited: by name, and by number where there are many.
 * @type {Record<string, (number: number) => Portion[] | undefined>}
 */
export const recipeOwners = {};

/** @param {Record<string, number | string>} recipe @returns {Portion[]} */
export const portionsOf = (recipe) =>
  Object.entries(recipe).map(([code, amount]) => ({ code, amount: String(amount) }));

/** What the rows say, as the catalogue has it. @param {Portion[]} portions */
export const recipeOf = (portions) =>
  Object.fromEntries(portions.map(({ code, amount }) => [code, wholeNumber(amount)]));

/**
 * @param {object} recipe
 * @param {string} recipe.owner such as `option`, or with a number `option-2`; ids begin with it
 * @param {Portion[]} recipe.portions
 * @param {Ingredient[]} recipe.ingredients what may be taken
 * @param {boolean} [recipe.mayTakeBack] amounts may be below zero
 * @param {string} recipe.error
 */
export function recipeRows({ owner, portions, ingredients, mayTakeBack = false, error }) {
  const used = new Set(portions.map(({ code }) => code));
  const rest = ingredients.filter(({ code }) => !used.has(code));
  return html`<ul class="stack-small">${portions.map((portion, index) => row(portion, index))}</ul>${errorLine(error)}
    ${adder({
      id: `${owner}-recipe-add`,
      label: t("dish.recipe.add"),
      action: "recipe.add",
      choices: rest.map(({ code, name }) => ({ value: code, label: name })),
      owner,
    })}`;

  /** @param {Portion} portion @param {number} index */
  function row({ code, amount }, index) {
    const ingredient = ingredients.find((each) => each.code === code);
    const name = ingredient?.name ?? code;
    return html`<li class="part-row" data-key="p-${code}"><span class="row-main">${name}</span>
      <span class="suffixed part-amount"><input value="${amount}" inputmode="${mayTakeBack ? "text" : "numeric"}" maxlength="9"
        data-input="recipe.amount" data-owner="${owner}" data-index="${index}" id="${owner}-portion-${code}"
        aria-label="${t("dish.recipe.amount", { name })}" autocomplete="off"><span aria-hidden="true">${unitText(ingredient?.unit ?? "")}</span></span>
      ${rowButton({ action: "recipe.remove", index, label: t("dish.recipe.remove", { name }), picture: "close", owner })}</li>`;
  }
}

/** @param {HTMLElement} element */
function rowsOf({ dataset }) {
  const [name = "", number = "0"] = (dataset.owner ?? "").split("-");
  return recipeOwners[name]?.(Number(number)) ?? [];
}

actions["recipe.add"] = (element) => {
  const select = /** @type {HTMLSelectElement} */ (element);
  const code = select.value;
  select.value = "";
  if (code) rowsOf(select).push({ code, amount: "" });
  draw();
  queueMicrotask(() => document.getElementById(`${select.dataset.owner}-portion-${code}`)?.focus());
};
actions["recipe.amount"] = (element) => {
  const portion = rowsOf(element)[Number(element.dataset.index)];
  if (portion) portion.amount = /** @type {HTMLInputElement} */ (element).value;
  draw();
};
actions["recipe.remove"] = (element) => {
  rowsOf(element).splice(Number(element.dataset.index), 1);
  draw();
};

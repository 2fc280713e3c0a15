/** What of a dish is chosen from lists: allergens, marks, diets, option groups, ingredients. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { errorLine } from "../../lib/fields.js";
import { t } from "../../lib/texts.js";
import { allergenChips, chip, pressed } from "./allergen-chips.js";
import { dietChips, dietNames, pressedDiet } from "./diet-chips.js";
import { open } from "./dish-state.js";
import { adder, rowButton } from "./part-rows.js";
import { recipeOwners, recipeRows } from "./recipe.js";
import { nameOf } from "./rows.js";

/** @import { Renderable } from "../../../shared/types" */

recipeOwners.dish = () => open.recipe;

/** @param {string} error */
export const allergens = (
  error,
) => html`<section class="card" data-key="allergens"><fieldset class="allergens"><legend><h2>${t("dish.allergens")}</h2></legend>
  <p class="field-hint">${t("dish.allergens.hint")}</p>
  <div class="allergen-list">
  ${chip({ key: "a-none", value: "", isOn: open.dish.no_allergens, change: "dish.noAllergens", text: t("dish.allergens.none") })}
  ${allergenChips(open.dish.allergens, "dish.allergen")}</div>
  ${!(open.dish.no_allergens || open.dish.allergens.length > 0) && html`<p class="field-hint">${t("dish.allergens.unsaid")}</p>`}
  ${errorLine(error)}</fieldset></section>`;

const MARKS = PUBLISHED.MARKS;

/** @param {string} error */
export const marks = (
  error,
) => html`<section class="card" data-key="marks"><fieldset class="allergens"><legend><h2>${t("dish.marks")}</h2></legend>
  <p class="field-hint">${t("dish.marks.hint")}</p>
  <div class="allergen-list">${MARKS.map((code) =>
    chip({
      key: `m-${code}`,
      value: code,
      isOn: open.dish.marks.includes(code),
      change: "dish.mark",
      text: t(`dish.mark.${code}`),
    }),
  )}</div>${errorLine(error)}</fieldset></section>`;

/** @param {string} error */
export const diets = (
  error,
) => html`<section class="card" data-key="diets"><fieldset class="allergens"><legend><h2>${t("dish.diets")}</h2></legend>
  <p class="field-hint">${t("dish.diets.hint")}</p>
  <div class="allergen-list">${dietChips(open.dish.diets, "dish.diet")}</div>${errorLine(error)}</fieldset></section>`;

/** @param {string} error */
export const recipe = (error) => html`<section class="card stack" data-key="recipe"><h2>${t("dish.recipe")}</h2>
    <p class="field-hint">${open.ingredients.length > 0 ? t("dish.recipe.hint") : t("dish.recipe.none")}</p>
    ${recipeRows({ owner: "dish", portions: open.recipe, ingredients: open.ingredients, error })}</section>`;

/** @param {string} error */
export function options(error) {
  const used = new Set(open.offered.map(({ group }) => group));
  const rest = open.groups.filter(({ slug }) => !used.has(slug));
  return html`<section class="card stack" data-key="options"><h2>${t("dish.options")}</h2>
    <p class="field-hint">${open.groups.length > 0 ? t("dish.options.hint") : t("dish.options.none")}</p>
    <ul class="stack-small">${open.offered.map(offeredRow)}</ul>${errorLine(error)}
    ${adder({
      id: "option-add",
      label: t("dish.options.add"),
      action: "dish.option.add",
      choices: rest.map((each) => ({ value: each.slug, label: nameOf(each) })),
    })}
    <p><a href="#/menu/groups">${t("dish.options.create")}</a></p></section>`;
}

/** @param {import("./dish-state.js").Offered} offered @param {number} index @returns {Renderable} */
function offeredRow({ group: slug, min, max, makes }, index) {
  const group = open.groups.find((each) => each.slug === slug);
  const name = group ? nameOf(group) : slug;
  const limit = (/** @type {"min" | "max"} */ which, /** @type {string} */ value) =>
    html`<label class="limit"><span>${t(`dish.options.${which}`, { name: "" }).replace(/[:\s]+$/, "")}</span><input value="${value}" placeholder="${group?.[which] ?? ""}" inputmode="numeric" maxlength="3"
      data-input="dish.option" data-index="${index}" data-limit="${which}" id="${which}-${slug}" aria-label="${t(`dish.options.${which}`, { name })}" autocomplete="off"></label>`;
  return html`<li class="part-row" data-key="o-${slug}"><a class="row-main" href="#/menu/group/${encodeURIComponent(slug)}">${name}</a>
    ${limit("min", min)}${limit("max", max)}
    ${index > 0 && rowButton({ action: "dish.option.up", index, label: t("dish.options.up", { name }), picture: "up" })}
    ${rowButton({ action: "dish.option.remove", index, label: t("dish.options.remove", { name }), picture: "close" })}
    <details class="option-diets"><summary>${t("dish.options.makes")}${makes.length > 0 && html`: ${dietNames(makes)}`}</summary>
    <fieldset class="allergens"><legend class="field-hint">${t("dish.options.makes.hint", { name })}</legend>
    <div class="allergen-list">${dietChips(makes, "dish.option.makes", String(index))}</div></fieldset></details></li>`;
}

/** @param {HTMLElement} element */
const textOf = (element) => /** @type {HTMLInputElement | HTMLSelectElement} */ (element).value;

actions["dish.allergen"] = (element) => {
  open.dish.allergens = pressed(open.dish.allergens, element);
  if (open.dish.allergens.length > 0) open.dish.no_allergens = false;
  draw();
};
actions["dish.noAllergens"] = (element) => {
  open.dish.no_allergens = /** @type {HTMLInputElement} */ (element).checked;
  if (open.dish.no_allergens) open.dish.allergens = [];
  draw();
};
actions["dish.mark"] = (element) => {
  const { value, checked } = /** @type {HTMLInputElement} */ (element);
  open.dish.marks = MARKS.filter((code) => (code === value ? checked : open.dish.marks.includes(code)));
  draw();
};
actions["dish.diet"] = (element) => {
  open.dish.diets = pressedDiet(open.dish.diets, element);
  draw();
};
actions["dish.option.makes"] = (element) => {
  const offered = open.offered[Number(element.dataset.of)];
  if (offered) offered.makes = pressedDiet(offered.makes, element);
  draw();
};
actions["dish.option.add"] = (element) => {
  const group = textOf(element);
  /** @type {HTMLSelectElement} */ (element).value = "";
  if (group) open.offered.push({ group, min: "", max: "", makes: [] });
  draw();
};
actions["dish.option"] = (element) => {
  const offered = open.offered[Number(element.dataset.index)];
  if (offered) offered[element.dataset.limit === "min" ? "min" : "max"] = textOf(element).trim();
  draw();
};
actions["dish.option.up"] = ({ dataset }) => {
  const index = Number(dataset.index);
  open.offered.splice(index - 1, 0, ...open.offered.splice(index, 1));
  draw();
};
actions["dish.option.remove"] = ({ dataset }) => {
  open.offered.splice(Number(dataset.index), 1);
  draw();
};

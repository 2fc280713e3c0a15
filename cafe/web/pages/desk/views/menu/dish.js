/** A dish's own page: both languages side by side, and everything else that it has. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { api } from "../../lib/api.js";
import { wholeNumber } from "../../lib/draft.js";
import { errorOf, field, focusFirstError, select, switchField, textArea } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { rangeLists, rangesField } from "../../lib/ranges.js";
import { save, tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";
import { copyDish, deleteItem } from "./acts.js";
import { newDishAddress } from "./addresses.js";
import { costFacts, forgetCosts } from "./costs.js";
import { allergens, diets, marks, options, recipe } from "./dish-parts.js";
import { changes, isDirty, open, readDish, rebase } from "./dish-state.js";
import { fiscalFields, fiscalSummary } from "./fiscal.js";
import { photo } from "./photo.js";
import { recipeOf } from "./recipe.js";
import { nameOf } from "./rows.js";
import { menu, pick } from "./state.js";

/** @import { Dish, View } from "../../types" */

const TEXTS = /** @type {const} */ (["name", "description", "weight"]);

rangeLists.available = {
  get: () => open.dish.available ?? [],
  set: (ranges) => {
    open.dish.available = ranges;
  },
};

const error = (/** @type {string} */ name) => errorOf(open.problems, `edits.0.${name}`);

/**
 * @param {typeof TEXTS[number]} name
 * @param {"uk" | "en"} lang
 */
function text(name, lang) {
  const key = lang === "uk" ? name : /** @type {"name_en"} */ (`${name}_en`);
  const isMissing = lang === "en" && open.dish[name] !== "" && open.dish[key] === "";
  const about = {
    name: `dish-${key}`,
    label: `${t(`dish.${name}`)} · ${t(lang === "uk" ? "in.uk" : "in.en")}`,
    value: open.dish[key],
    lang,
    of: `products.${key}`,
    input: "dish.text",
    error: error(key),
    hint: isMissing ? t("missing.en") : "",
    required: key === "name",
  };
  return html`<div class="${isMissing ? "is-missing" : ""}" data-key="t-${key}">${name === "description" ? textArea({ ...about, rows: 4 }) : field(about)}</div>`;
}

const texts = () => html`<section class="card stack" data-key="texts"><h2>${t("dish.texts")}</h2>
  ${TEXTS.map((name) => html`<div class="columns" data-key="pair-${name}">${text(name, "uk")}${text(name, "en")}</div>`)}</section>`;

/** What a portion takes, with the options that come with it. */
const portion = () => ({
  recipe: recipeOf(open.recipe),
  price: wholeNumber(open.dish.price),
  groups: open.offered.map(({ group }) => group),
});

const sale = () => html`<section class="card stack" data-key="sale"><h2>${t("dish.sale")}</h2>
  <div class="columns"><div class="stack-small" data-key="price">${field({ name: "dish-price", label: t("dish.price"), value: open.dish.price, suffix: "₴", inputmode: "numeric", input: "dish.text", error: error("price"), maxlength: 9, required: true })}
    ${open.ingredients.length > 0 && html`<div class="dish-cost">${costFacts(`dish ${open.before?.slug ?? ""}`, [portion()])}</div>`}</div>
  ${select({
    name: "dish-category",
    label: t("dish.category"),
    value: open.dish.category,
    change: "dish.text",
    error: error("category"),
    choices: menu.categories.map((each) => ({ value: each.slug, label: nameOf(each) })),
  })}</div>
  <div class="columns">${switchField({ name: "dish-active", label: t("dish.active"), isOn: open.dish.active, change: "dish.flag" })}
  ${switchField({ name: "dish-notes", label: t("dish.notes"), isOn: open.dish.notes, change: "dish.flag" })}</div>
  ${rangesField({ name: "available", label: t("dish.available"), hint: t("dish.available.hint"), error: error("available") })}</section>`;

const fiscal = () => {
  const told = fiscalSummary(open.dish);
  return html`<section class="card" data-key="fiscal"><details class="fiscal-fold"><summary><b>${t("fiscal.title")}</b>${told && html`: ${told}`}</summary>
  <div class="stack"><p class="field-hint">${t("fiscal.hint")}</p>
  ${fiscalFields({ prefix: "dish-", table: "products", values: open.dish, taxes: open.taxes, action: "dish.text", flag: "dish.flag", error })}</div></details></section>`;
};

const bar = () => html`<div class="save-bar" data-key="bar">
  ${
    open.before &&
    html`<button type="button" class="icon-button" data-action="dish.copy" aria-label="${t("menu.copy")}">${icon("copy")}</button>
    <button type="button" class="icon-button bad" data-action="dish.delete" aria-label="${t("menu.delete")}">${icon("trash")}</button>`
  }
  ${!open.before && html`<button type="button" class="button soft" data-action="dish.saveAndNext">${t("dish.saveAndNext")}</button>`}
  <button class="button" aria-busy="${String(open.isSaving)}">${t("save")}</button></div>`;

/** @param {string} next the address that it leads to */
async function saveDish(next = "#/menu") {
  if (open.isSaving) return;
  const values = changes();
  const before = open.before;
  if (before && Object.keys(values).length === 0) {
    go("#/menu");
    return;
  }
  open.isSaving = true;
  draw();
  const last = menu.dishes.filter(({ category }) => category === open.dish.category).at(-1);
  const edit = before
    ? { key: before.slug, seen: pick(before, Object.keys(values)), values }
    : {
        key: null,
        seen: null,
        values: {
          name: "",
          ...values,
          price: open.dish.price === "" ? "" : values.price,
          sort_order: (last?.sort_order ?? 0) + 10,
        },
      };
  const outcome = await save([{ table: "products", ...edit }], { onUndo: () => go("#/menu") });
  open.isSaving = false;
  open.problems = outcome.state === "invalid" ? outcome.problems : [];
  if (outcome.state === "saved") {
    open.isOpen = false;
    await go(next, { replaces: next !== "#/menu" });
    if (next !== "#/menu") queueMicrotask(() => document.getElementById("dish-name")?.focus());
  } else if (outcome.state === "theirs" && before) {
    await takeTheirs(before.slug).catch(tellFailure);
  }
  draw();
  if (outcome.state === "invalid") {
    const form = document.getElementById("dish-form");
    queueMicrotask(() => form && focusFirstError(form));
  }
}

/** @param {string} slug */
async function takeTheirs(slug) {
  const { dish } = /** @type {{ dish: Dish }} */ (await api.get(`/menu/dish?slug=${encodeURIComponent(slug)}`));
  rebase(dish);
}

/** @type {View} */
export const dishPage = {
  load([slug], params) {
    forgetCosts();
    return readDish(slug, params.get("category") ?? "");
  },
  render: () => html`<p data-key="back"><a class="back-link" href="#/menu">${icon("back")}${t("menu.back")}</a></p>
    <form id="dish-form" novalidate class="stack dish-form" data-submit="dish.save" data-key="dish-${open.before?.slug ?? ""}">
    ${photo(error("image_url"))}${texts()}${sale()}${marks(error("marks"))}${allergens(error("allergens") || error("no_allergens"))}${diets(error("diets"))}${options(error("options"))}${recipe(error("recipe"))}${fiscal()}${bar()}</form>`,
  title: () => (open.before ? nameOf(open.before) : t("dish.new")),
  isDirty,
  leave() {
    open.isOpen = false;
  },
};

actions["dish.text"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  const key = name.replace("dish-", "");
  Object.assign(open.dish, { [key]: value });
  open.problems = open.problems.filter((problem) => problem.field !== `edits.0.${key}`); // it was about what stood there
  draw();
};
actions["dish.flag"] = (element) => {
  const { name, checked } = /** @type {HTMLInputElement} */ (element);
  Object.assign(open.dish, { [name.replace("dish-", "")]: checked });
  draw();
};
actions["dish.save"] = () => saveDish();
actions["dish.saveAndNext"] = () => saveDish(newDishAddress(open.dish.category));
actions["dish.copy"] = () => open.before && copyDish(open.before.slug);
actions["dish.delete"] = async () => {
  if (open.before && (await deleteItem("products", { slug: open.before.slug, name: open.before.name }))) {
    open.isOpen = false;
    go("#/menu");
  }
};

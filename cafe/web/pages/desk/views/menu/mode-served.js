/** What is served in a mode of the menu: ticks at categories, and at dishes beside them, found by a search. */

import { actions } from "../../../shared/delegate.js";
import { draw } from "../../../shared/drawing.js";
import { booleanAttribute, html } from "../../../shared/html.js";
import { errorLine, errorOf } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { t } from "../../lib/texts.js";
import { nameOf } from "./rows.js";
import { dishesOf, menu } from "./state.js";

/** @import { Draft } from "../../lib/draft.js" */
/** @import { MenuCategory, MenuDish } from "../../types" */

const AT_ONCE = 100; // dishes of a category; the search finds the others

const shown = { search: "", /** @type {Set<string>} */ open: new Set() };

export const resetServed = () => Object.assign(shown, { search: "", open: new Set() });

/** @param {{ name: string, name_en: string }} item */
const isFound = ({ name, name_en: english }) =>
  [name, english].some((text) => text.toLocaleLowerCase().includes(shown.search.toLocaleLowerCase()));

/**
 * @param {"categories" | "products"} name
 * @param {MenuCategory | MenuDish} item
 * @param {boolean} isOn
 * @param {boolean} isOff with its category
 */
const tick = (
  name,
  item,
  isOn,
  isOff = false,
) => html`<label class="tick"><input type="checkbox" name="${name}" value="${item.slug}"
  data-change="modes.serve" ${booleanAttribute("checked", isOn)} ${booleanAttribute("disabled", isOff)}><span>${nameOf(item)}</span></label>`;

/** @param {MenuCategory} category @param {string[]} categories @param {string[]} products */
function section(category, categories, products) {
  const all = dishesOf(category.slug);
  const isWhole = categories.includes(category.slug);
  const found = isFound(category) ? all : all.filter(isFound);
  if (shown.search && found.length === 0 && !isFound(category)) return "";
  const isOpen = shown.search !== "" || shown.open.has(category.slug);
  const chosen = isWhole ? all.length : all.filter(({ slug }) => products.includes(slug)).length;
  return html`<li class="served" data-key="v-${category.slug}">
    <div class="spread">${tick("categories", category, isWhole)}
      <button type="button" class="link-button" data-action="modes.fold" data-slug="${category.slug}" aria-expanded="${String(isOpen)}"
        aria-label="${t("modes.dishesOf", { category: nameOf(category) })}">${t("modes.chosen", { chosen, count: all.length })}</button></div>
    ${
      isOpen &&
      html`<ul class="served-dishes">${found.slice(0, AT_ONCE).map((dish) => html`<li data-key="d-${dish.slug}">${tick("products", dish, isWhole || products.includes(dish.slug), isWhole)}</li>`)}</ul>`
    }</li>`;
}

/** @param {Draft} draft */
export function servedField(draft) {
  const categories = /** @type {string[]} */ (draft.value("categories"));
  const products = /** @type {string[]} */ (draft.value("products"));
  const sections = menu.categories.map((category) => section(category, categories, products));
  return html`<p class="field-hint">${t(categories.length + products.length > 0 ? "modes.served.hint" : "modes.served.all")}</p>
    <label class="search">${icon("search")}<span class="visually-hidden">${t("modes.search")}</span>
      <input type="search" id="served-search" value="${shown.search}" placeholder="${t("modes.search")}" data-input="modes.search" autocomplete="off" enterkeyhint="search"></label>
    <ul class="stack-small">${sections}</ul>
    ${errorLine(errorOf(draft.problems, "categories") || errorOf(draft.problems, "products"))}`;
}

actions["modes.search"] = (element) => {
  shown.search = /** @type {HTMLInputElement} */ (element).value.trim();
  draw();
};
actions["modes.fold"] = ({ dataset: { slug = "" } }) => {
  if (!shown.open.delete(slug)) shown.open.add(slug);
  draw();
};

/** What opens over a screen: a product with its story, allergens and diets; and the filter. */

import { actions } from "../../shared/delegate.js";
import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { wordsOf } from "../../shared/search.js";
import { showToast } from "../../shared/toast.js";
import { cartTotals, plainLine, quantityOf, setQuantity } from "../cart.js";
import { icon, isChosen, notice, picture, skeleton, stepper } from "../components.js";
import { isStated, namedDiets } from "../contents.js";
import { isAvoided, loadNeeds, needs } from "../needs.js";
import { goBack, navigate, pageUrl } from "../router.js";
import { setState, state } from "../state.js";
import { t } from "../texts.js";
import { markList, soldOutBadge } from "./cards.js";
import { popularShelf, tiles } from "./shelves.js";

/** @import { Renderable } from "../../shared/types" */
/** @import { Allergen, Diet, Product, Route, SoldOut } from "../types" */

/** @typedef {{ allergens: Allergen[], diets?: Diet[] }} Contents of a dish with what was chosen */

const closeButton =
  () => html`<button type="button" class="sheet-close" data-action="closeSheet" aria-label="${t("close")}">
  ${icon("close")}
</button>`;

/**
 * @param {Product} product
 * @param {Allergen[]} allergens of what was chosen
 */
function allergenList(product, allergens) {
  const isKnown = isStated(product);
  const unsaid = !isKnown && html`<p class="muted">${t("allergens.unsaid")}</p>`;
  if (allergens.length === 0) return unsaid || html`<p class="muted">${t("product.noAllergens")}</p>`;
  return html`<ul class="allergens">
            ${allergens.map(
              ({ code, label, emoji }) => html`<li class="${state.needs.has(code) ? "is-avoided" : ""}">
                <span aria-hidden="true">${emoji}</span> ${label}
              </li>`,
            )}
          </ul>${unsaid}`;
}

/**
 * What a product's sheet shows, whatever its buttons do.
 * @param {Product} product
 * @param {Renderable} fields
 * @param {Renderable} footer
 * @param {Contents} contents
 */
const productBody = (product, fields, footer, { allergens, diets = [] } = product) => html`${closeButton()}
    ${picture(product, { isEager: true, sizes: "(min-width: 700px) 480px, 100vw" })}
    <div class="product-text">
      <h2 id="sheet-title" tabindex="-1">${product.name}</h2>
      <p class="muted">${product.weight}</p>
      ${markList(product)}
      <p class="product-description">${product.description}</p>
      ${fields}
      ${diets.length > 0 && html`<h3>${t("filter.diets")}</h3><ul class="diets">${namedDiets(diets).map(({ label }) => html`<li>${label}</li>`)}</ul>`}
      <h3>${t("allergens")}</h3>
      ${allergenList(product, allergens)}
    </div>
    <div class="sheet-footer"><div class="sheet-warning" role="status">${warning(product, { allergens, diets })}</div>${footer}</div>`;

/** @param {Product} product @param {Contents} contents */
function warning(product, { allergens, diets = [] }) {
  const { text = "", isBad = false } = needs?.warningOf(product, allergens, diets) ?? {};
  return text && notice(text, { tone: isBad ? "bad" : "" });
}

/** @param {Product} product */
function productSheet(product) {
  const quantity = quantityOf(product.id);
  const footer =
    quantity > 0
      ? html`<div class="sheet-stepper" data-stepper>${stepper(product, quantity)}</div>
            <a class="button" data-key="go" href="${pageUrl({ page: "cart" })}" data-replace>
              ${t("product.inCart")} <b>${money(cartTotals().total)}</b>
            </a>`
      : html`<button type="button" class="button" data-key="add" data-action="more" data-id="${product.id}">
            ${t("product.add")} <b>${money(product.price)}</b>
          </button>`;
  return html`<div class="sheet-body product-sheet">${productBody(product, "", footer)}</div>`;
}

/** @type {typeof import("./choice.js") | null} */
let choice = null;

/** The choice of options arrives when it is first needed, or when the menu has had its time. */
export async function loadChoice() {
  choice ??= await import("./choice.js");
  Object.assign(actions, choice.choiceActions);
  setState();
}

/** Where what a sheet needs cannot be had, it closes. @param {() => Promise<void>} load */
function bring(load) {
  load().catch(() => {
    showToast(t("offline.action"), { tone: "bad" });
    goBack();
  });
}

/**
 * @param {Product} product
 * @param {number | null} line
 */
function choiceSheet(product, line) {
  if (!choice) bring(loadChoice);
  const isKnown = line === null || state.cart;
  const { fields, footer, contents } = (isKnown && choice?.choiceFields(product, line)) || {
    fields: skeleton(),
    footer: null,
  };
  return html`<form class="sheet-body product-sheet choice-sheet" data-submit="saveChoice" novalidate>
    ${productBody(product, fields, footer, contents)}
  </form>`;
}

const MOST_SIMILAR = 6;

/**
 * The most like another dish: of its category, with the same words in the name, of nearly its price.
 * @param {SoldOut} dish
 */
function similarTo({ category_id: category, name, price }) {
  const named = new Set(wordsOf(name));
  const shared = (/** @type {Product} */ product) => wordsOf(product.name).filter((word) => named.has(word)).length;
  const gap = (/** @type {Product} */ product) => Math.abs(product.price - price);
  return state.products
    .filter((product) => product.category_id === category && !isAvoided(product))
    .sort((one, other) => shared(other) - shared(one) || gap(one) - gap(other))
    .slice(0, MOST_SIMILAR);
}

/** @param {SoldOut} dish */
function soldOutSheet(dish) {
  const similar = similarTo(dish);
  return html`<div class="sheet-body product-sheet sold-out-sheet">
    ${closeButton()}
    ${picture(dish, { isEager: true, sizes: "(min-width: 700px) 480px, 100vw" })}
    <div class="product-text">
      ${soldOutBadge()}
      <h2 id="sheet-title" tabindex="-1">${dish.name}</h2>
      <p class="muted">${dish.weight}</p>
      ${similar.length > 0 ? html`<h3>${t("soldOut.like")}</h3>${tiles(similar)}` : popularShelf()}
    </div>
  </div>`;
}

const missingProductSheet = () => html`<div class="sheet-body missing-sheet">
  ${closeButton()}
  <h2 id="sheet-title" tabindex="-1">${t("product.gone")}</h2>
  ${popularShelf()}
  <div class="sheet-footer"><a class="button" href="${pageUrl({ page: "menu" })}" data-replace>${t("cart.toMenu")}</a></div>
</div>`;

function filterSheet() {
  if (!needs) bring(loadNeeds);
  return html`<div class="sheet-body filter-sheet">
  ${closeButton()}
  <h2 id="sheet-title" tabindex="-1">${t("filter")}</h2>
  ${needs ? needs.filterFields() : skeleton()}
</div>`;
}

/**
 * The open sheet's markup, null when the address names none.
 * @param {Route} route
 */
export function sheetView({ product: id, line = null, filter }) {
  if (!id) choice?.forgetChoice();
  if (filter) return filterSheet();
  if (!id || state.categories.length === 0) return null;
  const product = state.productsById.get(id);
  if (!product) {
    const soldOut = state.soldOut.find((dish) => dish.id === id);
    return soldOut ? soldOutSheet(soldOut) : missingProductSheet();
  }
  return isChosen(product) ? choiceSheet(product, line) : productSheet(product);
}

/**
 * A piece more or less of a product; where there is something to choose, that comes first.
 * @param {HTMLElement} button
 * @param {1 | -1} change
 */
function step(button, change) {
  const id = Number(button.dataset.id);
  const product = state.productsById.get(id);
  const line = plainLine(id);
  if (product && isChosen(product)) navigate({ ...state.route, product: id });
  else if (line) setQuantity(line, quantityOf(id) + change);
}

export const sheetActions = {
  more: (/** @type {HTMLElement} */ button) => step(button, 1),
  less: (/** @type {HTMLElement} */ button) => step(button, -1),
};

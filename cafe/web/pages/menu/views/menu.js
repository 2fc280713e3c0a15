/** The menu: what the cafe has to say, rows to begin with, and the dishes by their categories. */

import { money } from "../../shared/formats.js";
import { byId, html, patch } from "../../shared/html.js";
import { localStore } from "../../shared/storage.js";
import { currentLocale } from "../../shared/texts.js";
import { announce } from "../../shared/toast.js";
import { cartQuantities, cartTotals, hasUntold } from "../cart.js";
import { emptyState, offlineMessage } from "../components.js";
import { isAvoided, loadNeeds, needs } from "../needs.js";
import { missingText } from "../orderability.js";
import { pageUrl } from "../router.js";
import { setState, state } from "../state.js";
import { t } from "../texts.js";
import { card, cardPlace, cardStepper, soldOutCard } from "./cards.js";
import { chipActions, renderChips, watchSections } from "./chips.js";
import { banners, toolbar } from "./head.js";
import { markCutRows, rowActions } from "./rows.js";
import { findDishes, loadOtherNames } from "./search.js";
import { popularShelf, shelves } from "./shelves.js";

/** @import { Bar, Product, SoldOut } from "../types" */

/**
 * @typedef {object} Selection what search and filter leave
 * @property {Product[]} products
 * @property {SoldOut[]} soldOut
 * @property {string} hidden what the filter did, in words
 */

const EAGER_PICTURES = 6; // about what a phone shows before scrolling
const SEEN_CARDS = 12; // about what any screen does: drawn later they would move, being of their own height then
const FIRST_CATEGORIES = 1; // about what a screen shows
const TYPING_PAUSE_MS = 600;
const SLICE_MS = 6; // of drawing cards at a time: a tap that comes meanwhile hardly waits

/** @returns {Selection} */
function selectProducts() {
  const found = findDishes();
  const inMenu = found.flatMap((dish) => ("allergens" in dish ? [dish] : []));
  const products = inMenu.filter((product) => !isAvoided(product));
  const soldOut = state.needs.size > 0 ? [] : found.filter((dish) => !("allergens" in dish));
  return { products, soldOut, hidden: needs?.hiddenText(inMenu) ?? "" };
}

/** Nothing is left: what was asked for, and where to go on. */
function nothingFound(/** @type {ReturnType<typeof html> | ""} */ hiddenNote) {
  return html`${emptyState({
    iconName: "search",
    title: hiddenNote ? t("filter.empty") : t("search.none", { query: state.query }),
    text: hiddenNote || t("search.none.hint"),
    link:
      state.query &&
      html`<button type="button" class="button soft" data-action="clearSearch">${t("menu.all")}</button>`,
  })}
  ${popularShelf()}`;
}

/** @param {Selection} selection */
function sections({ products, soldOut, hidden }) {
  if (state.products.length + state.soldOut.length === 0) {
    const link = html`<a class="link-button" href="/desk/" data-external>${t("menu.owner")}</a>`;
    return emptyState({ iconName: "menu", title: t("nav.menu"), text: t("menu.empty"), link });
  }
  const hiddenNote =
    hidden &&
    html`<p class="result-note">${hidden}
    <button type="button" class="link-button" data-action="resetFilter">${t("filter.reset")}</button></p>`;
  if (products.length + soldOut.length === 0) return nothingFound(hiddenNote);
  return html`${state.query && html`<p class="result-note">${t("search.found", { count: products.length })}</p>`}
  ${needs && needs.searched().asks.length > 0 && html`<p class="result-note">${t("search.diet")}</p>`}
  ${hiddenNote}
  ${categoriesOf([...products, ...soldOut])
    .slice(0, room)
    .map(
      ({ id, name }) => html`<section data-key="c${id}" class="category" aria-labelledby="category-${id}">
      <h2 id="category-${id}">${name}</h2>
      <ul class="grid">
        ${products.filter((product) => product.category_id === id).map((product) => cardPlace(product))}
        ${soldOut.filter((dish) => dish.category_id === id).map((dish) => cardPlace(dish, "is-sold-out"))}
      </ul>
    </section>`,
    )}`;
}

let announcing = 0;

/** Say what the search has found once the person has stopped typing. */
function announceFound() {
  clearTimeout(announcing);
  const { query } = state;
  if (!query.trim()) return;
  announcing = setTimeout(() => {
    const count = selectProducts().products.length;
    announce(count > 0 ? t("search.found", { count }) : t("search.none", { query }));
  }, TYPING_PAUSE_MS);
}

/** @param {(Product | SoldOut)[]} dishes */
function categoriesOf(dishes) {
  const used = new Set(dishes.map(({ category_id: id }) => id));
  return state.categories.filter(({ id }) => used.has(id));
}

/**
 * What the list was last drawn from: a tap on a stepper must not draw 300 cards.
 * @type {unknown[]}
 */
let drawnFrom = [];
/** What came with the menu: rows that come later would push away what is being read. */
let shelved = state.suggestions;
/** How many of each product the cart had then. */
let drawnQuantities = cartQuantities();

/** What search and filter leave. @type {Selection} */
let selected = { products: [], soldOut: [], hidden: "" };
/** For how many categories: each frame doubles it, so that the first is there soon and none takes long. */
let room = FIRST_CATEGORIES;
/** How many cards are drawn into their places. */
let drawnCards = 0;
let drawing = 0;

/** Draw the menu into its place, touching only what changed. */
export function renderMenu() {
  if (state.loadFailed) {
    for (const id of ["banners", "toolbar", "chips", "shelves"]) patch(byId(id), "");
    patch(byId("sections"), offlineMessage("reload"));
    drawnFrom = [];
    return;
  }
  patch(byId("banners"), banners());
  patch(byId("toolbar"), toolbar());
  renderQuantities();
  const { products, categories, query, needs: asked, otherNames, suggestions } = state;
  const from = [products, categories, query, asked, query && needs, otherNames, currentLocale(), query && suggestions];
  if (from.every((value, index) => value === drawnFrom[index])) return;
  if (products !== drawnFrom[0]) shelved = suggestions;
  drawnFrom = from;
  selected = selectProducts();
  const found = [...selected.products, ...selected.soldOut];
  renderChips(categoriesOf(found.length > 0 ? found : products));
  drawnQuantities = cartQuantities();
  patch(byId("shelves"), !query.trim() && shelves(shelved));
  drawnCards = 0;
  drawSections();
}

function drawSections() {
  patch(byId("sections"), sections(selected));
  drawCards();
  requestAnimationFrame(measure);
  if (room < state.categories.length) requestAnimationFrame(() => setTimeout(drawMore));
}

function drawMore() {
  room *= 2;
  if (drawnFrom.length > 0) drawSections();
}

/**
 * @param {Product | SoldOut | undefined} dish
 * @param {boolean} isEager
 */
function cardOf(dish, isEager) {
  if (!dish) return "";
  return "allergens" in dish ? card(dish, drawnQuantities.get(dish.id) ?? 0, isEager) : soldOutCard(dish);
}

/** Draw the cards into their places, the first at once, the others in slices. */
function drawCards() {
  clearTimeout(drawing);
  const dishes = new Map([...selected.products, ...selected.soldOut].map((dish) => [`p${dish.id}`, dish]));
  const end = performance.now() + SLICE_MS;
  const places = document.querySelectorAll("#sections [data-own]");
  for (; drawnCards < places.length && (drawnCards < SEEN_CARDS || performance.now() < end); drawnCards += 1) {
    const place = /** @type {Element} */ (places[drawnCards]);
    patch(place, cardOf(dishes.get(place.getAttribute("data-key") ?? ""), drawnCards < EAGER_PICTURES));
  }
  if (drawnCards < places.length) drawing = setTimeout(drawCards);
}

/** For the chips, for the rows' arrows, and for the shapes that stand in the menu's place at the next visit. */
function measure() {
  watchSections();
  markCutRows();
  if (state.query) return;
  for (const id of ["banners", "shelves"]) localStore.set(id, byId(id).offsetHeight);
}

function renderQuantities() {
  const before = drawnQuantities;
  drawnQuantities = cartQuantities();
  for (const id of new Set([...before.keys(), ...drawnQuantities.keys()])) {
    if (before.get(id) === drawnQuantities.get(id)) continue;
    const product = state.productsById.get(id);
    if (!product) continue;
    for (const place of document.querySelectorAll(`#menu [data-stepper="${id}"]`)) {
      patch(place, cardStepper(product, drawnQuantities.get(id) ?? 0));
    }
  }
}

/**
 * The way to the cart, once there is something in it.
 * @returns {Bar | null}
 */
export function menuBar() {
  const { count, total } = cartTotals();
  if (count === 0) return null;
  return {
    text: t("cart"),
    note: hasUntold() ? t("cart.untold.short") : missingText(),
    count,
    amount: money(total),
    href: pageUrl({ page: "cart" }),
  };
}

export const menuActions = {
  ...chipActions,
  ...rowActions,
  search(/** @type {HTMLInputElement} */ field) {
    setState({ query: field.value });
    announceFound();
    loadOtherNames();
    loadNeeds().catch(() => {}); // words of diets are found once they can be
  },
  clearSearch() {
    setState({ query: "" });
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("search"));
    if (!field) return;
    field.value = "";
    field.focus();
  },
};

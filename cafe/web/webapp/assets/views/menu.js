/** The menu: banners, search, allergen filter, category chips that follow the scroll, and the products. */

import { api } from "../api.js";
import { cartQuantities, cartTotals } from "../cart.js";
import {
  emptyState,
  icon,
  isChosen,
  isServing,
  notice,
  offlineMessage,
  openingTime,
  picture,
  stepper,
} from "../components.js";
import { launch } from "../launch.js";
import { byId, html, patch } from "../lib/html.js";
import { currentLocale, money, otherLocale, t } from "../lib/i18n.js";
import { localStore } from "../lib/storage.js";
import { pageUrl } from "../router.js";
import { loadedSettings, setState, state } from "../state.js";
import { announce } from "../toast.js";

/** @import { Bar, Category, Locale, Product, PublicSettings } from "../../types" */

/** @typedef {{ products: Product[], hiddenCount: number }} Selection what search and filter leave, and how many the filter hid */

const EAGER_PICTURES = 6; // about what a phone shows before scrolling
const CHIPS_MARGIN = 72; // a heading this far under the chips is being read
const JUMP_MS = 900;
const TYPING_PAUSE_MS = 600;

/** @param {string} text */
const fold = (text) => text.toLocaleLowerCase().replace(/[’ʼ`]/g, "'");

/** @param {Product} product */
const hasAvoidedAllergen = (product) => product.allergens.some(({ code }) => state.avoided.has(code));

/** @returns {Selection} */
function selectProducts() {
  const words = fold(state.query).split(/\s+/).filter(Boolean);
  const found = state.products.filter((product) => {
    const text = fold(`${product.name} ${product.description} ${state.otherNames.get(product.id) ?? ""}`);
    return words.every((word) => text.includes(word));
  });
  const products = found.filter((product) => !hasAvoidedAllergen(product));
  return { products, hiddenCount: found.length - products.length };
}

/**
 * That the cafe is closed, and whether it takes orders all the same.
 * @param {PublicSettings} settings
 */
function closedNotice({ force_closed: isForced, force_closed_message: message }) {
  const { areOrdersTaken } = state;
  const opens = t(areOrdersTaken ? "closed.taking.opens" : "closed.opens", { time: openingTime() });
  const forced = areOrdersTaken ? t("closed.taking") : message || t("closed.now");
  return notice(isForced ? forced : opens, { tone: isForced && !areOrdersTaken ? "bad" : "", iconName: "clock" });
}

function banners() {
  const settings = loadedSettings();
  return [
    !isServing(settings) && closedNotice(settings),
    settings.announcement_enabled &&
      settings.announcement_message &&
      notice(settings.announcement_message, { tone: "accent", iconName: "speaker" }),
    launch.hasWrongTable && notice(t("table.wrong"), { iconName: "dine_in" }),
    launch.table &&
      notice(t("table.banner", { table: launch.table }), {
        tone: "accent",
        iconName: "dine_in",
        more: html`<p class="muted">${t("table.hint")}</p>`,
      }),
  ];
}

/** What delivery and pickup cost or save, in a line. */
function facts() {
  const {
    min_delivery_order_amount: minimum,
    free_delivery_threshold: freeFrom,
    pickup_discount_percent: percent,
  } = loadedSettings();
  const delivery = [
    minimum > 0 && t("menu.minimum", { amount: money(minimum) }),
    freeFrom > 0 && t(minimum > 0 ? "menu.alsoFree" : "menu.free", { amount: money(freeFrom) }),
  ].filter(Boolean);
  return html`<ul class="facts">
    ${delivery.length > 0 && html`<li>${icon("delivery")}${delivery.join(", ")}</li>`}
    ${percent > 0 && html`<li>${icon("pickup")}${t("menu.pickup", { percent })}</li>`}
  </ul>`;
}

function toolbar() {
  const avoidedCount = state.avoided.size;
  return html`<div class="toolbar">
  <div class="search" role="search">
    ${icon("search")}
    <input id="search" type="search" enterkeyhint="search" autocomplete="off" spellcheck="false" value="${state.query}"
      aria-label="${t("search.label")}" placeholder="${t("search.hint")}" data-input="search" />
    ${
      state.query &&
      html`<button type="button" class="search-clear" data-action="clearSearch" aria-label="${t("search.clear")}">
      ${icon("close")}
    </button>`
    }
  </div>
  <a class="filter ${avoidedCount > 0 ? "is-on" : ""}" href="${pageUrl({ page: "menu", filter: true })}"
    aria-label="${avoidedCount > 0 ? t("filter.active", { count: avoidedCount }) : t("filter")}">
    ${icon("filter")}<span class="filter-label" aria-hidden="true">${t("filter")}</span>
    ${avoidedCount > 0 && html`<b aria-hidden="true">${avoidedCount}</b>`}
  </a>
</div>`;
}

/** @param {Category[]} categories */
const chips = (categories) => html`<ul>
  ${categories.map(
    ({ id, name }) => html`<li data-key="chip${id}">
      <button type="button" data-action="toCategory" data-id="${id}">${name}</button>
    </li>`,
  )}
</ul>`;

/** @param {Product} product */
const cardStepper = (product) =>
  stepper(product, drawnQuantities.get(product.id) ?? 0, { opensSheet: isChosen(product) });

/**
 * @param {Product} product
 * @param {boolean} isEager whether its picture is among the first to be seen
 */
const card = (product, isEager) => html`<li class="card" data-key="p${product.id}">
  ${picture(product, { isEager })}
  <h3><a href="${pageUrl({ page: "menu", product: product.id })}">${product.name}</a></h3>
  <p class="card-footer"><b>${money(product.price)}</b> <span>${product.weight}</span></p>
  <div class="card-stepper" data-stepper="${product.id}">${cardStepper(product)}</div>
</li>`;

/** @param {Selection} selection */
function sections({ products, hiddenCount }) {
  if (state.products.length === 0) {
    return emptyState({ iconName: "menu", title: t("nav.menu"), text: t("menu.empty") });
  }
  const hiddenNote =
    hiddenCount > 0 &&
    html`<p class="result-note">${t("filter.hidden", { count: hiddenCount })}
    <button type="button" class="link-button" data-action="resetFilter">${t("filter.reset")}</button></p>`;
  if (products.length === 0) {
    const isSearch = hiddenCount === 0;
    return emptyState({
      iconName: "search",
      title: isSearch ? t("search.none", { query: state.query }) : t("filter.empty"),
      text: isSearch ? t("search.none.hint") : hiddenNote,
      link:
        state.query &&
        html`<button type="button" class="button soft" data-action="clearSearch">${t("menu.all")}</button>`,
    });
  }
  const groups = categoriesOf(products).map((category) => ({
    category,
    products: products.filter(({ category_id: id }) => id === category.id),
  }));
  const eager = new Set(groups.flatMap((group) => group.products).slice(0, EAGER_PICTURES));
  return html`${state.query && html`<p class="result-note">${t("search.found", { count: products.length })}</p>`}
  ${hiddenNote}
  ${groups.map(
    ({
      category,
      products: dishes,
    }) => html`<section data-key="c${category.id}" class="category" aria-labelledby="category-${category.id}">
      <h2 id="category-${category.id}">${category.name}</h2>
      <ul class="grid">
        ${dishes.map((product) => card(product, eager.has(product)))}
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

/** @param {Product[]} products */
function categoriesOf(products) {
  const used = new Set(products.map(({ category_id: id }) => id));
  return state.categories.filter(({ id }) => used.has(id));
}

/**
 * What the list was last drawn from: a tap on a stepper must not draw 300 cards.
 * @type {unknown[]}
 */
let drawnFrom = [];
/** How many of each product the cart had then. */
let drawnQuantities = cartQuantities();

/** Draw the menu into its place, touching only what changed. */
export function renderMenu() {
  if (state.loadFailed) {
    for (const id of ["banners", "toolbar", "chips"]) patch(byId(id), "");
    patch(byId("sections"), offlineMessage("reload"));
    drawnFrom = [];
    return;
  }
  patch(byId("banners"), html`${banners()}${facts()}`);
  patch(byId("toolbar"), toolbar());
  renderQuantities();
  const { products, categories, query, avoided, otherNames } = state;
  const from = [products, categories, query, avoided, otherNames, currentLocale()];
  if (from.every((value, index) => value === drawnFrom[index])) return;
  drawnFrom = from;
  const selection = selectProducts();
  const shown = categoriesOf(selection.products);
  byId("chips").setAttribute("aria-label", t("menu.categories"));
  byId("chips").hidden = shown.length < 2;
  patch(byId("chips"), chips(shown));
  drawnQuantities = cartQuantities();
  patch(byId("sections"), sections(selection));
  watchSections();
  requestAnimationFrame(() => localStore.set("banners", byId("banners").offsetHeight));
}

function renderQuantities() {
  const before = drawnQuantities;
  drawnQuantities = cartQuantities();
  for (const id of new Set([...before.keys(), ...drawnQuantities.keys()])) {
    if (before.get(id) === drawnQuantities.get(id)) continue;
    const place = document.querySelector(`#sections [data-stepper="${id}"]`);
    const product = state.productsById.get(id);
    if (place && product) patch(place, cardStepper(product));
  }
}

/**
 * The way to the cart, once there is something in it.
 * @returns {Bar | null}
 */
export function menuBar() {
  const { count, total } = cartTotals();
  return count > 0 ? { text: t("cart"), count, amount: money(total), href: pageUrl({ page: "cart" }) } : null;
}

/** @type {IntersectionObserver[]} */
let observers = [];
/** Light the chip anew where nothing crossed a line: after coming back from another screen. */
export let showReadCategory = () => {};
let isJumping = false; // on the way to a tapped chip's category, past others that should not light up
for (const sign of ["wheel", "touchmove"]) {
  const stopJumping = () => {
    isJumping = false; // the person scrolls: they lead now
  };
  addEventListener(sign, stopJumping, { passive: true });
}

/** @param {Element} section */
const categoryOf = (section) => (section.getAttribute("data-key") ?? "").slice(1);

/** Light the chip of the category that is being read; at the page's end the last one, which may never reach the top. */
function watchSections() {
  for (const observer of observers) observer.disconnect();
  const all = [...document.querySelectorAll("#sections .category")];
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) {
    observers = [];
    return;
  }
  let isAtEnd = false;
  // A line just under the sticky chips: exactly one section crosses it.
  const line = byId("chips").offsetHeight + CHIPS_MARGIN;
  const show = () => {
    if (isJumping || byId("menu").hidden) return;
    const read = all.filter((section) => section.getBoundingClientRect().top <= line).at(-1) ?? first;
    highlightChip(categoryOf(isAtEnd && scrollY > 0 ? last : read));
  };
  showReadCategory = show;
  const rootMargin = `-${line}px 0px -${Math.max(0, innerHeight - line - 2)}px 0px`;
  const reading = new IntersectionObserver(show, { rootMargin });
  for (const section of all) reading.observe(section);
  const ending = new IntersectionObserver((entries) => {
    isAtEnd = Boolean(entries.at(-1)?.isIntersecting);
    show();
  });
  ending.observe(byId("menu-end"));
  observers = [reading, ending];
  show();
}

/** @param {string | undefined} category */
function highlightChip(category) {
  for (const chip of byId("chips").querySelectorAll("button")) {
    const isCurrent = chip.dataset.id === category;
    if (isCurrent === chip.hasAttribute("aria-current")) continue;
    if (!isCurrent) {
      chip.removeAttribute("aria-current");
      continue;
    }
    chip.setAttribute("aria-current", "true");
    const row = byId("chips").firstElementChild;
    row?.scrollTo({ left: chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2, behavior: scrollBehavior() });
  }
}

const scrollBehavior = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

/**
 * The language that the search's other names are in, or are asked for.
 * @type {Locale | null}
 */
let otherNamesLocale = null;

/** Names in the other language, so that a search finds both; asked for once somebody searches. */
async function loadOtherNames() {
  const locale = otherLocale();
  if (otherNamesLocale === locale) return;
  otherNamesLocale = locale;
  state.otherNames = new Map();
  try {
    const products = await api.products(locale);
    if (otherNamesLocale === locale) setState({ otherNames: new Map(products.map(({ id, name }) => [id, name])) });
  } catch {
    otherNamesLocale = null; // the search goes on in one language, and asks again next time
  }
}

export const menuActions = {
  search(/** @type {HTMLInputElement} */ field) {
    setState({ query: field.value });
    announceFound();
    loadOtherNames();
  },
  clearSearch() {
    setState({ query: "" });
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("search"));
    if (!field) return;
    field.value = "";
    field.focus();
  },
  async toCategory(/** @type {HTMLElement} */ chip) {
    const section = document.querySelector(`#sections [data-key="c${chip.dataset.id}"]`);
    if (!section) return;
    isJumping = true;
    highlightChip(chip.dataset.id);
    section.scrollIntoView({ behavior: scrollBehavior(), block: "start" });
    await new Promise((resolve) => {
      addEventListener("scrollend", resolve, { once: true });
      setTimeout(resolve, JUMP_MS); // where scrollend is not known or nothing had to move
    });
    isJumping = false;
  },
};

/** The list of the whole menu: search, filters, categories with their dishes, and their order. */

import { actions } from "../../../shared/delegate.js";
import { openDialog } from "../../../shared/dialog.js";
import { draw } from "../../../shared/drawing.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { currentLocale } from "../../../shared/texts.js";
import { announce, showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { drags, listenToDragging } from "../../lib/drag.js";
import { icon } from "../../lib/icons.js";
import { tellFailure } from "../../lib/save.js";
import { may } from "../../lib/session.js";
import { listenToRows } from "./inplace.js";
import "./acts.js";
import { t } from "../../lib/texts.js";
import { newDishAddress } from "./addresses.js";
import { dishRow, nameOf, sortRow, steps } from "./rows.js";
import {
  dishesOf,
  findCategory,
  findDish,
  isStopped,
  menu,
  moveDish,
  readMenu,
  readMenuAndDraw,
  stepCategory,
  stepDish,
} from "./state.js";

/** @import { MenuCategory, MenuDish, View } from "../../types" */

const FILTERS = /** @type {const} */ (["all", "stopped", "hidden", "translation", "picture", "allergens"]);
const ALL_OPEN = 150; // dishes of a menu that is shown open as a whole
const AT_ONCE = 150; // rows of a list; the rest comes on demand, so that a large menu stays quick

/** @type {{ search: string, filter: typeof FILTERS[number], open: Map<string, boolean>, shown: Map<string, number>, isSorting: boolean }} */
const list = { search: "", filter: "all", open: new Map(), shown: new Map(), isSorting: false };

const isFiltering = () => list.search !== "" || list.filter !== "all";
const isOpen = (/** @type {string} */ slug) => list.open.get(slug) ?? (isFiltering() || menu.dishes.length <= ALL_OPEN);

/** @param {MenuDish} dish */
function matches(dish) {
  const { filter } = list;
  if (filter === "stopped" && !isStopped(dish)) return false;
  if (filter === "hidden" && dish.active) return false;
  if (filter !== "all" && filter !== "stopped" && filter !== "hidden" && !dish.missing.includes(filter)) return false;
  const wanted = list.search.toLocaleLowerCase();
  return [dish.name, dish.name_en, dish.slug].some((text) => text.toLocaleLowerCase().includes(wanted));
}

const chip = (
  /** @type {typeof FILTERS[number]} */ filter,
) => html`<button type="button" class="chip" data-key="f-${filter}"
  data-action="menu.filter" data-filter="${filter}" aria-pressed="${String(list.filter === filter)}">${t(`menu.filter.${filter}`)}</button>`;

const tools = () => html`<div class="menu-tools">
  <label class="search">${icon("search")}<span class="visually-hidden">${t("menu.search")}</span>
    <input type="search" id="menu-search" value="${list.search}" placeholder="${t("menu.search")}" data-input="menu.search" autocomplete="off" enterkeyhint="search"></label>
  ${
    may("menu") &&
    html`<button type="button" class="button soft" data-action="menu.tools" aria-haspopup="dialog">${icon("more")}${t("menu.tools")}</button>`
  }</div>
  <div class="chips" role="group" aria-label="${t("menu.show")}">${FILTERS.map(chip)}</div>`;

/**
 * @param {MenuCategory} category
 * @param {MenuDish[]} dishes
 */
function section(category, dishes) {
  const shown = list.shown.get(category.slug) ?? AT_ONCE;
  const name = nameOf(category);
  const id = `list-${category.slug}`;
  return html`<section class="category ${category.active ? "" : "is-hidden"}" data-key="c-${category.slug}">
    <header class="category-top"><h2><button type="button" class="category-fold" data-action="menu.fold" data-slug="${category.slug}"
        aria-expanded="${String(isOpen(category.slug))}" aria-controls="${id}">${icon("next")}<span>${name}</span>
        <span class="muted category-count">${t("menu.count", { count: dishes.length })}</span></button></h2>
      ${!category.active && html`<span class="badge">${t("menu.hidden")}</span>`}
      ${
        may("menu") &&
        html`<button type="button" class="icon-button" data-action="menu.category" data-slug="${category.slug}" aria-haspopup="dialog"
          aria-label="${t("menu.category.edit", { name })}">${icon("pencil")}</button>
        <a class="icon-button" href="${newDishAddress(category.slug)}" aria-label="${t("menu.addDishTo", { name })}">${icon("plus")}</a>`
      }</header>
    <div id="${id}">${isOpen(category.slug) && rows(category, dishes, shown)}</div></section>`;
}

/** @param {MenuCategory} category */
const noDishes = (category) => html`<p class="muted category-empty">${t("menu.category.empty")}</p>
  ${may("menu") && html`<p><a class="button soft" href="${newDishAddress(category.slug)}">${icon("plus")}${t("menu.addDish")}</a></p>`}`;

/**
 * @param {MenuCategory} category
 * @param {MenuDish[]} dishes
 * @param {number} shown
 */
function rows(category, dishes, shown) {
  if (dishes.length === 0) return noDishes(category);
  const rest = dishes.length - shown;
  return html`<ul class="rows dishes" data-key="rows">${dishes.slice(0, shown).map(dishRow)}</ul>
    ${
      rest > 0 &&
      html`<button type="button" class="button soft full-width" data-key="more" data-action="menu.more" data-slug="${category.slug}">
        ${t("menu.more", { count: Math.min(rest, AT_ONCE) })}</button>`
    }`;
}

const nothing = () => html`<div class="empty" data-key="nothing">${icon("menu")}
  <p>${menu.categories.length > 0 ? t("menu.nothingFound") : t("menu.empty")}</p>
  ${
    menu.categories.length === 0 &&
    may("menu") &&
    html`<div class="stack-small"><button type="button" class="button" data-action="menu.category">${icon("plus")}${t("menu.addCategory")}</button>
      <a class="button soft" href="#/menu/sheet">${icon("upload")}${t("menu.empty.sheet")}</a>
      ${may("settings") && html`<button type="button" class="button soft" data-action="menu.demo">${icon("copy")}${t("start.dishes.demo")}</button>`}</div>`
  }</div>`;

/** Take the demo's dishes, to be changed. */
async function takeDemo() {
  try {
    await api.post("/first-steps/demo");
    showToast(t("start.dishes.demoDone"), { tone: "good" });
  } catch (error) {
    if (!(error instanceof RefusedError && error.code === "not_empty")) throw error;
    showToast(t("start.dishes.notEmpty"), { tone: "bad" });
  }
  await readMenuAndDraw();
}

function everything() {
  const found = menu.categories
    .map((category) => ({ category, dishes: dishesOf(category.slug).filter(matches) }))
    .filter(({ dishes }) => !isFiltering() || dishes.length > 0);
  return html`${tools()}
    ${found.length === 0 ? nothing() : found.map(({ category, dishes }) => section(category, dishes))}
    ${
      may("menu") &&
      !isFiltering() &&
      menu.categories.length > 0 &&
      html`<button type="button" class="button soft full-width" data-key="add" data-action="menu.category">${icon("plus")}${t("menu.addCategory")}</button>`
    }`;
}

/** @param {MenuCategory} category */
const sortSection = (category) => html`<section class="category" data-key="s-${category.slug}">
  <header class="category-top"><h2 class="row-main">${nameOf(category)}</h2>${steps("category", category.slug, nameOf(category))}</header>
  <ul class="rows dishes sorting" data-drag-list="${category.slug}">${dishesOf(category.slug).map(sortRow)}</ul></section>`;

const sorting = () => html`<div class="spread sort-top"><p class="lead">${t("menu.sort.about")}</p>
  <button type="button" class="button" data-action="menu.sorted">${icon("check")}${t("menu.sorted")}</button></div>
  ${menu.categories.map(sortSection)}`;

/** @type {View} */
export const listPage = {
  load(_path, params) {
    if (params.has("search")) list.search = params.get("search") ?? "";
    listenToRows();
    listenToDragging();
    return readMenu();
  },
  render: () =>
    html`<div class="menu-list" data-key="menu-${list.isSorting ? "sort" : "list"}">${list.isSorting ? sorting() : everything()}</div>`,
  leave() {
    list.isSorting = false;
  },
};

const toolsDialog = () => html`<ul class="stack-small acts">
  <li><button type="button" class="button soft full-width" data-action="menu.sort">${icon("drag")}${t("menu.sort")}</button></li>
  ${[
    ["modes", "clock"],
    ["prices", "tag"],
    ["groups", "check"],
    ["allergens", "warning"],
    ["sheet", "upload"],
    ["photos", "camera"],
    ["file", "download"],
  ].map(
    ([name, picture]) =>
      html`<li><a class="button soft full-width" href="#/menu/${name ?? ""}" data-action="dialog.close">${icon(/** @type {"tag"} */ (picture))}${t(/** @type {"menu.prices"} */ (`menu.${name}`))}</a></li>`,
  )}
  <li><a class="button soft full-width" href="/menu/print/?lang=${currentLocale()}" target="_blank" rel="noopener" data-action="dialog.close">${icon("print")}${t("menu.print")}</a></li></ul>`;

/** Tell where a dish stands now, and keep the focus on what moved it. @param {string} slug @param {string} selector */
function afterMove(slug, selector) {
  const dish = findDish(slug);
  const category = dish && findCategory(dish.category);
  if (!(dish && category)) return;
  const place = dishesOf(category.slug).indexOf(dish) + 1;
  announce(t("menu.moved", { name: nameOf(dish), category: nameOf(category), place }));
  refocus(selector);
}

/** @param {string} selector */
function refocus(selector) {
  queueMicrotask(() => {
    /** @type {HTMLElement | null} */
    const element = document.querySelector(selector);
    element?.focus();
  });
}

drags.menu = {
  drop: ({ item, list: category, index }) => moveDish(item, category, index),
  step: (item, by) => {
    stepDish(item, by);
    afterMove(item, `[data-drag-item="${CSS.escape(item)}"] [data-drag]`);
  },
};

actions["menu.demo"] = () => takeDemo().catch(tellFailure);
actions["menu.search"] = (element) => {
  list.search = /** @type {HTMLInputElement} */ (element).value.trim();
  list.shown.clear();
  draw();
};
actions["menu.filter"] = ({ dataset }) => {
  list.filter = FILTERS.find((filter) => filter === dataset.filter) ?? "all";
  list.open.clear();
  draw();
};
actions["menu.fold"] = ({ dataset }) => {
  const slug = dataset.slug ?? "";
  list.open.set(slug, !isOpen(slug));
  draw();
};
actions["menu.more"] = ({ dataset }) => {
  const slug = dataset.slug ?? "";
  list.shown.set(slug, (list.shown.get(slug) ?? AT_ONCE) + AT_ONCE);
  draw();
};
actions["menu.tools"] = () => openDialog(() => t("menu.tools"), toolsDialog);
actions["menu.sort"] = () => {
  Object.assign(list, { isSorting: true, search: "", filter: "all" });
  actions["dialog.close"]?.(document.body);
  draw();
};
actions["menu.sorted"] = () => {
  list.isSorting = false;
  draw();
};
actions["menu.step"] = ({ dataset }) => {
  const by = dataset.by === "1" ? 1 : -1;
  const slug = dataset.slug ?? "";
  const selector = `[data-action="menu.step"][data-kind="${dataset.kind}"][data-slug="${CSS.escape(slug)}"][data-by="${by}"]`;
  if (dataset.kind === "category") {
    stepCategory(slug, by);
    refocus(selector);
  } else {
    stepDish(slug, by);
    afterMove(slug, selector);
  }
};

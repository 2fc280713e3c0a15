/** The menu: banners, search, allergen filter, category chips that follow the scroll, and the products. */

import { api } from "../api.js";
import { quantityOf } from "../cart.js";
import { html, patch } from "../html.js";
import { currentLocale, money, otherLocale, t } from "../i18n.js";
import { launch } from "../launch.js";
import { icon, nothing, notice, picture, retry, stepper } from "../parts.js";
import { change, state } from "../state.js";
import { device } from "../storage.js";

const EAGER_PICTURES = 6; // about what a phone shows before scrolling

const folded = (text) => text.toLocaleLowerCase().replace(/[’ʼ`]/g, "'");
const clashes = (product) => product.allergens.some(({ code }) => state.avoided.has(code));

/** Products that the search and the allergen filter leave, and how many the filter hid. */
function chosen() {
  const words = folded(state.query).split(/\s+/).filter(Boolean);
  const found = state.products.filter((product) => {
    const text = folded(`${product.name} ${product.description} ${state.otherNames.get(product.id) ?? ""}`);
    return words.every((word) => text.includes(word));
  });
  const products = found.filter((product) => !clashes(product));
  return { products, hidden: found.length - products.length };
}

function banners() {
  const { settings } = state;
  const closed = settings.force_closed ? settings.force_closed_message || t("closed.now") : "";
  const isOutsideHours = !settings.force_closed && !settings.is_open;
  return [
    closed && notice(closed, { tone: "bad", sign: "clock" }),
    isOutsideHours &&
      notice(t("closed.opens", { time: settings.work_hours_from }), { sign: "clock" }),
    settings.announcement_enabled &&
      settings.announcement_message &&
      notice(settings.announcement_message, { tone: "accent", sign: "speaker" }),
    launch.table &&
      notice(t("table.banner", { table: launch.table }), {
        tone: "accent",
        sign: "dine_in",
        more: html`<p class="quiet">${t("table.hint")}</p>`,
      }),
  ];
}

function facts() {
  const { settings } = state;
  const { min_delivery_order_amount: minimum, free_delivery_threshold: free, pickup_discount_percent: percent } = settings;
  const delivery = [
    minimum > 0 && t("menu.minimum", { amount: money(minimum) }),
    free > 0 && t(minimum > 0 ? "menu.alsoFree" : "menu.free", { amount: money(free) }),
  ].filter(Boolean);
  return html`<ul class="facts">
    ${delivery.length > 0 && html`<li>${icon("delivery")}${delivery.join(", ")}</li>`}
    ${percent > 0 && html`<li>${icon("pickup")}${t("menu.pickup", { percent })}</li>`}
  </ul>`;
}

const tools = () => html`<div class="tools">
  <div class="search" role="search">
    ${icon("search")}
    <input id="search" type="search" enterkeyhint="search" autocomplete="off" spellcheck="false" value="${state.query}"
      aria-label="${t("search.label")}" placeholder="${t("search.hint")}" data-input="search" />
    ${state.query &&
    html`<button type="button" class="search-clear" data-do="clearSearch" aria-label="${t("search.clear")}">
      ${icon("close")}
    </button>`}
  </div>
  <a class="filter ${state.avoided.size > 0 ? "is-on" : ""}" href="?filter=1"
    aria-label="${state.avoided.size > 0 ? t("filter.active", { count: state.avoided.size }) : t("filter")}">
    ${icon("filter")}<span class="filter-word" aria-hidden="true">${t("filter")}</span>
    ${state.avoided.size > 0 && html`<b aria-hidden="true">${state.avoided.size}</b>`}
  </a>
</div>`;

const chips = (categories) => html`<ul>
  ${categories.map(
    ({ id, name }) => html`<li data-key="chip${id}">
      <button type="button" data-do="toCategory" data-id="${id}">${name}</button>
    </li>`,
  )}
</ul>`;

const card = (product, index) => html`<li class="card" data-key="p${product.id}">
  ${picture(product, { isEager: index < EAGER_PICTURES })}
  <h3><a href="?product=${product.id}">${product.name}</a></h3>
  <p class="card-foot"><b>${money(product.price)}</b> <span>${product.weight}</span></p>
  <div class="card-stepper" data-stepper="${product.id}">${stepper(product)}</div>
</li>`;

function sections({ products, hidden }) {
  if (state.products.length === 0) {
    return nothing({ sign: "menu", title: t("menu.title"), text: t("menu.empty") });
  }
  const hiddenNote = hidden > 0 && html`<p class="hidden-note">${t("filter.hidden", { count: hidden })}
    <button type="button" class="textual" data-do="resetFilter">${t("filter.reset")}</button></p>`;
  if (products.length === 0) {
    const isSearch = hidden === 0;
    return nothing({
      sign: "search",
      title: isSearch ? t("search.none", { query: state.query }) : t("filter.empty"),
      text: isSearch ? t("search.none.hint") : hiddenNote,
      link: state.query && html`<button type="button" class="button soft" data-do="clearSearch">${t("menu.all")}</button>`,
    });
  }
  let index = 0;
  return html`${state.query && html`<p class="hidden-note">${t("search.found", { count: products.length })}</p>`}
  ${hiddenNote}
  ${shownCategories(products).map(
    (category) => html`<section data-key="c${category.id}" class="category" aria-labelledby="category-${category.id}">
      <h2 id="category-${category.id}">${category.name}</h2>
      <ul class="grid">
        ${products.filter(({ category_id: id }) => id === category.id).map((product) => card(product, index++))}
      </ul>
    </section>`,
  )}`;
}

const shownCategories = (products) => {
  const used = new Set(products.map(({ category_id: id }) => id));
  return state.categories.filter(({ id }) => used.has(id));
};

let drawnFrom = []; // what the list was last drawn from: a tap on a stepper must not draw 300 cards
let drawnQuantities = new Map();
const part = (id) => document.getElementById(id);

/** Draw the menu into its place, touching only what changed. */
export function drawMenu() {
  if (state.loadFailed) {
    for (const id of ["banners", "tools", "chips"]) patch(part(id), "");
    patch(part("sections"), retry("reload"));
    drawnFrom = [];
    return;
  }
  patch(part("banners"), html`${banners()}${facts()}`);
  patch(part("tools"), tools());
  const { products, categories, query, avoided, otherNames } = state;
  const from = [products, categories, query, avoided, otherNames, currentLocale()];
  drawQuantities();
  if (from.every((value, index) => value === drawnFrom[index])) return;
  drawnFrom = from;
  const choice = chosen();
  const shown = shownCategories(choice.products);
  part("chips").setAttribute("aria-label", t("menu.categories"));
  part("chips").hidden = shown.length < 2;
  patch(part("chips"), chips(shown));
  patch(part("sections"), sections(choice));
  drawnQuantities = new Map(products.map(({ id }) => [id, quantityOf(id)]));
  watchSections();
  requestAnimationFrame(() => device.set("banners", part("banners").offsetHeight));
}

function drawQuantities() {
  for (const [id, drawn] of drawnQuantities) {
    const quantity = quantityOf(id);
    if (quantity === drawn) continue;
    drawnQuantities.set(id, quantity);
    const place = document.querySelector(`#sections [data-stepper="${id}"]`);
    const product = state.productsById.get(id);
    if (place && product) patch(place, stepper(product));
  }
}

let watchers = [];
let isJumping = false; // on the way to a tapped chip's category, past others that should not light up
for (const sign of ["wheel", "touchmove"]) {
  addEventListener(sign, () => {
    isJumping = false; // the person scrolls: they lead now
  }, { passive: true });
}

/** Light the chip of the category that is being read; at the page's end the last one, which may never reach the top. */
function watchSections() {
  for (const watcher of watchers) watcher.disconnect();
  watchers = [];
  const all = [...document.querySelectorAll("#sections .category")];
  if (all.length === 0) return;
  const idOf = (section) => section.dataset.key.slice(1);
  let current = idOf(all[0]);
  let isAtEnd = false;
  const show = () => {
    if (!isJumping) light(isAtEnd ? idOf(all.at(-1)) : current);
  };
  const watch = (options, heed) => {
    const watcher = new IntersectionObserver((entries) => {
      heed(entries);
      show();
    }, options);
    watchers.push(watcher);
    return watcher;
  };
  // A line just under the sticky chips: exactly one section crosses it.
  const line = part("chips").offsetHeight + 72;
  const reading = watch({ rootMargin: `-${line}px 0px -${Math.max(0, innerHeight - line - 2)}px 0px` }, (entries) => {
    const crossing = entries.filter((entry) => entry.isIntersecting).at(-1);
    if (crossing) current = idOf(crossing.target);
  });
  all.forEach((section) => reading.observe(section));
  const ending = watch({}, (entries) => {
    isAtEnd = entries.at(-1).isIntersecting && scrollY > 0;
  });
  ending.observe(part("end"));
  show();
}

function light(category) {
  for (const chip of part("chips").querySelectorAll("button")) {
    const isCurrent = chip.dataset.id === category;
    if (isCurrent === chip.hasAttribute("aria-current")) continue;
    if (!isCurrent) {
      chip.removeAttribute("aria-current");
      continue;
    }
    chip.setAttribute("aria-current", "true");
    const row = part("chips").firstElementChild;
    row.scrollTo({ left: chip.offsetLeft - (row.clientWidth - chip.offsetWidth) / 2, behavior: pace() });
  }
}

const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

/** Names in the other language, so that a search finds both; asked for once somebody searches. */
async function learnOtherNames() {
  const wanted = otherLocale();
  if (state.otherNames.locale === wanted) return;
  const names = new Map();
  names.locale = wanted;
  state.otherNames = names;
  try {
    for (const { id, name } of await api.products(wanted)) names.set(id, name);
    change({ otherNames: Object.assign(new Map(names), { locale: wanted }) });
  } catch {
    state.otherNames = new Map(); // the search goes on in one language, and asks again next time
  }
}

export const menuActions = {
  search(field) {
    change({ query: field.value });
    learnOtherNames();
  },
  clearSearch() {
    change({ query: "" });
    const field = part("search");
    if (field) {
      field.value = "";
      field.focus();
    }
  },
  async toCategory(chip) {
    const section = document.querySelector(`#sections [data-key="c${chip.dataset.id}"]`);
    if (!section) return;
    isJumping = true;
    light(chip.dataset.id);
    section.scrollIntoView({ behavior: pace(), block: "start" });
    await new Promise((resolve) => {
      addEventListener("scrollend", resolve, { once: true });
      setTimeout(resolve, 900); // where scrollend is not known or nothing had to move
    });
    isJumping = false;
  },
};

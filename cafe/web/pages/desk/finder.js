/** The search over everything: views, acts, dishes and settings at once, orders and customers as soon as the server answers. */

import { actions } from "../shared/delegate.js";
import { closeDialog, openDialog } from "../shared/dialog.js";
import { draw } from "../shared/drawing.js";
import { money } from "../shared/formats.js";
import { attribute, byId, html } from "../shared/html.js";
import { searchOver, wordsOf } from "../shared/search.js";
import { anyText } from "../shared/texts.js";
import { localEntries } from "./finder/entries.js";
import { api } from "./lib/api.js";
import { icon } from "./lib/icons.js";
import { tellFailure } from "./lib/save.js";
import { lengthOf } from "./lib/session.js";
import { t } from "./lib/texts.js";
import { allowedSections, visit } from "./router.js";
import { dayOf } from "./views/orders/words.js";

/** @import { Entry } from "./finder/entries.js" */
/** @import { Customer, ListedOrder } from "./order-types" */

const TYPING_MS = 250;
const MOST = 6; // of a group; whoever looks for another one types more
const FIELD = "finder-text";
const NUMERIC = /^[№#+()\d\s-]+$/;

/** @type {Entry["group"][]} */
const GROUPS = ["acts", "dishes", "settings", "orders", "customers"];
/** Of digits: a number or a phone. @type {Entry["group"][]} */
const GROUPS_OF_DIGITS = ["orders", "customers", "acts", "dishes", "settings"];

/**
 * `remote` is what the server found for the text, null while it is asked; `at` is the place of the entry that Enter takes.
 * @type {{ text: string, at: number, entries: Entry[], find: (query: string) => boolean[], remote: Entry[] | null, isSent: boolean }}
 */
const state = { text: "", at: 0, entries: [], find: () => [], remote: [], isSent: false };
let asked = 0; // an answer that another text has overtaken counts for nothing
let timer = 0;

/** @param {Entry[]} entries */
function know(entries) {
  state.entries = entries;
  state.find = searchOver(entries.map(({ label, words = "" }) => `${label} ${words}`));
}

function localHits() {
  if (state.text.trim() === "") return state.entries.filter(({ key }) => key.startsWith("act-"));
  if (wordsOf(state.text).length === 0) return []; // a sign alone
  const hits = state.find(state.text);
  return state.entries.filter((_, index) => hits[index]);
}

/** What is found, in the order in which it is shown. */
function found() {
  const text = state.text.trim();
  const hits = [...localHits(), ...(state.remote ?? [])];
  const most = text === "" ? hits.length : MOST;
  const groups = text !== "" && NUMERIC.test(text) ? GROUPS_OF_DIGITS : GROUPS;
  return groups.flatMap((name) => hits.filter(({ group }) => group === name).slice(0, most));
}

// What the server knows.

/** @param {ListedOrder} order @returns {Entry} */
const ofOrder = (order) => ({
  key: `order-${order.id}`,
  group: "orders",
  label: [order.number, order.name].filter(Boolean).join(" · "),
  note: [order.status_label, dayOf(order.created), money(order.total)].filter(Boolean).join(" · "),
  icon: "receipt",
  address: `#/orders/${order.id}`,
});

/** @param {Customer} customer @returns {Entry} */
const ofCustomer = (customer) => ({
  key: `customer-${customer.id}`,
  group: "customers",
  label: customer.name,
  note: [customer.phone, ...customer.usernames.map((name) => `@${name}`)].join(" · "),
  icon: "people",
  address: `#/customers/${customer.id}`,
});

/** @param {string} part @param {URLSearchParams} query */
const ask = (part, query) =>
  allowedSections().some(({ name }) => name === part) ? api.get(`/${part}?${query}`) : Promise.resolve({ [part]: [] });

async function askServer() {
  const mine = asked;
  const query = new URLSearchParams({ text: state.text.trim() });
  /** @type {Entry[]} */
  let remote = [];
  try {
    const [orders, customers] = await Promise.all([ask("orders", query), ask("customers", query)]);
    remote = [...orders.orders.map(ofOrder), ...customers.customers.map(ofCustomer)];
  } catch (error) {
    if (mine === asked) tellFailure(error);
  }
  if (mine !== asked) return;
  state.remote = remote;
  const [first] = found();
  if (state.isSent && first) await choose(first);
  else draw();
}

async function readDishes() {
  const mine = asked;
  try {
    const { products } = await api.get("/menu");
    know(localEntries(products));
  } catch (error) {
    if (mine === asked) tellFailure(error);
  }
  draw();
}

// The dialog.

/** @param {Entry} entry @param {number} index */
const option = (
  { key, label, note, icon: name },
  index,
) => html`<button type="button" role="option" id="finder-${index}" class="row" tabindex="-1" data-key="${key}"
  data-action="finder.choose" aria-selected="${String(index === state.at)}">${icon(name)}<span class="row-main"><b>${label}</b>${note && html` <span class="muted">${note}</span>`}</span></button>`;

/** @param {Entry[]} entries */
function groupsOf(entries) {
  const names = [...new Set(entries.map(({ group }) => group))];
  return names.map((name) => {
    const title = anyText(`finder.group.${name}`);
    return html`<div role="group" aria-label="${title}" data-key="g-${name}"><p class="finder-group muted" aria-hidden="true">${title}</p>
      ${entries.map((entry, index) => entry.group === name && option(entry, index))}</div>`;
  });
}

function status(/** @type {number} */ count) {
  if (state.remote === null) return t("loading");
  return count > 0 ? t("finder.found", { count }) : t("finder.nothing");
}

function body() {
  const entries = found();
  state.at = Math.min(state.at, Math.max(entries.length - 1, 0));
  const isAny = entries.length > 0;
  return html`<div class="finder">
    <label class="visually-hidden" for="${FIELD}">${t("finder.label")}</label>
    <span class="search-field">${icon("search")}<input id="${FIELD}" type="text" role="combobox" aria-autocomplete="list" aria-expanded="${String(isAny)}"
      ${attribute("aria-controls", isAny ? "finder-found" : "")} ${attribute("aria-activedescendant", isAny ? `finder-${state.at}` : "")}
      value="${state.text}" data-input="finder.type" maxlength="${lengthOf("orders.text")}" placeholder="${t("finder.hint")}"
      autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go"></span>
    <p role="status" class="${isAny ? "visually-hidden" : "finder-nothing muted"}">${status(entries.length)}</p>
    ${isAny && html`<div role="listbox" id="finder-found" aria-label="${t("finder.label")}" data-key="found">${groupsOf(entries)}</div>`}</div>`;
}

export function open() {
  Object.assign(state, { text: "", at: 0, remote: [], isSent: false });
  know(localEntries([]));
  openDialog(() => t("finder.title"), body, stop);
  byId(FIELD).focus();
  readDishes();
}

function stop() {
  asked += 1;
  clearTimeout(timer);
}

/** Close the dialog, and resolve once it is closed: another one may open then. */
function close() {
  const closed = new Promise((resolve) => byId("dialog").addEventListener("close", resolve, { once: true }));
  closeDialog();
  return closed;
}

/** @param {Entry} entry */
async function choose({ address, target, isPressed }) {
  await close();
  if (!(await visit(address)) || !target) return;
  const element = /** @type {HTMLElement | null} */ (document.querySelector(target));
  element?.scrollIntoView({ block: "center" });
  element?.focus({ preventScroll: true });
  if (isPressed) element?.click();
}

actions["finder.type"] = (element) => {
  stop();
  const { value } = /** @type {HTMLInputElement} */ (element);
  const isAsked = value.trim() !== "";
  Object.assign(state, { text: value, at: 0, remote: isAsked ? null : [], isSent: false });
  if (isAsked) timer = setTimeout(askServer, TYPING_MS);
  draw();
};
actions["finder.choose"] = ({ dataset }) => {
  const entry = found().find(({ key }) => key === dataset.key);
  return entry && choose(entry);
};

/** @param {number} by */
function step(by) {
  const { length } = found();
  if (length === 0) return;
  state.at = (state.at + by + length) % length;
  draw();
  queueMicrotask(() => document.getElementById(`finder-${state.at}`)?.scrollIntoView({ block: "nearest" }));
}

document.addEventListener("keydown", (event) => {
  if (event.isComposing || /** @type {HTMLElement} */ (event.target).id !== FIELD) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    step(event.key === "ArrowDown" ? 1 : -1);
  }
  if (event.key === "Enter") {
    event.preventDefault(); // once the dialog is closed, the button that has opened it has the focus
    const entry = found()[state.at];
    state.isSent = !entry; // it goes on as soon as something is found
    if (entry) choose(entry);
  }
});

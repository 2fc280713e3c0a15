/** Customers: by their phones, with what they ordered; and forgetting one. */

import { actions } from "../../shared/delegate.js";
import { ask } from "../../shared/dialog.js";
import { draw } from "../../shared/drawing.js";
import { money } from "../../shared/formats.js";
import { html, safeUrl } from "../../shared/html.js";
import { announce, showToast } from "../../shared/toast.js";
import { api } from "../lib/api.js";
import { icon } from "../lib/icons.js";
import { tellFailure } from "../lib/save.js";
import { lengthOf, may } from "../lib/session.js";
import { t } from "../lib/texts.js";
import { go } from "../router.js";
import { orderRows } from "./orders/rows.js";
import { dayOf } from "./orders/words.js";

/** @import { Customer, ListedOrder } from "../order-types" */
/** @import { View } from "../types" */

const TYPING_MS = 250;

/** @type {{ customers: Customer[], total: number | null, after: string | null, typed: string, text: string, one: Customer | null, orders: ListedOrder[], hasMore: boolean }} */
const state = { customers: [], total: null, after: null, typed: "", text: "", one: null, orders: [], hasMore: false };
let asked = 0;
let timer = 0;

/** @param {string | null} after null: the first page */
async function read(after) {
  asked += 1;
  const mine = asked;
  const query = new URLSearchParams({ ...(state.text && { text: state.text }), ...(after && { after }) });
  const found = await api.get(`/customers?${query}`);
  if (mine !== asked) return;
  state.one = null;
  state.after = found.after;
  state.customers = after ? [...state.customers, ...found.customers] : found.customers;
  if (after) announce(t("customers.found", { count: found.customers.length }));
  else state.total = found.total;
}

/** @param {number} id */
async function readOne(id) {
  asked += 1;
  const mine = asked;
  const [one, found] = await Promise.all([api.get(`/customers/${id}`), api.get(`/orders?customer=${id}`)]);
  if (mine !== asked) return;
  Object.assign(state, { one, orders: found.orders, hasMore: found.after !== null });
}

/** @param {Customer} customer */
const row = (
  customer,
) => html`<li data-key="c-${customer.id}"><a class="row customer-row" href="#/customers/${customer.id}">
  <b>${customer.name}</b> <span class="order-total numbers">${money(customer.spent)}</span>
  <span class="muted">${[customer.phone, ...customer.usernames.map((name) => `@${name}`)].join(" · ")}</span>
  <span class="muted">${t("customers.orders", { count: customer.orders })} · ${dayOf(customer.last_visit)}</span></a></li>`;

const list = () => html`<div data-key="customer-list">
  <p class="lead">${t("customers.about")}</p>
  <form class="order-search" role="search" data-submit="customers.search">
    <label class="visually-hidden" for="customer-text">${t("customers.searchLabel")}</label>
    <span class="search-field">${icon("search")}<input id="customer-text" type="search" value="${state.typed}" data-input="customers.type" maxlength="${lengthOf("orders.text")}"
      placeholder="${t("customers.searchLabel")}" autocomplete="off" enterkeyhint="search"></span></form>
  ${state.total !== null && html`<p class="muted customer-count" role="status">${t("customers.found", { count: state.total })}</p>`}
  ${
    state.customers.length > 0
      ? html`<ul class="rows">${state.customers.map(row)}</ul>`
      : html`<div class="empty">${icon("people")}<p>${state.text ? t("customers.nothing") : t("customers.empty")}</p></div>`
  }
  ${state.after && html`<button type="button" class="button soft full-width order-more" data-action="customers.more">${t("customers.more")}</button>`}</div>`;

/** @param {string} label @param {string | number} value */
const figure = (label, value) => html`<div><dt>${label}</dt><dd class="numbers">${value}</dd></div>`;

/** @param {Customer} customer */
const page = (customer) => html`<div data-key="customer-${customer.id}" class="stack customer-page">
  <p><a class="link-button" href="#/customers">${icon("back")}${t("customers.back")}</a></p>
  <section class="card stack" aria-label="${customer.name}">
    <p class="cluster"><a class="link-button" href="${safeUrl(`tel:${customer.phone.replace(/[^+0-9]/g, "")}`)}">${icon("phone")}${customer.phone}</a>
      ${customer.usernames.map((name) => html`<a class="link-button" href="https://t.me/${name}" target="_blank" rel="noopener noreferrer">@${name}</a>`)}</p>
    <dl class="figures">
      ${figure(t("customers.figure.orders"), customer.orders)}
      ${figure(t("customers.figure.spent"), money(customer.spent))}
      ${figure(t("customers.figure.cancelled"), customer.cancelled)}
      ${figure(t("customers.figure.first"), dayOf(customer.first_visit))}
      ${figure(t("customers.figure.last"), dayOf(customer.last_visit))}
    </dl>
    <p class="muted">${t("customers.definition")}</p>
  </section>
  ${orderRows(state.orders)}
  ${state.hasMore && html`<a class="button soft full-width" href="#/orders?customer=${customer.id}">${t("customers.allOrders")}</a>`}
  ${
    may("people") &&
    html`<section class="card stack"><h2>${t("customers.forgetTitle")}</h2><p>${t("customers.forgetText")}</p>
    <button type="button" class="button bad" data-action="customers.forget">${icon("trash")}${t("customers.forget")}</button></section>`
  }</div>`;

/** @type {View} */
export const view = {
  async load(path, params) {
    const id = Number(path[0] ?? 0);
    if (id > 0) await readOne(id);
    else {
      state.text = params.get("text") ?? "";
      if (!timer && state.typed.trim() !== state.text) state.typed = state.text;
      await read(null);
    }
  },
  render: () => (state.one ? page(state.one) : list()),
  title: () => state.one?.name ?? t("customers.title"),
  leave() {
    asked += 1;
    state.one = null;
  },
};

function search() {
  clearTimeout(timer);
  timer = 0;
  const text = state.typed.trim();
  go(text ? `#/customers?${new URLSearchParams({ text })}` : "#/customers", { replaces: true });
}

actions["customers.type"] = (element) => {
  state.typed = /** @type {HTMLInputElement} */ (element).value;
  clearTimeout(timer);
  timer = setTimeout(search, TYPING_MS);
};
actions["customers.search"] = search;
actions["customers.more"] = async () => {
  await read(state.after).catch(tellFailure);
  draw();
};
actions["customers.forget"] = async () => {
  const { one } = state;
  if (!one) return;
  const words = { yes: t("customers.forgetYes"), text: t("customers.forgetText"), tone: /** @type {"bad"} */ ("bad") };
  if (!(await ask(t("customers.forgetAsk", { name: one.name }), words))) return;
  try {
    const { orders } = await api.post(`/customers/${one.id}/forget`);
    showToast(t("customers.forgotten", { count: orders }), { tone: "good" });
    go("#/customers", { replaces: true });
  } catch (error) {
    tellFailure(error);
  }
};

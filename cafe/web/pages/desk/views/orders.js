/** Orders: a list that is searched, and one with its whole history. */

import { actions } from "../../shared/delegate.js";
import { draw } from "../../shared/drawing.js";
import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { announce } from "../../shared/toast.js";
import { api } from "../lib/api.js";
import { saveFile } from "../lib/files.js";
import { icon } from "../lib/icons.js";
import { tellFailure } from "../lib/save.js";
import { may } from "../lib/session.js";
import { t } from "../lib/texts.js";
import { filterBar, hasFilters, queryText, readFilters } from "./orders/filters.js";
import { orderPage, orderTitle } from "./orders/order.js";
import { readOrder } from "./orders/reading.js";
import { orderRows } from "./orders/rows.js";
import { orderState } from "./orders/state.js";
import { exactSums } from "./orders/words.js";

/** @import { ListedOrder, OrderSums } from "../order-types" */
/** @import { View } from "../types" */

const PAGE = 50;
const READING_PX = 150;

/** @type {{ orders: ListedOrder[], sums: OrderSums | null, after: string | null, isFileBusy: string, isOrder: boolean }} */
const state = { orders: [], sums: null, after: null, isFileBusy: "", isOrder: false };
let asked = 0; // how often something was read: an answer that another question has overtaken counts for nothing

async function readFirst() {
  asked += 1;
  const mine = asked;
  const page = await api.get(`/orders?${queryText()}`);
  if (mine !== asked) return;
  Object.assign(state, { orders: page.orders, sums: page.sums, after: page.after, isOrder: false });
}

/** @param {number} id */
async function readOne(id) {
  asked += 1;
  const mine = asked;
  const { pressed } = orderState;
  const found = await readOrder(id);
  const isStale = orderState.order?.id === id && pressed !== orderState.pressed;
  if (mine !== asked || isStale) return;
  Object.assign(orderState, { ...found, back: hasFilters() ? `#/orders?${queryText()}` : "#/orders" });
  state.isOrder = true;
}

async function readNext() {
  const mine = asked;
  const page = await api.get(`/orders?${queryText()}&after=${state.after}`);
  if (mine !== asked) return;
  Object.assign(state, { orders: [...state.orders, ...page.orders], after: page.after });
  announce(t("orders.found", { count: page.orders.length }));
}

/** What others did meanwhile; who has gone on to older orders keeps them. */
async function refresh() {
  const shown = state.isOrder ? orderState.order : null;
  if (shown) {
    if (!orderState.busy) await readOne(shown.id);
    return;
  }
  const { orders: before, after } = state;
  await readFirst();
  const last = state.orders.at(-1)?.id ?? 0;
  const older = before.length > PAGE ? before.filter(({ id }) => id < last) : [];
  if (older.length > 0) Object.assign(state, { orders: [...state.orders, ...older], after });
}

function sums() {
  if (!state.sums) return "";
  const { orders, cancelled, total, to_return } = state.sums;
  const parts = [t("orders.found", { count: orders }), t("orders.worth", { sum: money(total) })];
  if (cancelled > 0) parts.push(t("orders.cancelledOf", { count: cancelled }));
  if (to_return.length > 0) parts.push(t("orders.owed", { sum: exactSums(to_return) }));
  return html`<p class="muted numbers" role="status">${parts.join(" · ")}</p>`;
}

const fileButton = (/** @type {string} */ format) =>
  html`<button type="button" class="button soft small" data-action="orders.file" data-format="${format}"
    aria-busy="${String(state.isFileBusy === format)}">${icon("download")}${format.toUpperCase()}</button>`;

const files = () =>
  may("reports") &&
  state.orders.length > 0 &&
  html`<div class="cluster" role="group" aria-label="${t("orders.files")}">${["xlsx", "csv"].map(fileButton)}</div>`;

const nothing = () =>
  html`<div class="empty">${icon("receipt")}<p>${hasFilters() ? t("orders.nothing") : t(may("reports") ? "orders.empty" : "orders.emptyToday")}</p></div>`;

const list = () => html`<div data-key="order-list">
  ${!may("reports") && html`<p class="lead">${t("orders.today")}</p>`}
  ${filterBar()}
  <div class="spread">${sums()}${files()}</div>
  ${state.orders.length > 0 ? orderRows(state.orders) : nothing()}
  ${
    state.after &&
    html`<button type="button" class="button soft full-width order-more" data-action="orders.more">${t("orders.more")}</button>`
  }</div>`;

/** @type {View} */
export const view = {
  async load(path, params) {
    const id = Number(path[0] ?? 0);
    if (id > 0) await readOne(id);
    else {
      readFilters(params);
      await readFirst();
    }
  },
  render: () => (state.isOrder ? orderPage() : list()),
  title: () => (state.isOrder ? orderTitle() : t("orders.title")),
  follows: ["orders"],
  refresh,
  isReading: () => !state.isOrder && scrollY > READING_PX,
  leave() {
    asked += 1;
  },
};

actions["orders.more"] = async () => {
  await readNext().catch(tellFailure);
  draw();
};
actions["orders.file"] = async ({ dataset }) => {
  if (state.isFileBusy) return;
  state.isFileBusy = dataset.format ?? "";
  draw();
  await saveFile(`/orders/file?${queryText()}&format=${state.isFileBusy}`).catch(tellFailure);
  state.isFileBusy = "";
  draw();
};

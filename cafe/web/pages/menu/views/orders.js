/** The person's last orders: follow, repeat, pay and cancel them. */

import { dateTime, money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { emptyState, icon, offlineMessage, skeleton } from "../components.js";
import { pageUrl } from "../router.js";
import { state } from "../state.js";
import { t } from "../texts.js";
import { cancelButton, loadOrders, orderActs } from "./order-acts.js";
import { paymentText, scheduleText, statusLabel } from "./order-texts.js";

/** @import { Order, Screen } from "../types" */

const SUMMARY_LINES = 3;

/** @param {Order["items"]} items */
function summary(items) {
  const named = items
    .slice(0, SUMMARY_LINES)
    .map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name));
  const more = items.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` ${t("orders.more", { count: more })}` : ""}`;
}

/** @param {Order} order */
function card(order) {
  const url = pageUrl({ page: "order", order: order.id });
  return html`<li class="order-card" data-key="o${order.id}">
  <div class="order-head">
    <h2><a href="${url}">${t("order", { number: order.number })}</a></h2>
    <span class="badge is-${order.status}">${statusLabel(order)}</span>
  </div>
  <p class="muted">${dateTime(order.created_at)} · ${scheduleText(order) || t(`type.${order.order_type}`)}</p>
  <p class="order-summary">${summary(order.items)}</p>
  <p class="order-total"><b>${money(order.total)}</b> <span class="muted">${paymentText(order)}</span></p>
  <div class="order-card-actions">
    ${order.can_pay && html`<a class="button small" data-key="pay" href="${url}">${icon("card")}${t("order.payNow", { amount: money(order.total) })}</a>`}
    <button type="button" class="button soft small" data-action="repeatOrder" data-id="${order.id}">${icon("repeat")}${t("order.repeat")}</button>
    ${order.can_cancel && cancelButton(order)}
  </div>
</li>`;
}

function listView() {
  if (!state.orders) return state.ordersFailed ? offlineMessage("reloadOrders") : skeleton();
  if (state.orders.length === 0) {
    return emptyState({
      iconName: "receipt",
      title: t("orders.empty"),
      text: t("orders.empty.hint"),
      link: html`<a class="button" href="${pageUrl({ page: "menu" })}">${t("cart.toMenu")}</a>`,
    });
  }
  return html`${state.ordersFailed && html`<p class="result-note" role="status">${t("order.stale")}</p>`}
  <ul class="order-cards">${state.orders.map(card)}</ul>`;
}

/** @type {Screen} */
export const ordersScreen = { title: () => t("orders"), view: listView, enter: loadOrders };

export const ordersActions = { reloadOrders: loadOrders, ...orderActs };

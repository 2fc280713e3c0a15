/** The person's last orders: follow, repeat, pay and cancel them. */

import { api, Refused } from "../api.js";
import { accept } from "../cart.js";
import { html } from "../html.js";
import { moment, money, t } from "../i18n.js";
import { paymentLine, showOrder, statusLabel } from "./order.js";
import { icon, nothing, retry, waiting } from "../parts.js";
import { navigate } from "../routes.js";
import { change, state } from "../state.js";
import { haptic } from "../telegram.js";
import { ask, toast } from "../words.js";

const SHOWN_LINES = 3;

function summary(items) {
  const named = items.slice(0, SHOWN_LINES).map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name));
  const more = items.length - named.length;
  return `${named.join(", ")}${more > 0 ? ` ${t("orders.more", { count: more })}` : ""}`;
}

const card = (order) => html`<li class="order-card" data-key="o${order.id}">
  <div class="order-head">
    <h2><a href="?order=${order.id}">${t("order", { number: order.number })}</a></h2>
    <span class="badge is-${order.status}">${statusLabel(order)}</span>
  </div>
  <p class="quiet">${moment(order.created_at)} · ${t(`type.${order.order_type}`)}</p>
  <p class="order-summary">${summary(order.items)}</p>
  <p class="order-total"><b>${money(order.total)}</b> <span class="quiet">${paymentLine(order)}</span></p>
  <div class="order-actions">
    ${order.can_pay && html`<a class="button small" data-key="pay" href="?order=${order.id}">${icon("card")}${t("order.payNow", { amount: money(order.total) })}</a>`}
    <button type="button" class="button soft small" data-do="repeatOrder" data-id="${order.id}">${icon("repeat")}${t("order.repeat")}</button>
    ${order.can_cancel &&
    html`<button type="button" class="button soft small bad" data-key="cancel" data-do="cancelOrder" data-id="${order.id}"
      data-number="${order.number}">${t("order.cancel")}</button>`}
  </div>
</li>`;

function view() {
  if (!state.orders) return state.ordersFailed ? retry("reloadOrders") : waiting(3);
  if (state.orders.length === 0) {
    return nothing({
      sign: "receipt",
      title: t("orders.empty"),
      text: t("orders.empty.hint"),
      link: html`<a class="button" href="?">${t("cart.toMenu")}</a>`,
    });
  }
  return html`<ul class="order-cards">${state.orders.map(card)}</ul>`;
}

export async function loadOrders() {
  try {
    change({ orders: await api.orders(), ordersFailed: false });
  } catch {
    change({ ordersFailed: true });
  }
}

export const page = { title: () => t("orders"), view, enter: loadOrders };

const explain = (error) => {
  haptic("error");
  toast(error instanceof Refused && error.message ? error.message : t("offline.action"), { tone: "bad" });
};

export const ordersActions = {
  reloadOrders: loadOrders,
  async repeatOrder(button) {
    try {
      const { cart, skipped } = await api.repeat(Number(button.dataset.id));
      accept(cart);
      haptic("success");
      if (skipped.length > 0) change({ notices: [t("cart.skipped", { names: skipped.join(", ") })] });
      else toast(t("order.repeated"), { tone: "good" });
      navigate({ page: "cart" });
    } catch (error) {
      explain(error);
    }
  },
  async cancelOrder(button) {
    const question = t("order.cancel.ask", { number: button.dataset.number });
    if (!(await ask(question, { yes: t("order.cancel.yes"), no: t("order.cancel.no") }))) return;
    try {
      showOrder(await api.cancel(Number(button.dataset.id)));
      haptic("success");
      toast(t("order.cancelled"));
    } catch (error) {
      explain(error);
    }
    await loadOrders();
    const fresh = state.orders?.find(({ id }) => id === Number(button.dataset.id));
    if (fresh) showOrder(fresh);
  },
};

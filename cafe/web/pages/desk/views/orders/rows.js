/** A list of orders, by day. */

import { money } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { t } from "../../lib/texts.js";
import { dayOf, exactSums, linesText, paymentText, timeOf, toneOf, typeText, wantedText } from "./words.js";

/** @import { ListedOrder } from "../../order-types" */

/** @param {ListedOrder} order */
export const statusBadge = ({ status, status_label }) =>
  html`<span class="badge order-status ${toneOf(status)}">${status_label}</span>`;

/** @param {ListedOrder} order */
const row = (order) => html`<li data-key="o-${order.id}"><a class="row order-row" href="#/orders/${order.id}">
  <span class="order-head"><b>${order.number}</b> ${statusBadge(order)}</span>
  <span class="order-total numbers">${money(order.total)}</span>
  <span class="order-who">${order.name || t("orders.nobody")}</span>
  <span class="muted order-payment">${
    order.to_return.length > 0
      ? html`<span class="bad">${t("orders.owed", { sum: exactSums(order.to_return) })}</span>`
      : paymentText(order)
  }</span>
  <span class="muted order-when">${[timeOf(order.created), typeText(order), wantedText(order)].filter(Boolean).join(" · ")}</span>
  <span class="muted order-lines">${linesText(order.lines)}</span>
</a></li>`;

/** @param {ListedOrder[]} orders newest first */
export function orderRows(orders) {
  /** @type {Map<string, ListedOrder[]>} */
  const days = new Map();
  for (const order of orders) {
    const day = order.created?.slice(0, 10) ?? "";
    days.set(day, [...(days.get(day) ?? []), order]);
  }
  return [...days].map(
    ([day, ofDay]) =>
      html`<section data-key="d-${day}"><h2 class="day">${dayOf(day)}</h2><ul class="rows">${ofDay.map(row)}</ul></section>`,
  );
}

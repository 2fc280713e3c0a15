/** What was ordered, where it goes, what it costs, and how to reach the cafe. */

import { dateTime, money } from "../../shared/formats.js";
import { html, safeUrl } from "../../shared/html.js";
import { icon, orderLines, priceSummary } from "../components.js";
import { state } from "../state.js";
import { t } from "../texts.js";
import { changesOf } from "./order-edit.js";
import { handoverText, paymentText } from "./order-texts.js";

/** @import { OrderDetails } from "../order-types" */
/** @import { Renderable } from "../../shared/types" */
/** @import { IconName, Order } from "../types" */

/**
 * @param {IconName} iconName
 * @param {Renderable} content
 */
const row = (iconName, content) => html`<li>${icon(iconName)}<div>${content}</div></li>`;

/**
 * @param {string} url
 * @param {string} text
 */
const outside = (url, text) =>
  safeUrl(url) &&
  html`<a class="fact-link" href="${safeUrl(url)}" target="_blank" rel="noopener" data-external>${text}</a>`;

/** Where to come for it. */
function cafeAddress() {
  const { address, maps_url: map } = state.settings ?? {};
  if (!address && !map) return null;
  return row("pin", [address && html`<p>${address}</p>`, map && outside(map, t("cafe.map"))]);
}

function cafePhone() {
  const { phone } = state.settings ?? {};
  if (!phone) return null;
  const call = html`<a class="fact-link" href="tel:${phone.replace(/[^\d+]/g, "")}">${phone}</a>`;
  return row("phone", html`<p class="muted">${t("order.call")}</p>${call}`);
}

/**
 * @param {Order} order
 * @param {OrderDetails | null} details
 */
export function orderFacts(order, details) {
  const { address_comment: comment, answers = [], cash_change_for: change, receipt_url: receipt } = details ?? {};
  const payment = html`<p>${paymentText(order, details)}</p>
    ${change && order.payment_status === "unpaid" && order.status !== "cancelled" && html`<p class="muted">${t("order.change", { sum: money(change) })}</p>`}`;
  return html`<section class="panel" data-key="facts">
    <ul class="order-facts">
      ${row(order.order_type, html`<p>${handoverText(order, details)}</p>${answers.length > 0 && html`<p class="muted">${answers.map((answer) => t(`ask.${answer}`)).join(", ")}</p>`}${comment && html`<p class="muted">${t("note.said", { note: comment })}</p>`}`)}
      ${order.order_type === "pickup" && cafeAddress()}
      ${row(order.payment_method === "card" ? "card" : "cash", payment)}
      ${receipt && row("receipt", outside(receipt, t("order.receipt")))}
      ${cafePhone()}
      ${row("clock", html`<p>${t("order.created", { when: dateTime(order.created_at) })}</p>`)}
    </ul>
  </section>`;
}

/** @param {Order} order */
export function orderedSection(order) {
  const amounts = {
    items: order.items_total,
    discount: order.discount_amount,
    promo: order.promo_discount_amount,
    fee: order.delivery_fee,
    total: order.total,
  };
  return html`<section class="panel" data-key="lines">
    <h2 class="panel-title">${t("sum.items")}</h2>
    ${orderLines(order.items)} ${changesOf(order)}
    ${priceSummary(amounts, { type: order.order_type, promoCode: order.promo_code })}
  </section>`;
}

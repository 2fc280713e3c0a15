/** One order: what it is, what can be done, and everything that happened. */

import { actions } from "../../../shared/delegate.js";
import { money } from "../../../shared/formats.js";
import { html, safeUrl } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { icon } from "../../lib/icons.js";
import { t } from "../../lib/texts.js";
import { orderActs } from "./acts.js";
import { editNotes } from "./edit.js";
import { refundedText } from "./refunds.js";
import { statusBadge } from "./rows.js";
import { orderState } from "./state.js";
import { timeline } from "./timeline.js";
import { exactSums, momentOf, paymentText, timeOf, typeText, wantedText } from "./words.js";

/** @import { Renderable } from "../../../shared/types" */
/** @import { Order } from "../../order-types" */

export const orderTitle = () => t("orders.order", { number: orderState.order?.number ?? "" });

/** @param {string} label @param {Renderable} value */
const fact = (label, value) => value && html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

/** A time, with its day where that is not the order's own. @param {string | null} time @param {Order} order */
const when = (time, { created }) => (time?.slice(0, 10) === created?.slice(0, 10) ? timeOf(time) : momentOf(time));

/** @param {Order} order */
const facts = (order) => html`<dl class="order-facts">
  ${fact(t("orders.placed"), momentOf(order.created))}
  ${fact(t("orders.type"), [typeText(order), wantedText({ ...order, lines: [] })].filter(Boolean).join(", "))}
  ${fact(t("orders.due"), !order.promised && when(order.due, order))}
  ${fact(t("orders.promised"), when(order.promised, order))}
  ${fact(t("orders.source"), anyText(`orders.source.${order.source}`))}
  ${fact(t("orders.payment"), paymentText(order))}
  ${fact(t("refunds.refunded"), refundedText())}
  ${fact(t("orders.change"), order.cash_change_for && money(order.cash_change_for))}
  ${fact(t("orders.cancelReason"), order.cancel_reason)}
  ${fact(t("orders.rating"), order.rating && `${order.rating.is_good ? "👍" : "👎"} ${order.rating.words}`)}
</dl>`;

/** @param {Order} order */
function person(order) {
  if (order.source === "forgotten") return html`<p class="muted">${t("orders.forgotten")}</p>`;
  const phone = order.phone.replace(/[^+0-9]/g, "");
  return html`<dl class="order-facts">
    ${fact(t("orders.name"), order.name)}
    ${fact(t("orders.phone"), phone && html`<a class="link-button" href="${safeUrl(`tel:${phone}`)}">${icon("phone")}${order.phone}</a>`)}
    ${fact(
      "Telegram",
      order.username &&
        html`<a class="link-button" href="https://t.me/${order.username}" target="_blank" rel="noopener noreferrer">@${order.username}</a>`,
    )}
    ${fact(t("orders.address"), order.map_url && order.address ? html`<a class="link-button" href="${safeUrl(order.map_url)}" target="_blank" rel="noopener noreferrer">${order.address}</a>` : order.address)}
    ${fact(t("orders.zone"), order.zone)}
    ${fact(t("orders.courier"), order.courier && [order.courier.name, order.courier.state && t(`orders.courier.${order.courier.state}`)].filter(Boolean).join(", "))}
    ${fact(t("orders.comment"), order.address_comment)}
  </dl>
  ${order.customer && html`<a class="link-button" href="#/customers/${order.customer}">${icon("people")}${t("orders.customer")}</a>`}`;
}

/** @param {Order["lines"][number]} line */
const lineRow = (line) => html`<tr><td class="number">${line.quantity} ×</td>
  <td>${line.name}${line.note && html`<br><span class="order-note">${line.note}</span>`}</td><td class="number">${money(line.total)}</td></tr>`;

/** @param {string} label @param {number} amount @param {boolean} isShown */
const sumRow = (label, amount, isShown = amount !== 0) =>
  isShown &&
  html`<tr><td></td><td class="muted">${label}</td><td class="number">${amount < 0 ? `−${money(-amount)}` : money(amount)}</td></tr>`;

/** @param {Order} order */
const lines = (
  order,
) => html`<table class="table order-table"><caption class="visually-hidden">${t("orders.lines")}</caption>
  <thead class="visually-hidden"><tr><th scope="col">${t("orders.quantity")}</th><th scope="col">${t("orders.item")}</th><th scope="col">${t("orders.sum")}</th></tr></thead>
  <tbody>${order.lines.map(lineRow)}
    ${sumRow(t("orders.goods"), order.items_total, order.items_total !== order.total)}
    ${sumRow(t("orders.discount"), -order.discount_amount)}
    ${sumRow(t("orders.promo", { code: order.promo_code }), -order.promo_discount_amount)}
    ${sumRow(t("orders.delivery"), order.delivery_fee)}
    <tr class="order-sum"><td></td><td><b>${t("orders.total")}</b></td><td class="number"><b>${money(order.total)}</b></td></tr></tbody></table>`;

actions["order.print"] = () => print();

export function orderPage() {
  const { order, back } = orderState;
  if (!order) return "";
  return html`<div data-key="order-${order.id}" class="order-page">
    <p class="spread order-top"><a class="link-button" href="${back}">${icon("back")}${t("orders.back")}</a>
      <button type="button" class="link-button" data-action="order.print">${icon("print")}${t("orders.print")}</button></p>
    <h2 class="order-paper" aria-hidden="true">${orderTitle()}</h2>
    <div class="order-columns">
      <div class="stack">
        <section class="card stack" aria-label="${t("orders.summary")}">
          <p class="spread"><span>${statusBadge({ ...order, lines: [] })}</span><b class="order-big numbers">${money(order.total)}</b></p>
          ${order.to_return.length > 0 && html`<p class="order-owed">${icon("warning")}${t("orders.toReturn", { sum: exactSums(order.to_return) })}</p>`}
          ${facts(order)}
        </section>
        ${orderActs(order)}
        <section class="card stack"><h2>${t("orders.guest")}</h2>${person(order)}</section>
        <section class="card"><h2 class="visually-hidden">${t("orders.lines")}</h2>${lines(order)} ${editNotes(order)}</section>
      </div>
      <section class="card stack order-history"><h2>${t("orders.history")}</h2>${timeline(order)}</section>
    </div></div>`;
}

/** The money of an order: its sum, what is to be taken, and how it was paid when it is handed over. */

import { openDialog } from "../shared/dialog.js";
import { money } from "../shared/formats.js";
import { booleanAttribute, html } from "../shared/html.js";
import { icon } from "./icons.js";
import { findOrder, isAlone } from "./state.js";
import { t } from "./texts.js";

/** @import { Money, Order } from "./types" */

/** @param {Money} order */
function stateOf({ is_paid: isPaid, is_held: isHeld, payment_method: method, total, status }) {
  if (isPaid || status === "completed") return "paid";
  if (isHeld) return "held";
  if (total === 0) return "free";
  return method === "card" ? "unpaid" : "cash";
}

/** Of kopiykas. @param {number} amount */
export const exactMoney = (amount) => money(amount / 100);

/** What a guest gets back who told what they pay with; empty for all others. @param {Money} order */
export function changeText({ cash_change_for: note, total }) {
  if (!note) return "";
  if (note === total) return t("money.noChange");
  return note < total
    ? t("money.tooLittle", { amount: money(note) })
    : t("money.change", { amount: money(note), rest: money(note - total) });
}

/** @param {Money} order */
function moneyParts(order) {
  const state = stateOf(order);
  const change = state === "cash" && changeText(order);
  return {
    state,
    label: `${money(order.total)} ${t(`money.${state}`)}`,
    view: html`${icon(state === "cash" ? "cash" : "card")}<span><b>${money(order.total)}</b>
    ${t(`money.${state}`)}${order.refunded && html`, ${t("money.refunded", { sum: exactMoney(order.refunded) })}`}${order.balance && html`, ${t("money.balance", { sum: money(order.balance) })}`}${change && html`<br>${change}`}</span>`,
  };
}

/** @param {Money} order */
export function moneyLine(order) {
  const { state, view } = moneyParts(order);
  return html`<p class="money ${state}">${view}</p>`;
}

/** The same on a card, where it opens everything about the order. @param {Order} order */
export function moneyButton(order) {
  const { state, label, view } = moneyParts(order);
  return html`<button type="button" class="money ${state}" data-key="order" data-action="order" data-order="${order.id}"
    aria-haspopup="dialog" aria-label="${t("order.of", { number: order.number })}: ${label}" ${booleanAttribute("disabled", isAlone())}>${view}${icon("info")}</button>`;
}

/**
 * Ask how an unpaid order was paid, as it is handed over; one whose money went back may be free.
 * @param {number} id
 * @param {string} seen the status that the order had when it was pressed
 */
export function askPayment(id, seen) {
  const order = findOrder(id);
  if (!order) return;
  const way = (/** @type {"cash" | "terminal"} */ payment) =>
    html`<button type="button" class="step" data-action="paid" data-order="${id}" data-seen="${seen}" data-payment="${payment}"
      ${booleanAttribute("disabled", payment === "terminal" && isAlone())}>${t(`pay.${payment}`)}</button>`;
  const change = order.is_paid ? "" : changeText(order);
  openDialog(
    () => t("pay.title", { number: order.number, total: money(order.balance ?? order.total) }),
    () =>
      html`<p>${t(order.may_be_free ? "pay.again" : "pay.text")}</p>
      ${change && html`<p class="money cash">${icon("cash")}<b>${change}</b></p>`}
      <div class="pair">${way("cash")}${way("terminal")}</div>
      ${isAlone() && html`<p class="quiet">${t("pay.alone")}</p>`}
      ${order.may_be_free && html`<button type="button" class="soft" data-action="handOut" data-order="${id}" data-seen="${seen}">${t("pay.nothing")}</button>`}`,
  );
}

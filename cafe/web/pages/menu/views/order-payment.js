/** Paying for an order by card: to the bank, back, and what came of it. */

import { money } from "../../shared/formats.js";
import { html, safeUrl } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { haptic } from "../../shared/telegram.js";
import { announce } from "../../shared/toast.js";
import { api } from "../api.js";
import { openBank } from "../bank.js";
import { icon, notice } from "../components.js";
import { openPayUrl, ownOrder, updateOwnOrder } from "../own-orders.js";
import { setState, state } from "../state.js";
import { t } from "../texts.js";
import { lookAgain } from "./order-live.js";
import { isOwn, shown } from "./order-state.js";

/** @import { OrderDetails } from "../order-types" */
/** @import { Order } from "../types" */

let isChecking = false;
let isReceived = false;
let isOpening = false;
let isSwitching = false;
let refusal = "";

/** Another order is on screen. */
export function forgetPayment() {
  isChecking = false;
  isReceived = false;
  isOpening = false;
  refusal = "";
}

/**
 * Whether the person has been at the bank, whose answer may come any moment.
 * @param {Order | null} order
 */
export const awaitsBank = (order) => Boolean(isOwn() && order?.can_pay && ownOrder(order.id)?.triedToPay);

/** Have the server ask the bank, and read the order again if the money has come. */
export async function askBank() {
  const { order } = shown;
  if (!order || !awaitsBank(order)) return;
  // Without an answer it is asked again, soon enough.
  const { paid: isPaid } = await api.paymentStatus(order.id).catch(() => ({ paid: false }));
  if (isPaid) await lookAgain();
}

/** The money has come. */
export function celebrate() {
  isReceived = true;
  haptic("success");
  announce(t("order.pay.received"));
}

/**
 * @param {Order} order
 * @param {OrderDetails | null} details
 */
export function paymentSection(order, details) {
  const { total, status, can_pay: canPay, is_held: isHeld } = order;
  if (isHeld) {
    const text = status === "new" ? "order.held.text" : "order.held.taking";
    return notice(t(text, { sum: money(total) }), { iconName: "card" });
  }
  if (isOwn() && canPay) return toPay(order, details);
  return isReceived && status !== "cancelled" && notice(t("order.pay.received"), { tone: "good", iconName: "check" });
}

/**
 * @param {Order} order
 * @param {OrderDetails | null} details
 */
function toPay({ id, total }, details) {
  const known = ownOrder(id);
  const { is_declined: isDeclined, pay_until: until } = details ?? {};
  return html`<section class="panel payment" data-key="payment">
    ${known?.cardMessage && notice(known.cardMessage, { tone: "bad" })}
    ${isDeclined && html`<div role="alert">${notice(t("order.pay.declined"), { tone: "bad" })}</div>`}
    ${known?.triedToPay && !isDeclined && notice(t("order.pay.waiting"), { iconName: "clock" })}
    ${refusal && html`<div role="alert">${notice(refusal, { tone: "bad" })}</div>`}
    ${payButton(id, known?.triedToPay ? t("order.payAgain") : t("order.payNow", { amount: money(total) }))}
    ${until && html`<p class="muted" data-key="until">${t("order.pay.until", { time: until.slice(11) })}</p>`}
    <p class="muted">${t("order.pay.hint")}</p>
    ${(isDeclined || known?.cardMessage || refusal) && takesCash() && cashButton()}
    ${
      known?.triedToPay &&
      !isDeclined &&
      html`<button type="button" class="button soft full-width" data-key="check" data-action="checkPayment"
      aria-busy="${isChecking ? "true" : "false"}">
      ${t(isChecking ? "order.pay.checking" : "order.pay.check")}
    </button>`
    }
  </section>`;
}

/**
 * A link while the bank's page is open, else a button that asks for a new one.
 * @param {number} id
 * @param {string} label
 */
function payButton(id, label) {
  const payUrl = openPayUrl(id);
  return payUrl
    ? html`<a class="button full-width" data-key="payLink" href="${safeUrl(payUrl)}" data-action="payLink" data-external>${icon("card")}${label}</a>`
    : html`<button type="button" class="button full-width" data-key="pay" data-action="pay" aria-busy="${isOpening ? "true" : "false"}">
          ${icon("card")}${label}
        </button>`;
}

const takesCash = () => state.settings?.payments?.includes("cash") ?? true;

/** For whom the card does not work. */
const cashButton =
  () => html`<button type="button" class="button soft full-width" data-key="cash" data-action="payInCash"
  aria-busy="${isSwitching ? "true" : "false"}">${icon("cash")}${t("order.pay.cash")}</button>`;

/** @param {Order} order */
async function payInCash({ id }) {
  if (isSwitching) return;
  isSwitching = true;
  setState();
  try {
    await api.payInCash(id);
    updateOwnOrder(id, { cardMessage: null, triedToPay: false });
    refusal = "";
    announce(t("order.pay.cash.done"));
  } catch (error) {
    refusal = error instanceof RefusedError && error.message ? error.message : t("offline.action");
    haptic("error");
  } finally {
    await lookAgain();
    isSwitching = false;
    setState();
  }
}

/** @param {Order} order */
async function pay({ id }) {
  if (isOpening) return;
  isOpening = true;
  refusal = "";
  setState();
  try {
    const { pay_url: url, app_url: app } = await api.pay(id);
    const isAnother = ownOrder(id)?.triedToPay; // perhaps because the app is not there
    updateOwnOrder(id, { triedToPay: true, cardMessage: null });
    if (url) openBank(url, isAnother ? undefined : app);
    else await lookAgain();
  } catch (error) {
    refusal = error instanceof RefusedError && error.message ? error.message : t("offline.action");
    haptic("error");
    await lookAgain();
  } finally {
    isOpening = false;
    setState();
  }
}

async function check() {
  isChecking = true;
  setState();
  await askBank();
  await lookAgain();
  isChecking = false;
  setState();
}

export const paymentActions = {
  checkPayment: check,
  /** On the way out by the link. */
  payLink: () => shown.order && updateOwnOrder(shown.order.id, { triedToPay: true }),
  pay: () => shown.order && pay(shown.order),
  payInCash: () => shown.order && payInCash(shown.order),
};

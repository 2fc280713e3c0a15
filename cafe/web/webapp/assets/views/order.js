/** One order: its number, how far it is, what to pay and how; for its owner, or read-only for anyone with the link. */

import { openExternal } from "../actions.js";
import { ApiError, api, listenToResponses } from "../api.js";
import { emptyState, icon, notice, offlineMessage, priceSummary, skeleton } from "../components.js";
import { html, safeUrl } from "../lib/html.js";
import { dateTime, money, t } from "../lib/i18n.js";
import { haptic, openLink } from "../lib/telegram.js";
import { openPayUrl, ownOrder, ownOrderByToken, updateOwnOrder } from "../own-orders.js";
import { navigate, pageUrl } from "../router.js";
import { setState, state } from "../state.js";
import { announce, showToast } from "../toast.js";
import { handoverText, paymentText, promiseText, scheduleText, statusLabel, statusText } from "./order-texts.js";

/** @import { IconName, Order, OrderStatus, OrderType, Screen } from "../../types" */

/** @type {Record<OrderType, OrderStatus[]>} */
const STEPS = {
  delivery: ["new", "confirmed", "cooking", "ready", "courier", "completed"],
  pickup: ["new", "confirmed", "cooking", "ready", "completed"],
  dine_in: ["new", "confirmed", "cooking", "ready", "completed"],
};
/** @type {Record<OrderStatus, IconName>} */
const STATUS_ICONS = {
  new: "receipt",
  confirmed: "check",
  cooking: "pan",
  ready: "bag",
  courier: "delivery",
  completed: "check",
  cancelled: "close",
};
const POLL_MS = 5000;
const SLOW_POLL_MS = 15_000;
const FAST_POLLS = 24;

/** @type {Order | null} */
let order = null;
/** @type {"" | "missing" | "offline" | "stale"} */
let trouble = "";
/** @type {"" | "checking" | "waiting" | "declined" | "received"} */
let payment = "";
let refusal = "";
let isDeclined = false;
let isBusy = false;
let timer = 0;
let polls = 0;

listenToResponses({
  declined: (answer) => {
    isDeclined = answer;
  },
});

const isOwn = () => state.route.page === "order";

/** @param {Order} order */
const isOver = ({ status }) => status === "completed" || status === "cancelled";

/**
 * @param {OrderStatus} status
 * @param {number} index
 * @param {number} currentIndex
 */
function stepModifier(status, index, currentIndex) {
  if (index < currentIndex || status === "completed") return "is-done";
  return index === currentIndex ? "is-now" : "";
}

/** @param {Order} order */
function progress({ order_type: type, status }) {
  const steps = STEPS[type] ?? STEPS.pickup;
  const at = steps.indexOf(status);
  return html`<ol class="progress" aria-label="${t("order.progress")}">
    ${steps.map(
      (step, index) => html`<li class="${stepModifier(status, index, at)}"
        ${index === at && html`aria-current="step"`}><span>${t(`status.${step}`)}</span></li>`,
    )}
  </ol>`;
}

/** @param {Order} order */
function paymentSection({ id, total, can_pay: canPay }) {
  if (!isOwn() || !canPay) {
    return payment === "received" && notice(t("order.pay.received"), { tone: "good", iconName: "check" });
  }
  const known = ownOrder(id);
  return html`<section class="panel payment" data-key="payment">
    ${known?.cardMessage && notice(known.cardMessage, { tone: "bad" })}
    ${payment === "declined" && html`<div role="alert">${notice(t("order.pay.declined"), { tone: "bad" })}</div>`}
    ${payment === "waiting" && notice(t("order.pay.waiting"), { iconName: "clock" })}
    ${refusal && html`<div role="alert">${notice(refusal, { tone: "bad" })}</div>`}
    ${payButton(id, known?.triedToPay ? t("order.payAgain") : t("order.payNow", { amount: money(total) }))}
    <p class="muted">${t("order.pay.hint")}</p>
    ${
      known?.triedToPay &&
      payment !== "declined" &&
      html`<button type="button" class="button soft full-width" data-key="check" data-action="checkPayment"
      aria-busy="${payment === "checking" ? "true" : "false"}">
      ${t(payment === "checking" ? "order.pay.checking" : "order.pay.check")}
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
    : html`<button type="button" class="button full-width" data-key="pay" data-action="pay" aria-busy="${isBusy ? "true" : "false"}">
          ${icon("card")}${label}
        </button>`;
}

/** @param {Order} shown */
function details(shown) {
  const lines = html`<ul class="order-lines">
    ${shown.items.map(
      ({ name, quantity, price, note }) =>
        html`<li><span class="quantity">${quantity} ×</span><span>${name} ${note && html`<small class="muted">${t("note.said", { note })}</small>`}</span><b>${money(price * quantity)}</b></li>`,
    )}
  </ul>`;
  const amounts = {
    items: shown.items_total,
    discount: shown.discount_amount,
    promo: shown.promo_discount_amount,
    fee: shown.delivery_fee,
    total: shown.total,
  };
  return html`<section class="panel">
    <ul class="order-facts">
      <li>${icon(shown.order_type)}${handoverText(shown)}</li>
      <li>${icon(shown.payment_method === "card" ? "card" : "cash")}${paymentText(shown)}</li>
      <li>${icon("clock")}${t("order.created", { when: dateTime(shown.created_at) })}</li>
    </ul>
  </section>
  <section class="panel">
    <h2 class="panel-title">${t("sum.items")}</h2>
    ${lines}${priceSummary(amounts, { type: shown.order_type, promoCode: shown.promo_code })}
  </section>`;
}

/** @param {Order} order */
const ownButtons = ({ id, number, can_cancel: canCancel }) => html`<div class="panel order-buttons">
  ${ownOrder(id)?.token && html`<button type="button" class="button soft" data-action="shareOrder">${icon("share")}${t("order.share")}</button>`}
  <button type="button" class="button soft" data-action="repeatOrder" data-id="${id}">${icon("repeat")}${t("order.repeat")}</button>
  ${
    canCancel &&
    html`<button type="button" class="button soft bad" data-key="cancel" data-action="cancelOrder" data-id="${id}"
    data-number="${number}">${t("order.cancel")}</button>`
  }
  <a class="link-button" href="${pageUrl({ page: "orders" })}">${t("order.all")}</a>
</div>`;

/** @param {Order} shown */
function statusHero(shown) {
  const isCancelled = shown.status === "cancelled";
  const isRefunded = isCancelled && shown.payment_status === "paid";
  return html`<section class="hero ${isCancelled ? "is-cancelled" : ""}">
      ${state.route.isNew && shown.status === "new" && html`<p class="thanks">${t("order.thanks")}</p>`}
      <span class="hero-icon">${icon(STATUS_ICONS[shown.status] ?? "receipt")}</span>
      <h2>${statusLabel(shown)}</h2>
      <p>${isRefunded && isOwn() ? t("order.refund") : statusText(shown)}</p>
      ${!isOver(shown) && scheduleText(shown) && html`<p><b>${scheduleText(shown)}</b></p>`}
      ${promiseText(shown) && html`<p><b>${promiseText(shown)}</b></p>`}
      ${shown.cancel_reason && html`<p>${t("order.reason", { reason: shown.cancel_reason })}</p>`}
      ${!isCancelled && progress(shown)}
      ${
        !isOver(shown) &&
        html`<p class="live-status ${trouble ? "is-stale" : ""}"><span class="status-dot"></span>${t(trouble ? "order.stale" : "order.live")}</p>`
      }
    </section>`;
}

function view() {
  if (trouble === "missing") {
    return emptyState({
      iconName: "receipt",
      title: t("order.notFound"),
      text: t("order.notFound.hint"),
      link: html`<a class="button" href="${pageUrl({ page: "orders" })}">${t("orders")}</a>`,
    });
  }
  if (!order) return trouble === "offline" ? offlineMessage("reloadOrder") : skeleton();
  return html`${statusHero(order)}
    ${paymentSection(order)} ${details(order)}
    ${isOwn() ? ownButtons(order) : html`<p class="muted text-center">${t("track.text")}</p>`}`;
}

/**
 * The order of the address: at first among the person's own, with their notes, then by its tracking token where this
 * device knows it.
 * @returns {Promise<Order | undefined>}
 */
async function fetchOrder() {
  const { order: id, token } = state.route;
  const known = id === undefined ? token : ownOrder(id)?.token;
  if (known && order) return { ...(await api.track(known)), items: order.items };
  const own = id !== undefined && (await api.orders()).find((other) => other.id === id);
  return own || (known ? api.track(known) : undefined);
}

/** Read the order; a change of its state is spoken. */
async function load() {
  const { route } = state;
  try {
    const found = await fetchOrder();
    if (state.route !== route && state.route.order !== route.order) return;
    if (found && order && found.status !== order.status) {
      haptic("success");
      announce(`${statusLabel(found)}. ${statusText(found)}`);
    }
    trouble = found ? "" : "missing";
    order = found ?? null;
  } catch (error) {
    if (error instanceof ApiError) trouble = "missing";
    else trouble = order ? "stale" : "offline";
  }
  setState();
}

/** Ask the bank, through the server, whether the money has come. */
async function checkPayment({ isAsked = false } = {}) {
  if (!isOwn() || !order?.can_pay) return;
  if (isAsked) {
    payment = "checking";
    setState();
  }
  const { id } = order;
  const { paid: isPaid } = await api.paymentStatus(id).catch(() => ({ paid: false }));
  if (order?.id !== id) return;
  if (isPaid) {
    payment = "received";
    haptic("success");
    announce(t("order.pay.received"));
    await load();
  } else {
    const unpaid = isDeclined ? "declined" : "waiting";
    payment = ownOrder(id)?.triedToPay ? unpaid : "";
  }
  setState();
}

async function poll() {
  if (document.visibilityState === "visible") {
    polls += 1;
    await load();
    await checkPayment();
  }
  if (order && isOver(order)) return;
  timer = setTimeout(poll, polls < FAST_POLLS ? POLL_MS : SLOW_POLL_MS);
}

/** The person is back (from the bank, another tab, a locked phone): look at once. */
export function refreshOrder() {
  if (!["order", "track"].includes(state.route.page)) return;
  clearTimeout(timer);
  polls = 0;
  poll();
}

async function enter() {
  order = null;
  trouble = "";
  payment = "";
  refusal = "";
  polls = 0;
  const own = state.route.page === "track" ? ownOrderByToken(state.route.token) : null;
  if (own) {
    navigate({ page: "order", order: own.id }, { replace: true });
    return;
  }
  clearTimeout(timer);
  await poll();
}

function title() {
  if (order) return t("order", { number: order.number });
  return t(isOwn() ? "nav.orders" : "track");
}

/** @type {Screen} */
export const orderScreen = { title, view, enter, leave: () => clearTimeout(timer) };

/**
 * Take an order that an action brought, when it is the one on screen.
 * @param {Order} fresh
 */
export function showOrder(fresh) {
  if (order?.id === fresh.id) order = fresh;
  setState();
}

/** @param {Order} order */
async function pay({ id }) {
  if (isBusy) return;
  isBusy = true;
  refusal = "";
  setState();
  try {
    const { pay_url: url } = await api.pay(id);
    updateOwnOrder(id, { triedToPay: true, cardMessage: null });
    if (url) openExternal(url);
    else await load();
  } catch (error) {
    refusal = error instanceof ApiError && error.message ? error.message : t("offline.action");
    haptic("error");
    await load();
  } finally {
    isBusy = false;
    setState();
  }
}

/** @param {Order} order */
async function share({ id, number }) {
  const link = new URL(ownOrder(id)?.trackUrl ?? "", location.origin).href;
  const text = t("order.share.text", { number });
  // Telegram's own sharing first: its web views have no other, or an unfit one.
  if (openLink(`https://t.me/share/url?${new URLSearchParams({ url: link, text })}`)) return;
  if (navigator.share) {
    await navigator.share({ title: text, url: link }).catch(() => {}); // closed without sharing
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    showToast(t("order.copied"), { tone: "good" });
  } catch {
    showToast(t("order.copy.failed", { link }));
  }
}

export const orderActions = {
  reloadOrder: refreshOrder,
  checkPayment: () => checkPayment({ isAsked: true }),
  /** On the way out by the link. */
  payLink: () => order && updateOwnOrder(order.id, { triedToPay: true }),
  pay: () => order && pay(order),
  shareOrder: () => order && share(order),
};

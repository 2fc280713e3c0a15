/** One order: its number, how far it is, what to pay and how; for its owner, or read-only for anyone with the link. */

import { goOutside } from "../actions.js";
import { api, Refused } from "../api.js";
import { address, html } from "../html.js";
import { hasText, moment, money, t } from "../i18n.js";
import { bill, icon, nothing, notice, retry, waiting } from "../parts.js";
import { knownOrder, openPayUrl, ownOrderByToken, updateOrder } from "../placing.js";
import { navigate } from "../routes.js";
import { change, state } from "../state.js";
import { haptic, openOutside } from "../telegram.js";
import { say, toast } from "../words.js";

const STEPS = {
  delivery: ["new", "confirmed", "cooking", "ready", "courier", "completed"],
  pickup: ["new", "confirmed", "cooking", "ready", "completed"],
  dine_in: ["new", "confirmed", "cooking", "ready", "completed"],
};
const SIGNS = { new: "receipt", confirmed: "check", cooking: "pan", ready: "bag", courier: "delivery", completed: "check", cancelled: "close" };
const ENDED = ["completed", "cancelled"];
const POLL_MS = 5000;
const SLOW_POLL_MS = 15_000;
const FAST_POLLS = 24;

let order = null;
let trouble = ""; // "missing" | "offline" | "stale"
let payment = ""; // "checking" | "waiting" | "received"
let refusal = "";
let isBusy = false;
let timer = 0;
let polls = 0;

export const statusLabel = ({ status, status_label: label }) => (hasText(`status.${status}`) ? t(`status.${status}`) : label);

function statusText({ status, order_type: type }) {
  const id = status === "ready" ? `status.ready.text.${type}` : `status.${status}.text`;
  return hasText(id) ? t(id) : "";
}

function progress({ order_type: type, status }) {
  const steps = STEPS[type] ?? STEPS.pickup;
  const at = steps.indexOf(status);
  return html`<ol class="progress" aria-label="${t("order.progress")}">
    ${steps.map(
      (step, index) => html`<li class="${index < at || status === "completed" ? "is-done" : index === at ? "is-now" : ""}"
        ${index === at && html`aria-current="step"`}><span>${t(`status.${step}`)}</span></li>`,
    )}
  </ol>`;
}

function place({ order_type: type, pickup_time: time, address_street: street, address_house: house, table_number: table }) {
  if (type === "pickup") return t("order.pickup", { time: time ?? "" });
  if (type === "delivery") return t("order.delivery", { address: [street, house].filter(Boolean).join(", ") });
  return table ? t("order.table", { table }) : t("order.dine_in");
}

export function paymentLine({ payment_method: method, payment_status: status }) {
  if (status === "paid") return t("order.paid");
  return t(method === "card" ? "order.unpaid.card" : "order.cash");
}

const isOwn = () => state.route.page === "order";
const token = () => (isOwn() ? knownOrder(order?.id ?? state.route.order)?.token : state.route.token);

function paying() {
  if (!isOwn() || !order.can_pay) {
    return payment === "received" && notice(t("order.pay.received"), { tone: "good", sign: "check" });
  }
  const known = knownOrder(order.id);
  const payUrl = openPayUrl(order.id);
  const label = known?.triedToPay ? t("order.payAgain") : t("order.payNow", { amount: money(order.total) });
  return html`<section class="block paying" data-key="paying">
    ${known?.cardMessage && notice(known.cardMessage, { tone: "bad" })}
    ${payment === "waiting" && notice(t("order.pay.waiting"), { sign: "clock" })}
    ${refusal && html`<div role="alert">${notice(refusal, { tone: "bad" })}</div>`}
    ${payUrl
      ? html`<a class="button wide" data-key="payLink" href="${address(payUrl)}" data-do="payLink" data-outside>${icon("card")}${label}</a>`
      : html`<button type="button" class="button wide" data-key="pay" data-do="pay" aria-busy="${isBusy ? "true" : "false"}">
          ${icon("card")}${label}
        </button>`}
    <p class="quiet">${t("order.pay.hint")}</p>
    ${known?.triedToPay &&
    html`<button type="button" class="button soft wide" data-key="check" data-do="checkPayment"
      aria-busy="${payment === "checking" ? "true" : "false"}">
      ${t(payment === "checking" ? "order.pay.checking" : "order.pay.check")}
    </button>`}
  </section>`;
}

function details() {
  const lines = html`<ul class="order-lines">
    ${order.items.map(
      ({ name, quantity, price }) =>
        html`<li><span class="times">${quantity} ×</span><span>${name}</span><b>${money(price * quantity)}</b></li>`,
    )}
  </ul>`;
  const sums = {
    items: order.items_total,
    discount: order.discount_amount,
    promo: order.promo_discount_amount,
    fee: order.delivery_fee,
    total: order.total,
  };
  return html`<section class="block">
    <ul class="order-facts">
      <li>${icon(order.order_type)}${place(order)}</li>
      <li>${icon(order.payment_method === "card" ? "card" : "cash")}${paymentLine(order)}</li>
      <li>${icon("clock")}${t("order.created", { when: moment(order.created_at) })}</li>
    </ul>
  </section>
  <section class="block">
    <h2 class="block-title">${t("order.items")}</h2>
    ${lines}${bill(sums, { type: order.order_type, promoCode: order.promo_code })}
  </section>`;
}

const ownActions = () => html`<div class="block actions">
  ${token() && html`<button type="button" class="button soft" data-do="shareOrder">${icon("share")}${t("order.share")}</button>`}
  <button type="button" class="button soft" data-do="repeatOrder" data-id="${order.id}">${icon("repeat")}${t("order.repeat")}</button>
  ${order.can_cancel &&
  html`<button type="button" class="button soft bad" data-key="cancel" data-do="cancelOrder" data-id="${order.id}"
    data-number="${order.number}">${t("order.cancel")}</button>`}
  <a class="textual" href="?page=orders">${t("order.all")}</a>
</div>`;

function view() {
  if (trouble === "missing") {
    return nothing({
      sign: "receipt",
      title: t("order.notFound"),
      text: t("order.notFound.hint"),
      link: html`<a class="button" href="?page=orders">${t("orders")}</a>`,
    });
  }
  if (!order) return trouble === "offline" ? retry("reloadOrder") : waiting(3);
  const isRefunded = order.status === "cancelled" && order.payment_status === "paid";
  return html`<section class="hero ${order.status === "cancelled" ? "is-cancelled" : ""}">
      ${state.route.isNew && order.status === "new" && html`<p class="thanks">${t("order.thanks")}</p>`}
      <span class="hero-sign">${icon(SIGNS[order.status] ?? "receipt")}</span>
      <h2>${statusLabel(order)}</h2>
      <p>${isRefunded && isOwn() ? t("order.refund") : statusText(order)}</p>
      ${order.status !== "cancelled" && progress(order)}
      ${!ENDED.includes(order.status) &&
      html`<p class="live ${trouble ? "is-stale" : ""}"><span class="dot"></span>${t(trouble ? "order.stale" : "order.live")}</p>`}
    </section>
    ${paying()} ${details()}
    ${isOwn() ? ownActions() : html`<p class="quiet centred">${t("track.text")}</p>`}`;
}

/** Read the order; a change of its state is spoken. */
async function load() {
  const { route } = state;
  try {
    const key = token();
    const found = key
      ? await api.track(key)
      : (await api.orders()).find(({ id }) => id === route.order);
    if (state.route !== route && state.route.order !== route.order) return;
    if (found && order && found.status !== order.status) {
      haptic("success");
      say(`${statusLabel(found)}. ${statusText(found)}`);
    }
    trouble = found ? "" : "missing";
    order = found ?? null;
  } catch (error) {
    trouble = error instanceof Refused ? "missing" : order ? "stale" : "offline";
  }
  change();
}

/** Ask the bank, through the server, whether the money has come. */
async function checkPayment({ isAsked = false } = {}) {
  if (!isOwn() || !order?.can_pay) return;
  if (isAsked) {
    payment = "checking";
    change();
  }
  const { id } = order;
  const isPaid = await api.isPaid(id).catch(() => false);
  if (order?.id !== id) return;
  if (isPaid) {
    payment = "received";
    haptic("success");
    say(t("order.pay.received"));
    await load();
  } else {
    payment = knownOrder(id)?.triedToPay ? "waiting" : "";
  }
  change();
}

async function poll() {
  if (document.visibilityState === "visible") {
    polls += 1;
    await load();
    await checkPayment();
  }
  if (order && ENDED.includes(order.status)) return;
  timer = setTimeout(poll, polls < FAST_POLLS ? POLL_MS : SLOW_POLL_MS);
}

/** The person is back (from the bank, another tab, a locked phone): look at once. */
export function lookAgain() {
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
  const own = state.route.page === "track" && ownOrderByToken(state.route.token);
  if (own) {
    navigate({ page: "order", order: own.id }, { replace: true });
    return;
  }
  clearTimeout(timer);
  await poll();
}

const leave = () => clearTimeout(timer);

const titleOf = () => (order ? t("order", { number: order.number }) : t(isOwn() ? "nav.orders" : "track"));

export const page = { title: titleOf, view, enter, leave };

/** Take an order that an action brought, when it is the one on screen. */
export function showOrder(fresh) {
  if (order?.id === fresh.id) order = fresh;
  change();
}

export const orderActions = {
  reloadOrder: lookAgain,
  checkPayment: () => checkPayment({ isAsked: true }),
  /** On the way out by the link. */
  payLink: () => updateOrder(order.id, { triedToPay: true }),
  async pay() {
    if (isBusy) return;
    isBusy = true;
    refusal = "";
    change();
    try {
      const url = await api.pay(order.id);
      updateOrder(order.id, { triedToPay: true, cardMessage: null });
      if (url) goOutside(url);
      else await load();
    } catch (error) {
      refusal = error instanceof Refused && error.message ? error.message : t("offline.action");
      haptic("error");
      await load();
    } finally {
      isBusy = false;
      change();
    }
  },
  async shareOrder() {
    const link = new URL(knownOrder(order.id).trackUrl, location.origin).href;
    const text = t("order.share.text", { number: order.number });
    // Telegram's own sharing first: its web views have no other, or an unfit one.
    if (openOutside(`https://t.me/share/url?${new URLSearchParams({ url: link, text })}`)) return;
    if (navigator.share) {
      await navigator.share({ title: text, url: link }).catch(() => {}); // closed without sharing
      return;
    }
    try {
      await navigator.clipboard.writeText(link);
      toast(t("order.copied"), { tone: "good" });
    } catch {
      toast(t("order.copy.failed", { link }));
    }
  },
};

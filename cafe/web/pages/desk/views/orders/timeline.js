/** Everything that happened to an order, the latest first. */

import { html, safeUrl } from "../../../shared/html.js";
import { anyText, hasText } from "../../../shared/texts.js";
import { icon } from "../../lib/icons.js";
import { t } from "../../lib/texts.js";
import { dayOf, exactMoney, timeOf } from "./words.js";

/** @import { Renderable } from "../../../shared/types" */
/** @import { Order, OrderEvent, OrderInvoice, OrderMessage, OrderReceipt, OrderRefund, OrderReturn } from "../../order-types" */
/** @import { IconName } from "../../types" */

const MOST_OF_ERROR = 80;

/** @typedef {{ at: string, icon: IconName, what: Renderable, who?: string, more?: Renderable, tone?: string }} Entry */

/** @type {Record<string, IconName>} */
const EVENT_ICONS = {
  created: "receipt",
  status: "next",
  back: "undo",
  promised: "clock",
  cancelled: "close",
  paid: "check",
  reversed: "undo",
  resent: "upload",
  edited: "pencil",
  "edit-proposed": "pencil",
  "edit-declined": "close",
  delivery: "delivery",
};

/** A courier's step, with their name. @param {string} at @param {string} actor @param {string} detail @returns {Entry} */
function ofDelivery(at, actor, detail) {
  const [step = "", name = ""] = detail.split(":");
  return { at, icon: "delivery", what: anyText(`orders.event.delivery.${step}`, { name }), who: anyText(actor) };
}

/** @param {OrderEvent} event @returns {Entry} */
function ofEvent({ at, kind, actor, detail, status_label }) {
  if (kind === "delivery") return ofDelivery(at, actor, detail);
  const name = kind === "paid" ? `orders.event.paid.${detail}` : `orders.event.${kind}`;
  const values = { status: status_label ?? "", minutes: detail, sum: detail, what: anyText(`orders.resend.${detail}`) };
  return {
    at,
    icon: EVENT_ICONS[kind] ?? "info",
    what: anyText(hasText(name) ? name : `orders.event.${kind}`, values),
    who: PUBLISHED.PROVIDERS[actor] ?? anyText(actor),
    more: (kind === "cancelled" || kind.startsWith("edit")) && detail,
    tone: kind === "cancelled" ? "bad" : "",
  };
}

/** @param {OrderInvoice} invoice @returns {Entry} */
const ofInvoice = ({ at, provider, status, paid, paid_at }) => ({
  at,
  icon: "card",
  what: t("orders.invoice", { provider: PUBLISHED.PROVIDERS[provider] ?? provider }),
  more: [
    anyText(`orders.invoice.${status}`),
    paid && exactMoney(paid),
    paid_at && t("orders.at", { time: timeOf(paid_at) }),
  ]
    .filter(Boolean)
    .join(" · "),
});

/** What failed is told by others, in any length. @param {string} error */
const shortened = (error) => (error.length > MOST_OF_ERROR ? `${error.slice(0, MOST_OF_ERROR)}…` : error);

/** @param {Pick<OrderMessage, "kind" | "status_label">} message */
function messageText({ kind, status_label }) {
  const isPromise = kind === "customer-order-status" && !status_label;
  const id = `orders.message.${isPromise ? "promise" : kind}`;
  return anyText(hasText(id) ? id : "orders.message.other", { status: status_label ?? "" });
}

/** @param {OrderMessage} message @returns {Entry} */
function ofMessage({ at, recipient, kind, status_label, state, attempts, finished_at, error }) {
  const words = messageText({ kind, status_label });
  const isBad = state === "given_up" || (state === "queued" && error);
  return {
    at,
    icon: recipient === "staff" ? "people" : "phone",
    what: t(recipient === "staff" ? "orders.toStaff" : "orders.toCustomer", { text: words }),
    more: html`<span class="${isBad ? "bad" : ""}">${anyText(`orders.delivery.${state}`, { time: timeOf(finished_at) })}</span>${
      attempts > 1 && ` · ${t("orders.attempts", { count: attempts })}`
    }${isBad && error && ` · ${shortened(error)}`}`,
  };
}

/** @param {OrderReceipt} receipt @param {string} what @returns {Entry} */
const ofReceipt = ({ at, state, url, reason }, what) => ({
  at,
  icon: "print",
  what,
  tone: state === "refused" ? "bad" : "",
  more: html`${anyText(`orders.receipt.${state}`)}${reason && ` · ${reason}`}${
    url && html` · <a href="${safeUrl(url)}" target="_blank" rel="noopener noreferrer">${t("orders.receiptOpen")}</a>`
  }`,
});

/** @param {OrderRefund} refund @returns {Entry} */
const ofRefund = ({ at, money, state, way, reason, actor, problem, finished_at }) => ({
  at,
  icon: "undo",
  what: t("orders.refund", { sum: exactMoney(money) }),
  who: actor,
  tone: state === "refused" || state === "unknown" ? "bad" : "",
  more: [
    anyText(`orders.refund.way.${way}`),
    anyText(`orders.refund.${state}`, { time: timeOf(finished_at) }),
    reason,
    problem && shortened(problem),
  ]
    .filter(Boolean)
    .join(" · "),
});

/** @param {OrderReturn} owed @returns {Entry} */
const ofReturn = ({ at, money, reason, returned_at }) => ({
  at,
  icon: "cash",
  what: t("orders.toReturn", { sum: exactMoney(money) }),
  tone: returned_at ? "" : "bad",
  more: [
    anyText(`orders.return.${reason}`),
    returned_at && t("orders.returned", { time: `${dayOf(returned_at)} ${timeOf(returned_at)}` }),
  ]
    .filter(Boolean)
    .join(" · "),
});

/** @param {Entry} entry */
const entryView = ({ at, icon: iconName, what, who, more, tone = "" }) => html`<li class="moment ${tone}">
  <span class="moment-icon">${icon(iconName)}</span>
  <div><p><b>${what}</b>${who && html` <span class="muted">${who}</span>`}</p>${more && html`<p class="moment-more">${more}</p>`}</div>
  <time class="muted numbers" datetime="${at}">${timeOf(at)}</time></li>`;

/** @param {Order} order */
export function timeline(order) {
  // Of the same second, what follows from something stands above it.
  const entries = [
    ...order.events.filter(({ kind }) => kind !== "refunded").map(ofEvent), // a refund tells more
    ...order.invoices.map(ofInvoice),
    ...order.messages.map(ofMessage),
    ...(order.receipt ? [order.receipt, ...(order.more_receipts ?? [])] : []).map((receipt) =>
      ofReceipt(receipt, t("orders.receipt")),
    ),
    ...order.returns.map(ofReturn),
    ...order.refunds.map(ofRefund),
    ...order.return_receipts.map((receipt) => ofReceipt(receipt, t("orders.returnReceipt"))),
  ]
    .reverse()
    .sort((one, other) => other.at.localeCompare(one.at));
  /** @type {Map<string, Entry[]>} */
  const days = new Map();
  for (const entry of entries) days.set(dayOf(entry.at), [...(days.get(dayOf(entry.at)) ?? []), entry]);
  return [...days].map(
    ([day, ofDay]) => html`<h3 class="moment-day">${day}</h3><ol class="moments">${ofDay.map(entryView)}</ol>`,
  );
}

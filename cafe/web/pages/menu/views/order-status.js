/** How far an order is: its state in large letters, when it will be ready, its steps. */

import { html } from "../../shared/html.js";
import { icon } from "../components.js";
import { state } from "../state.js";
import { t } from "../texts.js";
import { windowText } from "./order-courier.js";
import { isInTheMaking, isOver } from "./order-state.js";
import {
  awaitsPayment,
  minutesUntil,
  paymentText,
  statusLabel,
  statusText,
  stepName,
  whenText,
} from "./order-texts.js";

/** @import { OrderDetails } from "../order-types" */
/** @import { OrderStatus } from "../../shared/types" */
/** @import { IconName, Order } from "../types" */

const STEPS = PUBLISHED.ORDER_STEPS;
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
const COUNTED_MINUTES = 90; // more say less than the time itself

/**
 * @param {OrderStatus} status
 * @param {number} index
 * @param {number} currentIndex
 */
function stepModifier(status, index, currentIndex) {
  if (index < currentIndex || status === "completed") return "is-done";
  return index === currentIndex ? "is-now" : "";
}

/**
 * @param {Order} order
 * @param {OrderDetails | null} details
 */
function progress({ order_type: type, status }, details) {
  const steps = STEPS[type] ?? STEPS.pickup;
  const at = steps.indexOf(status);
  return html`<ol class="progress" aria-label="${t("order.progress")}">
    ${steps.map((step, index) => {
      const reached = index <= at && details?.times[step]?.slice(11);
      return html`<li class="${stepModifier(status, index, at)}" ${index === at && html`aria-current="step"`}>
        <span>${stepName(step, type)}</span>${reached && html`<time>${reached}</time>`}
      </li>`;
    })}
  </ol>`;
}

/**
 * When it should be ready, for as long as that matters; and once that is over, that the cafe is late, never the guest.
 * @param {Order} order
 * @param {OrderDetails | null} details
 */
function readyTime(order, details) {
  const window = details?.delivery && windowText(details.delivery);
  if (window) return window;
  const moment = order.arrives_at ?? order.promised_at ?? details?.estimated_at;
  if (!moment || !isInTheMaking(order) || awaitsPayment(order)) return scheduled(order);
  const minutes = minutesUntil(moment);
  const when = whenText(moment);
  if (minutes < 0) return late(order, when);
  const left = minutes > 0 ? t("order.in", { minutes }) : t("order.soon");
  const isAsWanted = moment === order.scheduled_for; // and then it is said once
  const said = isAsWanted ? wantedWords(order) : t(promiseText(order), { when });
  return html`<p class="ready-time">${said}</p>
    ${minutes <= COUNTED_MINUTES && html`<p class="time-left">${left}</p>`}
    ${!isAsWanted && scheduled(order)}`;
}

/** @param {Order} order */
function promiseText(order) {
  if (order.arrives_at) return "order.arrives";
  if (order.promised_at) return "order.promised";
  return order.order_type === "delivery" ? "order.estimate.door" : "order.estimate";
}

/** @param {Order} order */
const wantedWords = ({ order_type: type, scheduled_for: at }) =>
  t("order.wanted", { type: t(`type.${type}`), when: whenText(at ?? "") });

/** @param {Order} order */
const scheduled = (order) => !isOver(order) && order.scheduled_for && html`<p><b>${wantedWords(order)}</b></p>`;

/**
 * @param {Order} order
 * @param {string} when
 */
const late = ({ status }, when) =>
  status === "new"
    ? html`<p class="ready-time">${t("order.unanswered")}</p>
        <p>${t(state.settings?.phone ? "order.unanswered.call" : "order.unanswered.text")}</p>`
    : html`<p class="ready-time">${t("order.late")}</p><p>${t("order.late.text", { when })}</p>`;

/**
 * @param {Order} order
 * @param {OrderDetails | null} details
 */
function cancellation(order, details) {
  const { cancel_reason: reason } = order;
  return html`${reason && html`<p>${t("order.reason", { reason })}</p>`}
    <p>${paymentText(order, details)}</p>`;
}

/**
 * @param {Order} order
 * @param {OrderDetails | null} details
 * @param {boolean} isStale
 */
export function statusHero(order, details, isStale) {
  const isCancelled = order.status === "cancelled";
  const isWaiting = awaitsPayment(order);
  return html`<section class="hero ${isCancelled ? "is-cancelled" : ""}" data-key="hero">
    ${state.route.isNew && order.status === "new" && html`<p class="thanks">${t("order.thanks")}</p>`}
    <span class="hero-icon">${icon(isWaiting ? "card" : (STATUS_ICONS[order.status] ?? "receipt"))}</span>
    <h2>${statusLabel(order)}</h2>
    ${readyTime(order, details)}
    <p>${isWaiting ? t("status.unpaid.text") : statusText(order)}</p>
    ${isCancelled ? cancellation(order, details) : progress(order, details)}
    ${
      !isOver(order) &&
      html`<p class="live-status ${isStale ? "is-stale" : ""}"><span class="status-dot"></span>${t(isStale ? "order.stale" : "order.live")}</p>`
    }
  </section>`;
}

/** What is said of an order, in the list and on its own screen. */

import { atTime, hasText, t, wallClock } from "../lib/i18n.js";
import { state } from "../state.js";

/** @import { Order } from "../../types" */

/** @param {Order} order */
export function statusLabel({ status, status_label: label }) {
  const id = `status.${status}`;
  return hasText(id) ? t(id) : label;
}

/** @param {Order} order */
export function statusText({ status, order_type: type }) {
  const id = status === "ready" ? `status.ready.text.${type}` : `status.${status}.text`;
  return hasText(id) ? t(id) : "";
}

/**
 * A time before that of the order is the next day's; on that day it is today's.
 * @param {Order} order
 */
function pickupTime({ pickup_time: time, created_at: created }) {
  const [day, at] = (created ?? "").split("T");
  const isNextDay = (time ?? "").padStart(5, "0") < (at ?? "").slice(0, 5);
  return atTime(time ?? "", isNextDay && day === wallClock(state.timezone)[0]);
}

/**
 * An order for later, and for when.
 * @param {Order} order
 */
export function scheduleText({ order_type: type, scheduled_for: at }) {
  const [, month, day, time = ""] = /-(..)-(..)T(.+)/.exec(at ?? "") ?? [];
  return at ? t("order.scheduled", { type: t(`type.${type}`), day: `${day}.${month}`, time }) : "";
}

/**
 * When or where the order is handed over.
 * @param {Order} order
 */
export function handoverText(order) {
  const { address_street: street, address_house: house, table_number: table } = order;
  if (order.order_type === "pickup") return scheduleText(order) || t("order.pickup", { time: pickupTime(order) });
  if (order.order_type === "delivery")
    return t("order.delivery", { address: [street, house].filter(Boolean).join(", ") });
  return table ? t("order.table", { table }) : t("type.dine_in");
}

/**
 * The time that the staff promised, while it is still to come.
 * @param {Order} order
 */
export function promiseText({ status, promised_at: promised }) {
  const isAhead = ["new", "confirmed", "cooking"].includes(status);
  return promised && isAhead ? t("order.promised", { time: promised.slice(11) }) : "";
}

/** @param {Order} order */
export function paymentText({ status: orderStatus, payment_method: method, payment_status: status }) {
  if (orderStatus === "cancelled") return t(status === "paid" ? "order.cancelled.paid" : "order.cancelled.unpaid");
  if (status === "paid") return t("order.paid");
  return t(method === "card" ? "order.unpaid.card" : "order.cash");
}

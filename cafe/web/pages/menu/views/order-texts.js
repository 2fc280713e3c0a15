/** What is said of an order, in the list and on its own screen. */

import { dayText, money, wallClock } from "../../shared/formats.js";
import { anyText, hasText } from "../../shared/texts.js";
import { state } from "../state.js";
import { atTime, t } from "../texts.js";

/** @import { OrderDetails } from "../order-types" */
/** @import { OrderStatus, OrderType } from "../../shared/types" */
/** @import { Order } from "../types" */

/**
 * A step's name; how an order ends depends on its type.
 * @param {OrderStatus} status
 * @param {OrderType} type
 * @returns {string}
 */
export function stepName(status, type) {
  const id = status === "completed" ? `status.completed.${type}` : `status.${status}`;
  return hasText(id) ? anyText(id) : "";
}

/**
 * Whether nothing will happen before it is paid.
 * @param {Order} order
 */
export const awaitsPayment = ({ status, can_pay: canPay }) => canPay && (status === "new" || status === "confirmed");

/** @param {Order} order */
export function statusLabel(order) {
  if (awaitsPayment(order)) return t("status.unpaid");
  return stepName(order.status, order.order_type) || order.status_label;
}

/** @param {Order} order */
export function statusText(order) {
  const { status, order_type: type } = order;
  if (status === "confirmed" && isForLater(order)) return t("status.confirmed.text.later");
  if (status === "courier" && order.courier) return courierText(order.courier.name, order.delivery_state);
  const id = status === "ready" ? `status.ready.text.${type}` : `status.${status}.text`;
  return hasText(id) ? anyText(id) : "";
}

/** @param {string} name @param {Order["delivery_state"]} at */
function courierText(name, at) {
  if (at === "at_door") return t("status.courier.text.door", { name });
  return at === "nobody" ? t("status.courier.text.nobody", { name }) : t("status.courier.text.name", { name });
}

const FAR_MINUTES = 90; // the kitchen begins later than 'soon'

/**
 * Whether it is wanted for a time that is not near yet.
 * @param {Order} order
 */
const isForLater = ({ scheduled_for: at }) => Boolean(at) && minutesUntil(at ?? "") > FAR_MINUTES;

/**
 * A moment on the cafe's clock as `YYYY-MM-DDTHH:MM`: at that time, tomorrow, or on another day.
 * @param {string} moment
 */
export function whenText(moment) {
  const [day = "", time = ""] = moment.split("T");
  const [today = ""] = wallClock(state.timezone);
  const ahead = (Date.parse(day) - Date.parse(today)) / 86_400_000;
  return ahead === 0 || ahead === 1 ? atTime(time, ahead === 1) : t("time.day", { day: dayText(day), time });
}

/**
 * How many minutes from now, by the cafe's clock; negative once it is over.
 * @param {string} moment
 */
export function minutesUntil(moment) {
  return Math.round((Date.parse(`${moment}Z`) - Date.parse(`${wallClock(state.timezone).join("T")}Z`)) / 60_000);
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
 * @param {OrderDetails | null} details
 */
export function handoverText(order, details) {
  const { address_street: street, address_house: house, table_number: table } = order;
  if (order.order_type === "pickup") return scheduleText(order) || t("order.pickup", { time: pickupTime(order) });
  if (order.order_type === "delivery") {
    const flat = details?.address_apartment && t("order.flat", { flat: details.address_apartment });
    return t("order.delivery", { address: [details?.address_city, street, house, flat].filter(Boolean).join(", ") });
  }
  return table ? t("order.table", { table }) : t("type.dine_in");
}

/**
 * What became of the money, in plain words.
 * @param {Order} order
 * @param {OrderDetails | null} [details]
 */
export function paymentText(order, details = null) {
  const { refunded_amount: gone = 0, total } = order;
  const owed = details?.to_return ?? 0;
  const returned = gone > 0 && t(gone >= total ? "order.refunded.all" : "order.refunded", { sum: money(gone) });
  const toReturn = owed > 0 && t("order.owed", { sum: money(owed) });
  const isSettled = order.status === "cancelled" && (returned || toReturn);
  return [!isSettled && statusOfPayment(order, details), returned, toReturn].filter(Boolean).join(". ");
}

/**
 * @param {Order} order
 * @param {OrderDetails | null} details
 */
function statusOfPayment(
  { status: orderStatus, payment_method: method, payment_status: status, order_type: type, total },
  details,
) {
  if (total === 0) return t("order.nothingToPay"); // it counts as paid
  if (orderStatus === "cancelled") return t(status === "paid" ? "order.cancelled.paid" : "order.nothingToPay");
  if (status === "paid") return t("order.paid");
  if (status === "pending") return t("order.held");
  if (method === "card") return t(details?.is_declined ? "order.declined" : "order.unpaid.card");
  return orderStatus === "completed" ? t("order.cash") : t("order.cash.due", { how: t(`pay.cash.${type}`) });
}

/**
 * What a cancellation would mean for the money.
 * @param {Order} order
 */
export function cancelWarning({ payment_method: method, payment_status: status, total }) {
  if (total === 0 || method !== "card") return t("order.cancel.free");
  if (status === "pending") return t("order.cancel.held");
  return status === "paid" ? t("order.cancel.paid", { sum: money(total) }) : t("order.cancel.card");
}

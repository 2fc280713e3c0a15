/** How orders are put into words: money, times, payment, where to. */

import { dateTime, dayText, money } from "../../../shared/formats.js";
import { anyText, currentLocale } from "../../../shared/texts.js";
import { t } from "../../lib/texts.js";

/** @import { ExactMoney, ListedOrder } from "../../order-types" */

/** An exact sum: kopiykas only where there are any. @param {ExactMoney} sum */
export function exactMoney({ amount, currency }) {
  const value = Number(amount);
  if (currency === "UAH" && Number.isInteger(value)) return money(value);
  const digits = new Intl.NumberFormat(currentLocale(), { minimumFractionDigits: amount.includes(".") ? 2 : 0 });
  return currency === "UAH" ? money(0).replace("0", digits.format(value)) : `${digits.format(value)} ${currency}`;
}

/** @param {ExactMoney[]} sums */
export const exactSums = (sums) => sums.map(exactMoney).join(" + ");

/** `12:05` of a local time. @param {string | null} text */
export const timeOf = (text) => text?.slice(11, 16) ?? "";

/** The day of a local time, with the year where it is another one. @param {string | null} text */
export function dayOf(text) {
  const date = text?.slice(0, 10) ?? "";
  if (!date) return "";
  return dayText(date, date.startsWith(String(new Date().getFullYear())) ? {} : { year: "numeric" });
}

/** @param {string | null} text */
export const momentOf = (text) => dateTime(text);

/** @param {Pick<ListedOrder, "order_type">} order */
export const typeText = ({ order_type }) => anyText(`orders.type.${order_type}`);

/** Cash is paid when the order is handed over: only what is paid, or should be, is worth telling. @param {Pick<ListedOrder, "payment_method" | "payment_status" | "status">} order */
export function paymentText({ payment_method, payment_status, status }) {
  const method = payment_method ? anyText(`orders.method.${payment_method}`) : "";
  if (payment_status === "paid") return [method, t("orders.paid")].filter(Boolean).join(", ");
  if (payment_status === "pending") return `${method}, ${t(status === "new" ? "orders.held" : "orders.capturing")}`;
  return payment_method === "card" ? `${method}, ${t("orders.unpaid")}` : method;
}

/** @param {ListedOrder["lines"]} lines */
export const linesText = (lines) =>
  lines.map(({ name, quantity }) => (quantity > 1 ? `${name} × ${quantity}` : name)).join(", ");

/** Where and when it is wanted, as far as the order says so. @param {ListedOrder} order */
export function wantedText({ table_number, pickup_time, scheduled }) {
  if (scheduled) return t("orders.for", { time: momentOf(scheduled) });
  if (pickup_time) return t("orders.at", { time: pickup_time });
  return table_number ? t("orders.table", { table: table_number }) : "";
}

/** The tone of a status. @param {string} status */
export const toneOf = (status) => ({ "new": "fresh", "cancelled": "bad", "completed": "done" })[status] ?? "going";

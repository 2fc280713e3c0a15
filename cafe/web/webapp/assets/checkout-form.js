/** The order form: its half-filled draft, what an order needs, and at which field a refusal is shown. */

import { launch } from "./launch.js";
import { money, t } from "./lib/i18n.js";
import { localStore, sessionStore } from "./lib/storage.js";

/** @import { ApiError } from "./api.js" */
/** @import { Draft, DraftField, FormErrors, OrderForm, OrderType } from "../types" */

/** @type {Draft} */
const EMPTY_DRAFT = {
  type: "delivery",
  name: "",
  phone: "",
  address_city: "",
  address_street: "",
  address_house: "",
  address_apartment: "",
  address_comment: "",
  pickup_time: "",
  scheduled_for: "",
  table_number: "",
  payment_method: "cash",
  cash_change_for: "",
  promo_code: "",
};
/**
 * What belongs to one order only and is cleared once it is placed.
 * @type {DraftField[]}
 */
const ONE_TIME_FIELDS = ["pickup_time", "scheduled_for", "cash_change_for", "promo_code", "address_comment"];

/** @type {Draft} */
export const draft = { ...EMPTY_DRAFT, ...localStore.get("draft", {}) };
let isTouched = false;

// A table's code opens the form for that table, once a visit.
if (launch.table && sessionStore.get("seated", "") !== launch.table) {
  sessionStore.set("seated", launch.table);
  Object.assign(draft, { type: "dine_in", table_number: launch.table });
  localStore.set("draft", draft);
}

/** Fields typed in and not yet sent. */
export const isDirty = () => isTouched;

/** @param {Partial<Draft>} fields */
export function saveDraft(fields) {
  Object.assign(draft, fields);
  isTouched = true;
  localStore.set("draft", draft);
}

/**
 * Fill empty fields with what the last order knew, but not under somebody's fingers.
 * @param {Partial<Record<DraftField, string | null>>} fields
 */
export function prefill(fields) {
  for (const name of /** @type {DraftField[]} */ (Object.keys(fields))) {
    const value = fields[name];
    if (value && !draft[name] && document.activeElement?.id !== name) draft[name] = value;
  }
}

export function clearOneTimeFields() {
  for (const name of ONE_TIME_FIELDS) draft[name] = EMPTY_DRAFT[name];
  isTouched = false;
  localStore.set("draft", draft);
}

/** @type {Record<OrderType, DraftField[]>} */
const FIELDS = {
  delivery: [
    "name",
    "phone",
    "address_city",
    "address_street",
    "address_house",
    "address_apartment",
    "address_comment",
  ],
  pickup: ["name", "phone"],
  dine_in: ["table_number", "name", "phone"],
};
/**
 * What is asked for; a time that was chosen for later stands for the pickup's.
 * @param {Draft} fields
 * @returns {DraftField[]}
 */
function fieldsOf({ type, scheduled_for: at }) {
  if (at) return ["scheduled_for", ...FIELDS[type]];
  return type === "pickup" ? ["pickup_time", ...FIELDS[type]] : FIELDS[type];
}
/** @type {DraftField[]} */
const OPTIONAL_FIELDS = ["address_apartment", "address_comment", "table_number"];

/** @param {string} text */
const isName = (text) => [...text.trim()].length >= 2;
/** @param {string} text */
const isPhone = (text) => /^\d{9,13}$/.test(text.replace(/\D/g, ""));
/** @param {Draft} fields */
const asksForChange = ({ type, payment_method: method }) => type === "delivery" && method === "cash";

/**
 * What to send for this order.
 * @param {Draft} fields
 * @param {string} promoCode
 * @returns {OrderForm}
 */
export function orderForm(fields, promoCode) {
  /** @type {OrderForm} */
  const form = { payment_method: fields.payment_method };
  for (const name of fieldsOf(fields)) form[name] = fields[name].trim();
  const change = fields.cash_change_for.trim();
  if (asksForChange(fields) && change) form.cash_change_for = /^\d+$/.test(change) ? Number(change) : change;
  if (promoCode) form.promo_code = promoCode;
  return form;
}

/**
 * Messages by field that can be told without asking the server.
 * @param {Draft} fields
 * @param {number} total
 * @returns {FormErrors}
 */
export function validate(fields, total) {
  /** @type {FormErrors} */
  const errors = {};
  for (const name of fieldsOf(fields)) {
    if (!OPTIONAL_FIELDS.includes(name) && !fields[name].trim()) errors[name] = t("error.missing");
  }
  if (!errors.name && !isName(fields.name)) errors.name = t("error.name");
  if (!errors.phone && !isPhone(fields.phone)) errors.phone = t("error.phone");
  if (!["cash", "card"].includes(fields.payment_method)) errors.payment_method = t("error.payment_method");
  const change = fields.cash_change_for.trim();
  if (asksForChange(fields) && change) {
    if (!/^\d{1,6}$/.test(change)) errors.cash_change_for = t("error.cash_change_for");
    else if (Number(change) < total) errors.cash_change_for = `${t("error.change.small")} (${money(total)})`;
  }
  return errors;
}

/**
 * Messages by field for a refusal of the server; `form` stands for the form as a whole.
 * @param {ApiError} error
 * @param {Draft} fields
 * @returns {FormErrors}
 */
export function errorsOfRefusal({ code, message, body }, fields) {
  if (code === "promo_invalid") return { promo: message };
  if (code === "min_order_amount") return { type: message || t("error.minimum") };
  if (code === "time_unavailable") return { scheduled_for: message };
  if (code === "closed") return { form: message || t("error.closed") };
  if (code !== "validation") return { form: message || t("error.unknown") };
  if (Array.isArray(body.missing)) {
    return Object.fromEntries(body.missing.map((name) => [name, t("error.missing")]));
  }
  // Two messages are fixed English words of the interface; the others come translated and name no field.
  if (message === "invalid payment_method") return { payment_method: t("error.payment_method") };
  if (message.startsWith("cash_change_for")) return { cash_change_for: t("error.cash_change_for") };
  if (!isName(fields.name)) return { name: message };
  if (!isPhone(fields.phone)) return { phone: message };
  if (fields.type === "pickup") return { pickup_time: message };
  return { form: message || t("error.unknown") };
}

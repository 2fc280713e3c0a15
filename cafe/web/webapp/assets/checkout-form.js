/** The order form: what an order needs, and at which field a refusal is shown. */

import { money, t } from "./lib/i18n.js";

/** @import { ApiError } from "./api.js" */
/** @import { Draft, DraftField, FormErrors, OrderForm, OrderType } from "../types" */

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

const LETTERS = /\p{L}/gu;
/** @param {string} text */
const isName = (text) => (text.match(LETTERS) ?? []).length >= 2;
/** @param {string} text whether it can be found by: no lone '?' or pictures */
const isPlace = (text) => /[\p{L}\d]/u.test(text);
const TOWN_KIND = /^(?:м|с|смт|місто|село)\.?\s+|^м\./;
/** @param {string} text */
const town = (text) => text.trim().toLowerCase().replace(TOWN_KIND, "").replace(/[’ʼ`]/g, "'");
/** @param {string} text */
const isPhone = (text) => /^\d{9,13}$/.test(text.replace(/\D/g, ""));
/** @param {Draft} fields */
const asksForChange = ({ type, payment_method: method }) => type === "delivery" && method === "cash";

/**
 * The answers in front of the comment, in the staff's words: they read Ukrainian, whatever the guest does.
 * @param {Draft} fields
 * @param {string[]} asked
 */
function comment({ type, cutlery, no_call: isSilent, address_comment: own }, asked) {
  const answers = [
    asked.includes("cutlery") && (cutlery ? "Покласти прибори" : "Прибори не потрібні"),
    asked.includes("no_call") && isSilent && "Не телефонувати",
    type === "delivery" && own.trim(),
  ];
  return answers.filter(Boolean).join(". ");
}

/**
 * What to send for this order.
 * @param {Draft} fields
 * @param {string} promoCode
 * @param {string[]} asked
 * @returns {OrderForm}
 */
export function orderForm(fields, promoCode, asked) {
  /** @type {OrderForm} */
  const form = { payment_method: fields.payment_method };
  for (const name of fieldsOf(fields)) form[name] = fields[name].trim();
  const said = comment(fields, asked);
  if (fields.type === "delivery") form.address_comment = said;
  else if (said) form.comment = said;
  const change = fields.cash_change_for.trim();
  if (asksForChange(fields) && change) form.cash_change_for = /^\d+$/.test(change) ? Number(change) : change;
  if (promoCode) form.promo_code = promoCode;
  return form;
}

/**
 * What keeps somebody from finding the guest.
 * @param {Draft} fields
 * @param {string[]} towns
 */
function placeErrors(fields, towns) {
  const { type, address_city: city, address_street: street, address_house: house, table_number: table } = fields;
  /** @type {FormErrors} */
  const errors = {};
  if (type === "dine_in" && table.trim() && !isPlace(table)) errors.table_number = t("error.table");
  if (type !== "delivery") return errors;
  if (!isPlace(city)) errors.address_city = t("error.city");
  else if (towns.length > 0 && !towns.some((each) => town(each) === town(city)))
    errors.address_city = t("error.town", { towns: towns.join(", ") });
  if (!isPlace(street)) errors.address_street = t("error.street");
  if (!isPlace(house)) errors.address_house = t("error.house");
  return errors;
}

/**
 * Messages by field that can be told without asking the server.
 * @param {Draft} fields
 * @param {number} total
 * @param {string[]} towns where the cafe delivers to; empty: it does not say
 * @returns {FormErrors}
 */
export function validate(fields, total, towns) {
  /** @type {FormErrors} */
  const errors = {};
  for (const name of fieldsOf(fields)) {
    if (!OPTIONAL_FIELDS.includes(name) && !fields[name].trim()) errors[name] = t("error.missing");
  }
  if (!errors.name && !isName(fields.name)) errors.name = t("error.name");
  Object.assign(errors, placeErrors(fields, towns), { ...errors });
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

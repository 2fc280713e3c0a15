/** The order form: what an order needs, and at which field a refusal is shown. */

import { money } from "../shared/formats.js";
import { t } from "./texts.js";

/** @import { RefusedError } from "../shared/request.js" */
/** @import { OrderType } from "../shared/types" */
/** @import { Draft, DraftField, FormErrors, FormField, OrderForm, Question } from "./types" */

/** @typedef {"name" | "phone"} Contact */

/**
 * What the cafe wants to know, and what it takes.
 * @typedef {object} Asked
 * @property {Contact[]} contacts
 * @property {string[]} towns where it delivers to; empty: it does not say
 * @property {string[]} tables empty: it has no list of them
 */

/** @type {Record<OrderType, FormField[]>} */
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
/** @type {FormField[]} */
const CONTACTS = ["name", "phone"];
/**
 * What is asked for; a time that was chosen for later stands for the pickup's.
 * @param {Draft} fields
 * @param {FormField[]} contacts
 * @returns {FormField[]}
 */
function fieldsOf({ type, scheduled_for: at }, contacts) {
  const asked = FIELDS[type].filter((name) => !CONTACTS.includes(name) || contacts.includes(name));
  if (at) return ["scheduled_for", ...asked];
  return type === "pickup" ? ["pickup_time", ...asked] : asked;
}
/** @type {DraftField[]} */
const OPTIONAL_FIELDS = ["address_apartment", "address_comment", "table_number"];

/** What tells the zone beside the address. @param {Draft} fields */
const placeOf = ({ zone_id: zone, lat, lon }) => ({ ...(zone && { zone_id: zone }), ...(lat && { lat, lon }) });

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
 * What was answered to the owner's questions.
 * @param {Draft} fields
 * @param {Question[]} asked
 */
const answersTo = (fields, asked) => Object.fromEntries(asked.map((name) => [name, fields[name] !== ""]));

/**
 * What to send for this order.
 * @param {Draft} fields
 * @param {string} promoCode
 * @param {Question[]} asked
 * @param {Contact[]} contacts
 * @returns {OrderForm}
 */
export function orderForm(fields, promoCode, asked, contacts) {
  /** @type {OrderForm} */
  const form = { payment_method: fields.payment_method };
  for (const name of fieldsOf(fields, contacts)) form[name] = fields[name].trim();
  if (asked.length > 0) form.answers = answersTo(fields, asked);
  const change = fields.cash_change_for.trim();
  if (asksForChange(fields) && change) form.cash_change_for = /^\d+$/.test(change) ? Number(change) : change;
  if (fields.type === "delivery") Object.assign(form, placeOf(fields));
  if (promoCode) form.promo_code = promoCode;
  return form;
}

/**
 * A table is told where the cafe has a list of them, or nothing else tells whose the order is.
 * @param {string} table
 * @param {Asked} asked
 */
function tableError(table, { tables, contacts }) {
  if (!table) return tables.length > 0 || !contacts.includes("name") ? t("error.table") : "";
  return isPlace(table) ? "" : t("error.table");
}

/**
 * What keeps somebody from finding the guest.
 * @param {Draft} fields
 * @param {Asked} asked
 */
function placeErrors(fields, asked) {
  const { type, address_city: city, address_street: street, address_house: house, table_number: table } = fields;
  /** @type {FormErrors} */
  const errors = {};
  const { towns } = asked;
  const wrongTable = type === "dine_in" && tableError(table.trim(), asked);
  if (wrongTable) errors.table_number = wrongTable;
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
 * @param {Asked} asked
 * @returns {FormErrors}
 */
export function validate(fields, total, asked) {
  /** @type {FormErrors} */
  const errors = {};
  const names = fieldsOf(fields, asked.contacts);
  for (const name of names) {
    if (!OPTIONAL_FIELDS.includes(name) && !fields[name].trim()) errors[name] = t("error.missing");
  }
  if (names.includes("name") && !errors.name && !isName(fields.name)) errors.name = t("error.name");
  Object.assign(errors, placeErrors(fields, asked), { ...errors });
  if (names.includes("phone") && !errors.phone && !isPhone(fields.phone)) errors.phone = t("error.phone");
  if (!PUBLISHED.PAYMENT_METHODS.includes(fields.payment_method)) errors.payment_method = t("error.payment_method");
  const change = fields.cash_change_for.trim();
  if (asksForChange(fields) && change) {
    if (!/^\d{1,6}$/.test(change)) errors.cash_change_for = t("error.cash_change_for");
    else if (Number(change) < total) errors.cash_change_for = `${t("error.change.small")} (${money(total)})`;
  }
  return errors;
}

/** The fields that refusals are about, by their codes. @type {Record<string, keyof FormErrors>} */
const REFUSED_FIELDS = {
  promo_invalid: "promo",
  min_order_amount: "type",
  time_unavailable: "scheduled_for",
  zone_required: "zone_id",
  zone_unavailable: "zone_id",
  age_unconfirmed: "adult",
};

/**
 * Messages by field for a refusal of the server; `form` stands for the form as a whole.
 * @param {RefusedError} error
 * @param {Draft} fields
 * @returns {FormErrors}
 */
export function errorsOfRefusal({ code, message, body }, fields) {
  const field = REFUSED_FIELDS[code];
  if (field) return { [field]: message || t("error.unknown") };
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

/** The order form: its half-filled draft, what an order needs, and at which field a refusal is shown. */

import { money, t } from "./i18n.js";
import { launch } from "./launch.js";
import { device, visit } from "./storage.js";

const EMPTY = {
  type: "delivery",
  name: "",
  phone: "",
  address_city: "",
  address_street: "",
  address_house: "",
  address_apartment: "",
  address_comment: "",
  pickup_time: "",
  table_number: "",
  payment_method: "cash",
  cash_change_for: "",
  promo_code: "",
};
/** What belongs to one order only and is forgotten once it is placed. */
const ONCE = ["pickup_time", "cash_change_for", "promo_code", "address_comment"];

export const draft = { ...EMPTY, ...device.get("draft", {}) };
let isTouched = false;

// A table's code opens the form for that table, once a visit.
if (launch.table && visit.get("seated") !== launch.table) {
  visit.set("seated", launch.table);
  Object.assign(draft, { type: "dine_in", table_number: launch.table });
  device.set("draft", draft);
}

/** Fields typed in and not yet sent. */
export const isDirty = () => isTouched;

export function keepDraft(fields) {
  Object.assign(draft, fields);
  isTouched = true;
  device.set("draft", draft);
}

/** Fill empty fields with what the last order knew, but not under somebody's fingers. */
export function prefill(fields) {
  for (const [name, value] of Object.entries(fields)) {
    if (value && !draft[name] && document.activeElement?.id !== name) draft[name] = value;
  }
}

export function forgetSent() {
  for (const name of ONCE) draft[name] = EMPTY[name];
  isTouched = false;
  device.set("draft", draft);
}

export const FIELDS = {
  delivery: ["name", "phone", "address_city", "address_street", "address_house", "address_apartment", "address_comment"],
  pickup: ["pickup_time", "name", "phone"],
  dine_in: ["table_number", "name", "phone"],
};
const OPTIONAL = ["address_apartment", "address_comment", "table_number"];

const isName = (text) => [...text.trim()].length >= 2;
const isPhone = (text) => /^\d{9,13}$/.test(text.replace(/\D/g, ""));

/** What to send for this order. */
export function requestOf(draft, promoCode) {
  const form = { payment_method: draft.payment_method };
  for (const name of FIELDS[draft.type]) form[name] = draft[name].trim();
  if (draft.type === "delivery" && draft.payment_method === "cash" && draft.cash_change_for.trim()) {
    const text = draft.cash_change_for.trim();
    form.cash_change_for = /^\d+$/.test(text) ? Number(text) : text;
  }
  if (promoCode) form.promo_code = promoCode;
  return form;
}

/** Messages by field that can be told without asking the server. */
export function problemsOf(draft, total) {
  const problems = {};
  for (const name of FIELDS[draft.type]) {
    if (!OPTIONAL.includes(name) && !draft[name].trim()) problems[name] = t("error.missing");
  }
  if (!problems.name && !isName(draft.name)) problems.name = t("error.name");
  if (!problems.phone && !isPhone(draft.phone)) problems.phone = t("error.phone");
  if (!["cash", "card"].includes(draft.payment_method)) problems.payment_method = t("error.payment_method");
  const change = draft.cash_change_for.trim();
  if (draft.type === "delivery" && draft.payment_method === "cash" && change) {
    if (!/^\d{1,6}$/.test(change)) problems.cash_change_for = t("error.cash_change_for");
    else if (Number(change) < total) problems.cash_change_for = `${t("error.change.small")} (${money(total)})`;
  }
  return problems;
}

/** Messages by field for a refusal of the server; `form` stands for the form as a whole. */
export function problemsOfRefusal({ code, message, body }, draft) {
  if (code === "promo_invalid") return { promo: message };
  if (code === "min_order_amount") return { type: message || t("error.minimum") };
  if (code === "closed") return { form: message || t("error.closed") };
  if (code !== "validation") return { form: message || t("error.unknown") };
  if (Array.isArray(body.missing)) {
    return Object.fromEntries(body.missing.map((name) => [name, t("error.missing")]));
  }
  // Two messages are fixed English words of the interface; the others come translated and name no field.
  if (message === "invalid payment_method") return { payment_method: t("error.payment_method") };
  if (message.startsWith("cash_change_for")) return { cash_change_for: t("error.cash_change_for") };
  if (!isName(draft.name)) return { name: message };
  if (!isPhone(draft.phone)) return { phone: message };
  if (draft.type === "pickup") return { pickup_time: message };
  return { form: message || t("error.unknown") };
}

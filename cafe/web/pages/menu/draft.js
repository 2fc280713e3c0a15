/** The half-filled order form, kept on this device. */

import { localStore, sessionStore } from "../shared/storage.js";
import { launch } from "./launch.js";

/** @import { Draft, DraftField } from "./types" */

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
  cutlery: "",
  no_call: "",
  adult: "",
  zone_id: "",
  lat: "",
  lon: "",
  pays_in_app: "",
};
/**
 * What belongs to one order only and is cleared once it is placed.
 * @type {DraftField[]}
 */
const ONE_TIME_FIELDS = [
  "pickup_time",
  "scheduled_for",
  "cash_change_for",
  "promo_code",
  "address_comment",
  "adult",
  "lat",
  "lon",
];

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

/** The half-filled order form: kept on the device, so that a reload or a swipe does not lose it. */

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

/** Fill empty fields with what the last order knew. */
export function prefill(fields) {
  for (const [name, value] of Object.entries(fields)) if (value && !draft[name]) draft[name] = value;
}

export function forgetSent() {
  for (const name of ONCE) draft[name] = EMPTY[name];
  isTouched = false;
  device.set("draft", draft);
}

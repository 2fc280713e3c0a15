/** Which settings there are, in groups of plain words. Hours, pauses and the announcement have a view of their own. */

/**
 * A setting with what the core says of it.
 * @typedef {object} Setting
 * @property {string} name as in a catalogue file
 * @property {"line" | "whole" | "flag" | "colour" | "choice" | "language" | "several" | "logo" | "prep_times" | "effect" | "region"} kind
 * @property {boolean} hasEnglish there is another one, with `_en`
 * @property {string} [suffix] a sign, or the name of a unit's text
 * @property {string} [type] of the field
 * @property {string[]} [choices]
 */

/** @type {{ name: string, settings: (Partial<Setting> & { name: string })[] }[]} */
const SHOWN = [
  {
    name: "cafe",
    settings: [
      { name: "cafe_name" },
      { name: "address" },
      { name: "phone", type: "tel" },
      { name: "logo_url", kind: "logo" },
      { name: "instagram_url", type: "url" },
      { name: "maps_url", type: "url" },
      { name: "timezone" },
      { name: "default_language", kind: "language" },
    ],
  },
  { name: "sells", settings: [{ name: "order_types" }, { name: "payments" }] },
  { name: "look", settings: [{ name: "accent", kind: "colour" }] },
  {
    name: "delivery",
    settings: [
      { name: "delivery_fee", suffix: "₴" },
      { name: "free_delivery_threshold", suffix: "₴" },
      { name: "min_delivery_order_amount", suffix: "₴" },
      { name: "pickup_discount_percent", suffix: "%" },
      { name: "city" },
      { name: "delivery_towns" },
      { name: "handover_proof", choices: ["none", "code", "photo"] },
      { name: "map_tiles", type: "url" },
      { name: "map_credit" },
    ],
  },
  {
    name: "orders",
    settings: [
      { name: "prep_minutes", suffix: "minutes" },
      { name: "prep_times", kind: "prep_times" },
      { name: "delivery_minutes", suffix: "minutes" },
      { name: "rating_minutes", suffix: "minutes" },
      { name: "schedule_days", suffix: "days" },
      { name: "checkout_questions" },
      { name: "tables" },
      { name: "dine_in_asks" },
    ],
  },
  {
    name: "payment",
    settings: [
      { name: "payment_provider" },
      { name: "unpaid_minutes", suffix: "minutes" },
      { name: "hold_payments" },
      { name: "hold_minutes", suffix: "minutes" },
      { name: "receipts" },
      { name: "alcohol_hours" },
      { name: "refund_role", choices: PUBLISHED.ROLES.toReversed() },
      { name: "refund_limit", suffix: "₴" },
    ],
  },
  {
    name: "disruptions",
    settings: [
      { name: "air_alert_effect", kind: "effect" },
      { name: "air_alert_source", type: "url" },
      { name: "air_alert_region", kind: "region" },
      { name: "power_cut_effect", kind: "effect" },
      { name: "power_cut_queue" },
      { name: "power_cut_source", type: "url" },
    ],
  },
  { name: "chat", settings: [{ name: "staff_chat_guest_orders" }] },
  {
    name: "limits",
    settings: [
      { name: "max_open_orders_per_customer" },
      { name: "max_open_orders_per_phone" },
      { name: "max_open_guest_orders" },
      { name: "promo_attempts_per_minute" },
    ],
  },
  { name: "privacy", settings: [{ name: "keep_personal_days", suffix: "days" }] },
];

const KNOWN = PUBLISHED.SETTINGS;

/** @param {string} name */
export const kindOf = (name) => KNOWN[name]?.kind ?? "line";

/** @type {{ name: string, settings: Setting[] }[]} */
export const GROUPS = SHOWN.map(({ name: group, settings }) => ({
  name: group,
  settings: settings.map((setting) => ({
    kind: kindOf(setting.name),
    choices: KNOWN[setting.name]?.choices ?? [],
    hasEnglish: `${setting.name}_en` in KNOWN,
    ...setting,
  })),
}));

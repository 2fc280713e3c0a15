/** Which settings there are, in groups of plain words. Hours, pauses and the announcement have a view of their own. */

/**
 * @typedef {object} Setting
 * @property {string} name as in a catalogue file
 * @property {"line" | "whole" | "flag" | "colour" | "choice" | "several" | "logo"} kind
 * @property {boolean} [hasEnglish] there is another one, with `_en`
 * @property {string} [suffix] a sign, or the name of a unit's text
 * @property {string} [type] of the field
 * @property {string[]} [choices]
 */

/** @type {{ name: string, settings: Setting[] }[]} */
export const GROUPS = [
  {
    name: "cafe",
    settings: [
      { name: "cafe_name", kind: "line", hasEnglish: true },
      { name: "address", kind: "line", hasEnglish: true },
      { name: "phone", kind: "line", type: "tel" },
      { name: "logo_url", kind: "logo" },
      { name: "instagram_url", kind: "line", type: "url" },
      { name: "maps_url", kind: "line", type: "url" },
      { name: "timezone", kind: "line" },
    ],
  },
  { name: "look", settings: [{ name: "accent", kind: "colour" }] },
  {
    name: "delivery",
    settings: [
      { name: "delivery_fee", kind: "whole", suffix: "₴" },
      { name: "free_delivery_threshold", kind: "whole", suffix: "₴" },
      { name: "min_delivery_order_amount", kind: "whole", suffix: "₴" },
      { name: "pickup_discount_percent", kind: "whole", suffix: "%" },
      { name: "city", kind: "line" },
      { name: "delivery_towns", kind: "line" },
    ],
  },
  {
    name: "orders",
    settings: [
      { name: "prep_minutes", kind: "whole", suffix: "minutes" },
      { name: "delivery_minutes", kind: "whole", suffix: "minutes" },
      { name: "schedule_days", kind: "whole", suffix: "days" },
      { name: "checkout_questions", kind: "several", choices: ["cutlery", "no_call"] },
      { name: "tables", kind: "line" },
      { name: "dine_in_asks", kind: "several", choices: ["name", "phone"] },
    ],
  },
  {
    name: "payment",
    settings: [
      { name: "payment_provider", kind: "choice", choices: ["monobank", "liqpay"] },
      { name: "unpaid_minutes", kind: "whole", suffix: "minutes" },
      { name: "hold_payments", kind: "flag" },
      { name: "hold_minutes", kind: "whole", suffix: "minutes" },
      { name: "refund_role", kind: "choice", choices: ["staff", "manager", "owner"] },
      { name: "refund_limit", kind: "whole", suffix: "₴" },
    ],
  },
  { name: "chat", settings: [{ name: "staff_chat_guest_orders", kind: "flag" }] },
  {
    name: "limits",
    settings: [
      { name: "max_open_orders_per_customer", kind: "whole" },
      { name: "max_open_orders_per_phone", kind: "whole" },
      { name: "max_open_guest_orders", kind: "whole" },
      { name: "promo_attempts_per_minute", kind: "whole" },
    ],
  },
  { name: "privacy", settings: [{ name: "keep_personal_days", kind: "whole", suffix: "days" }] },
];

const SETTINGS = GROUPS.flatMap(({ settings }) => settings);

/** @param {string} name */
export const kindOf = (name) => SETTINGS.find((setting) => setting.name === name.replace(/_en$/, ""))?.kind ?? "line";

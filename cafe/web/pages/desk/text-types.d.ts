/** The ids of the desk's texts. Read by the type checker only; never sent to a browser. */

export type TextId = keyof (typeof import("../../../locales/uk/pages/desk/access.js").texts &
  typeof import("../../../locales/uk/pages/desk/cash.js").texts &
  typeof import("../../../locales/uk/pages/desk/checks.js").texts &
  typeof import("../../../locales/uk/pages/desk/code.js").texts &
  typeof import("../../../locales/uk/pages/desk/common.js").texts &
  typeof import("../../../locales/uk/pages/desk/confirm.js").texts &
  typeof import("../../../locales/uk/pages/desk/connections.js").texts &
  typeof import("../../../locales/uk/pages/desk/customers.js").texts &
  typeof import("../../../locales/uk/pages/desk/dish.js").texts &
  typeof import("../../../locales/uk/pages/desk/fields.js").texts &
  typeof import("../../../locales/uk/pages/desk/history.js").texts &
  typeof import("../../../locales/uk/pages/desk/hours.js").texts &
  typeof import("../../../locales/uk/pages/desk/later.js").texts &
  typeof import("../../../locales/uk/pages/desk/marks.js").texts &
  typeof import("../../../locales/uk/pages/desk/menu.js").texts &
  typeof import("../../../locales/uk/pages/desk/menu-tools.js").texts &
  typeof import("../../../locales/uk/pages/desk/modes.js").texts &
  typeof import("../../../locales/uk/pages/desk/order-edits.js").texts &
  typeof import("../../../locales/uk/pages/desk/orders.js").texts &
  typeof import("../../../locales/uk/pages/desk/photo.js").texts &
  typeof import("../../../locales/uk/pages/desk/printers.js").texts &
  typeof import("../../../locales/uk/pages/desk/promos.js").texts &
  typeof import("../../../locales/uk/pages/desk/zones.js").texts &
  typeof import("../../../locales/uk/pages/desk/refunds.js").texts &
  typeof import("../../../locales/uk/pages/desk/reports.js").texts &
  typeof import("../../../locales/uk/pages/desk/setting-names.js").texts &
  typeof import("../../../locales/uk/pages/desk/settings.js").texts &
  typeof import("../../../locales/uk/pages/desk/signin.js").texts &
  typeof import("../../../locales/uk/pages/desk/staff.js").texts &
  typeof import("../../../locales/uk/pages/desk/start.js").texts &
  typeof import("../../../locales/uk/pages/desk/stock.js").texts &
  typeof import("../../../locales/uk/pages/desk/tables.js").texts &
  typeof import("../../../locales/uk/pages/desk/tablets.js").texts);

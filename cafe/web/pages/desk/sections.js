/** The parts of the desk in the order of the navigation; each is loaded when it is first opened. */

import { steps } from "./lib/steps.js";

/** @import { Section } from "./types" */

/** @type {Section[]} */
export const SECTIONS = [
  {
    name: "start",
    icon: "flag",
    areas: ["menu", "settings"],
    isShown: () => steps.areShown,
    isSkipped: () => !steps.areFirst,
    open: () => import("./views/start.js"),
  },
  { name: "orders", icon: "receipt", areas: ["orders", "refunds", "reports"], open: () => import("./views/orders.js") },
  { name: "menu", icon: "menu", areas: ["orders", "menu"], open: () => import("./views/menu.js") },
  { name: "hours", icon: "clock", areas: ["orders", "menu"], open: () => import("./views/hours.js") },
  { name: "reports", icon: "chart", areas: ["reports"], open: () => import("./views/reports.js") },
  { name: "zones", icon: "delivery", areas: ["orders", "settings"], open: () => import("./views/zones.js") },
  { name: "cash", icon: "cash", areas: ["orders", "cash", "reports"], open: () => import("./views/cash.js") },
  { name: "promos", icon: "tag", areas: ["menu"], open: () => import("./views/promos.js") },
  { name: "stock", icon: "box", areas: ["stock"], open: () => import("./views/stock.js") },
  { name: "customers", icon: "people", areas: ["reports"], open: () => import("./views/customers.js") },
  { name: "tables", icon: "table", areas: ["menu"], open: () => import("./views/tables.js") },
  { name: "staff", icon: "team", areas: ["people"], open: () => import("./views/staff.js") },
  { name: "settings", icon: "settings", areas: ["settings"], open: () => import("./views/settings.js") },
  { name: "printers", icon: "print", areas: ["settings"], open: () => import("./views/printers.js") },
  { name: "connections", icon: "link", areas: ["settings"], open: () => import("./views/connections.js") },
  {
    name: "history",
    icon: "history",
    areas: ["menu", "stock", "people", "settings"],
    open: () => import("./views/history.js"),
  },
  { name: "checks", icon: "pulse", areas: ["settings"], open: () => import("./views/checks.js") },
  { name: "access", icon: "key", areas: [], open: () => import("./views/access.js") },
];

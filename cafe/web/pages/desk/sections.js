/** The parts of the desk in the order of the navigation; each is loaded when it is first opened. */

import { steps } from "./lib/steps.js";

/** @import { Section } from "./types" */

/** @type {Section[]} */
export const SECTIONS = [
  {
    name: "start",
    icon: "flag",
    least: "manager",
    isShown: () => steps.areShown,
    isSkipped: () => !steps.areFirst,
    open: () => import("./views/start.js"),
  },
  { name: "orders", icon: "receipt", least: "staff", open: () => import("./views/orders.js") },
  { name: "menu", icon: "menu", least: "staff", open: () => import("./views/menu.js") },
  { name: "hours", icon: "clock", least: "staff", open: () => import("./views/hours.js") },
  { name: "reports", icon: "chart", least: "manager", open: () => import("./views/reports.js") },
  { name: "promos", icon: "tag", least: "manager", open: () => import("./views/promos.js") },
  { name: "stock", icon: "box", least: "manager", open: () => import("./views/stock.js") },
  { name: "customers", icon: "people", least: "manager", open: () => import("./views/customers.js") },
  { name: "tables", icon: "table", least: "manager", open: () => import("./views/tables.js") },
  { name: "staff", icon: "team", least: "owner", open: () => import("./views/staff.js") },
  { name: "settings", icon: "settings", least: "owner", open: () => import("./views/settings.js") },
  { name: "connections", icon: "link", least: "owner", open: () => import("./views/connections.js") },
  { name: "history", icon: "history", least: "manager", open: () => import("./views/history.js") },
  { name: "checks", icon: "pulse", least: "owner", open: () => import("./views/checks.js") },
  { name: "access", icon: "key", least: "staff", open: () => import("./views/access.js") },
];

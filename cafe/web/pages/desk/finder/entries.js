/** What the search finds without asking the server: views, acts, settings and dishes, as far as the person may see them. */

import { money } from "../../shared/formats.js";
import { anyText, hasText, ownText } from "../../shared/texts.js";
import { may } from "../lib/session.js";
import { t } from "../lib/texts.js";
import { allowedSections } from "../router.js";
import { dishAddress } from "../views/menu/addresses.js";
import { GROUPS } from "../views/settings/groups.js";

/** @import { IconName, MenuDish, Right } from "../types" */
/** @import { TextId } from "../text-types" */
/** @import { Setting } from "../views/settings/groups.js" */

/**
 * @typedef {object} Entry
 * @property {string} key
 * @property {"acts" | "dishes" | "settings" | "orders" | "customers"} group
 * @property {string} label
 * @property {string} [note]
 * @property {IconName} icon
 * @property {string} address
 * @property {string} [target] what has the focus there, as a selector
 * @property {boolean} [isPressed] the target is a button that opens a dialog, and is pressed
 * @property {string} [words] what else it is found by
 */

/**
 * What people come for. Where `label` is absent, the search has words of its own for it.
 * @type {{ name: string, label?: TextId, address: string, icon: IconName, areas?: Right[], target?: string, isPressed?: boolean }[]}
 */
const ACTS = [
  { name: "pause", address: "#/hours", icon: "pause", target: "[data-action='hours.pause']", isPressed: true },
  { name: "busy", address: "#/hours", icon: "clock", target: "[data-action='hours.busy']", isPressed: true },
  { name: "modes", label: "modes.title", address: "#/menu/modes", icon: "clock" },
  { name: "disruptions", label: "disruptions.title", address: "#/hours", icon: "warning" },
  { name: "dish", label: "menu.addDish", address: "#/menu/dish", icon: "plus", areas: ["menu"] },
  { name: "prices", label: "menu.prices", address: "#/menu/prices", icon: "tag", areas: ["menu"] },
  { name: "groups", label: "menu.groups", address: "#/menu/groups", icon: "check", areas: ["menu"] },
  { name: "sheet", label: "sheet.title", address: "#/menu/sheet", icon: "upload", areas: ["menu"] },
  { name: "photos", label: "photos.title", address: "#/menu/photos", icon: "camera", areas: ["menu"] },
  { name: "file", label: "menu.file", address: "#/menu/file", icon: "download", areas: ["menu"] },
  {
    name: "holiday",
    address: "#/hours",
    icon: "plus",
    areas: ["menu"],
    target: "[data-action='hours.addSpecial']",
    isPressed: true,
  },
  { name: "announcement", address: "#/hours", icon: "info", areas: ["menu"], target: "#announcement_enabled" },
  { name: "close", address: "#/hours", icon: "close", areas: ["menu"], target: "#force_closed" },
  { name: "report", address: "#/reports", icon: "download", target: "[data-action='reports.file']" },
  { name: "bank", label: "reports.bank.link", address: "#/reports/bank", icon: "card" },
  { name: "promo", label: "promos.add", address: "#/promos/+", icon: "plus" },
  { name: "count", label: "stock.count", address: "#/stock/count", icon: "check" },
  { name: "ingredient", label: "stock.add", address: "#/stock/new", icon: "plus" },
  { name: "cards", address: "#/tables", icon: "print", target: "[data-action='tables.print'], #tables" },
  { name: "invite", address: "#/staff", icon: "plus", target: "[data-action='staff.add']", isPressed: true },
  { name: "tablet", label: "tablets.pair", address: "#/staff", icon: "tablet", target: "[data-action='tablets.pair']" },
  {
    name: "printer",
    label: "printers.add",
    address: "#/printers",
    icon: "print",
    target: "[data-action='printers.edit'][data-id='0']",
  },
  { name: "telegram", label: "access.bind", address: "#/access", icon: "send", target: "[data-action='access.bind']" },
];

/** @param {string} id */
const optional = (id) => (hasText(id) ? anyText(id) : "");

/** @returns {Entry[]} */
function acts() {
  const sections = new Set(allowedSections().map(({ name }) => name));
  return ACTS.filter(({ address, areas = [] }) => sections.has(address.split("/")[1] ?? "") && may(...areas)).map(
    ({ name, label, address, icon, target = "", isPressed = false }) => ({
      key: `act-${name}`,
      group: "acts",
      label: anyText(label ?? `finder.act.${name}`),
      words: optional(`finder.words.${name}`),
      icon,
      address,
      target,
      isPressed,
    }),
  );
}

/** @returns {Entry[]} */
const views = () =>
  allowedSections().map(({ name, icon }) => ({
    key: `view-${name}`,
    group: "acts",
    label: anyText(`nav.${name}`),
    note: t("finder.view"),
    icon,
    address: `#/${name}`,
  }));

/** The field of a setting, whatever it is made of. @param {Setting} setting */
function fieldOf({ name, kind }) {
  if (kind === "logo") return "[data-change='settings.logo']";
  const fields = ":is(input, select, textarea)";
  return `${fields}[id="${name}"], ${fields}[name^="${name}."], [name="${name}"] :is(input, select, button)`;
}

/** @returns {Entry[]} */
function settings() {
  if (!allowedSections().some(({ name }) => name === "settings")) return [];
  return GROUPS.flatMap(({ name: group, settings: ofGroup }) =>
    ofGroup.map((setting) => ({
      key: `setting-${setting.name}`,
      group: /** @type {const} */ ("settings"),
      label: anyText(`settings.name.${setting.name}`),
      note: anyText(`settings.group.${group}`),
      words: setting.choices?.map((choice) => optional(`settings.${setting.name}.${choice}`)).join(" ") ?? "",
      icon: /** @type {const} */ ("settings"),
      address: "#/settings",
      target: fieldOf(setting),
    })),
  );
}

/** Who may not change dishes is led to the one in the list. @param {MenuDish} dish @returns {Entry} */
const ofDish = (dish) => ({
  key: `dish-${dish.slug}`,
  group: "dishes",
  label: ownText(dish.name, dish.name_en),
  note: dish.active ? money(dish.price) : t("menu.hidden"),
  words: `${dish.name} ${dish.name_en}`,
  icon: "menu",
  address: may("menu")
    ? dishAddress(dish.slug)
    : `#/menu?${new URLSearchParams({ search: ownText(dish.name, dish.name_en) })}`,
});

/** @param {MenuDish[]} dishes */
export const localEntries = (dishes) => [...acts(), ...views(), ...dishes.map(ofDish), ...settings()];

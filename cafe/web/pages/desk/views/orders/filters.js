/** What is looked for: the search box, the chips, and the dialog with all filters. The address has all of it. */

import { actions } from "../../../shared/delegate.js";
import { closeDialog, openDialog } from "../../../shared/dialog.js";
import { html } from "../../../shared/html.js";
import { anyText } from "../../../shared/texts.js";
import { field } from "../../lib/fields.js";
import { isoDay } from "../../lib/format.js";
import { icon } from "../../lib/icons.js";
import { lengthOf, may } from "../../lib/session.js";
import { t } from "../../lib/texts.js";
import { go } from "../../router.js";
import { dayOf } from "./words.js";

/** @typedef {"text" | "status" | "type" | "method" | "payment" | "source" | "from" | "to" | "owes" | "customer"} Filter */

/** @type {Filter[]} */
const NAMES = ["text", "status", "type", "method", "payment", "source", "from", "to", "owes", "customer"];
const OPEN = PUBLISHED.ORDER_STATUSES.filter((status) => !PUBLISHED.FINAL_STATUSES.includes(status)).join(",");
const QUICK = { all: "", open: OPEN, completed: "completed", cancelled: "cancelled" };
/** @type {[Filter, string[]][]} */
const CHOICES = [
  ["status", PUBLISHED.ORDER_STATUSES],
  ["type", PUBLISHED.ORDER_TYPES],
  ["method", PUBLISHED.PAYMENT_METHODS],
  ["payment", ["paid", "unpaid"]],
  ["source", ["telegram", "guest", "walk_in", "forgotten"]],
];
const TYPING_MS = 250;
const DAY = 86_400;

/** @type {Partial<Record<Filter, string>>} */
let chosen = {};
let typed = "";
let timer = 0;

/** Take over what the address says. @param {URLSearchParams} params */
export function readFilters(params) {
  chosen = {};
  for (const name of NAMES) if (params.get(name)) chosen[name] = params.get(name) ?? "";
  const text = chosen.text ?? "";
  if (!timer && typed.trim() !== text) typed = text; // a space that was just typed stays
}

/** What is asked of the server. */
export const queryText = () => new URLSearchParams(chosen).toString();

export const hasFilters = () => Object.keys(chosen).length > 0;

/** @param {Partial<Record<Filter, string>>} changes an empty text takes a filter away */
function choose(changes) {
  clearTimeout(timer);
  timer = 0;
  const wanted = { ...chosen, text: typed.trim(), ...changes };
  const query = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)).toString();
  go(query ? `#/orders?${query}` : "#/orders", { replaces: true });
}

/** @param {string} name @param {string} label @param {boolean} isPressed */
const quickChip = (name, label, isPressed) =>
  html`<li data-key="q-${name}"><button type="button" class="chip" data-action="orders.quick" data-name="${name}" aria-pressed="${String(isPressed)}">${label}</button></li>`;

/** How many filters the dialog has on. */
const countInDialog = () => NAMES.filter((name) => chosen[name] && name !== "text" && name !== "customer").length;

/** What is on and has no chip of its own. */
function dayChipText() {
  const { from, to } = chosen;
  if (!from && !to) return "";
  if (from === to) return dayOf(from ?? "");
  return [from ? t("orders.since", { day: dayOf(from) }) : "", to ? t("orders.until", { day: dayOf(to) }) : ""]
    .filter(Boolean)
    .join(" ");
}

export function filterBar() {
  const status = chosen.status ?? "";
  const count = countInDialog();
  const days = dayChipText();
  return html`<form class="order-search" role="search" data-submit="orders.search">
      <label class="visually-hidden" for="order-text">${t("orders.searchLabel")}</label>
      <span class="search-field">${icon("search")}<input id="order-text" type="search" value="${typed}" data-input="orders.type" maxlength="${lengthOf("orders.text")}"
        placeholder="${t("orders.searchHint")}" autocomplete="off" enterkeyhint="search"></span>
      <button type="button" class="button soft small" data-action="orders.filters" aria-haspopup="dialog">${icon("settings")}${t("orders.filters")}${
        count > 0 && html` <span class="badge">${count}</span>`
      }</button>
    </form>
    <ul class="chips" aria-label="${t("orders.quick")}">
      ${Object.entries(QUICK).map(([name, value]) => quickChip(name, anyText(`orders.quick.${name}`), status === value))}
      ${quickChip("owes", t("orders.quick.owes"), chosen.owes === "1")}
      ${
        days &&
        html`<li data-key="q-days"><button type="button" class="chip" data-action="orders.drop" data-names="from,to" aria-pressed="true">${days}
        ${icon("close")}<span class="visually-hidden">${t("orders.drop")}</span></button></li>`
      }
      ${
        chosen.customer &&
        html`<li data-key="q-customer"><button type="button" class="chip" data-action="orders.drop" data-names="customer" aria-pressed="true">${t("orders.ofCustomer")}
        ${icon("close")}<span class="visually-hidden">${t("orders.drop")}</span></button></li>`
      }
    </ul>`;
}

/** @param {Filter} name @param {string} value */
const isOn = (name, value) => (chosen[name] ?? "").split(",").includes(value);

/** @param {[Filter, string[]]} group */
const choiceGroup = ([name, values]) => html`<fieldset data-key="g-${name}">
  <legend>${anyText(`orders.filter.${name}`)}</legend>
  <div class="cluster">${values.map(
    (value) =>
      html`<button type="button" class="chip" data-action="orders.choose" data-name="${name}" data-value="${value}"
        aria-pressed="${String(isOn(name, value))}">${anyText(`orders.${name}.${value}`)}</button>`,
  )}</div></fieldset>`;

const span = (/** @type {string} */ name) =>
  html`<button type="button" class="chip" data-action="orders.span" data-name="${name}">${anyText(`orders.span.${name}`)}</button>`;

const dayFields = () => html`<fieldset data-key="g-days"><legend>${t("orders.filter.days")}</legend>
  <div class="cluster">${["today", "yesterday", "week", "month"].map(span)}</div>
  <div class="columns order-days">
    ${field({ name: "order-from", label: t("orders.from"), type: "date", value: chosen.from, change: "orders.day" })}
    ${field({ name: "order-to", label: t("orders.to"), type: "date", value: chosen.to, change: "orders.day" })}
  </div></fieldset>`;

/** All filters; the staff see today's orders alone, so days are not for them. */
const filterDialog = () => html`<div class="stack-large order-filters">
  ${may("reports") && dayFields()}
  ${CHOICES.map(choiceGroup)}
  <div class="cluster">
    <button type="button" class="button soft" data-action="orders.reset">${t("orders.reset")}</button>
    <button type="button" class="button" data-action="dialog.close">${t("orders.show")}</button>
  </div></div>`;

actions["orders.filters"] = () => openDialog(() => t("orders.filters"), filterDialog);

actions["orders.type"] = (element) => {
  typed = /** @type {HTMLInputElement} */ (element).value;
  clearTimeout(timer);
  timer = setTimeout(() => choose({}), TYPING_MS);
};
actions["orders.search"] = () => choose({});
actions["orders.quick"] = ({ dataset }) => {
  const name = dataset.name ?? "";
  if (name === "owes") choose({ owes: chosen.owes ? "" : "1" });
  else choose({ status: QUICK[/** @type {keyof typeof QUICK} */ (name)] });
};
actions["orders.drop"] = ({ dataset }) =>
  choose(Object.fromEntries((dataset.names ?? "").split(",").map((name) => [name, ""])));
actions["orders.choose"] = ({ dataset }) => {
  const name = /** @type {Filter} */ (dataset.name);
  const value = dataset.value ?? "";
  const values = (chosen[name] ?? "").split(",").filter(Boolean);
  const isSingle = name === "payment";
  const without = values.filter((each) => each !== value);
  const added = isSingle ? [value] : [...values, value];
  choose({ [name]: (values.includes(value) ? without : added).join(",") });
};
actions["orders.day"] = (element) => {
  const { name, value } = /** @type {HTMLInputElement} */ (element);
  choose({ [name === "order-from" ? "from" : "to"]: value });
};
actions["orders.span"] = ({ dataset }) => {
  const now = Date.now() / 1000;
  const ago = (/** @type {number} */ days) => isoDay(now - days * DAY);
  const spans = { today: [0, 0], yesterday: [1, 1], week: [6, 0], month: [29, 0] };
  const [from = 0, to = 0] = spans[/** @type {keyof typeof spans} */ (dataset.name)];
  choose({ from: ago(from), to: ago(to) });
};
actions["orders.reset"] = () => {
  typed = "";
  closeDialog();
  go("#/orders", { replaces: true });
};

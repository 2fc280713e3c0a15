/** The board itself: columns by what is due, and a card for each order. */

import { booleanAttribute, html } from "../shared/html.js";
import { icon } from "./icons.js";
import { moneyButton } from "./money.js";
import { isAlone, isForHere, isMadeHere, serverNow, setState, state } from "./state.js";
import { t } from "./texts.js";
import { clockTime, minutes } from "./times.js";

/** @import { Board, Line, Order, Section } from "./types" */

/**
 * What stands side by side; what waits shares a place, as nobody cooks from it.
 * @type {Section[][]}
 */
const GROUPS = [["late"], ["new"], ["cooking"], ["ready", "later"]];
/**
 * The same where four do not fit: what is late is to be made like the rest, only sooner.
 * @type {Section[][]}
 */
const NARROW_GROUPS = [["new"], ["late", "cooking"], ["ready", "later"]];
const narrow = matchMedia("(760px <= width < 1000px)");
narrow.addEventListener("change", () => setState());
const OLD_MINUTES = 5;
const VERY_OLD_MINUTES = 8;
const WIDE_FROM = 4; // cards in a column, from which on it is two cards wide
/** @type {Section[]} */
const TO_MAKE = ["late", "new", "cooking"];

/** @param {Line} line */
const isDone = (line) => state.tapped.get(line.id) ?? line.is_done;

/** @param {number} waits minutes */
function ageTone(waits) {
  if (waits >= VERY_OLD_MINUTES) return "very-old";
  return waits >= OLD_MINUTES ? "old" : "";
}

/** @param {Order} order */
function age(order) {
  const lateBy = serverNow() - order.due_at;
  if (order.section === "late") return { tone: "", text: t("late", { minutes: minutes(lateBy) }), label: null };
  const waits = minutes(serverNow() - order.waits_since);
  return { tone: ageTone(waits), text: t("age", { minutes: waits }), label: t("age.label", { minutes: waits }) };
}

/** @param {Order} order */
function place({ order_type: type, table_number: table }) {
  if (type !== "dine_in") return t(`type.${type}`);
  if (!table) return t("table.none");
  return /^\d/.test(table) ? t("table", { table }) : table;
}

/** @param {Order} order */
export const stepText = ({ next, order_type: type }) =>
  next === "completed" ? t(`step.completed.${type}`) : t(/** @type {"step.ready"} */ (`step.${next}`));

/**
 * Its name without what stands in brackets or after a comma, which is for guests.
 * @param {{ label: string, emoji: string }} allergen
 */
export const allergenText = ({ label, emoji }) => `${emoji}\u00a0${label.split(/ \(|,/)[0]}`;

/**
 * What only the guest's choice makes it; empty for what is so anyway.
 * @param {Pick<Line, "diets">} line
 */
export const dietText = ({ diets = [] }) =>
  diets.length > 0 && t("ticket.diets", { names: diets.map(({ label }) => label).join(", ") });

/**
 * @param {Order} order
 * @param {Line} line
 */
function lineView(order, line) {
  return html`<li data-key="l${line.id}">
    <button type="button" class="line" data-action="line" data-order="${order.id}" data-line="${line.id}"
      aria-pressed="${String(isDone(line))}" ${booleanAttribute("disabled", Boolean(order.sale))}>
      <span>${line.quantity > 1 && html`<b class="quantity">${line.quantity} ×</b> `}<span class="name">${line.name}</span></span>
      ${line.allergens.length > 0 && html`<span class="allergens">${line.allergens.map(allergenText).join(", ")}</span>`}
      ${dietText(line) && html`<span class="allergens">${dietText(line)}</span>`}
      ${line.note && html`<span class="note">${icon("note")}${line.note}</span>`}
    </button>
  </li>`;
}

/** @param {Order} order */
function card(order) {
  const isToMake = TO_MAKE.includes(order.section);
  const lines = isToMake ? order.lines.filter(isMadeHere) : order.lines;
  const elsewhere = order.lines.length - lines.length;
  const { tone, text, label } = age(order);
  const step = order.next && stepText(order);
  const isBusy = state.pressed.has(order.id);
  const isAllDone = isToMake && order.lines.every(isDone);
  return html`<article class="card ${order.section} ${isToMake && tone}" data-key="o${order.id}" data-id="${order.id}" aria-label="${order.number}">
    ${order.section === "late" && html`<p class="late-by">${icon("clock")}${text}</p>`}
    <header>
      <h3>${order.number}</h3>
      <p class="times">
        ${order.due && html`<span class="due">${t(order.is_promised ? "due.promised" : "due", { time: clockTime(order.due) })}</span>`}
        ${isToMake && label && html`<span class="age" role="img" aria-label="${label}">${icon("clock")}${text}</span>`}
      </p>
    </header>
    <p class="about"><span>${icon(order.order_type)}${place(order)}</span>${order.name && html`<span class="guest">${order.name}</span>`}
      ${order.status === "courier" && html`<span class="tag">${t("status.courier")}</span>`}</p>
    ${moneyButton(order)}
    <ul class="lines">${lines.map((line) => lineView(order, line))}</ul>
    ${elsewhere > 0 && html`<p class="elsewhere">${t("line.elsewhere", { count: elsewhere })}</p>`}
    ${order.is_unsent && html`<p class="unsent">${icon("clock")}${t("unsent")}</p>`}
    <footer>
      ${
        step &&
        html`<button type="button" class="step ${isAllDone && "all-done"}" data-key="step" data-action="step" data-order="${order.id}"
        aria-label="${t("step.of", { step, number: order.number })}" ${booleanAttribute("aria-busy=true", isBusy)}>${step}</button>`
      }
      ${
        order.can_step_back &&
        html`<button type="button" class="icon-button" data-key="back" data-action="back" data-order="${order.id}"
        aria-label="${t("undo.of", { number: order.number })}">${icon("undo")}</button>`
      }
      <button type="button" class="icon-button" data-key="print" data-action="print" data-order="${order.id}"
        aria-label="${t("print.of", { number: order.number })}" ${booleanAttribute("disabled", isAlone())}>${icon("print")}</button>
    </footer>
  </article>`;
}

/**
 * @param {Section} section
 * @param {Order[]} orders
 */
const column = (
  section,
  orders,
) => html`<section class="column ${section}" data-key="${section}" aria-label="${t(`section.${section}`)}">
  <h2>${t(`section.${section}`)} <span class="count">${orders.length}</span></h2>
  <div class="cards">${orders.map(card)}</div>
</section>`;

/**
 * @param {Section[]} sections
 * @param {Order[]} orders
 */
function group(sections, orders) {
  const here = orders.filter(({ section }) => sections.includes(section));
  if (here.length === 0) return null;
  const filled = sections.filter((section) => here.some((order) => order.section === section));
  const isWide = here.length >= WIDE_FROM && sections.length === 1;
  return html`<div class="group ${isWide && "wide"}" data-key="${sections[0]}">${filled.map((section) =>
    column(
      section,
      here.filter((order) => order.section === section),
    ),
  )}</div>`;
}

/** @param {Board} board */
export function columns({ orders }) {
  const shown = orders.filter(isForHere);
  if (shown.length === 0) {
    const isFiltered = orders.length > 0;
    return html`<div class="plain" data-key="empty"><h2>${t(isFiltered ? "empty.station" : "empty")}</h2>
      <p>${!isFiltered && t("empty.text")}</p></div>`;
  }
  return html`<div class="columns" data-key="columns">${(narrow.matches ? NARROW_GROUPS : GROUPS).map((sections) => group(sections, shown))}</div>`;
}

/** @param {Board} board */
export function piecesBar({ pieces, left_out: leftOut }) {
  const here = pieces.filter(isMadeHere);
  if (here.length === 0 && leftOut === 0) return null;
  return html`<h2 id="pieces-title">${t("pieces")}</h2><ul tabindex="0" aria-labelledby="pieces-title">${here.map(
    ({ name, quantity }) => html`<li>${name} <b>× ${quantity}</b></li>`,
  )}${leftOut > 0 && html`<li>${t("leftOut", { count: leftOut })}</li>`}</ul>`;
}

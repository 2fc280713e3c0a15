/** The stock: what there is, what came and went, and how much there really is. */

import { actions } from "../../shared/delegate.js";
import { draw } from "../../shared/drawing.js";
import { money } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { field } from "../lib/fields.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/texts.js";
import { bottlesView, readBottles } from "./stock/bottles.js";
import { countView, endCount, isCounting } from "./stock/count.js";
import { whenStored } from "./stock/dialog.js";
import { historyView, readMoves } from "./stock/history.js";
import { isItemDirty, itemTitle, itemView, leaveItem, openItem } from "./stock/item.js";
import { amountText, costText } from "./stock/moves.js";
import { readStock, stock } from "./stock/state.js";

/** @import { View } from "../types" */
/** @import { Ingredient } from "./stock/moves.js" */

const READING_PX = 150;

/** @type {{ page: string, query: string, isLowOnly: boolean }} */
const state = { page: "", query: "", isLowOnly: false };

const fold = (/** @type {string} */ text) => text.toLocaleLowerCase("uk").replace(/[’']/g, "'");

function shown() {
  const query = fold(state.query.trim());
  return stock.ingredients.filter(
    (each) => (!state.isLowOnly || each.is_low) && fold(`${each.name} ${each.code}`).includes(query),
  );
}

/** @param {Ingredient} ingredient */
const row = ({
  code,
  name,
  unit,
  stock: amount,
  low_stock: low,
  is_low: isLow,
  cost,
  value,
}) => html`<li class="stock-row" data-key="i-${code}">
  <a class="row" href="#/stock/of/${encodeURIComponent(code)}"><span class="row-main"><b>${name}</b>
    <span class="stock-facts">${isLow ? html`<span class="badge bad">${icon("warning")}${t("stock.isLow")}</span>` : ""}
      ${low > 0 && html`<span class="muted">${t("stock.lowAt", { amount: amountText(low, unit) })}</span>`}
      ${cost !== undefined && html`<span class="muted numbers">${costText(cost, unit)}</span>`}</span></span>
    <span class="stock-amount numbers ${isLow ? "is-less" : ""}">${amountText(amount, unit)}${value ? html`<small class="stock-value muted">${money(value)}</small>` : ""}</span></a>
  <span class="stock-buttons"><button type="button" class="icon-button" data-action="stock.deliver" data-code="${code}" aria-label="${t("stock.deliverOf", { name })}">${icon("plus")}</button>
    <button type="button" class="icon-button" data-action="stock.writeOff" data-code="${code}" aria-label="${t("stock.writeOffOf", { name })}">${icon("minus")}</button></span></li>`;

/** What everything is worth, as far as it has a cost. */
function worth() {
  const known = stock.ingredients.filter(({ value }) => value !== undefined);
  if (known.length === 0) return "";
  const sum = known.reduce((all, { value = 0 }) => all + Math.round(value * 100), 0) / 100;
  const without = stock.ingredients.length - known.length;
  return html`<p class="stock-worth numbers">${t("stock.worthOfAll", { sum: money(sum) })}
    ${without > 0 && html`<span class="muted">${t("stock.withoutCost", { count: without })}</span>`}</p>`;
}

function listView() {
  const lowCount = stock.ingredients.filter((each) => each.is_low).length;
  const rows = shown();
  const nothing = state.isLowOnly && lowCount === 0 ? t("stock.allFine") : t("stock.noneFound");
  const tools = html`<p class="toolbar-line">
    ${stock.ingredients.length > 0 && html`<a class="button" href="#/stock/count">${icon("check")}${t("stock.count")}</a>`}
    <a class="button soft" href="#/stock/new">${icon("plus")}${t("stock.add")}</a>
    <a class="button soft" href="#/stock/history">${icon("history")}${t("stock.history")}</a>
    ${stock.ingredients.some(({ bottle }) => bottle) && html`<a class="button soft" href="#/stock/bottles">${icon("box")}${t("bottles.link")}</a>`}</p>`;
  if (stock.ingredients.length === 0)
    return html`<p class="lead">${t("stock.about")}</p>${tools}<div class="empty">${icon("box")}<p>${t("stock.empty")}</p></div>`;
  return html`<p class="lead">${t("stock.about")}</p>${tools}${worth()}
    ${field({ name: "stock-find", label: t("stock.find"), value: state.query, type: "search", input: "stock.find" })}
    <ul class="chips stock-filter" aria-label="${t("search")}">
      <li><button type="button" class="chip" data-action="stock.filter" data-low="" aria-pressed="${String(!state.isLowOnly)}">${t("stock.all")}</button></li>
      <li><button type="button" class="chip" data-action="stock.filter" data-low="yes" aria-pressed="${String(state.isLowOnly)}">${t("stock.low", { count: lowCount })}</button></li></ul>
    ${rows.length > 0 ? html`<ul class="rows">${rows.map(row)}</ul>` : html`<p class="empty">${nothing}</p>`}`;
}

/** @type {View} */
export const view = {
  async load([page = "", code = ""]) {
    if (page !== "count") endCount();
    await readStock();
    leaveItem();
    whenStored(() => {});
    if (page === "history") await readMoves("");
    if (page === "bottles") await readBottles();
    if (page === "of") await openItem(code);
    if (page === "new") await openItem("");
    state.page = page;
  },
  title() {
    if (state.page === "count") return t("stock.count");
    if (state.page === "history") return t("stock.history");
    if (state.page === "bottles") return t("bottles.link");
    return state.page === "of" || state.page === "new" ? itemTitle() : t("nav.stock");
  },
  render() {
    if (state.page === "count") return countView();
    if (state.page === "history") return historyView();
    if (state.page === "bottles") return bottlesView();
    return state.page === "of" || state.page === "new" ? itemView() : listView();
  },
  follows: ["stock"],
  refresh: () => {
    if (state.page === "bottles") return readBottles();
    return state.page === "history" ? readMoves("") : readStock();
  },
  isReading: () => scrollY > READING_PX,
  isDirty: () => isCounting() || isItemDirty(),
  leave() {
    endCount();
    leaveItem();
  },
};

actions["stock.find"] = (element) => {
  state.query = /** @type {HTMLInputElement} */ (element).value;
  draw();
};
actions["stock.filter"] = ({ dataset }) => {
  state.isLowOnly = dataset.low === "yes";
  draw();
};

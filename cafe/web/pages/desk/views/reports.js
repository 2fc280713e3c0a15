/** Any days in figures: what was taken, how, when and for what, each beside the days before; and the same as a file. */

import { actions } from "../../shared/delegate.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { localStore } from "../../shared/storage.js";
import { anyText } from "../../shared/texts.js";
import { api } from "../lib/api.js";
import { errorOf, field, switchField } from "../lib/fields.js";
import { saveFile } from "../lib/files.js";
import { icon } from "../lib/icons.js";
import { tellFailure } from "../lib/save.js";
import { t } from "../lib/texts.js";
import { go } from "../router.js";
import { amountText, changeView } from "./reports/amounts.js";
import { bankLink, bankView, readBank } from "./reports/bank.js";
import { columnChart, rowBar } from "./reports/charts.js";
import { longDay, PRESETS, periodText, presetOf, presetPeriod } from "./reports/periods.js";

/** @import { Problem } from "../../shared/types" */
/** @import { Report, ReportColumn, ReportFigure, ReportRow, ReportTable, View } from "../types" */

const BIG = ["revenue", "orders", "average"];
const IN_COLUMNS = ["day", "hour", "weekday"];
const MOST_ROWS = 10;

const NOTES = "desk.reports.notes"; // whether this device tells what each figure means
const isWide = matchMedia("(min-width: 700px)").matches;

/**
 * @type {{ report: Report | null, problems: Problem[], asked: { from: string, to: string }, open: Set<string>, saving: string,
 *   hasNotes: boolean }}
 */
const state = {
  report: null,
  problems: [],
  asked: { from: "", to: "" },
  open: new Set(),
  saving: "",
  hasNotes: localStore.get(NOTES, isWide),
};

/** @param {{ from: string, to: string }} period */
const query = ({ from, to }) => new URLSearchParams({ from, to }).toString();

/** @param {Report} report */
const presets = (report) =>
  html`<div role="group" aria-label="${t("reports.period")}"><ul class="chips">${PRESETS.map(
    (
      preset,
    ) => html`<li data-key="p-${preset}"><button type="button" class="chip" data-action="reports.preset" data-preset="${preset}"
    aria-pressed="${String(presetOf(report, report.today) === preset)}">${anyText(`reports.preset.${preset}`)}</button></li>`,
  )}</ul></div>`;

const range = () => html`<form class="report-range" data-submit="reports.range" novalidate>
  ${field({ name: "from", label: t("reports.from"), type: "date", value: state.asked.from, error: errorOf(state.problems, "from"), required: true })}
  ${field({ name: "to", label: t("reports.to"), type: "date", value: state.asked.to, error: errorOf(state.problems, "to"), required: true })}
  <button class="button soft">${t("reports.show")}</button></form>`;

/** @param {Report} report */
const heading = (report) => html`<header class="report-heading spread">
  <div><h2>${periodText(report)}</h2>
    ${report.before && html`<p class="muted">${t("reports.compared", { period: periodText(report.before) })}</p>`}
    ${!report.is_over && html`<p class="badge">${icon("clock")}${t("reports.open")}</p>`}</div>
  <div class="cluster">${["xlsx", "csv"].map(
    (format) => html`<button type="button" class="button soft small" data-action="reports.file" data-format="${format}"
      aria-busy="${String(state.saving === format)}">${icon("download")}${format.toUpperCase()}</button>`,
  )}</div></header>`;

/** @param {ReportFigure} figure */
const bigFigure = (figure) => html`<div class="card big-figure" data-key="b-${figure.key}">
  <h3>${figure.title}</h3>
  <p class="big-amount numbers">${amountText(figure.value, figure.kind, figure.currency ?? "UAH")}</p>
  ${changeView(figure)}</div>`;

/** @param {Report} report */
const figures = (report) => html`<section class="card stack breakdown" data-key="figures">
  <header class="spread"><h2>${t("reports.figures")}</h2>
    ${switchField({ name: "notes", label: t("reports.notes"), isOn: state.hasNotes, change: "reports.notes" })}</header>
  <dl class="report-figures">${report.figures.map(
    (
      figure,
    ) => html`<div data-key="f-${figure.key}"><dt>${figure.title}${state.hasNotes && html`<small>${figure.note}</small>`}</dt>
      <dd class="numbers"><b>${amountText(figure.value, figure.kind, figure.currency ?? "UAH")}</b>
        ${figure.before !== null && html`<small>${t("reports.was", { amount: amountText(figure.before, figure.kind, figure.currency ?? "UAH") })}</small>`}</dd></div>`,
  )}</dl></section>`;

/**
 * What a cell says: a sum also its share, what it was before and what a code took off, an amount its unit. More columns would not fit on
 * a phone.
 * @param {ReportTable} table
 * @param {ReportColumn} column
 * @param {ReportRow} row
 */
function cell(table, column, row) {
  if (column.kind === "day") return longDay(String(row[column.key]));
  if (table.key === "options" && column.key === "name" && row.group) return `${row.group}: ${row.name}`;
  const unit = column.key === "amount" && row.unit ? `\u00a0${row.unit}` : "";
  const before = row[`${column.key}_before`];
  const hasDiscount = column.key === "revenue" && row.discount !== undefined;
  const [share = "", byIt = ""] = SHARES.get(column.key) ?? [];
  const part = row[share];
  return html`${amountText(row[column.key], column.kind)}${unit}${
    typeof part === "number" &&
    html`<small>${amountText(part, "percent")}, ${t("reports.class", { name: String(row[byIt] ?? "") })}</small>`
  }${
    column.key === "margin" &&
    row.cost !== null &&
    html`<small class="report-cost">${t("reports.cost", { amount: amountText(row.cost, "money") })}</small>`
  }${hasDiscount && html`<small>${t("reports.discount", { amount: amountText(row.discount, column.kind) })}</small>`}${
    before !== undefined && html`<small>${t("reports.was", { amount: amountText(before, column.kind) })}${unit}</small>`
  }`;
}

/** A share and a class stand below the sum that they are of. */
const SHARES = new Map([
  ["revenue", ["share", "by_revenue"]],
  ["margin", ["margin_share", "by_margin"]],
]);

/** What a table tells below other sums, or another table does. @type {Record<string, string[]>} */
const UNDER_OTHERS = { margins: ["pieces", "cost"] };

/** @param {ReportColumn} column */
const hasOwnColumn = ({ key }) =>
  !["group", "unit", "discount", ...[...SHARES.values()].flat()].includes(key) && !key.endsWith("_before");

/** @param {ReportTable} table @param {ReportRow[]} rows */
function rowsView(table, rows) {
  const columns = table.columns.filter(
    (column) => hasOwnColumn(column) && !UNDER_OTHERS[table.key]?.includes(column.key),
  );
  const isDrawn = !IN_COLUMNS.includes(table.key) && columns.some(({ key }) => key === "revenue");
  const most = Math.max(...table.rows.map(({ revenue }) => Number(revenue)), 1);
  /** @param {ReportColumn} column */
  const look = ({ kind }) => (kind === "number" || kind === "money" || kind === "percent" ? "number" : "");
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="${table.title}"><table class="table">
    <thead><tr>${columns.map((column) => html`<th scope="col" class="${look(column)}">${column.title}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (row) =>
        html`<tr data-key="r-${row.key}">${columns.map((column, at) =>
          at === 0
            ? html`<th scope="row">${cell(table, column, row)}${isDrawn && rowBar(Number(row.revenue), most)}</th>`
            : html`<td class="${look(column)}">${cell(table, column, row)}</td>`,
        )}</tr>`,
    )}</tbody></table></div>`;
}

/** @param {ReportTable} table */
function breakdown(table) {
  const isInColumns = IN_COLUMNS.includes(table.key);
  const isLong = !isInColumns && table.rows.length > MOST_ROWS && !state.open.has(table.key);
  const rows = isLong ? table.rows.slice(0, MOST_ROWS) : table.rows;
  const content = isInColumns
    ? html`${columnChart(table)}<details><summary>${t("reports.numbers")}</summary>${rowsView(table, rows)}</details>`
    : html`${rowsView(table, rows)}
      ${isLong && html`<button type="button" class="button soft small" data-action="reports.all" data-table="${table.key}">${t("reports.all", { count: table.rows.length })}</button>`}`;
  return html`<section class="card stack breakdown" data-key="t-${table.key}">
    <header><h2>${table.title}</h2><p class="muted">${table.note}</p></header>
    ${rows.length > 0 ? content : html`<p>${t("reports.none")}</p>`}</section>`;
}

/** Days and weekdays tell nothing new of one day. @param {Report} report */
const worthTelling = ({ tables, from, to }) =>
  tables.filter(({ key }) => from !== to || (key !== "day" && key !== "weekday"));

/** @param {Report} report */
const content = (report) => html`${heading(report)}
  <div class="big-figures">${report.figures
    .filter(({ key }) => BIG.includes(key))
    .sort((a, b) => BIG.indexOf(a.key) - BIG.indexOf(b.key))
    .map(bigFigure)}</div>
  <div class="breakdowns">${figures(report)}${worthTelling(report).map(breakdown)}</div>`;

let page = "";

/** @type {View} */
export const view = {
  async load([name = ""], params) {
    page = name;
    if (page === "bank") {
      await readBank();
      return;
    }
    readBank().then(draw, () => {}); // the link says how many differ as soon as that is known; it leads there without, too
    const asked = { from: params.get("from") ?? "", to: params.get("to") ?? "" };
    state.problems = [];
    try {
      state.report = await api.get(asked.from || asked.to ? `/reports?${query(asked)}` : "/reports");
      state.asked = { from: state.report?.from ?? "", to: state.report?.to ?? "" };
    } catch (error) {
      if (!(error instanceof RefusedError && error.code === "invalid")) throw error;
      state.asked = asked;
      state.problems = error.problems;
      state.report ??= await api.get("/reports"); // the fields need something to stand above
    }
    state.open.clear();
  },
  title: () => (page === "bank" ? t("reports.bank") : t("nav.reports")),
  render() {
    if (page === "bank") return bankView();
    return (
      state.report &&
      html`${bankLink()}${presets(state.report)}${range()}${state.problems.length === 0 && content(state.report)}`
    );
  },
};

actions["reports.preset"] = ({ dataset }) => {
  if (state.report) go(`#/reports?${query(presetPeriod(dataset.preset ?? "", state.report.today))}`);
};
actions["reports.range"] = (form) => {
  if (!(form instanceof HTMLFormElement)) return;
  const data = new FormData(form);
  go(`#/reports?${query({ from: String(data.get("from")), to: String(data.get("to")) })}`);
};
actions["reports.all"] = ({ dataset }) => {
  state.open.add(dataset.table ?? "");
  draw();
};
actions["reports.notes"] = (element) => {
  state.hasNotes = /** @type {HTMLInputElement} */ (element).checked;
  localStore.set(NOTES, state.hasNotes);
  draw();
};
actions["reports.file"] = async ({ dataset }) => {
  if (state.saving || !state.report) return;
  state.saving = dataset.format ?? "xlsx";
  draw();
  await saveFile(`/reports/file?${query(state.report)}&format=${state.saving}`).catch(tellFailure);
  state.saving = "";
  draw();
};

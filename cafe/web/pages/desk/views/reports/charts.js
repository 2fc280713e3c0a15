/** Charts as plain SVG. Each only draws what the table beside it tells, so screen readers pass it by. */

import { html } from "../../../shared/html.js";
import { t } from "../../lib/texts.js";
import { amountText } from "./amounts.js";
import { longDay, monthText, shortDay, shortMonth, shortWeekday } from "./periods.js";

/** @import { ReportTable, ReportRow } from "../../types" */

/** @typedef {{ name: string, label: string, value: number, before: number | null }} Bar */

const HEIGHT = 100;
const MOST_DAYS = 92; // more of them are drawn as months
const MAX_CHARACTERS = 40; // of labels side by side on a phone

/** @param {ReportRow} row */
const revenue = (row) => Number(row.revenue);

/**
 * Days as months, where they are too many to be told apart.
 * @param {ReportRow[]} rows
 * @returns {Bar[]}
 */
function monthBars(rows) {
  /** @type {Map<string, number>} */
  const months = new Map();
  for (const row of rows) months.set(row.key.slice(0, 7), (months.get(row.key.slice(0, 7)) ?? 0) + revenue(row));
  return [...months].map(([month, value]) => ({
    name: monthText(month),
    label: shortMonth(month),
    value,
    before: null,
  }));
}

/** @param {string} table @param {ReportRow} row */
function labelOf(table, row) {
  if (table === "day") return shortDay(row.key);
  return table === "weekday" ? shortWeekday(Number(row.key)) : row.key.padStart(2, "0");
}

/**
 * @param {ReportTable} table
 * @returns {Bar[]}
 */
function barsOf({ key, rows, columns }) {
  if (key === "day" && rows.length > MOST_DAYS) return monthBars(rows);
  const hasBefore = columns.some((column) => column.key === "revenue_before");
  return rows.map((row) => ({
    name: key === "day" ? longDay(row.key) : String(row.name),
    label: labelOf(key, row),
    value: revenue(row),
    before: hasBefore ? Number(row.revenue_before) : null,
  }));
}

/**
 * A label below each column where they fit, else below some.
 * @param {Bar[]} bars
 */
function labels(bars) {
  const longest = Math.max(...bars.map(({ label }) => label.length), 1);
  const step = Math.ceil((bars.length * (longest + 1)) / MAX_CHARACTERS);
  return html`<ol class="chart-labels" aria-hidden="true">${bars.map(
    ({ label }, at) => html`<li><span>${at % step === 0 && label}</span></li>`,
  )}</ol>`;
}

/**
 * Columns over time; a line across a column is the period before.
 * @param {ReportTable} table
 */
export function columnChart(table) {
  const bars = barsOf(table);
  const most = Math.max(...bars.map(({ value, before }) => Math.max(value, before ?? 0)), 1);
  const top = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), bars[0] ?? { name: "", value: 0 });
  /** @param {number} value */
  const y = (value) => HEIGHT - (Math.max(value, 0) / most) * HEIGHT;
  return html`<figure class="chart">
    <svg viewBox="0 0 ${bars.length} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      ${bars.map(
        (
          { value, before },
          at,
        ) => html`<rect class="chart-bar" x="${at + 0.14}" y="${y(value)}" width="0.72" height="${HEIGHT - y(value)}" />
        ${before !== null && html`<path class="chart-before" d="M${at + 0.02} ${y(before)}h0.96" />`}`,
      )}</svg>
    ${labels(bars)}
    <figcaption>${top.value > 0 && t("reports.top", { name: top.name, amount: amountText(top.value, "money") })}
      ${bars.some(({ before }) => before) && html`<span class="chart-key">${t("reports.key")}</span>`}</figcaption></figure>`;
}

/**
 * A bar within a table's row.
 * @param {number} value
 * @param {number} most
 */
export const rowBar = (value, most) =>
  value > 0 &&
  html`<svg class="row-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="chart-bar" width="${(value / most) * 100}" height="1" /></svg>`;

/** Amounts of a report, and how they changed, in words. */

import { inHryvnias, money } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { currentLanguage } from "../../../shared/texts.js";
import { t } from "../../lib/texts.js";

/** @import { ReportFigure } from "../../types" */

/** @param {number} value @param {Intl.NumberFormatOptions} options */
const number = (value, options = {}) => new Intl.NumberFormat(currentLanguage().region, options).format(value);

/** Whole hryvnias, and kopiykas where there are any. @param {number} value @param {string} currency */
function sum(value, currency = "UAH") {
  const positive = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  const exact = number(positive, { minimumFractionDigits: Number.isInteger(value) ? 0 : 2, maximumFractionDigits: 2 });
  if (currency !== "UAH") return `${sign}${exact}\u00a0${currency}`;
  if (Number.isInteger(value)) return sign + money(positive);
  return sign + inHryvnias(exact);
}

/**
 * @param {unknown} value
 * @param {string} kind
 * @param {string} currency
 */
export function amountText(value, kind, currency = "UAH") {
  if (value === null && kind !== "text") return t("reports.unknown");
  if (typeof value !== "number") return String(value ?? "");
  if (kind === "percent") return number(value, { style: "percent", maximumFractionDigits: 1 });
  return kind === "money" ? sum(value, currency) : number(value);
}

/**
 * How a figure changed: a mark and words, so that it needs no colour.
 * @param {ReportFigure} figure
 */
export function changeView({ value, before, kind, currency }) {
  if (!before) return ""; // nothing to compare with
  const was = t("reports.was", { amount: amountText(before, kind, currency ?? "UAH") });
  if (value === before) return html`<p class="change-mark"><span aria-hidden="true">=</span> ${t("reports.same")}</p>`;
  const isMore = value > before;
  const percent = Math.round((Math.abs(value - before) / Math.abs(before)) * 100);
  const words = `${t(isMore ? "reports.more" : "reports.less", { percent: number(percent) })}, ${was}`;
  return html`<p class="change-mark"><span aria-hidden="true">${isMore ? "▲" : "▼"}</span> ${words}</p>`;
}

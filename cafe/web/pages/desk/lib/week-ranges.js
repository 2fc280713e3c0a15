/** Ranges of the week, such as `sat,sun 10:00-13:00`, or `22:00-24:00` on every day: a row for each. */

import { actions } from "../../shared/delegate.js";
import { draw } from "../../shared/drawing.js";
import { booleanAttribute, html } from "../../shared/html.js";
import { anyText } from "../../shared/texts.js";
import { DAYS, parseRange, writeRange } from "../views/hours/state.js";
import { errorLine } from "./fields.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

export const EVERY_DAY = "mon-sun";
const USUAL = [EVERY_DAY, "mon-fri", "sat,sun"];
const FIRST = "sat,sun 10:00-13:00";

/**
 * Whose ranges are edited.
 * @type {{ get: () => string[], set: (ranges: string[]) => void }}
 */
export const edited = { get: () => [], set: () => {} };

/** @param {string} days as the server has them: `mon-fri`, `sat,sun` */
export function daysText(days) {
  if (USUAL.includes(days)) return anyText(`settings.prep.${days}`);
  return days.replace(/[a-z]+/g, (day) => anyText(`hours.day.${day}`)).replaceAll(",", ", ");
}

/** The choices of days, the chosen among them whatever it is. @param {string} chosen */
export function dayOptions(chosen) {
  const known = [...USUAL, ...DAYS];
  return (known.includes(chosen) ? known : [chosen, ...known]).map(
    (days) => html`<option value="${days}" ${booleanAttribute("selected", days === chosen)}>${daysText(days)}</option>`,
  );
}

/** @param {string} range */
function parse(range) {
  const [first = "", second] = range.split(" ");
  return second === undefined ? { days: EVERY_DAY, ...parseRange(first) } : { days: first, ...parseRange(second) };
}

/** @param {string} range */
export function weekRangeText(range) {
  const row = parse(range);
  return `${daysText(row.days)} ${writeRange(row).replace("-", "–")}`;
}

/** @param {string} range @param {number} index */
function rowView(range, index) {
  const { days, from, to } = parse(range);
  const number = index + 1;
  const input = (/** @type {string} */ side, /** @type {string} */ value, /** @type {string} */ label) =>
    html`<input type="time" data-change="weekRanges.set" data-index="${index}" data-side="${side}" value="${value}" aria-label="${label}">`;
  return html`<li class="prep-time" data-key="w-${index}">
    <select data-change="weekRanges.set" data-index="${index}" data-side="days" aria-label="${t("settings.prep.days", { number })}">${dayOptions(days)}</select>
    <span class="range">${input("from", from, t("settings.prep.from", { number }))}<span aria-hidden="true">–</span>${input("to", to, t("settings.prep.to", { number }))}</span>
    <button type="button" class="icon-button" data-action="weekRanges.remove" data-index="${index}" aria-label="${t("settings.prep.remove", { number })}">${icon("close")}</button></li>`;
}

/** @param {{ label: string, hint: string, error: string }} options */
export const weekRangesField = ({
  label,
  hint,
  error,
}) => html`<fieldset class="ranges" data-key="f-week-ranges"><legend class="field-name">${label}</legend>
  <p class="field-hint">${hint}</p>
  <ul class="stack-small">${edited.get().map(rowView)}</ul>${errorLine(error)}
  <button type="button" class="button soft small" data-action="weekRanges.add">${icon("plus")}${t("settings.prep.add")}</button></fieldset>`;

/** @param {string[]} ranges */
function change(ranges) {
  edited.set(ranges);
  draw();
}

actions["weekRanges.add"] = () => change([...edited.get(), FIRST]);
actions["weekRanges.remove"] = ({ dataset }) =>
  change(edited.get().filter((_, index) => index !== Number(dataset.index)));
actions["weekRanges.set"] = (element) => {
  const { index, side = "" } = element.dataset;
  const { value } = /** @type {HTMLInputElement} */ (element);
  change(
    edited.get().map((range, each) => {
      if (each !== Number(index)) return range;
      const row = { ...parse(range), [side]: value };
      return row.days === EVERY_DAY ? writeRange(row) : `${row.days} ${writeRange(row)}`;
    }),
  );
};

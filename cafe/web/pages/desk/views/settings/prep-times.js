/** How long an order takes at some hours of the week: a row for each, stored as `mon-fri 12:00-14:00 25; …`. */

import { actions } from "../../../shared/delegate.js";
import { html } from "../../../shared/html.js";
import { errorLine } from "../../lib/fields.js";
import { icon } from "../../lib/icons.js";
import { t } from "../../lib/texts.js";
import { dayOptions } from "../../lib/week-ranges.js";
import { parseRange, writeRange } from "../hours/state.js";

/** @typedef {{ days: string, from: string, to: string, minutes: string }} PrepTime */

/** @type {PrepTime} */
const FIRST = { days: "mon-fri", from: "12:00", to: "14:00", minutes: "25" };

/** @param {string} stored @returns {PrepTime[]} */
const parse = (stored) =>
  stored
    .split(";")
    .filter((entry) => entry.trim())
    .map((entry) => {
      const [days = "", range = "", minutes = ""] = entry.trimStart().split(" ");
      return { days, ...parseRange(range), minutes };
    });

/** @param {PrepTime[]} rows */
const write = (rows) => rows.map((row) => `${row.days} ${writeRange(row)} ${row.minutes}`).join("; ");

/** @param {PrepTime} row @param {number} index */
function rowView({ days, from, to, minutes }, index) {
  const number = index + 1;
  const input = (/** @type {string} */ side, /** @type {string} */ value, /** @type {string} */ label) =>
    html`<input type="time" data-change="settings.prep" data-index="${index}" data-side="${side}" value="${value}" aria-label="${label}">`;
  return html`<li class="prep-time" data-key="p-${index}">
    <select data-change="settings.prep" data-index="${index}" data-side="days" aria-label="${t("settings.prep.days", { number })}">
      ${dayOptions(days)}
    </select>
    <span class="range">${input("from", from, t("settings.prep.from", { number }))}<span aria-hidden="true">–</span>${input("to", to, t("settings.prep.to", { number }))}</span>
    <span class="suffixed"><input inputmode="numeric" maxlength="4" data-input="settings.prep" data-index="${index}" data-side="minutes" value="${minutes}" aria-label="${t("settings.prep.minutes", { number })}"><span aria-hidden="true">${t("settings.unit.minutes")}</span></span>
    <button type="button" class="icon-button" data-action="settings.prep.remove" data-index="${index}" aria-label="${t("settings.prep.remove", { number })}">${icon("close")}</button></li>`;
}

/** @param {{ label: string, hint: string, value: string, error: string }} options */
export const prepTimesField = ({
  label,
  hint,
  value,
  error,
}) => html`<fieldset class="ranges" data-key="f-prep_times" name="prep_times"><legend>${label}</legend>
  ${hint && html`<p class="field-hint">${hint}</p>`}
  <ul class="stack-small">${parse(value).map(rowView)}</ul>${errorLine(error)}
  <button type="button" class="button soft small" data-action="settings.prep.add">${icon("plus")}${t("settings.prep.add")}</button></fieldset>`;

/**
 * @param {() => string} get
 * @param {(value: string) => void} set
 */
export function listenForPrepTimes(get, set) {
  actions["settings.prep"] = (element) => {
    const { index = "0", side = "" } = element.dataset;
    const { value } = /** @type {HTMLInputElement} */ (element);
    set(write(parse(get()).map((row, each) => (each === Number(index) ? { ...row, [side]: value.trim() } : row))));
  };
  actions["settings.prep.add"] = () => set(write([...parse(get()), FIRST]));
  actions["settings.prep.remove"] = ({ dataset }) =>
    set(write(parse(get()).filter((_, each) => each !== Number(dataset.index))));
}

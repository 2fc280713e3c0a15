/** Ranges of a day, such as `08:00-12:00`: a row for each, with a button that adds one. */

import { actions } from "../../shared/delegate.js";
import { draw } from "../../shared/drawing.js";
import { html } from "../../shared/html.js";
import { errorLine } from "./fields.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

const FIRST = "08:00-12:00";

/**
 * Whose ranges are edited, by the field's name.
 * @type {Record<string, { get: () => string[], set: (ranges: string[]) => void }>}
 */
export const rangeLists = {};

/**
 * @param {string} name
 * @param {string} range
 * @param {number} index
 */
function row(name, range, index) {
  const [from = "", to = ""] = range.split("-");
  const input = (/** @type {number} */ end, /** @type {string} */ value) =>
    html`<input type="time" data-change="ranges.set" data-name="${name}" data-index="${index}" data-end="${end}" value="${value}"
      aria-label="${t(end === 0 ? "ranges.from" : "ranges.to")}">`;
  return html`<li class="range" data-key="r-${index}">${input(0, from)}<span aria-hidden="true">–</span>${input(1, to)}
    <button type="button" class="icon-button" data-action="ranges.remove" data-name="${name}" data-index="${index}"
      aria-label="${t("ranges.remove", { range })}">${icon("close")}</button></li>`;
}

/**
 * @param {{ name: string, label: string, hint?: string, error?: string }} options
 */
export function rangesField({ name, label, hint = "", error = "" }) {
  const ranges = rangeLists[name]?.get() ?? [];
  return html`<fieldset class="ranges" data-key="f-${name}"><legend>${label}</legend>
    ${hint && html`<p class="field-hint">${hint}</p>`}
    <ul class="stack-small">${ranges.map((range, index) => row(name, range, index))}</ul>
    ${errorLine(error)}
    <button type="button" class="button soft small" data-action="ranges.add" data-name="${name}">${icon("plus")}${t("ranges.add")}</button></fieldset>`;
}

/**
 * @param {HTMLElement} element
 * @param {(ranges: string[], index: number) => string[]} become
 */
function change({ dataset }, become) {
  const list = rangeLists[dataset.name ?? ""];
  list?.set(become([...list.get()], Number(dataset.index)));
  draw();
}

actions["ranges.add"] = (element) => change(element, (ranges) => [...ranges, FIRST]);
actions["ranges.remove"] = (element) => change(element, (ranges, index) => ranges.filter((_, each) => each !== index));
actions["ranges.set"] = (element) =>
  change(element, (ranges, index) => {
    const ends = (ranges[index] ?? "").split("-");
    ends[Number(element.dataset.end)] = /** @type {HTMLInputElement} */ (element).value;
    return ranges.map((range, each) => (each === index ? ends.join("-") : range));
  });

/** The ranges of a day as fields: from, to, and buttons to add and remove. */

import { html } from "../../../shared/html.js";
import { icon } from "../../lib/icons.js";
import { t } from "../../lib/texts.js";

/** @import { Range } from "./state.js" */

/**
 * @param {string} id
 * @param {string} label
 * @param {string} value
 * @param {{ day: string, number: number, side: "from" | "to", isWrong: boolean }} place
 */
const timeInput = (
  id,
  label,
  value,
  { day, number, side, isWrong },
) => html`<label class="visually-hidden" for="${id}">${label}</label>
  <input type="time" id="${id}" name="${id}" value="${value}" data-input="hours.time" data-day="${day}" data-number="${number}" data-side="${side}"
    aria-invalid="${String(isWrong)}" aria-describedby="error-${day}">`;

/** What a pair of times means beyond the plain. @param {Range} range */
function note({ from, to }) {
  if (!from || !to) return "";
  if (from === to) return t("hours.alwaysOpen");
  return to < from && to !== "00:00" ? t("hours.nextDay") : "";
}

/**
 * @param {string} day its key
 * @param {string} name
 * @param {Range[]} ranges
 * @param {string} error
 */
export const rangeFields = (day, name, ranges, error) => html`<div class="hours-ranges">
  ${ranges.map((range, number) => {
    const count = number + 1;
    const place = { day, number, isWrong: Boolean(error) };
    return html`<div class="hours-range" data-key="r-${day}-${number}">
      ${timeInput(`${day}-${number}-from`, t("hours.range.from", { day: name, count }), range.from, { ...place, side: "from" })}
      <span aria-hidden="true">–</span>
      ${timeInput(`${day}-${number}-to`, t("hours.range.to", { day: name, count }), range.to, { ...place, side: "to" })}
      ${
        ranges.length > 1 &&
        html`<button type="button" class="icon-button" data-action="hours.removeRange" data-day="${day}" data-number="${number}"
          aria-label="${t("hours.range.remove", { day: name, count })}">${icon("close")}</button>`
      }
      <span class="muted hours-note">${note(range)}</span>
    </div>`;
  })}
  <p class="field-error" id="error-${day}">${error && html`${icon("warning")}<span>${error}</span>`}</p>
</div>`;

/** A range to begin with after the others: an hour after the last. @param {Range[]} ranges */
export function nextRange(ranges) {
  const last = ranges.at(-1);
  if (!last) return { from: "09:00", to: "18:00" };
  const hour = Math.min(Number(last.to.slice(0, 2)) + 1, 22);
  return { from: `${String(hour).padStart(2, "0")}:00`, to: `${String(Math.min(hour + 3, 23)).padStart(2, "0")}:00` };
}

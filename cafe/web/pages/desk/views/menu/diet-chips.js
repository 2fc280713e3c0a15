/** Chips to tick diets on: of a dish, of an option, or what a choice makes of a dish. What follows from another is on by itself. */

import { t } from "../../lib/texts.js";
import { chip } from "./allergen-chips.js";

/** @typedef {keyof typeof PUBLISHED.DIETS} Diet */
const CODES = /** @type {Diet[]} */ (Object.keys(PUBLISHED.DIETS));

/** @param {string[]} chosen */
const impliedBy = (chosen) => chosen.flatMap((code) => PUBLISHED.IMPLIED_DIETS[code] ?? []);

/** @param {string[]} chosen */
function withoutImplied(chosen) {
  const implied = impliedBy(chosen);
  return chosen.filter((code) => !implied.includes(code));
}

/** What is said of an option that changes nothing: it keeps them all. */
export const ALL = withoutImplied(CODES);

/**
 * @param {string[]} chosen
 * @param {string} change
 * @param {string} [of] for the action
 */
export function dietChips(chosen, change, of = "") {
  const implied = impliedBy(chosen);
  return CODES.map((code) =>
    chip({
      key: `d-${code}`,
      value: code,
      isOn: chosen.includes(code) || implied.includes(code),
      isOff: implied.includes(code),
      change,
      text: t(`diet.${code}`),
      of,
    }),
  );
}

/** What is chosen once a chip was pressed, in the list's order. @param {string[]} chosen @param {HTMLElement} element */
export function pressedDiet(chosen, element) {
  const { value, checked } = /** @type {HTMLInputElement} */ (element);
  return withoutImplied(CODES.filter((code) => (code === value ? checked : chosen.includes(code))));
}

/** Their names, in one line. @param {string[]} codes */
export const dietNames = (codes) =>
  CODES.filter((code) => codes.includes(code))
    .map((code) => t(`diet.${code}`))
    .join(", ");

/** Chips to tick allergens on: of a dish, or of what an option adds and takes away. */

import { booleanAttribute, html } from "../../../shared/html.js";
import { nameOf } from "./rows.js";
import { menu } from "./state.js";

/** @import { Renderable } from "../../../shared/types" */

/** @param {{ key: string, value: string, isOn: boolean, isOff?: boolean, change: string, text: Renderable, of?: string }} chip */
export const chip = ({
  key,
  value,
  isOn,
  isOff = false,
  change,
  text,
  of = "",
}) => html`<label class="allergen" data-key="${key}">
  <input type="checkbox" value="${value}" data-change="${change}" data-of="${of}" ${booleanAttribute("checked", isOn)} ${booleanAttribute("disabled", isOff)}><span>${text}</span></label>`;

/**
 * @param {string[]} chosen
 * @param {string} change
 * @param {string} [of] for the action
 */
export const allergenChips = (chosen, change, of) =>
  menu.allergens.map((each) =>
    chip({
      key: `a-${each.code}`,
      value: each.code,
      isOn: chosen.includes(each.code),
      change,
      text: html`<span aria-hidden="true">${each.emoji}</span> ${nameOf(each)}`,
      ...(of !== undefined && { of }),
    }),
  );

/** What is chosen once a chip was pressed, in the list's order. @param {string[]} chosen @param {HTMLElement} element */
export function pressed(chosen, element) {
  const { value, checked } = /** @type {HTMLInputElement} */ (element);
  const others = chosen.filter((code) => code !== value);
  const all = checked ? [...others, value] : others;
  return menu.allergens.map(({ code }) => code).filter((code) => all.includes(code));
}

/** Their short names, in one line. @param {string[]} codes */
export const allergenNames = (codes) =>
  menu.allergens
    .filter(({ code }) => codes.includes(code))
    .map((each) => nameOf(each).split(/ \(|,/)[0])
    .join(", ");

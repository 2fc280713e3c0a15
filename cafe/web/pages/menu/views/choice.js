/** What a guest chooses for a dish: options, a note for the kitchen, and how many. */

import { money } from "../../shared/formats.js";
import { booleanAttribute, html } from "../../shared/html.js";
import { OfflineError, RefusedError } from "../../shared/request.js";
import { haptic } from "../../shared/telegram.js";
import { announce } from "../../shared/toast.js";
import { cartLines, reloadCart, reloadMenu, saveChoice } from "../cart.js";
import { fieldError, notice, stepper } from "../components.js";
import { allergensWith, chosenWith, dietsWith, groupsOf, shortLabel } from "../contents.js";
import { needs } from "../needs.js";
import { goBack } from "../router.js";
import { setState, state } from "../state.js";
import { t } from "../texts.js";

/** @import { Renderable } from "../../shared/types" */
/** @import { CartLine, Option, OptionGroup, Product } from "../types" */

/**
 * @typedef {object} Draft what is chosen so far
 * @property {Product} product
 * @property {number | null} lineId of the cart's line that is changed; 0: the plain one
 * @property {CartLine | undefined} line the same, unless it has gone
 * @property {Map<number, number>} pieces by option
 * @property {string} note
 * @property {number} quantity
 * @property {boolean} isChecked whether broken rules are shown
 * @property {string} error what the server said
 * @property {boolean} isSending
 */

/** @type {Draft | null} */
let open = null;

/** The sheet was closed: the next one begins anew. */
export const forgetChoice = () => {
  open = null;
};

/** @param {Product} product */
const optionsOf = (product) => groupsOf(product).flatMap(({ options }) => options);

/**
 * @param {Product} product
 * @param {number | null} lineId
 * @returns {Draft}
 */
function begin(product, lineId) {
  const line = cartLines().find(({ product_id: id, line_id: other = 0 }) => id === product.id && other === lineId);
  const begun = chosenWith(product, needs?.optionFor(product)).map(({ id }) => ({ id, quantity: 1 }));
  return {
    product,
    lineId,
    line,
    pieces: new Map((line?.options ?? begun).map(({ id, quantity }) => [id, quantity])),
    note: line?.note ?? "",
    quantity: line?.quantity ?? 1,
    isChecked: Boolean(line?.unavailable),
    error: "",
    isSending: false,
  };
}

/** @param {Option} option */
const piecesOf = ({ id, is_available: isAvailable, max_quantity: most }) =>
  isAvailable ? Math.min(open?.pieces.get(id) ?? 0, most) : 0;

/** @param {OptionGroup} group */
const countOf = ({ options }) => options.reduce((sum, option) => sum + piecesOf(option), 0);

/** @param {OptionGroup} group */
const isBroken = (group) => countOf(group) < group.min || countOf(group) > group.max;

/** @param {OptionGroup} group */
const isRadio = ({ min, max, options }) => max === 1 && (min === 1 || options.length > 1);

/**
 * What the chosen dishes cost: the menu's price is that of the defaults.
 * @param {Draft} draft
 */
function price({ product, quantity }) {
  const differences = optionsOf(product).map(
    (option) => option.price_delta * (piecesOf(option) - Number(option.is_default)),
  );
  return money(
    Math.max(
      0,
      differences.reduce((sum, difference) => sum + difference, product.price),
    ) * quantity,
  );
}

/** @param {OptionGroup} group */
function ruleText({ min, max, options }) {
  if (min > 0 && !options.some((option) => option.is_available)) return t("choice.soldOut");
  if (min === max) return t(min === 1 ? "choice.one" : "choice.exactly", { count: min });
  if (min > 0) return t("choice.range", { min, max });
  const possible = options.reduce((sum, option) => sum + option.max_quantity, 0);
  return t(max > 1 && possible > max ? "choice.upTo" : "choice.optional", { max });
}

/**
 * @param {OptionGroup} group
 * @param {Option} option
 */
function optionRow(group, option) {
  const { id, name, price_delta: delta, max_quantity: most, is_available: isAvailable, allergens = [] } = option;
  const count = piecesOf(option);
  const isFull = countOf(group) >= group.max;
  const difference = delta !== 0 && `${delta > 0 ? "+" : "−"}${money(Math.abs(delta))}`;
  const isAvoided = allergens.some(({ code }) => state.needs.has(code));
  const brings =
    allergens.length > 0 &&
    html` <small class="option-allergens ${isAvoided ? "is-avoided" : ""}">
    <span aria-hidden="true">${allergens.map(({ emoji }) => emoji).join("")}</span> ${allergens.map(shortLabel).join(", ")}</small>`;
  const text = html`<span>${name}${brings}</span> <small>${isAvailable ? difference : t("choice.stopped")}</small>`;
  if (isAvailable && most > 1 && group.max > 1) {
    const counter = stepper({ id, name }, count, { of: "Piece", isFull: isFull || count >= most });
    return html`<li data-key="${id}"><div data-stepper>${text}${counter}</div></li>`;
  }
  const isOff = !isAvailable || (isFull && count === 0 && !isRadio(group));
  return choiceRow(group, { value: id, text, isOn: count > 0, isOff });
}

/**
 * @param {OptionGroup} group
 * @param {{ value: number | string, text: Renderable, isOn: boolean, isOff?: boolean }} row
 */
const choiceRow = (group, { value, text, isOn, isOff = false }) => html`<li data-key="o${value}"><label>
    <input type="${isRadio(group) ? "radio" : "checkbox"}" name="choice-${group.id}" value="${value}" data-change="choose"
      ${booleanAttribute("checked", isOn)} ${booleanAttribute("disabled", isOff)} />
    ${text}
  </label></li>`;

/** @param {OptionGroup} group */
function groupField(group) {
  const { id, name, min, options } = group;
  const rule = ruleText(group);
  return html`<fieldset class="choice-group" data-key="g${id}" aria-describedby="error-choice-${id}">
    <legend>${name} <small>${rule}</small></legend>
    <ul class="checkbox-list">
      ${isRadio(group) && min === 0 && choiceRow(group, { value: "", text: t("choice.none"), isOn: countOf(group) === 0 })}
      ${options.map((option) => optionRow(group, option))}
    </ul>
    ${fieldError(`choice-${id}`, open?.isChecked && isBroken(group) && rule)}
  </fieldset>`;
}

/** @param {string} text */
const noteField = (text) => html`<div class="field" data-key="note">
  <label for="note">${t("note")}</label>
  <textarea id="note" rows="2" autocomplete="off" enterkeyhint="done" maxlength="${PUBLISHED.NOTE_LENGTH}"
    placeholder="${t("note.hint")}" data-input="note" aria-describedby="note-left">${text}</textarea>
  <p class="field-hint" id="note-left">${t("note.left", { count: PUBLISHED.NOTE_LENGTH - text.length })}</p>
</div>`;

/**
 * The groups and the note, and below them the button with the price.
 * @param {Product} product
 * @param {number | null} lineId
 */
export function choiceFields(product, lineId) {
  if (open?.product.id !== product.id || open.lineId !== lineId) open = begin(product, lineId);
  open.product = product; // it may have been loaded anew
  const { line, note, quantity, error, isSending } = open;
  const gone = line?.unavailable?.join(", ");
  const fields = html`${gone && notice(t("choice.gone", { names: gone }), { tone: "bad" })}
    ${groupsOf(product).map(groupField)}
    ${product.notes && noteField(note)}`;
  const footer = html`${fieldError("save", error)}
    <div class="sheet-stepper">${stepper(product, quantity, { of: "Dish", min: 1 })}</div>
    <button type="submit" class="button" data-key="save" aria-busy="${isSending ? "true" : "false"}">
      ${t(line ? "choice.save" : "product.add")} <b>${price(open)}</b>
    </button>`;
  const chosen = optionsOf(product).filter((option) => piecesOf(option) > 0);
  return { fields, footer, contents: { allergens: allergensWith(product, chosen), diets: dietsWith(product, chosen) } };
}

/**
 * Change the open choice, draw it, and say what it costs.
 * @param {(draft: Draft, element: HTMLInputElement) => void} change
 * @returns {(element: HTMLInputElement) => void}
 */
const changing = (change) => (element) => {
  if (!open) return;
  change(open, element);
  open.error = "";
  haptic("selection");
  announce(price(open));
  setState();
};

/** @param {1 | -1} change */
const countPieces = (change) =>
  changing(({ pieces }, { dataset }) => {
    const id = Number(dataset.id);
    pieces.set(id, (pieces.get(id) ?? 0) + change);
  });

/** @param {1 | -1} change */
const countDishes = (change) =>
  changing((draft) => {
    draft.quantity += change;
  });

/** @param {Draft} draft */
async function send({ line, product, note, quantity }) {
  const options = optionsOf(product)
    .map((option) => ({ id: option.id, quantity: piecesOf(option) }))
    .filter((option) => option.quantity > 0);
  const choice = { product_id: product.id, options };
  try {
    await saveChoice(line, product.notes ? { ...choice, note } : choice, quantity);
  } catch (error) {
    // Where no answer came, it may have arrived all the same.
    if (!(error instanceof OfflineError && (await reloadCart().catch(() => false)))) throw error;
  }
}

async function save() {
  const draft = open;
  if (!draft || draft.isSending) return;
  draft.isChecked = true;
  draft.isSending = !groupsOf(draft.product).some(isBroken);
  setState();
  if (!draft.isSending) {
    haptic("error");
    queueMicrotask(() => {
      const list = document.querySelector(".choice-group:has(.field-error:not(:empty))");
      /** @type {HTMLElement | null | undefined} */ (list?.querySelector("input:enabled, button"))?.focus();
    });
    return;
  }
  try {
    await send(draft);
    haptic("success");
    if (open !== draft) return; // closed meanwhile
    announce(t("product.quantity", { name: draft.product.name, count: draft.quantity }));
    goBack();
  } catch (error) {
    haptic("error");
    draft.error = (error instanceof RefusedError && error.message) || t("cart.failed");
    await reloadMenu(); // what was refused may have been stopped
  } finally {
    draft.isSending = false;
    setState();
  }
}

export const choiceActions = {
  choose: changing(({ product, pieces }, { type, name, value, checked }) => {
    const group = groupsOf(product).find(({ id }) => name === `choice-${id}`);
    if (type === "radio") for (const { id } of group?.options ?? []) pieces.delete(id);
    if (value) pieces.set(Number(value), Number(checked));
  }),
  lessPiece: countPieces(-1),
  morePiece: countPieces(1),
  lessDish: countDishes(-1),
  moreDish: countDishes(1),
  note(/** @type {HTMLTextAreaElement} */ field) {
    if (open) open.note = field.value.replace(/\s*\n\s*/g, " "); // one line for the kitchen
    setState();
  },
  saveChoice: save,
};

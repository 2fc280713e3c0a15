/** Moves of the stock: sending them, telling of those of others in between, taking one back. */

import { ask } from "../../../shared/dialog.js";
import { money } from "../../../shared/formats.js";
import { html } from "../../../shared/html.js";
import { RefusedError } from "../../../shared/request.js";
import { anyText, hasText } from "../../../shared/texts.js";
import { api } from "../../lib/api.js";
import { clockTime } from "../../lib/format.js";
import { tellFailure } from "../../lib/save.js";
import { t } from "../../lib/texts.js";

/** @import { Problem } from "../../../shared/types" */

/**
 * @typedef {object} Ingredient
 * @property {string} code
 * @property {string} name
 * @property {string} unit
 * @property {number} stock
 * @property {number} low_stock
 * @property {number} [bottle] what a bottle with an excise mark holds
 * @property {boolean} is_low
 * @property {number} last_move the id of its newest move; 0 if it has none
 * @property {number} [held] what is on the shelf besides, for orders that nobody cooks yet
 * @property {number} [cost] of one unit in hryvnias; only if it is known, and for who sees money, like the `value` of all
 * @property {number} [value]
 */

/**
 * @typedef {object} Move
 * @property {number} id
 * @property {"delivery" | "write_off" | "count"} kind
 * @property {string} code
 * @property {string} name
 * @property {string} unit
 * @property {number} change
 * @property {number} before
 * @property {number} after
 * @property {string} note
 * @property {string} by
 * @property {number} at Unix seconds
 * @property {number} [paid] for a delivery, in hryvnias; for who sees money
 * @property {number} [value] of what else came or went
 */

/** @typedef {{ code: string, amount: number | string, seen: number, shelf?: number | null, paid?: string, undoes?: number }} Entry */
/** @typedef {"deliveries" | "write-offs" | "counts"} Kind */

/**
 * `left`: they thought better of it when they saw what others had moved; `failed`: told, and nothing is known to be stored.
 * @typedef {{ state: "saved", moves: Move[] } | { state: "invalid", problems: Problem[] } | { state: "left" | "failed" }} Outcome
 */

const numbers = new Intl.NumberFormat("uk"); // groups by a narrow space, in both languages

/** @param {string} unit */
export const unitText = (unit) => (hasText(`stock.unit.${unit}`) ? anyText(`stock.unit.${unit}`) : unit);

/** An amount with its unit. @param {number} amount @param {string} unit */
export const amountText = (amount, unit) => `${numbers.format(amount)} ${unitText(unit)}`.trim().replace("-", "−");

/**
 * The unit that things are bought in, and how much of the ingredient's it is: a gram costs too little to be read.
 * @param {string} unit
 */
export function boughtIn(unit) {
  const [large, factor] = LARGE.get(unit) ?? [unit, 1];
  return { unit: unitText(large), factor };
}

/** @type {Map<string, [string, number]>} */
const LARGE = new Map([
  ["g", ["kg", 1000]],
  ["г", ["kg", 1000]],
  ["ml", ["l", 1000]],
  ["мл", ["l", 1000]],
]);

/** What a unit that things are bought in costs. @param {number} cost of one of the ingredient's @param {string} ingredientUnit */
export function costText(cost, ingredientUnit) {
  const { unit, factor } = boughtIn(ingredientUnit);
  return t("stock.costPer", { cost: money(Math.round(cost * factor * 1000) / 1000), unit });
}

/** The same with its sign. @param {number} change @param {string} unit */
export const changeText = (change, unit) => `${change > 0 ? "+" : ""}${amountText(change, unit)}`;

/** What is typed as a number; anything else stays as it is, for the server to say what is wrong. @param {string} text */
export function amountOf(text) {
  const digits = text.replace(/[\s\u00a0\u202f]/g, "");
  return /^\d{1,15}$/.test(digits) ? Number(digits) : text;
}

/**
 * Store moves, all or none; if others moved the same meanwhile, ask whether to go on.
 * @param {Kind} kind
 * @param {Entry[]} entries
 * @param {string} note
 * @returns {Promise<Outcome>}
 */
export async function store(kind, entries, note) {
  try {
    const { moves } = await api.post(`/stock/${kind}`, { entries, note });
    return { state: "saved", moves };
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid")
      return { state: "invalid", problems: error.problems };
    if (!(error instanceof RefusedError && error.code === "changed")) {
      tellFailure(error);
      return { state: "failed" };
    }
    const { moves } = /** @type {{ moves: Move[] }} */ (error.body);
    if (!(await askWhether(moves, entries))) return { state: "left" };
    const seen = new Map(moves.map((move) => [move.code, move.id]));
    return store(
      kind,
      entries.map((entry) =>
        seen.has(entry.code) ? { ...entry, seen: seen.get(entry.code) ?? 0, shelf: null } : entry,
      ),
      note,
    );
  }
}

/**
 * @param {Move[]} moves
 * @param {Entry[]} entries
 */
function askWhether(moves, entries) {
  const rows = moves.map((move) => {
    const own = entries.find((entry) => entry.code === move.code);
    return html`<div class="conflict"><p><b>${move.name}</b> <span class="muted">${move.by}, ${clockTime(move.at)}</span></p>
      <dl><div><dt>${anyText(`stock.kind.${move.kind}`)}</dt><dd>${changeText(move.change, move.unit)}, ${t("stock.left", { amount: amountText(move.after, move.unit) })}</dd></div>
      <div><dt>${t("conflict.mine")}</dt><dd>${amountText(Number(own?.amount), move.unit)}</dd></div></dl></div>`;
  });
  return ask(t("stock.changed"), { yes: t("stock.saveAnyway"), text: html`<p>${t("stock.changedText")}</p>${rows}` });
}

/**
 * Take a move back by its opposite, which is a move too.
 * @param {Move} move
 */
export function takeBack(move) {
  const what = `${anyText(`stock.kind.${move.kind}`)} ${changeText(move.change, move.unit)}`;
  const entry = { code: move.code, amount: Math.abs(move.change), seen: move.id, undoes: move.id };
  return store(move.change > 0 ? "write-offs" : "deliveries", [entry], t("stock.undoNote", { what }));
}

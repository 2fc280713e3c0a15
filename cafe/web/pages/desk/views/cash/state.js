/** The tills as the server has them, and sending acts about them. Sums in kopiykas. */

import { draw } from "../../../shared/drawing.js";
import { money } from "../../../shared/formats.js";
import { RefusedError } from "../../../shared/request.js";
import { anyText } from "../../../shared/texts.js";
import { showToast } from "../../../shared/toast.js";
import { api } from "../../lib/api.js";
import { tellFailure } from "../../lib/save.js";

/** @import { Problem } from "../../../shared/types" */

/**
 * @typedef {"taken" | "undone" | "given_back" | "handed_in" | "in" | "out"} MoveKind
 * @typedef {{ id: number, kind: MoveKind, amount: number, order: { id: number, number: string } | null, by: string, reason: string, at: number }} TillMove
 * @typedef {{ id: number, till: number, purpose: "opening" | "closing", counted: number, pieces: Record<string, number>, expected: number | null, difference: number, by: string, at: number }} TillCount
 * @typedef {"left" | "opening_difference" | "opened_with" | "taken" | "undone" | "given_back" | "handed_in" | "brought" | "out" | "expected" | "terminal" | "card" | "terminal_back" | "card_back"} Figure
 * @typedef {Record<Figure, number>} Figures
 * @typedef {object} Till
 * @property {number} id
 * @property {string} name
 * @property {number[]} people
 * @property {boolean} closed_today
 * @property {{ id: number, number: number, day: string, by: string, at: number } | null} day the open one
 * @property {TillCount | null} count by which the day can be opened or closed now
 * @property {TillMove[]} moves
 * @property {Figures | null} [figures] for those who may see them
 * @typedef {object} TillDay
 * @property {number} id
 * @property {string} till
 * @property {number} number
 * @property {string} day
 * @property {string} opened_by
 * @property {number} opened_at
 * @property {string} opening_reason
 * @property {string} closed_by
 * @property {number} closed_at
 * @property {string} closing_reason
 * @property {number} counted
 * @property {number} difference
 * @property {Record<string, number>} pieces
 * @property {Figures} figures
 * @property {TillCount[]} [counts]
 * @property {TillMove[]} [moves]
 * @typedef {{ faces: number[], tills: Till[], days?: TillDay[], people?: { id: number, name: string }[] }} Tills
 */

const TILL_REFUSALS = new Set([
  ...["till_unknown", "till_no_day", "till_open", "till_closed", "till_today"],
  ...["till_no_count", "till_old_count", "till_negative"],
]);

/** @type {{ known: Tills, problems: Problem[], isBusy: boolean }} */
export const tills = { known: { faces: [], tills: [] }, problems: [], isBusy: false };

export async function readTills() {
  tills.known = await api.get("/tills");
}

/** @param {number} id */
export const findTill = (id) => tills.known.tills.find((till) => till.id === id);

/**
 * Send an act; its answer is how things stand.
 * @param {string} path below `/tills`
 * @param {object} body
 * @param {"post" | "patch"} method
 * @returns {Promise<boolean>} whether it is done
 */
export async function sendTill(path, body, method = "post") {
  if (tills.isBusy) return false;
  Object.assign(tills, { problems: [], isBusy: true });
  draw();
  try {
    tills.known = await api[method](`/tills${path}`, body);
    return true;
  } catch (error) {
    if (error instanceof RefusedError && error.code === "invalid") tills.problems = error.problems;
    else if (error instanceof RefusedError && TILL_REFUSALS.has(error.code)) {
      showToast(anyText(`till.refused.${error.code}`), { tone: "bad" });
      await readTills().catch(tellFailure);
    } else tellFailure(error);
    return false;
  } finally {
    tills.isBusy = false;
    draw();
  }
}

/** @param {number} kopiykas */
export const sumText = (kopiykas) => (kopiykas < 0 ? `−${money(-kopiykas / 100)}` : money(kopiykas / 100));

/** @param {number} kopiykas */
export const signedSum = (kopiykas) => (kopiykas > 0 ? `+${sumText(kopiykas)}` : sumText(kopiykas));

/** Hryvnias as they are typed, in kopiykas; what is no sum stays as it is, for the server to say so. @param {string} text */
export function kopiykasOf(text) {
  const typed = text.replace(/\s/g, "").replace(",", ".");
  return /^\d{1,9}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : text.trim();
}

/** What somebody chose to give back, and what that comes to. Sums in kopiykas. */

import { t } from "../../lib/texts.js";
import { exactMoney } from "./words.js";

/** @import { ExactMoney, PaymentLeft, RefundOffer } from "../../order-types" */

/** @typedef {"lines" | "amount" | "whole"} Mode */

/**
 * `debt` is the payment that must go back, if it is about that one; `reason` one of `REASONS`.
 * @typedef {object} Choice
 * @property {Mode} mode
 * @property {number | null} debt
 * @property {Record<number, number>} pieces by line
 * @property {boolean} hasDelivery
 * @property {string} amount as typed
 * @property {boolean} isInPerson
 * @property {string} reason
 * @property {string} own
 */

export const OWN = "own";
export const REASONS = /** @type {const} */ ([...PUBLISHED.REFUND_REASONS, OWN]);

/** @param {RefundOffer} offer @returns {Mode[]} */
export const modesOf = ({ lines, delivery }) =>
  lines.length > 0 || delivery ? ["lines", "amount", "whole"] : ["amount", "whole"];

/** @param {RefundOffer} offer @param {number | null} debt @returns {Choice} */
export const newChoice = (offer, debt) => ({
  mode: debt === null ? (modesOf(offer)[0] ?? "whole") : "whole",
  debt,
  pieces: {},
  hasDelivery: false,
  amount: "",
  isInPerson: false,
  reason: "",
  own: "",
});

/** The payment that it is about; null if it is settled by now. @param {RefundOffer} offer @param {Choice} choice @returns {PaymentLeft | null} */
export const paymentOf = ({ whole, debts }, { debt }) =>
  debt === null ? whole : (debts.find(({ id }) => id === debt) ?? null);

/** @param {ExactMoney | null | undefined} sum */
export const kopiykasOf = (sum) => Math.round(Number(sum?.amount ?? 0) * 100);

/** @param {number} kopiykas @param {string} currency @returns {ExactMoney} */
export const exactOf = (kopiykas, currency) => ({
  amount: kopiykas % 100 ? (kopiykas / 100).toFixed(2) : String(kopiykas / 100),
  currency,
});

/** A typed sum; 0 if it is none. @param {string} text */
function typedKopiykas(text) {
  const plain = text.replace(/\s/g, "").replace(",", ".");
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : 0;
}

/** What it comes to. @param {RefundOffer} offer @param {Choice} choice */
export function amountOf(offer, choice) {
  if (choice.mode === "whole") return kopiykasOf(paymentOf(offer, choice)?.money);
  if (choice.mode === "amount") return typedKopiykas(choice.amount);
  const lines = offer.lines.map(({ id, amounts }) => kopiykasOf(amounts[(choice.pieces[id] ?? 0) - 1]));
  return lines.reduce((sum, line) => sum + line, choice.hasDelivery ? kopiykasOf(offer.delivery) : 0);
}

/** The same in words. @param {RefundOffer} offer @param {Choice} choice */
export function sumText(offer, choice) {
  const currency = paymentOf(offer, choice)?.money.currency ?? "UAH";
  return exactMoney(exactOf(amountOf(offer, choice), currency));
}

/** Why it is given back, in words. @param {Choice} choice */
export const reasonOf = ({ reason, own }) =>
  reason === OWN || !reason ? own.trim() : t(`refunds.reason.${/** @type {(typeof REASONS)[number]} */ (reason)}`);

/** What is asked of the server. @param {RefundOffer} offer @param {Choice} choice */
export function wishOf(offer, choice) {
  const { mode, debt, pieces, hasDelivery, isInPerson } = choice;
  const common = { seen: offer.seen, reason: reasonOf(choice), in_person: isInPerson };
  if (debt !== null) return { ...common, debt };
  if (mode === "whole") return { ...common, whole: true };
  if (mode === "amount") return { ...common, amount: exactOf(amountOf(offer, choice), "UAH").amount };
  const lines = offer.lines.map(({ id }) => ({ id, quantity: pieces[id] ?? 0 })).filter(({ quantity }) => quantity > 0);
  return { ...common, lines, delivery: hasDelivery };
}

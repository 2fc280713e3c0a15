/** Whether the first steps of a new cafe are still of use. */

import { api } from "./api.js";
import { may, session } from "./session.js";

/**
 * @typedef {object} StepState
 * @property {string} step
 * @property {boolean} is_done
 * @property {boolean} is_skipped
 * @property {string[]} missing what is missing, in codes
 */

/**
 * @typedef {object} FirstSteps
 * @property {StepState[]} steps
 * @property {number} own_dishes
 * @property {number} needed_dishes
 * @property {number} unstated_dishes
 * @property {boolean} [keeps_unpaid] card orders that nobody pays stand for ever
 * @property {boolean} is_menu_empty
 * @property {boolean} is_over
 * @property {boolean} is_hidden
 */

/** Until the staff have accepted an order, the desk opens on them. */
export const steps = { areShown: false, areFirst: false };

/** @param {FirstSteps} found */
export function noteSteps(found) {
  const order = found.steps.find(({ step }) => step === "test_order");
  steps.areShown = !found.is_hidden;
  steps.areFirst = !found.is_over && !order?.is_done && !order?.is_skipped;
}

/** Read them for those who may take them. */
export async function readSteps() {
  if (!session.person || !may("menu", "settings")) return;
  try {
    noteSteps(await api.get("/first-steps"));
  } catch {
    // the desk does without
  }
}

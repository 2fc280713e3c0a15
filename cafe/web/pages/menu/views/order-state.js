/** The order on screen, which the parts of its page share. */

import { state } from "../state.js";

/** @import { OrderDetails } from "../order-types" */
/** @import { Order } from "../types" */

/**
 * @typedef {object} ShownOrder
 * @property {Order | null} order
 * @property {OrderDetails | null} details only of an own order
 * @property {"" | "missing" | "offline" | "stale"} trouble
 */

/** @type {ShownOrder} */
export const shown = { order: null, details: null, trouble: "" };

/** Whether it is shown to the person who ordered, and not by a link to anybody. */
export const isOwn = () => state.route.page === "order";

/** @param {Order} order */
export const isOver = ({ status }) => PUBLISHED.FINAL_STATUSES.includes(status);

/** @param {Order} order */
export const isInTheMaking = ({ status }) => PUBLISHED.STATUSES_IN_THE_MAKING.includes(status);

/**
 * Take an order that an action brought, when it is the one on screen.
 * @param {Order} fresh
 */
export function showFresh(fresh) {
  if (shown.order?.id !== fresh.id) return false;
  shown.order = fresh;
  return true;
}

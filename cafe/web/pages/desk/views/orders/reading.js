/** Reading the order that is shown, with what of its money can go back. */

import { draw } from "../../../shared/drawing.js";
import { api } from "../../lib/api.js";
import { orderState } from "./state.js";

/** @import { Order, RefundOffer } from "../../order-types" */

/** @param {number} id @returns {Promise<{ order: Order, refunds: RefundOffer }>} */
export async function readOrder(id) {
  const [order, refunds] = await Promise.all([api.get(`/orders/${id}`), api.get(`/orders/${id}/refunds`)]);
  return { order, refunds };
}

/** Show an order as it is now, unless another one is shown, or something was pressed meanwhile. @param {number} id */
export async function rereadOrder(id) {
  const { pressed } = orderState;
  const found = await readOrder(id).catch(() => null); // the next press tells what is wrong
  if (!found || orderState.order?.id !== id || pressed !== orderState.pressed) return;
  Object.assign(orderState, found);
  draw();
}

/** The order that is shown, for the modules that draw it and those that change it. */

/** @import { Order, RefundOffer } from "../../order-types" */

/**
 * `refunds` is what of its money can go back. `busy` is the act that is under way; `pressed` counts them, so that what was read before one is not shown after it.
 * @type {{ order: Order | null, refunds: RefundOffer | null, back: string, busy: string, pressed: number }}
 */
export const orderState = { order: null, refunds: null, back: "#/orders", busy: "", pressed: 0 };

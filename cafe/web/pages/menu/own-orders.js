/** Placing an order once, whatever the network does, and what this device remembers of its orders. */

import { OfflineError, RefusedError } from "../shared/request.js";
import { localStore } from "../shared/storage.js";
import { api } from "./api.js";
import { replaceCart } from "./cart.js";
import { clearOneTimeFields } from "./draft.js";
import { launch } from "./launch.js";
import { trackingToken } from "./router.js";

/** @import { CheckoutResult } from "./order-types" */
/** @import { OrderType } from "../shared/types" */
/** @import { Cart, OrderAttempt, OrderForm, OwnOrder } from "./types" */

const TRIES = 3;
const PAUSE_MS = 1500;
const KEY_LIVES_MS = 24 * 3600 * 1000; // as long as the server knows the key
const KEY_BYTES = 16;
const MAX_ORDERS = 30;
const PAY_PAGE_LIVES_MS = 2.5 * 3600 * 1000; // the server asks banks for pages that live three hours

const ownOrders = () => localStore.get("orders", /** @type {OwnOrder[]} */ ([]));

/** @param {OwnOrder} order */
const store = (order) =>
  localStore.set("orders", [order, ...ownOrders().filter(({ id }) => id !== order.id)].slice(0, MAX_ORDERS));

/** @param {CheckoutResult} result */
function rememberOrder(result) {
  const { order_id: id, pay_url: payUrl, card_unavailable_message: cardMessage, track_url: trackUrl } = result;
  store({ id, payUrl, payAt: Date.now(), cardMessage, trackUrl, token: trackingToken(trackUrl) });
}

/** @param {number} id */
export const ownOrder = (id) => ownOrders().find((order) => order.id === id) ?? null;

/** @param {string | undefined} token */
export const ownOrderByToken = (token) => ownOrders().find((order) => order.token === token) ?? null;

/**
 * @param {number} id
 * @param {Partial<OwnOrder>} changes
 */
export const updateOwnOrder = (id, changes) => store({ id, ...ownOrder(id), ...changes });

/**
 * A payment page that was made for the order and should still be open.
 * @param {number} id
 */
export function openPayUrl(id) {
  const order = ownOrder(id);
  if (!order?.payUrl || order.triedToPay) return null;
  return Date.now() - (order.payAt ?? 0) < PAY_PAGE_LIVES_MS ? order.payUrl : null;
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {number} duration */
const pause = (duration) => new Promise((resolve) => setTimeout(resolve, duration));

const customer = launch.user?.id ?? 0;

/** An order that was not sent, or without an answer having come back; or null. */
export function unansweredAttempt() {
  const attempt = /** @type {OrderAttempt | null} */ (localStore.get("attempt", null));
  if (!attempt?.form || Date.now() - attempt.at >= KEY_LIVES_MS) return null;
  return (attempt.owner ?? customer) === customer ? attempt : null;
}

/**
 * Keep the order with its key before anything of it travels.
 * @param {OrderType} type
 * @param {OrderForm} form
 */
export const holdOrder = (type, form) =>
  localStore.set("attempt", { key: newKey(), type, form, at: Date.now(), owner: customer, isHeld: true });

export const dropAttempt = () => localStore.remove("attempt");

/**
 * Send the held order, or the unanswered one again. Throws RefusedError (nothing was ordered) or OfflineError (nobody knows;
 * the same attempt may be sent again).
 * @param {OrderAttempt} held
 * @returns {Promise<CheckoutResult>}
 */
export async function submitOrder(held) {
  const attempt = { ...held, isHeld: false };
  localStore.set("attempt", attempt);
  for (let left = TRIES; ; left -= 1) {
    try {
      const result = await api.placeOrder(attempt.type, attempt.form, attempt.key);
      dropAttempt();
      rememberOrder(result);
      replaceCart({ items: [], items_total: 0, count: 0 });
      clearOneTimeFields();
      return result;
    } catch (error) {
      if (error instanceof RefusedError) dropAttempt();
      if (!(error instanceof OfflineError) || left <= 1) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/**
 * After a reload in the middle: with an empty cart nothing new is ordered, asking again only brings the lost answer.
 * @param {Cart} cart
 */
export async function recoverAttempt(cart) {
  const attempt = unansweredAttempt();
  if (!attempt || attempt.isHeld || cart.items.length > 0) return null;
  try {
    return await submitOrder(attempt);
  } catch {
    return null;
  }
}

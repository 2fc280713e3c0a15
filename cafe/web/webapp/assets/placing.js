/** Placing an order once, whatever the network does, and what this device remembers of its own orders. */

import { api, Refused, Unanswered } from "./api.js";
import { accept } from "./cart.js";
import { forgetSent } from "./form.js";
import { device } from "./storage.js";

const TRIES = 3;
const PAUSE_MS = 1500;
const KEPT_MS = 24 * 3600 * 1000; // as long as the server knows the key

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const pause = (length) => new Promise((resolve) => setTimeout(resolve, length));

/** An order that was sent without an answer having come back, or null. */
export function openAttempt() {
  const attempt = device.get("attempt");
  return attempt && Date.now() - attempt.at < KEPT_MS ? attempt : null;
}

/** Send the order. Throws Refused (nothing was ordered) or Unanswered (nobody knows; the same attempt may be sent again). */
export async function place(type, form) {
  const attempt = openAttempt() ?? { key: newKey(), type, form, at: Date.now() };
  device.set("attempt", attempt);
  for (let left = TRIES; ; left -= 1) {
    try {
      const result = await api.placeOrder(attempt.type, attempt.form, attempt.key);
      device.drop("attempt");
      rememberOrder(result);
      accept({ items: [], items_total: 0, count: 0 });
      forgetSent();
      return result;
    } catch (error) {
      if (error instanceof Refused) device.drop("attempt");
      if (!(error instanceof Unanswered) || left <= 1) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/** After a reload in the middle: with an empty cart nothing new is ordered, asking again only brings the lost answer. */
export async function recover(cart) {
  const attempt = openAttempt();
  if (!attempt || cart.items.length > 0) return null;
  try {
    return await place(attempt.type, attempt.form);
  } catch {
    return null;
  }
}

const KEPT = 30;
const INVOICE_LIVES_MS = 2.5 * 3600 * 1000; // the server asks banks for pages that live three hours

const all = () => device.get("orders", []);

const tokenOf = (trackUrl) => new URLSearchParams((trackUrl ?? "").split("?")[1]).get("track");

export function rememberOrder(result) {
  const { order_id: id, pay_url: payUrl, card_unavailable_message: cardMessage, track_url: trackUrl } = result;
  const order = { id, payUrl, payAt: Date.now(), cardMessage, trackUrl, token: tokenOf(trackUrl) };
  device.set("orders", [order, ...all().filter((other) => other.id !== id)].slice(0, KEPT));
}

export const knownOrder = (id) => all().find((order) => order.id === id) ?? null;
export const ownOrderByToken = (token) => all().find((order) => order.token === token) ?? null;

export function updateOrder(id, changes) {
  const order = { id, ...knownOrder(id), ...changes };
  device.set("orders", [order, ...all().filter((other) => other.id !== id)].slice(0, KEPT));
}

/** A payment page that was made for the order and should still be open. */
export function openPayUrl(id) {
  const order = knownOrder(id);
  return order?.payUrl && !order.triedToPay && Date.now() - order.payAt < INVOICE_LIVES_MS ? order.payUrl : null;
}

/** What this device knows about its own orders beyond what the order list tells: tracking and payment links. */

import { device } from "./storage.js";

const KEPT = 30;
const INVOICE_LIVES_MS = 20 * 3600 * 1000; // banks keep an invoice for a day

const all = () => device.get("orders", []);

const tokenOf = (trackUrl) => new URLSearchParams((trackUrl ?? "").split("?")[1]).get("track");

/** Keep a checkout's result. */
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

/** Tickets on paper, 80 mm wide: one order at a time, and by themselves where this device is told to. */

import { actions } from "../shared/delegate.js";
import { money } from "../shared/formats.js";
import { byId, html, patch } from "../shared/html.js";
import { RefusedError } from "../shared/request.js";
import { localStore } from "../shared/storage.js";
import { showToast } from "../shared/toast.js";
import { api } from "./api.js";
import { allergenText, dietText } from "./cards.js";
import { changeText } from "./money.js";
import { findOrder, isForHere, state } from "./state.js";
import { t } from "./texts.js";
import { clockTime } from "./times.js";

/** @import { Board, Order, Ticket } from "./types" */

const KEY = "board.printed";
const MOST_KNOWN = 500;
const PATIENCE_MS = 20_000;
const PIXELS_PER_MM = 96 / 25.4;
const MARGIN_MM = 8; // below the last line, for the knife

const knownIds = () => localStore.get(KEY, /** @type {number[]} */ ([]));

/** @param {number[]} ids of orders whose tickets do not print by themselves any more */
const remember = (ids) => localStore.set(KEY, [...new Set([...knownIds(), ...ids])].slice(-MOST_KNOWN));

/**
 * Whether this station still needs its ticket.
 * @param {Order} order
 */
const isToPrint = (order) => order.section !== "ready" && order.section !== "later" && isForHere(order);

/** @param {Ticket} ticket */
function paymentView(ticket) {
  const total = money(ticket.total);
  const more = ticket.balance && html`<p class="ticket-pay">${t("ticket.balance", { sum: money(ticket.balance) })}</p>`;
  if (ticket.is_paid || ticket.is_held)
    return html`<p class="ticket-pay">${t(ticket.is_paid ? "ticket.paid" : "ticket.held")}</p>${more}`;
  const change = changeText(ticket);
  return html`<p class="ticket-pay">${t(ticket.payment_method === "card" ? "ticket.card" : "ticket.cash", { total })}</p>
    ${change && html`<p>${change}</p>`}`;
}

/** @param {Ticket} ticket */
function ticketView(ticket) {
  const table = ticket.order_type === "dine_in" && (ticket.table_number ?? t("table.none"));
  return html`<p class="ticket-cafe">${ticket.cafe_name}</p>
    <p class="ticket-number">${ticket.number}</p>
    ${ticket.due && html`<p class="ticket-due">${t("ticket.due", { time: clockTime(ticket.due) })}</p>`}
    <p class="ticket-type">${t(`type.${ticket.order_type}`)}${table && html` · ${/^\d/.test(table) ? t("table", { table }) : table}`}</p>
    ${ticket.address && html`<p class="ticket-address">${ticket.address}</p>`}
    ${ticket.zone && html`<p>${t("order.zone", { zone: ticket.zone })}</p>`}
    ${ticket.courier && html`<p>${t("order.courier", { name: ticket.courier.name })}</p>`}
    ${ticket.address_comment && html`<p>${ticket.address_comment}</p>`}
    <p>${ticket.name}${ticket.phone && html` · <b>${ticket.phone}</b>`}</p>
    <ul>${ticket.lines.map(
      (line) => html`<li><b>${line.quantity} × ${line.name}</b>
        ${line.allergens.length > 0 && html`<span class="ticket-allergens">${t("ticket.allergens", { names: line.allergens.map(allergenText).join(", ") })}</span>`}
        ${dietText(line) && html`<span class="ticket-allergens">${dietText(line)}</span>`}
        ${line.note && html`<span class="ticket-note">! ${line.note}</span>`}</li>`,
    )}</ul>
    ${(ticket.changes ?? []).map((text) => html`<p class="ticket-note">${t("ticket.changed", { changes: text })}</p>`)}
    ${paymentView(ticket)}
    ${ticket.created && html`<p>${t("ticket.created", { time: clockTime(ticket.created) })}</p>`}`;
}

/** The paper is as long as the ticket. */
const page = new CSSStyleSheet();
document.adoptedStyleSheets = [page];

/** Some browsers go on at once; the next ticket has to wait until this one is out, or somebody has closed the dialog. */
const untilPrinted = () =>
  new Promise((resolve) => {
    addEventListener("afterprint", resolve, { once: true });
    setTimeout(resolve, PATIENCE_MS);
  });

/** @param {Ticket} ticket */
async function printOut(ticket) {
  const element = byId("ticket");
  patch(element, ticketView(ticket));
  const height = Math.ceil(element.scrollHeight / PIXELS_PER_MM) + MARGIN_MM;
  page.replaceSync(`@page { size: 80mm ${height}mm; margin: 0 }`);
  const printed = untilPrinted();
  print();
  await printed;
}

/**
 * @param {number} id
 * @returns {Promise<boolean>} whether its ticket was handed to the printer
 */
async function printOrder(id) {
  try {
    await printOut(await api.ticket(id));
    return true;
  } catch (error) {
    if (!(error instanceof RefusedError)) {
      showToast(t("ticket.failed", { number: findOrder(id)?.number ?? "" }), { tone: "bad" });
    }
    return error instanceof RefusedError; // gone: there is nothing to try again
  }
}

let isPrinting = false;

/**
 * Print what is new, each order once on this device, however often the page is loaded.
 * @param {Board} board
 */
export async function autoPrint({ orders }) {
  if (!state.isAutoPrinting || isPrinting) return;
  isPrinting = true;
  try {
    for (const { id } of orders.filter(isToPrint)) {
      if (knownIds().includes(id)) continue;
      remember([id]); // before printing: better none than the same one again and again
      if (!(await printOrder(id)))
        localStore.set(
          KEY,
          knownIds().filter((known) => known !== id),
        );
    }
  } finally {
    isPrinting = false;
  }
}

/** From now on: what is on the board already has been seen. */
export function beginAutoPrinting() {
  remember((state.board?.orders ?? []).filter(isToPrint).map(({ id }) => id));
}

Object.assign(actions, {
  async print(/** @type {HTMLElement} */ element) {
    const id = Number(element.dataset.order);
    if (await printOrder(id)) remember([id]);
  },
});

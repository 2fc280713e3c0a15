/** A delivery on its way: the digits for the door, where the courier is, and what one writes to the other through the cafe. */

import { html } from "../../shared/html.js";
import { RefusedError } from "../../shared/request.js";
import { showToast } from "../../shared/toast.js";
import { api } from "../api.js";
import { setState } from "../state.js";
import { t } from "../texts.js";
import { shown } from "./order-state.js";

/** @import { OrderDetails } from "../order-types" */
/** @import { Order } from "../types" */

/** @typedef {NonNullable<OrderDetails["delivery"]>} Delivery */

const KM_OF_DEGREE = 111.3;
const RINGS_KM = [0.25, 0.5, 1, 2, 5, 10, 20];
const RADIUS = 90; // of the drawing, of 100

const writing = { text: "", isBusy: false };

const clock = (/** @type {string} */ moment) => moment.slice(11);

/** When the courier is at the door, as far as the latest deliveries tell. @param {Delivery} delivery */
export function windowText({ from, to, is_late: isLate }) {
  if (!from || !to) return null;
  return isLate
    ? html`<p class="ready-time">${t("order.late")}</p><p>${t("courier.late", { time: clock(to) })}</p>`
    : html`<p class="ready-time">${t("courier.window", { from: clock(from), to: clock(to) })}</p>`;
}

/**
 * How far east and south one place is of another, in kilometres.
 * @param {{ lat: number, lon: number }} place
 * @param {{ lat: number, lon: number }} home
 */
const offset = (place, home) => ({
  east: (place.lon - home.lon) * KM_OF_DEGREE * Math.cos((home.lat * Math.PI) / 180),
  south: (home.lat - place.lat) * KM_OF_DEGREE,
});

/** The courier's dot around the guest's door, with rings that tell how far it is. @param {Delivery} delivery */
function dotMap({ place, home }) {
  if (!place) return null;
  const address = `https://maps.google.com/?q=${place.lat},${place.lon}`;
  const link = html`<a class="button soft" href="${address}" target="_blank" rel="noopener" data-external>${t("courier.map")}</a>`;
  if (!home) return html`<p>${t("courier.seen", { time: clock(place.at) })}</p>${link}`;
  const { east, south } = offset(place, home);
  const km = Math.hypot(east, south);
  const reach = RINGS_KM.find((ring) => ring >= km) ?? km;
  const scale = RADIUS / reach;
  const rings = RINGS_KM.filter((ring) => ring <= reach).slice(-2);
  const distance = t("courier.distance", { km: km.toFixed(1).replace(".", t("courier.decimal")) });
  return html`<figure class="courier-map">
    <svg viewBox="-100 -100 200 200" role="img" aria-label="${distance}">
      ${rings.map((ring) => html`<circle class="ring" r="${String(ring * scale)}"></circle>`)}
      <path class="home" d="M0 -8L9 0H6V8H-6V0H-9z"></path>
      <circle class="dot" cx="${String(east * scale)}" cy="${String(south * scale)}" r="6"></circle></svg>
    <figcaption>${distance} · ${t("courier.seen", { time: clock(place.at) })}</figcaption></figure>${link}`;
}

/** @param {Delivery["words"][number]} word @param {number} at @param {string} name */
const wordRow = ({ by, text, at: moment }, at, name) => html`<li class="word is-${by}" data-key="w${at}">
  <b>${by === "guest" ? t("courier.you") : `${name}:`}</b> <span>${text}</span> <time>${clock(moment)}</time></li>`;

/** @param {Delivery} delivery @param {string} name */
const wordsPart = ({ words, can_write: canWrite }, name) =>
  html`${words.length > 0 && html`<div role="log" aria-label="${t("courier.words")}" data-key="log"><ul class="words">${words.map((word, at) => wordRow(word, at, name))}</ul></div>`}
  ${
    canWrite &&
    html`<form class="words-form" data-submit="writeToCourier" data-key="words"><label for="to-courier">${t("courier.write")}</label>
      <input id="to-courier" name="text" maxlength="200" autocomplete="off" value="${writing.text}" data-input="typeToCourier" required>
      <button class="button soft" aria-busy="${String(writing.isBusy)}">${t("courier.send")}</button></form>`
  }`;

/** @param {Order} order @param {OrderDetails | null} details */
export function courierSection(order, details) {
  const delivery = details?.delivery;
  if (!delivery || !order.courier) return null;
  const { name } = order.courier;
  const { code, place, words, can_write: canWrite } = delivery;
  if (!code && !place && words.length === 0 && !canWrite) return null;
  return html`<section class="panel courier" data-key="courier"><h2 class="panel-title">${t("courier.title", { name })}</h2>
    ${code && html`<p class="door-code" data-key="code"><b>${code}</b><span>${t("courier.code")}</span></p>`}
    ${dotMap(delivery)}
    ${wordsPart(delivery, name)}
  </section>`;
}

async function write() {
  const text = writing.text.trim();
  const { order } = shown;
  if (!text || !order || writing.isBusy) return;
  writing.isBusy = true;
  setState();
  try {
    const details = await api.writeToCourier(order.id, text);
    writing.text = "";
    if (shown.order?.id === order.id) Object.assign(shown, { order: details.order, details });
  } catch (error) {
    showToast(error instanceof RefusedError && error.message ? error.message : t("courier.unsent"), { tone: "bad" });
  }
  writing.isBusy = false;
  setState();
}

export const courierActions = {
  writeToCourier: write,
  typeToCourier(/** @type {HTMLElement} */ field) {
    writing.text = /** @type {HTMLInputElement} */ (field).value;
  },
};

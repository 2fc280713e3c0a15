/** What stands in the way of an order, told before anything is filled in: closed, paused, busy, too little to deliver. */

import { money, pastText } from "../shared/formats.js";
import { html } from "../shared/html.js";
import { cartTotals } from "./cart.js";
import { closedText, isServing, momentText, notice, openingTime, wantedText } from "./components.js";
import { draft, saveDraft } from "./draft.js";
import { isOnlyLater, loadTimes, offer, timeOn } from "./offered-times.js";
import { orderAmounts, orderTerms } from "./pricing.js";
import { navigate, pageUrl } from "./router.js";
import { loadedSettings, state } from "./state.js";
import { t } from "./texts.js";
import { zoneId } from "./zones.js";

/** @import { OrderType } from "../shared/types" */
/** @import { PublicSettings } from "./types" */

/** The ways to get an order that the owner offers. */
export const orderTypes = () => loadedSettings().order_types ?? PUBLISHED.ORDER_TYPES;

/** A way that was chosen once may not be offered any more. */
export function keepTypeOffered() {
  const [first] = orderTypes();
  if (!first || orderTypes().includes(draft.type)) return;
  draft.type = first;
  loadTimes(first);
}

export const currentTerms = () => orderTerms(loadedSettings(), zoneId());

export const currentAmounts = () => orderAmounts(cartTotals().total, draft.type, currentTerms(), state.promo.percent);

/** What the cart lacks for a delivery, if that is wanted; empty where it lacks nothing. */
export function missingText() {
  const { missingForMinimum: missing } = currentAmounts();
  return missing > 0 ? t("minimum.missing", { amount: money(missing) }) : "";
}

/** Why an order of the chosen type is not taken now; empty if it is, be it for later. */
export function closedReason() {
  if (!orderTypes()[0]) return t("closed.now");
  if (!state.areOrdersTaken && offer().times.length === 0) {
    return loadedSettings().force_closed ? t("closed.now") : closedText();
  }
  return state.paused.includes(draft.type) ? pausedText(draft.type) : "";
}

/** Why this order cannot be placed now; empty if it can. */
export const obstacle = () => closedReason() || missingText();

const disruptions = () => loadedSettings().disruptions ?? [];

/** @param {OrderType} type */
function pausedText(type) {
  const why = disruptions().find(({ paused_types: types }) => types.includes(type));
  if (why) return why.message;
  const until = state.pausedUntil.split(`${type}=`)[1]?.split(",")[0];
  const values = { type: t(`type.${type}`), when: until ? momentText(until) : "" };
  return t(until ? "type.paused.until" : "type.paused", values);
}

/** A closed cafe may take orders for later: from when on, and the way there once something is in the cart. */
function laterOffer() {
  if (!isOnlyLater()) return null;
  const at = timeOn();
  const when = wantedText(at);
  if (state.route.page === "checkout" || cartTotals().count === 0 || obstacle()) {
    return html`<p>${t("closed.later", { when })}</p>`;
  }
  return html`<a class="button small" href="${pageUrl({ page: "checkout" })}" data-action="orderFor" data-at="${at}">${t("closed.orderFor", { when })}</a>`;
}

/**
 * That the cafe is closed, and whether it takes orders all the same.
 * @param {PublicSettings} settings
 * @param {typeof notice} draw
 */
function closedNotice({ force_closed: isForced, force_closed_message: message }, draw) {
  const { areOrdersTaken } = state;
  const opens =
    areOrdersTaken && state.turnsAt !== "never" ? t("closed.taking.opens", { time: openingTime() }) : closedText();
  const forced = areOrdersTaken ? t("closed.taking") : message || t("closed.now");
  const tone = isForced && !areOrdersTaken ? "bad" : "";
  return draw(isForced ? forced : opens, { tone, iconName: "clock", more: laterOffer() });
}

/** @param {typeof notice} draw */
function busyNotice(draw) {
  const [, minutes, until = ""] = /^(\d+); until=(.+)$/.exec(state.busy) ?? [];
  return minutes && draw(t("busy", { minutes, until: wantedText(until) }), { iconName: "clock" });
}

/**
 * From when the menu is, while there is no network for a newer one.
 * @param {typeof notice} draw
 */
const keptNotice = (draw) =>
  draw(t("offline.menu", { time: pastText(state.keptAt, state.timezone) }), {
    iconName: "cloud",
    more: html`<p class="muted">${t("offline.order")}</p>`,
  });

/** What is to be known before ordering; the menu draws it in a line of its own. */
export function standing(draw = notice) {
  const settings = loadedSettings();
  if (state.keptAt) return keptNotice(draw); // the hours may be others by now
  return [
    !isServing(settings) && closedNotice(settings, draw),
    settings.modes?.map(({ message }) => message && draw(message)),
    disruptions()
      .filter(({ message }) => message !== settings.force_closed_message)
      .map(({ message }) => draw(message, { tone: "bad", iconName: "info" })),
    state.areOrdersTaken && [
      orderTypes()
        .filter((type) => state.paused.includes(type))
        .map(pausedText)
        .filter((text) => disruptions().every(({ message }) => message !== text))
        .map((text) => draw(text, { iconName: "clock" })),
      busyNotice(draw),
    ],
  ];
}

export const orderabilityActions = {
  orderFor(/** @type {HTMLElement} */ { dataset }) {
    saveDraft({ scheduled_for: dataset.at ?? "" });
    navigate({ page: "checkout" });
  },
};

/** An order that was not sent, or whose answer never came: what is known of it, and what its guest can do. */

import { money, wallClock } from "../../shared/formats.js";
import { html } from "../../shared/html.js";
import { notice } from "../components.js";
import { draft } from "../draft.js";
import { areTimesKnown, loadTimes, offer } from "../offered-times.js";
import { state } from "../state.js";
import { t } from "../texts.js";
import { pickupTime } from "./checkout-times.js";

/** @import { FormErrors, OrderAttempt } from "../types" */

/**
 * @param {string} text
 * @param {boolean} isBusy
 */
const sendButton = (text, isBusy) =>
  html`<button type="button" class="button" data-action="placeOrder" aria-busy="${isBusy ? "true" : "false"}">${text}</button>`;

/**
 * @param {OrderAttempt} attempt
 * @param {boolean} isSending
 */
export function unsentNotice({ isHeld, form }, isSending) {
  const amount = money(form.expected_total ?? 0);
  const title = state.isOffline ? t("unsent.title") : t("unsent.back", { amount });
  const more = isHeld
    ? html`<h2>${title}</h2><p>${t("unsent.text", { amount })}</p>
      <div class="order-buttons">
        ${sendButton(t(state.isOffline ? "retry" : "unsent.send"), isSending)}
        <button type="button" class="button soft" data-action="changeUnsent">${t("choice.change")}</button>
        <button type="button" class="button soft" data-action="dropUnsent">${t("unsent.drop")}</button>
      </div>`
    : html`<h2>${t("lost.title")}</h2><p>${t("lost.text")}</p>${sendButton(t("lost.retry"), isSending)}`;
  const isBack = isHeld && !state.isOffline;
  return notice("", { tone: isBack ? "" : "bad", iconName: isBack ? "bag" : "cloud", more });
}

const DAY = 24 * 60;
const MINUTE_MS = 60_000;

/** @param {string} time */
function toMinutes(time) {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/**
 * Whether a time of day, as it was meant at a moment, has passed.
 * @param {string} time
 * @param {number} at
 */
function hasPassed(time, at) {
  const [, then = ""] = wallClock(state.timezone, at);
  return Date.now() - at > ((toMinutes(time) - toMinutes(then) + DAY) % DAY) * MINUTE_MS;
}

/**
 * The held order as it can be sent now: what "as soon as possible" means may have changed. A time of the guest's own that
 * has passed, or is taken, they must choose anew.
 * @param {OrderAttempt} attempt
 * @returns {Promise<{ attempt: OrderAttempt, errors: FormErrors }>}
 */
export async function renew(attempt) {
  const { type, form, at } = attempt;
  const wanted = form.scheduled_for;
  const isChosen = draft.pickup_time !== "" && draft.pickup_time === form.pickup_time;
  await loadTimes(type);
  if (wanted) {
    const isOffered = offer().times.some((time) => time.at === wanted && !time.is_full);
    return { attempt, errors: areTimesKnown() && !isOffered ? { scheduled_for: t("unsent.passed") } : {} };
  }
  if (!form.pickup_time) return { attempt, errors: {} };
  const soonest = pickupTime();
  if (isChosen && (hasPassed(form.pickup_time, at) || soonest !== form.pickup_time))
    return { attempt, errors: { pickup_time: t("unsent.passed") } };
  return { attempt: { ...attempt, form: { ...form, pickup_time: soonest } }, errors: {} };
}

/** The order form's choice of a time: as soon as possible, or a day and a time that the cafe offers. */

import { dayText, wallClock } from "../../shared/formats.js";
import { booleanAttribute, html } from "../../shared/html.js";
import { fieldError, isServing, openingTime, radioGroup } from "../components.js";
import { draft } from "../draft.js";
import { isOnlyLater, isTimeMissing, offer, timesByDay, wantedTime } from "../offered-times.js";
import { pickupTimes } from "../pickup-times.js";
import { loadedSettings, state } from "../state.js";
import { atTime, t } from "../texts.js";

/** @import { FormErrors } from "../types" */

/**
 * From now on the cafe's clock; for ever if nobody knows.
 * @param {string} at
 */
function minutesUntil(at) {
  const passed = Date.parse(`${at}Z`) - Date.parse(`${wallClock(state.timezone).join("T")}Z`);
  return at === "never" ? Number.POSITIVE_INFINITY : passed / 60_000;
}

/** The pickup times that the page reckons where the cafe offers none, and the chosen one while it is among them. */
function pickupChoice() {
  const [, now = ""] = wallClock(state.timezone);
  const ahead = state.turnsAt && minutesUntil(state.turnsAt);
  const { soonest, times } = pickupTimes(loadedSettings(), now, offer().asap_minutes || undefined, ahead);
  const isOwnChoice = offer().times.length === 0 && times.includes(draft.pickup_time);
  return { now, soonest, times, chosen: isOwnChoice ? draft.pickup_time : "" };
}

/** The time that "as soon as possible" means for a pickup. */
export function pickupTime() {
  const { soonest, times, chosen } = pickupChoice();
  return chosen || soonest || times[0] || "";
}

/**
 * @param {string} value
 * @param {string} text
 * @param {{ isChosen: boolean, isFull?: boolean }} state
 */
const option = (value, text, { isChosen, isFull = false }) =>
  html`<option value="${value}" ${booleanAttribute("selected", isChosen)} ${booleanAttribute("disabled", isFull)}>${isFull ? t("time.full", { time: text }) : text}</option>`;

/** @param {FormErrors} errors */
function pickupField(errors) {
  const { now, soonest, times, chosen } = pickupChoice();
  return html`<div class="field" data-key="pickup_time">
    <label for="pickup_time">${t("field.pickup_time")}</label>
    <select id="pickup_time" name="pickup_time" data-change="field" aria-invalid="${errors.pickup_time ? "true" : "false"}"
      aria-describedby="error-pickup_time">
      ${soonest && option("", t("time.soonest", { time: soonest }), { isChosen: !chosen })}
      ${times.map((time) => option(time, time < now ? atTime(time, true) : time, { isChosen: time === chosen }))}
    </select>
    ${!soonest && html`<p class="field-hint">${t("time.closed", { time: openingTime() })}</p>`}
    ${fieldError("pickup_time", errors.pickup_time)}
  </div>`;
}

/** @param {string} day */
function dayName(day) {
  const [today = ""] = wallClock(state.timezone);
  const ahead = (Date.parse(day) - Date.parse(today)) / 86_400_000;
  if (ahead === 0) return t("day.today");
  return ahead === 1 ? t("day.tomorrow") : dayText(day, { weekday: "short" });
}

/** @param {FormErrors} errors */
function laterFields(errors) {
  const wanted = wantedTime();
  const days = [...timesByDay()];
  const [day, times = []] = days.find(([date]) => wanted.startsWith(date)) ?? days[0] ?? [];
  return html`<div class="fields" data-key="later">
    <div class="field">
      <label for="day">${t("day")}</label>
      <select id="day" data-change="day">
        ${days.map(([date, its]) =>
          option(date, dayName(date), { isChosen: date === day, isFull: its.every(({ is_full: isFull }) => isFull) }),
        )}
      </select>
    </div>
    <div class="field">
      <label for="scheduled_for">${t("field.pickup_time")}</label>
      <select id="scheduled_for" data-change="time" aria-invalid="${errors.scheduled_for ? "true" : "false"}" aria-describedby="error-scheduled_for">
        ${
          !times.some(({ at }) => at === wanted) &&
          html`<option value="" selected disabled>${t("time.choose")}</option>`
        }
        ${times.map(({ at, is_full: isFull }) => option(at, at.slice(11), { isChosen: at === wanted, isFull }))}
      </select>
    </div>
  </div>`;
}

/** How soon that is which is wanted as soon as possible, while the kitchen takes it. */
function estimate() {
  const minutes = offer().asap_minutes;
  const isTaken = isServing(loadedSettings()) && !state.paused.includes(draft.type);
  return isTaken && minutes > 0 ? t("time.estimate", { minutes }) : "";
}

const timeChoice = () =>
  radioGroup({
    name: "when",
    label: t("checkout.when"),
    chosen: wantedTime() ? "later" : "asap",
    action: "when",
    options: [
      { value: "asap", text: html`${t("time.asap")}<small>${estimate()}</small>` },
      { value: "later", text: t("time.later") },
    ],
  });

/**
 * What is asked and told about the time; for a delivery that may be nothing.
 * @param {FormErrors} errors
 */
export function timeFields(errors) {
  if (offer().times.length > 0) {
    return html`${!isOnlyLater() && timeChoice()}
      ${wantedTime() && laterFields(errors)}
      ${fieldError("scheduled_for", errors.scheduled_for || (isTimeMissing() && t("time.choose")))}`;
  }
  const soon = estimate();
  if (draft.type === "delivery" && !soon && !errors.scheduled_for) return null;
  return html`${draft.type === "pickup" && pickupField(errors)}
    ${soon && html`<p class="field-hint">${t("time.asap")} · ${soon}</p>`}
    ${fieldError("scheduled_for", errors.scheduled_for)}`;
}

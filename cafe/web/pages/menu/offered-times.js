/** When an order can be had: how soon, and the times that the cafe offers for later. */

import { api } from "./api.js";
import { draft } from "./draft.js";
import { setState, state } from "./state.js";
import { zoneId } from "./zones.js";

/** @import { OrderType } from "../shared/types" */
/** @import { OfferedTimes } from "./types" */

/** @type {OfferedTimes} */
const NONE = { asap_minutes: 0, times: [] };

/**
 * As the server told last; nobody waits for a time at a table.
 * @type {Partial<Record<OrderType, OfferedTimes>>}
 */
const offers = { dine_in: NONE };

/** Whether it is known what is offered for this type of order, be it nothing. */
export const areTimesKnown = () => draft.type in offers;

/** What is offered for this type of order; `asap_minutes` is 0 where nobody knows. */
export const offer = () => offers[draft.type] ?? NONE;

/**
 * Ask what is offered now. Without an answer the form goes on as it is: what cannot be had is refused in time.
 * @param {OrderType} type
 */
export async function loadTimes(type) {
  if (type === "dine_in") return;
  offers[type] = await api.times(type, type === "delivery" ? zoneId() : null).catch(() => offers[type] ?? NONE);
  const [soonest] = offer().times;
  if (soonest && draft.scheduled_for < soonest.at) draft.scheduled_for = ""; // it has passed meanwhile
  setState();
}

/** Ask for every type of order, the chosen one first: its form waits for the answer. */
export async function loadAllTimes() {
  const { type } = draft;
  await loadTimes(type);
  for (const other of PUBLISHED.SCHEDULABLE_TYPES) if (other !== type) loadTimes(other);
}

/** Closed now, so that only later is possible. */
export const isOnlyLater = () => !state.areOrdersTaken && offer().times.length > 0;

/** The times on offer by their day, `YYYY-MM-DD`. */
export function timesByDay() {
  /** @type {Map<string, OfferedTimes["times"]>} */
  const days = new Map();
  for (const time of offer().times) {
    const day = time.at.slice(0, 10);
    const times = days.get(day);
    if (times) times.push(time);
    else days.set(day, [time]);
  }
  return days;
}

/**
 * The time to begin with on a day, or on any: at that clock if there is room, else the first with room.
 * @param {string} day
 * @param {string} clock
 */
export function timeOn(day = "", clock = "") {
  const times = offer().times.filter(({ at }) => at.startsWith(day));
  const free = times.filter(({ is_full: isFull }) => !isFull);
  const found = free.find(({ at }) => at.endsWith(clock)) ?? free[0] ?? times[0];
  return found?.at ?? "";
}

/** The time that is wanted; empty: as soon as possible. */
export function wantedTime() {
  if (offer().times.length === 0) return "";
  return draft.scheduled_for || (isOnlyLater() ? timeOn() : "");
}

/** Whether a time is wanted that is not on offer, or full: another one must be chosen. */
export function isTimeMissing() {
  const wanted = wantedTime();
  return wanted !== "" && !offer().times.some(({ at, is_full: isFull }) => at === wanted && !isFull);
}

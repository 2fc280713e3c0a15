/** The times that an order can be picked up. */

/** @import { PublicSettings } from "../types" */

const HOUR = 60;
const DAY = 24 * HOUR;
const LEAD = 15; // minutes that the kitchen needs unless it says otherwise
const STEP = 15; // minutes between two offered times
const SOONEST_STEP = 5;

/**
 * `HH:MM` as minutes since midnight.
 * @param {string} time
 */
function toMinutes(time) {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return hour * HOUR + minute;
}

/** @param {number} minutes */
function toTime(minutes) {
  const inDay = minutes % DAY;
  return `${String(Math.floor(inDay / HOUR)).padStart(2, "0")}:${String(inDay % HOUR).padStart(2, "0")}`;
}

/**
 * Pickup times from now, or from opening when the cafe is closed, until closing.
 * `soonest` is the first that the kitchen can make, null while closed. Overnight hours go over midnight.
 * @param {Pick<PublicSettings, "work_hours_from" | "work_hours_to">} settings
 * @param {string} now
 * @param {number} lead
 */
export function pickupTimes(settings, now, lead = LEAD) {
  const opens = toMinutes(settings.work_hours_from);
  const length = (toMinutes(settings.work_hours_to) - opens + DAY) % DAY || DAY;
  const sinceOpening = (toMinutes(now) - opens + DAY) % DAY;
  const isOpen = sinceOpening < length;
  const last = length === DAY ? sinceOpening + DAY - STEP : length;
  const ready = Math.ceil((sinceOpening + lead) / SOONEST_STEP) * SOONEST_STEP;
  const first = isOpen ? Math.ceil((ready + 1) / STEP) * STEP : STEP;
  const times = [];
  for (let at = first; at <= last; at += STEP) times.push(toTime(opens + at));
  return { soonest: isOpen ? toTime(opens + Math.min(ready, last)) : null, times };
}

/** The times that an order can be picked up. */

/** @import { PublicSettings } from "./types" */

/** @typedef {Pick<PublicSettings, "work_hours_from" | "work_hours_to" | "is_open">} HoursSettings */

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
 * The hours that the two times tell: when they begin, how long they last, how long ago they began.
 * @param {HoursSettings} settings
 * @param {string} now
 */
function dailyHours(settings, now) {
  const opens = toMinutes(settings.work_hours_from);
  const length = (toMinutes(settings.work_hours_to) - opens + DAY) % DAY || DAY;
  const sinceOpening = (toMinutes(now) - opens + DAY) % DAY;
  return { opens, length, sinceOpening, isOpen: sinceOpening < length };
}

/**
 * The same where hours differ from day to day: the open cafe closes `ahead` minutes from now, the closed one opens then.
 * @param {HoursSettings} settings
 * @param {string} now
 * @param {number} ahead
 */
function turningHours(settings, now, ahead) {
  const { length } = dailyHours(settings, now);
  if (!settings.is_open) {
    return {
      opens: (toMinutes(now) + ahead) % DAY,
      length: ahead === Number.POSITIVE_INFINITY ? 0 : length,
      sinceOpening: 0,
      isOpen: false,
    };
  }
  const sinceOpening = toMinutes(now) % STEP; // as if it had opened at the last full quarter
  return {
    opens: toMinutes(now) - sinceOpening,
    length: Math.min(sinceOpening + ahead, DAY),
    sinceOpening,
    isOpen: true,
  };
}

/**
 * Pickup times from now, or from opening when the cafe is closed, until closing.
 * `soonest` is the first that the kitchen can make, null while closed. Overnight hours go over midnight.
 * @param {HoursSettings} settings
 * @param {string} now
 * @param {number} lead
 * @param {number | ""} ahead minutes until the cafe closes or opens next; empty where the two times tell it
 */
export function pickupTimes(settings, now, lead = LEAD, ahead = "") {
  const hours = ahead === "" ? dailyHours(settings, now) : turningHours(settings, now, ahead);
  const { opens, length, sinceOpening, isOpen } = hours;
  const last = length === DAY ? sinceOpening + DAY - STEP : length;
  const ready = Math.ceil((sinceOpening + lead) / SOONEST_STEP) * SOONEST_STEP;
  const first = isOpen ? Math.ceil((ready + 1) / STEP) * STEP : STEP;
  const times = [];
  for (let at = first; at <= last; at += STEP) times.push(toTime(opens + at));
  return { soonest: isOpen ? toTime(opens + Math.min(ready, last)) : null, times };
}

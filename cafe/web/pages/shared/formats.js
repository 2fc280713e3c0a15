/** Money, dates and times in the person's language. */

import { currentLanguage, currentLocale, numberText } from "./texts.js";

/** @param {Intl.DateTimeFormatOptions} options */
export const dateFormat = (options) => new Intl.DateTimeFormat(currentLanguage().region, options);

/** A number with the hryvnia sign where the language puts it. @param {string} number */
export const inHryvnias = (number) => currentLanguage().money.replace("{amount}", number);

/**
 * UAH, with kopiykas only if there are any.
 * @param {number} amount
 */
export function money(amount) {
  return inHryvnias(
    amount % 1 ? amount.toLocaleString(currentLocale(), { minimumFractionDigits: 2 }) : numberText(amount),
  );
}

/**
 * A day, `YYYY-MM-DD`, in words.
 * @param {string} date
 * @param {Intl.DateTimeFormatOptions} more
 */
export function dayText(date, more = {}) {
  return dateFormat({ ...more, day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(date));
}

/**
 * A day of the week by its number, Monday is 0.
 * @param {number} day
 */
export const weekdayText = (day) => dateFormat({ weekday: "long", timeZone: "UTC" }).format(Date.UTC(2024, 0, 1 + day));

/**
 * `created_at` is the cafe's wall clock without an offset: it is shown as it stands.
 * @param {string | null} text
 */
export function dateTime(text) {
  const [date, time] = (text ?? "").split("T");
  return date && time ? `${dayText(date)}, ${time.slice(0, 5)}` : "";
}

/**
 * A past moment in milliseconds since 1970: its time of day, with the day if that is not today's.
 * @param {number} at
 * @param {string} timezone
 */
export function pastText(at, timezone) {
  const [day = "", time = ""] = wallClock(timezone, at);
  return day === wallClock(timezone)[0] ? time : `${dayText(day)}, ${time}`;
}

/**
 * The wall clock of a timezone: its date, `YYYY-MM-DD`, and its time, `HH:MM`.
 * @param {string} timezone
 */
export function wallClock(timezone, at = Date.now()) {
  const now = (/** @type {string | undefined} */ timeZone) =>
    new Date(at).toLocaleString("sv", { dateStyle: "short", timeStyle: "short", timeZone }).split(" ");
  try {
    return now(timezone);
  } catch {
    return now(undefined); // a zone that this browser does not know
  }
}

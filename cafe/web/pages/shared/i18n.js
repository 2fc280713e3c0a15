/** Texts in the person's language: plural forms, money, dates and times. */

/** @import { Locale, TextId, Texts } from "../menu/types" */

const DATE_LOCALES = { uk: "uk-UA", en: "en-GB" };

/** @type {Locale} */
let locale = "uk";
/** @type {Partial<Texts>} */
let texts = {};
/** @type {Intl.PluralRules} */
let plurals;
/** @type {Intl.NumberFormat} */
let numbers;

export const currentLocale = () => locale;

/** @returns {Locale} */
export const otherLocale = () => (locale === "uk" ? "en" : "uk");

/**
 * @param {Locale} wanted
 * @param {Texts} translations
 */
export function setLocale(wanted, translations) {
  texts = translations;
  locale = wanted;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  document.documentElement.lang = wanted;
}

/**
 * The text `id` with `{name}` filled in; a text of several plural forms is chosen by `count`.
 * @param {TextId} id
 * @param {Record<string, string | number | null> & { count?: number }} values
 * @returns {string}
 */
export function t(id, values = {}) {
  const found = texts[id];
  const text =
    typeof found === "object" ? (found[plurals.select(values.count ?? 0)] ?? found.other ?? found.many) : found;
  return (text ?? id).replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? numbers.format(value) : (value ?? "");
  });
}

/**
 * @param {string} id
 * @returns {id is TextId}
 */
export const hasText = (id) => id in texts;

/**
 * UAH, with kopiykas only if there are any, and the hryvnia sign where the language puts it.
 * @param {number} amount
 */
export function money(amount) {
  const sum = amount % 1 ? amount.toLocaleString(locale, { minimumFractionDigits: 2 }) : numbers.format(amount);
  return locale === "uk" ? `${sum}\u00a0₴` : `₴${sum}`;
}

/**
 * A day, `YYYY-MM-DD`, in words.
 * @param {string} date
 * @param {Intl.DateTimeFormatOptions} more
 */
export function dayText(date, more = {}) {
  const format = new Intl.DateTimeFormat(DATE_LOCALES[locale], {
    ...more,
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  return format.format(new Date(date));
}

/**
 * A day of the week by its number, Monday is 0.
 * @param {number} day
 */
export const weekdayText = (day) =>
  new Intl.DateTimeFormat(DATE_LOCALES[locale], { weekday: "long", timeZone: "UTC" }).format(
    Date.UTC(2024, 0, 1 + day),
  );

/**
 * `created_at` is the cafe's wall clock without an offset: it is shown as it stands.
 * @param {string | null} text
 */
export function dateTime(text) {
  const [date, time] = (text ?? "").split("T");
  return date && time ? `${dayText(date)}, ${time.slice(0, 5)}` : "";
}

/**
 * A time of day within a sentence.
 * @param {string} time
 * @param {boolean} isTomorrow
 */
export const atTime = (time, isTomorrow) => t(isTomorrow ? "time.tomorrow" : "time.at", { time });

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

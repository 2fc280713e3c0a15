/** Texts in the person's language: plural forms, money, dates and times. */

import { firstTexts, launch } from "./launch.js";

const MONTHS = { uk: "uk-UA", en: "en-GB" };

let locale = launch.locale;
let texts = {};
let plurals;
let numbers;

export const currentLocale = () => locale;
export const otherLocale = () => (locale === "uk" ? "en" : "uk");

export async function speak(wanted) {
  texts = (await (wanted === launch.locale ? firstTexts : import(`./texts-${wanted}.js`))).default;
  locale = wanted;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  document.documentElement.lang = wanted;
}

/** The text `id` with `{name}` filled in; a text of several plural forms is chosen by `count`. */
export function t(id, values = {}) {
  let text = texts[id];
  if (typeof text === "object") text = text[plurals.select(values.count)] ?? text.other ?? text.many;
  return (text ?? id).replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? numbers.format(value) : (value ?? "");
  });
}

export const hasText = (id) => id in texts;

/** Whole UAH with the hryvnia sign where the language puts it. */
export const money = (amount) => (locale === "uk" ? `${numbers.format(amount)}\u00a0₴` : `₴${numbers.format(amount)}`);

/** `created_at` is the cafe's wall clock without an offset: it is shown as it stands. */
export function moment(text) {
  const [date, time] = (text ?? "").split("T");
  if (!time) return "";
  const [year, month, day] = date.split("-").map(Number);
  const shown = new Intl.DateTimeFormat(MONTHS[locale], { day: "numeric", month: "long", timeZone: "UTC" });
  return `${shown.format(Date.UTC(year, month - 1, day))}, ${time.slice(0, 5)}`;
}

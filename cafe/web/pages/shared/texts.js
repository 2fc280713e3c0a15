/** Texts in the language of this device. Pages and their views bring their own. */

import { localStore } from "./storage.js";

/** @import { Locale, Text, TextValues } from "./types" */

/** @type {Record<Locale, Record<string, Text>>} */
const registry = { uk: {}, en: {} };

/** @type {Locale} */
let locale = "uk";
/** @type {Intl.PluralRules} */
let plurals;
/** @type {Intl.NumberFormat} */
let numbers;
/** Where this page keeps the choice of its language. */
let choiceKey = "locale";

export const currentLocale = () => locale;

/** @returns {Locale} */
export const otherLocale = () => (locale === "uk" ? "en" : "uk");

/** @param {number} number */
export const numberText = (number) => numbers.format(number);

/** @param {string} id */
export const hasText = (id) => id in registry[locale];

/**
 * The text `id` with `{name}` filled in; a text of several plural forms is chosen by `count`. The id itself where there is
 * no such text: it may be put together at run time, such as `role.` and a role.
 * @param {string} id
 * @param {TextValues} values
 * @returns {string}
 */
export function anyText(id, values = {}) {
  const found = registry[locale][id];
  const text =
    typeof found === "object" ? (found[plurals.select(values.count ?? 0)] ?? found.other ?? found.many) : found;
  return (text ?? id).replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? numbers.format(value) : (value ?? "");
  });
}

/**
 * Make texts known, by language; gives what fills them in. Ids begin with the view's name, as in `menu.title`.
 * @template {Record<string, Text>} T
 * @param {Partial<Record<Locale, Record<keyof T, Text>>> & { uk?: T }} texts
 */
export function addTexts(texts) {
  for (const [each, known] of Object.entries(registry)) Object.assign(known, texts[/** @type {Locale} */ (each)]);
  return /** @type {(id: keyof T & string, values?: TextValues) => string} */ (anyText);
}

/** @param {Locale} wanted */
export function setLocale(wanted) {
  locale = wanted;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  document.documentElement.lang = wanted;
}

/** @param {Locale} wanted */
export function chooseLocale(wanted) {
  localStore.set(choiceKey, wanted);
  setLocale(wanted);
}

/** As chosen on this device, else as its browser speaks. @param {string} key where the page keeps that choice */
export function startTexts(key) {
  choiceKey = key;
  const preferred = navigator.language.startsWith("en") ? "en" : "uk";
  setLocale(localStore.get(key, preferred) === "en" ? "en" : "uk");
}

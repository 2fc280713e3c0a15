/** Texts in the language of this device, of which a page loads one at a time. */

import { localStore } from "./storage.js";

/** @import { Language, Locale, Text, TextValues } from "./types" */

const root = document.documentElement;

/** The languages that there are texts in, as the server wrote them into the page. @type {Language[]} */
export const languages = JSON.parse(root.dataset.languages ?? "[]");

let locale = root.lang;
/** @type {Record<string, Text>} */
let texts = {};
/** @type {Intl.PluralRules} */
let plurals;
/** @type {Intl.NumberFormat} */
let numbers;
/** Where this page keeps the choice of its language. */
let choiceKey = "locale";
/** @type {(locale: Locale) => Promise<{ texts: Record<string, Text> }>} */
let load;

export const currentLocale = () => locale;

const place = () => languages.findIndex(({ code }) => code === locale);

/** @returns {Language} */
export const currentLanguage = () =>
  languages[place()] ?? { code: locale, name: locale, short: locale, region: locale, money: "{amount}" };

/** The language that one press away is: with two, the other one. */
export const nextLanguage = () => languages[(place() + 1) % languages.length] ?? currentLanguage();

/** @param {string | null} code */
export const isLocale = (code) => languages.some((each) => each.code === code);

/**
 * The owner's text as the person reads it: the English one unless their language is Ukrainian, if there is one.
 * @param {string} ukrainian
 * @param {string} english
 */
export const ownText = (ukrainian, english) => (locale === "uk" ? ukrainian : english || ukrainian);

/** The other one of the two languages that the owner writes in. */
export const ownersOtherLocale = () => (locale === "uk" ? "en" : "uk");

/** @param {number} number */
export const numberText = (number) => numbers.format(number);

/** @param {string} id */
export const hasText = (id) => id in texts;

/**
 * The text `id` with `{name}` filled in; a text of several plural forms is chosen by `count`. The id itself where there is
 * no such text: it may be put together at run time, such as `role.` and a role.
 * @param {string} id
 * @param {TextValues} values
 * @returns {string}
 */
export function anyText(id, values = {}) {
  const found = texts[id];
  const text =
    typeof found === "object" ? (found[plurals.select(values.count ?? 0)] ?? found.other ?? found.many) : found;
  return (text ?? id).replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? numbers.format(value) : (value ?? "");
  });
}

/**
 * @param {Locale} wanted
 * @param {Record<string, Text>} loaded
 */
export function useTexts(wanted, loaded) {
  texts = loaded;
  locale = wanted;
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  root.lang = wanted;
}

/** As chosen on this device, else as the cafe's pages open. @param {string} key where the page keeps that choice */
export function preferredLocale(key) {
  const chosen = localStore.get(key, "");
  return isLocale(chosen) ? chosen : root.lang;
}

/** @param {Locale} wanted */
const switchTo = async (wanted) => useTexts(wanted, (await load(wanted)).texts);

/** Change the language, here and for the next visits. @param {Locale} wanted */
export async function chooseLocale(wanted) {
  await switchTo(wanted);
  localStore.set(choiceKey, wanted);
}

/**
 * Load the texts that a page begins with.
 * @param {string} key where the page keeps the choice of its language
 * @param {typeof load} loadTexts imports the page's texts in a language
 */
export async function startTexts(key, loadTexts) {
  choiceKey = key;
  load = loadTexts;
  await switchTo(preferredLocale(key));
}

/** Texts in the language of this device. Each view brings its own, in both languages. */

import { currentLocale, setLocale, t as translate } from "../../shared/i18n.js";
import { localStore } from "../../shared/storage.js";
import { texts as english } from "../texts/en/common.js";
import { texts as englishFields } from "../texts/en/fields.js";
import { texts as ukrainian } from "../texts/uk/common.js";
import { texts as ukrainianFields } from "../texts/uk/fields.js";

/** @import { Locale, Texts as OtherTexts } from "../../menu/types" */
/** @import { Text, TextValues } from "../types" */

/** @type {Record<Locale, Record<string, Text>>} */
const registry = { uk: {}, en: {} };

/**
 * Make texts known; gives what fills them in. Ids begin with the view's name, as in `menu.title`.
 * @template {Record<string, Text>} T
 * @param {{ uk: T, en: Record<keyof T, Text> }} texts
 */
export function addTexts({ uk, en }) {
  Object.assign(registry.uk, uk);
  Object.assign(registry.en, en);
  return /** @type {(id: keyof T & string, values?: TextValues) => string} */ (/** @type {unknown} */ (translate));
}

/** The texts that everything shares. */
export const t = addTexts({ uk: ukrainian, en: english });
addTexts({ uk: ukrainianFields, en: englishFields });

/**
 * A text whose id is put together at run time, such as `role.` and a role; the id itself where there is none.
 * @param {string} id
 * @param {TextValues} values
 */
export const anyText = (id, values = {}) =>
  /** @type {(id: string, values?: TextValues) => string} */ (/** @type {unknown} */ (translate))(id, values);

/** @param {Locale} locale */
function apply(locale) {
  setLocale(locale, /** @type {OtherTexts} */ (/** @type {unknown} */ (registry[locale])));
}

/** @param {Locale} locale */
export function chooseLocale(locale) {
  localStore.set("desk.locale", locale);
  apply(locale);
}

/** As chosen on this device, else as its browser speaks. */
export function startTexts() {
  const preferred = navigator.language.startsWith("en") ? "en" : "uk";
  apply(localStore.get("desk.locale", preferred) === "en" ? "en" : "uk");
}

/** @param {string} id */
export const hasText = (id) => id in registry[currentLocale()];

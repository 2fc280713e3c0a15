/** The desk's texts: those that each view may need, and later those of help and search. */

import { anyText, currentLocale, useTexts } from "../../shared/texts.js";

/** @import { Locale, Text, TextValues } from "../../shared/types" */
/** @import { TextId } from "../text-types" */

/** @type {((locale: Locale) => Promise<{ texts: Record<string, Text> }>)[]} */
const files = [(locale) => import(`../texts/${locale}.js`)];
const later = (/** @type {Locale} */ locale) => import(`../texts/${locale}-later.js`);

/** @type {(id: TextId, values?: TextValues) => string} */
export const t = anyText;

/**
 * The texts of a language, as far as they are needed so far.
 * @param {Locale} locale
 * @returns {Promise<{ texts: Record<string, Text> }>}
 */
export async function loadTexts(locale) {
  const loaded = await Promise.all(files.map((load) => load(locale)));
  return { texts: Object.assign({}, ...loaded.map(({ texts }) => texts)) };
}

/** Those of help and search, from now on in every language. */
export async function readLaterTexts() {
  if (files.includes(later)) return;
  const locale = currentLocale();
  await later(locale);
  files.push(later);
  useTexts(locale, (await loadTexts(locale)).texts);
}

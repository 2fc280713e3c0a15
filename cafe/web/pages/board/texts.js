/** Texts in the language of this device. */

import { setLocale, t as translate } from "../shared/i18n.js";
import { localStore } from "../shared/storage.js";
import { texts as english } from "./texts-en.js";
import { texts as ukrainian } from "./texts-uk.js";

/** @import { Locale, Texts as OtherTexts } from "../menu/types" */
/** @import { Texts, TextId, TextValues } from "./types" */

/** @type {Record<Locale, Texts>} */
const TEXTS = { uk: ukrainian, en: english };

/** The mini-app's `t`, over this page's texts. */
export const t = /** @type {(id: TextId, values?: TextValues) => string} */ (/** @type {unknown} */ (translate));

/** @param {Locale} locale */
function apply(locale) {
  setLocale(locale, /** @type {OtherTexts} */ (/** @type {unknown} */ (TEXTS[locale])));
  document.title = t("title");
}

/** @param {Locale} locale */
export function chooseLocale(locale) {
  localStore.set("board.locale", locale);
  apply(locale);
}

/** As chosen on this device, else as its browser speaks. */
export function startTexts() {
  const preferred = navigator.language.startsWith("en") ? "en" : "uk";
  apply(localStore.get("board.locale", preferred) === "en" ? "en" : "uk");
}

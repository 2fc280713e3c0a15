/** What the menu offers by itself: it is shown with the menu or not at all, so that nothing is pushed away later. */

import { localStore } from "../shared/storage.js";
import { api } from "./api.js";
import { setState } from "./state.js";

/** @import { Locale } from "../shared/types" */
/** @import { Suggestions } from "./types" */

const GRACE_MS = 80; // for an answer that comes with the menu's own

/** @type {Suggestions} */
const NOTHING = { again: [], popular: [], sold_out: [] };

/**
 * Suggestions for a menu that is on its way: the server's if they come with it, else those of the last visit. What comes
 * later is for sheets, for a search that finds nothing, and for the next time.
 * @param {Locale} locale
 * @param {Promise<unknown>} menu
 */
export async function loadSuggestions(locale, menu) {
  const key = `suggestions.${locale}`;
  const fresh = api.suggestions(locale).then(
    (suggestions) => {
      localStore.set(key, suggestions);
      return suggestions;
    },
    () => null, // the menu is whole without
  );
  await menu;
  let isLate = false;
  const kept = new Promise((resolve) => setTimeout(resolve, GRACE_MS)).then(() => {
    isLate = true;
    return null;
  });
  const inTime = await Promise.race([fresh, kept]);
  if (isLate) {
    fresh.then((suggestions) => suggestions && setState({ suggestions, soldOut: suggestions.sold_out }));
  }
  return inTime ?? localStore.get(key, NOTHING);
}

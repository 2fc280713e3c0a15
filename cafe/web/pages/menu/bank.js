/** The way to the bank: its page or, on the phones of those who want that, its app. */

import { openExternal } from "./clicks.js";
import { draft } from "./draft.js";
import { launch } from "./launch.js";
import { state } from "./state.js";

const OPENS_MS = 2500;

/** Whether the bank's app may be at hand: under a finger, not on somebody's desk. */
export const isAppOffered = () => state.payWays.includes("monobank") && matchMedia("(pointer: coarse)").matches;

/** Whether the guest pays there. */
export const paysInApp = () => isAppOffered() && draft.pays_in_app !== "";

/**
 * Leave for the bank, on a person's tap.
 * @param {string} page
 * @param {string | undefined} app
 */
export function openBank(page, app) {
  const scheme = paysInApp() && app ? new URL(app).protocol : "";
  if (app && scheme === "https:") openExternal(app);
  else if (app && scheme === "monobank:" && !launch.initData) openScheme(app, page);
  else openExternal(page); // Telegram opens no other schemes
}

/**
 * Nothing tells whether a phone knows a scheme, but that the page is still in sight.
 * @param {string} app
 * @param {string} page
 */
function openScheme(app, page) {
  location.assign(app);
  setTimeout(() => document.visibilityState === "visible" && openExternal(page), OPENS_MS);
}

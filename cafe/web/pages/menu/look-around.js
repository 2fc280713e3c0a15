/** What changes while somebody reads: modes of the menu begin and end, orders are paused; the chat fills the cart. */

import { currentLocale } from "../shared/texts.js";
import { api } from "./api.js";
import { followCart } from "./cart-live.js";
import { launch } from "./launch.js";
import { state } from "./state.js";

const PAUSE_MS = 60_000;

let told = "";

/** The settings tell of most, and they are small. @param {() => Promise<void>} readMenu @param {() => unknown} readCart */
async function look(readMenu, readCart) {
  if (document.visibilityState !== "visible" || state.keptAt) return;
  const locale = currentLocale();
  const settings = await api.settings(locale).catch(() => null);
  if (!settings || locale !== currentLocale()) return;
  const fresh = JSON.stringify(settings);
  const hasChanged = fresh !== told;
  told = fresh;
  if (!hasChanged) return;
  await readMenu();
  if (state.cart) readCart(); // what is not served any more has left it
}

/** @param {() => Promise<void>} readMenu @param {() => unknown} readCart */
export function lookAround(readMenu, readCart) {
  told = JSON.stringify(state.settings);
  setInterval(look, PAUSE_MS, readMenu, readCart);
  if (launch.initData) followCart(readCart);
}

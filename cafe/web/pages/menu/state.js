/** What the page knows, in one place; whoever changes it says so, and the page is drawn once per change. */

import { draw } from "../shared/drawing.js";
import { localStore } from "../shared/storage.js";

/** @import { Category, Product, State, Suggestions } from "./types" */

/** @type {State["promo"]} */
export const NO_PROMO = { code: "", percent: 0, message: "", isChecking: false };

/** @type {State} */
export const state = {
  route: { page: "menu" },
  arrival: null,
  settings: null,
  timezone: "Europe/Kyiv",
  isCardOffered: true,
  payWays: [],
  areOrdersTaken: true,
  turnsAt: "",
  notice: "",
  paused: [],
  pausedUntil: "",
  busy: "",
  zone: null,
  pictures: "",
  categories: [],
  products: [],
  productsById: new Map(),
  suggestions: { again: [], popular: [], sold_out: [] },
  soldOut: [],
  otherNames: new Map(),
  loadFailed: false,
  keptAt: 0,
  isOffline: false,
  sessionTrouble: null,
  query: "",
  needs: new Set(localStore.get("avoided", /** @type {string[]} */ ([]))),
  cart: null,
  notices: [],
  promo: NO_PROMO,
  orders: null,
  ordersFailed: false,
};

/** The settings, for what is drawn only once they are there. */
export function loadedSettings() {
  if (!state.settings) throw new Error("the settings have not come yet");
  return state.settings;
}

/** @param {Partial<State>} changes */
export function setState(changes = {}) {
  Object.assign(state, changes);
  draw();
}

/**
 * @param {Category[]} categories
 * @param {Product[]} products
 * @param {Suggestions} suggestions
 */
export function setMenu(categories, products, suggestions) {
  const productsById = new Map(products.map((product) => [product.id, product]));
  const soldOut = suggestions.sold_out.filter(({ id }) => !productsById.has(id)); // they may be of the last visit
  setState({ categories, products, productsById, suggestions, soldOut });
}

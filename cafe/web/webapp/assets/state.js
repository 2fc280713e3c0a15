/** What the page knows, in one place; whoever changes it says so, and the page is drawn once per change. */

import { device } from "./storage.js";

export const state = {
  route: { page: "menu" },
  settings: null,
  timezone: "Europe/Kyiv",
  categories: [],
  products: [],
  productsById: new Map(),
  otherNames: new Map(), // names in the other language, for the search
  loadFailed: false,
  sessionTrouble: null, // "expired" | "invalid", as the server says it
  query: "",
  avoided: new Set(device.get("avoided", [])),
  cart: null, // the server's cart; null until it has come
  notices: [], // what happened to the cart without the person
  promo: { code: "", percent: 0, message: "", isChecking: false },
  orders: null,
  ordersFailed: false,
};

let draw = () => {};
let isDue = false;

/** The function that draws the page, called after changes. */
export const whenChanged = (callback) => {
  draw = callback;
};

/** Merge the changes into the state and draw before the next frame. */
export function change(changes = {}) {
  Object.assign(state, changes);
  if (isDue) return;
  isDue = true;
  queueMicrotask(() => {
    isDue = false;
    draw();
  });
}

export function setMenu(categories, products) {
  change({ categories, products, productsById: new Map(products.map((product) => [product.id, product])) });
}

/** Where the person is: kept in the address's query, so that reload, back and links work; the fragment stays Telegram's. */

import { setState } from "./state.js";

/** @import { Route } from "./types" */

/** @type {readonly (string | null)[]} */
const PAGES = ["cart", "checkout", "orders", "cafe"];

/** @returns {Route} */
function readAddress(search = location.search) {
  const query = new URLSearchParams(search);
  const number = (/** @type {string} */ name) => {
    const text = query.get(name) ?? "";
    return /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const sheet = { product: number("product"), line: number("line"), filter: query.has("filter") };
  const token = query.get("track");
  if (token) return { page: "track", token, ...sheet };
  const order = number("order");
  if (order) return { page: "order", order, isNew: query.has("new"), ...sheet };
  const page = query.get("page");
  return { page: PAGES.includes(page) ? /** @type {Route["page"]} */ (page) : "menu", ...sheet };
}

/**
 * The address of a screen, for links within the page.
 * @param {Route} route
 */
export function pageUrl({ page, order, token, product, line, filter, isNew }) {
  const query = new URLSearchParams();
  if (page === "order") query.set("order", String(order));
  else if (page === "track") query.set("track", token ?? "");
  else if (page !== "menu") query.set("page", page);
  if (isNew) query.set("new", "1");
  if (product) query.set("product", String(product));
  if (product && line !== undefined && line !== null) query.set("line", String(line));
  if (filter) query.set("filter", "1");
  return `?${query}`;
}

/**
 * The token in a tracking link that the server made.
 * @param {string | null} url
 */
export const trackingToken = (url) => new URLSearchParams((url ?? "").split("?")[1]).get("track");

/** @param {string} search as `pageUrl` gives it */
const fullAddress = (search) => location.pathname + (search === "?" ? "" : search) + location.hash;

/** @returns {number} how many of our own steps lie behind the present one */
const depth = () => history.state?.depth ?? 0;

/**
 * Where each page was scrolled to, for coming back.
 * @type {Map<string, number>}
 */
const scrollPositions = new Map();

/**
 * What tells one screen from another; a sheet over a screen does not.
 * @param {Route} route
 */
export const screenKey = (route) => `${route.page}/${route.order ?? route.token ?? ""}`;

let current = readAddress();

/**
 * @param {string} search
 * @param {{ replace?: boolean }} options
 */
export function navigateTo(search, { replace = false } = {}) {
  const address = fullAddress(search);
  if (address === location.pathname + location.search + location.hash) return;
  scrollPositions.set(screenKey(current), scrollY);
  history[replace ? "replaceState" : "pushState"]({ depth: depth() + (replace ? 0 : 1) }, "", address);
  followAddress();
}

/**
 * Go to a route; `replace` leaves no way back to the present one.
 * @param {Route} route
 * @param {{ replace?: boolean }} [options]
 */
export const navigate = (route, options) => navigateTo(pageUrl(route), options);

/**
 * Go to an address that came from outside, unless its screen is shown already.
 * @param {string} search
 */
export function showAddress(search) {
  const route = readAddress(search);
  if (screenKey(route) !== screenKey(current)) navigate(route);
}

/** Back to where the person came from; when that was outside, out of the sheet or to the menu. */
export function goBack() {
  const { product, line, filter, ...screen } = current;
  if (depth() > 0) history.back();
  else navigate(product || filter ? screen : { page: "menu" }, { replace: true });
}

function followAddress({ isReturn = false } = {}) {
  const before = current;
  current = readAddress();
  const isSameScreen = screenKey(before) === screenKey(current);
  const scroll = isReturn ? (scrollPositions.get(screenKey(current)) ?? 0) : 0;
  setState({ route: current, arrival: isSameScreen ? null : { scroll } });
}

/**
 * Start with the address as it is, or with another route in its place.
 * @param {Route | null} route
 */
export function startRouter(route) {
  history.scrollRestoration = "manual";
  if (route) history.replaceState({ depth: 0 }, "", fullAddress(pageUrl(route)));
  addEventListener("popstate", () => {
    scrollPositions.set(screenKey(current), scrollY);
    followAddress({ isReturn: true });
  });
  current = readAddress();
  setState({ route: current });
}

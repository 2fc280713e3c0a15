/** Where the person is: kept in the address's query, so that reload, back and links work; the fragment stays Telegram's. */

import { change } from "./state.js";

const PAGES = ["cart", "checkout", "orders", "cafe"];

function read() {
  const query = new URLSearchParams(location.search);
  const number = (name) => (/^\d{1,15}$/.test(query.get(name) ?? "") ? Number(query.get(name)) : null);
  const sheet = { product: number("product"), filter: query.has("filter") };
  if (query.get("track")) return { page: "track", token: query.get("track"), ...sheet };
  if (number("order")) return { page: "order", order: number("order"), isNew: query.has("new"), ...sheet };
  const page = query.get("page");
  return { page: PAGES.includes(page) ? page : "menu", ...sheet };
}

function write({ page, order, token, product, filter, isNew }) {
  const query = new URLSearchParams();
  if (page === "order") query.set("order", order);
  else if (page === "track") query.set("track", token);
  else if (page !== "menu") query.set("page", page);
  if (isNew) query.set("new", "1");
  if (product) query.set("product", product);
  if (filter) query.set("filter", "1");
  return `${location.pathname}${query.size > 0 || query.toString() ? `?${query}` : ""}${location.hash}`;
}

const depth = () => history.state?.depth ?? 0;
const scrolls = new Map(); // where each page was scrolled to, for coming back

const placeOf = (route) => `${route.page}/${route.order ?? route.token ?? ""}`;
let current = read();

/** Go to a route; `replace` leaves no way back to the present one. */
export function navigate(route, { replace = false } = {}) {
  scrolls.set(placeOf(current), scrollY);
  const state = { depth: replace ? depth() : depth() + 1 };
  history[replace ? "replaceState" : "pushState"](state, "", write(route));
  follow();
}

/** Follow a link of our own (`?page=…`). */
export function navigateTo(search, options) {
  const before = location.href;
  scrolls.set(placeOf(current), scrollY);
  const state = { depth: options?.replace ? depth() : depth() + 1 };
  history[options?.replace ? "replaceState" : "pushState"](state, "", location.pathname + search + location.hash);
  if (before !== location.href || options?.replace) follow();
}

/** Back to where the person came from; to the menu when they came from outside. */
export function goBack() {
  if (depth() > 0) history.back();
  else navigate({ page: "menu" }, { replace: true });
}

function follow({ isReturn = false } = {}) {
  const before = current;
  current = read();
  const isSamePlace = placeOf(before) === placeOf(current);
  change({ route: current, arrival: isSamePlace ? null : { scroll: isReturn ? (scrolls.get(placeOf(current)) ?? 0) : 0 } });
}

/** Start with the address as it is. */
export function startRoutes(route) {
  history.scrollRestoration = "manual";
  if (route) history.replaceState({ depth: 0 }, "", write(route));
  addEventListener("popstate", () => {
    scrolls.set(placeOf(current), scrollY);
    follow({ isReturn: true });
  });
  current = read();
  change({ route: current });
}

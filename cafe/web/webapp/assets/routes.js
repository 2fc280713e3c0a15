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
  const text = query.toString();
  return location.pathname + (text && `?${text}`) + location.hash;
}

const depth = () => history.state?.depth ?? 0;
const scrolls = new Map(); // where each page was scrolled to, for coming back

const placeOf = (route) => `${route.page}/${route.order ?? route.token ?? ""}`;
let current = read();

function go(url, replace) {
  if (url === location.pathname + location.search + location.hash) return;
  scrolls.set(placeOf(current), scrollY);
  history[replace ? "replaceState" : "pushState"]({ depth: depth() + (replace ? 0 : 1) }, "", url);
  follow();
}

/** Go to a route; `replace` leaves no way back to the present one. */
export const navigate = (route, { replace = false } = {}) => go(write(route), replace);

/** Follow a link of our own (`?page=…`). */
export const navigateTo = (search, { replace = false } = {}) => go(location.pathname + search + location.hash, replace);

/** Back to where the person came from; when that was outside, out of the sheet or to the menu. */
export function goBack() {
  const { product, filter, ...place } = current;
  if (depth() > 0) history.back();
  else navigate(product || filter ? place : { page: "menu" }, { replace: true });
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

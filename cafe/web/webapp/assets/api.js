/** The HTTP interface: every call with its identity header, a time limit, and one of two errors. */

import { apiAddress, early, launch } from "./launch.js";

/** The server refused: its words are in `message`, the whole body in `body`. */
export class Refused extends Error {
  constructor(status, body) {
    super(typeof body?.message === "string" ? body.message : "");
    this.status = status;
    this.code = body?.error ?? "";
    this.body = body ?? {};
  }
}

/** No usable answer came: no network, a time-out or a fault of the server. What was asked may or may not have happened. */
export class Unanswered extends Error {}

const PUBLIC = /^(categories|products|settings|checkout\/track\/)/;
const PATIENCE_MS = 15_000; // above the 10 s that the server waits for a bank
const listeners = { session: () => {}, locale: () => {}, timezone: () => {} };
let identified = Boolean(launch.initData);
let firstVisit = null;

/** Be told of `session` trouble, the stored `locale` or the cafe's `timezone`, which come as headers. */
export const listen = (handlers) => Object.assign(listeners, handlers);

async function ask(method, path, { body, key } = {}) {
  const started = method === "GET" ? early.get(path) : undefined;
  early.delete(path);
  const headers = {};
  if (launch.initData) headers["X-Platform-Init-Data"] = launch.initData;
  if (key) headers["Idempotency-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  let text;
  try {
    response = await (started ??
      fetch(apiAddress(path), {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        credentials: "same-origin",
        keepalive: method !== "GET", // leaving the page must not take back what was tapped
        signal: AbortSignal.timeout?.(PATIENCE_MS),
      }));
    text = await response.text();
  } catch (error) {
    throw new Unanswered(error.message);
  }
  const trouble = response.headers.get("X-Init-Data-Status");
  if (trouble) listeners.session(trouble);
  const locale = response.headers.get("Content-Language");
  if (locale && !PUBLIC.test(path)) listeners.locale(locale);
  const timezone = response.headers.get("X-Cafe-Timezone");
  if (timezone) listeners.timezone(timezone);
  let answer = null;
  try {
    answer = JSON.parse(text);
  } catch {
    // The framework's own pages are not JSON.
  }
  if (response.ok && answer !== null) return answer;
  // 502 with a body is the pay route's own answer; without one it is a proxy's.
  if (response.ok || (response.status >= 500 && !answer?.error)) throw new Unanswered(`status ${response.status}`);
  throw new Refused(response.status, answer);
}

async function call(method, path, options) {
  if (identified || PUBLIC.test(path)) return ask(method, path, options);
  // Two first requests at once would make two guests: the others wait until the first has brought the cookie.
  if (firstVisit) {
    await firstVisit.catch(() => {});
    return call(method, path, options);
  }
  firstVisit = ask(method, path, options);
  try {
    const answer = await firstVisit;
    identified = true;
    return answer;
  } catch (error) {
    identified = error instanceof Refused;
    throw error;
  } finally {
    firstVisit = null;
  }
}

export const api = {
  settings: () => call("GET", "settings"),
  categories: (locale) => call("GET", `categories?locale=${locale}`),
  products: (locale) => call("GET", `products?locale=${locale}`),
  cart: () => call("GET", "cart"),
  addToCart: (product, quantity) => call("POST", "cart/items", { body: { product_id: product, quantity } }),
  setQuantity: (product, quantity) => call("PATCH", `cart/items/${product}`, { body: { quantity } }),
  removeFromCart: (product) => call("DELETE", `cart/items/${product}`),
  checkPromo: (code) => call("POST", "checkout/promo/validate", { body: { code } }),
  prefill: () => call("GET", "checkout/prefill"),
  placeOrder: (type, form, key) => call("POST", `checkout/${type.replace("_", "-")}`, { body: form, key }),
  isPaid: async (order) => (await call("GET", `checkout/payment-status/${order}`)).paid,
  track: (token) => call("GET", `checkout/track/${encodeURIComponent(token)}`),
  orders: () => call("GET", "orders"),
  cancel: (order) => call("POST", `orders/${order}/cancel`),
  repeat: (order) => call("POST", `orders/${order}/repeat`),
  pay: async (order) => (await call("POST", `orders/${order}/pay`)).pay_url,
  setLocale: (locale) => call("PATCH", "me/locale", { body: { locale } }),
};

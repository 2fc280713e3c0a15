/** The HTTP interface: every call with its identity header. */

import { OfflineError, RefusedError, send } from "../shared/request.js";
import { isLocale } from "../shared/texts.js";
import { apiUrl, earlyResponses, launch } from "./launch.js";

/** @import { Api, CartLine, RequestOptions, ResponseListeners } from "./types" */

const PUBLIC = /^(categories|products|menu|settings|follow|checkout\/track\/)/;
const TIMEOUT_MS = 15_000; // above the 10 s that the server waits for a bank

/** @type {ResponseListeners} */
const listeners = { session: () => {}, locale: () => {}, settings: () => {}, kept: () => {}, writing: () => {} };
let hasIdentity = Boolean(launch.initData);
/** @type {Promise<unknown> | null} */
let firstRequest = null;

/**
 * Be told what comes as headers: `session` trouble, the stored `locale`, what the `settings` bring, when
 * an answer was `kept` by the service worker; and that something is `writing`, for the server to keep.
 * @param {Partial<ResponseListeners>} handlers
 */
export const listenToResponses = (handlers) => Object.assign(listeners, handlers);

/**
 * @param {string} method
 * @param {string} path
 * @param {RequestOptions} options
 */
function ask(method, path, { body, key }) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (launch.initData) headers["X-Platform-Init-Data"] = launch.initData;
  if (key) headers["Idempotency-Key"] = key;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  return send(apiUrl(path), {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    keepalive: method !== "GET", // leaving the page must not take back what was tapped
    timeout: TIMEOUT_MS,
  });
}

/**
 * @param {string} path
 * @param {Headers} headers
 */
function readHeaders(path, headers) {
  const trouble = headers.get("X-Init-Data-Status");
  if (trouble === "expired" || trouble === "invalid") listeners.session(trouble);
  const locale = headers.get("Content-Language");
  if (locale && isLocale(locale) && !PUBLIC.test(path)) listeners.locale(locale);
  listeners.kept(path.replace(/\?.*/, ""), Number(headers.get("X-Cafe-Kept")));
  const timezone = headers.get("X-Cafe-Timezone");
  const pictures = headers.get("X-Cafe-Pictures");
  if (timezone) {
    listeners.settings({
      timezone,
      isCardOffered: headers.get("X-Cafe-Card") !== "unavailable",
      payWays: headers.get("X-Cafe-Pay-Ways")?.split(",") ?? [],
      paused: headers.get("X-Cafe-Paused")?.split(/, */) ?? [],
      pausedUntil: headers.get("X-Cafe-Paused-Until") ?? "",
      busy: headers.get("X-Cafe-Busy") ?? "",
      turnsAt: headers.get("X-Cafe-Turns") ?? "",
      notice: decodeURIComponent(headers.get("X-Cafe-Notice") ?? ""),
      areOrdersTaken: headers.get("X-Cafe-Orders") !== "closed",
      pictures: pictures ? `${pictures}/` : "",
    });
  }
}

/**
 * @param {string} text
 * @returns {any} the shapes are those of `Api`
 */
function parseBody(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {RequestOptions} options
 */
async function request(method, path, options = {}) {
  const early = method === "GET" ? earlyResponses.get(path) : undefined;
  earlyResponses.delete(path);
  let response;
  let text;
  try {
    response = await (early ?? ask(method, path, options));
    text = await response.text();
  } catch (error) {
    throw new OfflineError("no answer", { cause: error });
  }
  readHeaders(path, response.headers);
  const answer = parseBody(text);
  // What is no JSON, whatever its status, is a proxy's or the framework's own page: it says nothing of what was asked.
  if (answer === null) throw new OfflineError(`status ${response.status}`);
  const app = response.headers.get("X-Cafe-Pay-App");
  if (response.ok) return app ? { ...answer, app_url: app } : answer;
  // 502 with words is the pay route's own answer.
  if (response.status >= 500 && !answer.error) throw new OfflineError(`status ${response.status}`);
  throw new RefusedError(response.status, answer);
}

/**
 * What a person asks about themselves is no sign of more to come: they may be asking to be forgotten.
 * @param {string} method
 * @param {string} path
 */
function reportWriting(method, path) {
  if (method !== "GET" && !path.startsWith("me/")) listeners.writing();
}

/**
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {RequestOptions} [options]
 * @returns {Promise<T>}
 */
async function call(method, path, options) {
  if (hasIdentity || PUBLIC.test(path)) {
    reportWriting(method, path);
    return request(method, path, options);
  }
  // Two first requests at once would make two guests: the others wait until the first has brought the cookie.
  if (firstRequest) {
    await firstRequest.catch(() => {});
    return call(method, path, options);
  }
  const ours = request(method, path, options);
  firstRequest = ours;
  try {
    const answer = await ours;
    hasIdentity = true;
    reportWriting(method, path);
    return answer;
  } catch (error) {
    hasIdentity = error instanceof RefusedError;
    throw error;
  } finally {
    firstRequest = null;
  }
}

/** @param {CartLine} line */
const linePath = ({ line_id: id, product_id: product }) => (id ? `cart/lines/${id}` : `cart/items/${product}`);

/** @type {Api} */
export const api = {
  settings: (locale) => call("GET", `settings?locale=${locale}`),
  categories: (locale) => call("GET", `categories?locale=${locale}`),
  products: (locale) => call("GET", `products?locale=${locale}`),
  suggestions: (locale) => call("GET", `menu/suggestions?locale=${locale}`),
  cart: () => call("GET", "cart"),
  addToCart: ({ product_id, options, note }, quantity) =>
    call("POST", "cart/items", { body: { product_id, quantity, options, note } }),
  changeLine: (line, { quantity, options, note }) =>
    call("PATCH", linePath(line), { body: { quantity, options, note } }),
  removeFromCart: (line) => call("DELETE", linePath(line)),
  clearCart: () => call("DELETE", "cart"),
  checkPromo: (code) => call("POST", "checkout/promo/validate", { body: { code } }),
  prefill: () => call("GET", "checkout/prefill"),
  times: (type, zone) => call("GET", `checkout/times?type=${type}${zone ? `&zone=${zone}` : ""}`),
  findZone: (place) => call("POST", "checkout/zone", { body: place }),
  placeOrder: (type, form, key) => call("POST", `checkout/${type.replace("_", "-")}`, { body: form, key }),
  paymentStatus: (order) => call("GET", `checkout/payment-status/${order}`),
  track: (token) => call("GET", `checkout/track/${encodeURIComponent(token)}`),
  followWays: () => call("GET", "follow"),
  subscribe: (order, subscription) => call("POST", `orders/${order}/push`, { body: subscription }),
  unsubscribe: (order) => call("DELETE", `orders/${order}/push`),
  orders: () => call("GET", "orders"),
  orderDetails: (order) => call("GET", `orders/${order}/details`),
  writeToCourier: (order, text) => call("POST", `orders/${order}/words`, { body: { text } }),
  cancel: (order) => call("POST", `orders/${order}/cancel`),
  repeat: (order) => call("POST", `orders/${order}/repeat`),
  previewEdit: (order, wanted) => call("POST", `orders/${order}/edits`, { body: { ...wanted, preview: true } }),
  editOrder: (order, wanted) => call("POST", `orders/${order}/edits`, { body: wanted }),
  answerEdit: (order, number, agrees) =>
    call("POST", `orders/${order}/edits/${number}/${agrees ? "agree" : "decline"}`),
  pay: (order) => call("POST", `orders/${order}/pay`),
  payInCash: (order) => call("POST", `orders/${order}/cash`),
  forget: () => call("POST", "me/forget"),
  setLocale: (locale) => call("PATCH", "me/locale", { body: { locale } }),
};

/** The desk's HTTP interface: JSON, and what a refusal may ask of the person. */

import { once } from "../../shared/once.js";
import { OfflineError, RefusedError, send } from "../../shared/request.js";
import { sessionStore } from "../../shared/storage.js";
import { currentLocale } from "../../shared/texts.js";

const TIMEOUT_MS = 15_000;
const SLOW_TIMEOUT_MS = 60_000;
const FILE_TIMEOUT_MS = 120_000;
const TOKEN = "desk.token";

/** What the page does when the session is over, and when a dangerous act needs to be confirmed. */
export const hooks = {
  signedOut() {},
  /** @returns {Promise<boolean>} whether they showed that it is they */
  confirm: () => Promise.resolve(false),
};

/**
 * Keep the token that stands for a cookie inside Telegram, for as long as this page is open; null forgets it.
 * @param {string | null} token
 */
export function keepToken(token) {
  if (token) sessionStore.set(TOKEN, token);
  else sessionStore.remove(TOKEN);
}

export const hasToken = () => sessionStore.get(TOKEN, "") !== "";

/** What every request carries. @returns {Record<string, string>} */
export function headers() {
  const token = sessionStore.get(TOKEN, "");
  return { "Accept-Language": currentLocale(), ...(token ? { "Authorization": `Bearer ${token}` } : {}) };
}

/** Edits that have no answer yet. @type {Set<Promise<Response>>} */
const edits = new Set();

/** Resolves when each edit that is on its way has its answer: what is read before may lack it. */
export const whenAnswered = () => Promise.allSettled(edits);

/** @typedef {{ body?: BodyInit | null, type?: string, timeout?: number, key?: string }} Options `key` makes a repeat the same act */

/**
 * @param {string} method
 * @param {string} path below `/api/desk`
 * @param {Options} options
 */
async function ask(method, path, { body = null, type = "", timeout = TIMEOUT_MS, key = "" }) {
  const request = send(`/api/desk${path}`, {
    method,
    headers: { ...headers(), ...(type && { "Content-Type": type }), ...(key && { "Idempotency-Key": key }) },
    body,
    timeout,
  });
  if (key && timeout === TIMEOUT_MS) edits.add(request); // nobody waits for a file or a bank
  try {
    return await request;
  } finally {
    edits.delete(request);
  }
}

/**
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function read(response) {
  let answer = null;
  try {
    answer = await response.json();
  } catch (error) {
    if (response.ok) throw new OfflineError("no JSON", { cause: error });
  }
  if (response.ok) return answer;
  if (response.status >= 500) throw new OfflineError(`status ${response.status}`);
  throw new RefusedError(response.status, answer);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Options} options
 * @returns {Promise<any>} the shapes are those of docs/openapi.yaml
 */
async function call(method, path, options) {
  try {
    return await read(await ask(method, path, options));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    if (error.status === 401) hooks.signedOut();
    if (error.code !== "confirm" || !(await hooks.confirm())) throw error;
    return read(await ask(method, path, options));
  }
}

/** @param {string} method @param {string} path @param {Options} options @returns {Promise<any>} */
const act = (method, path, options) =>
  once(`${method} ${path} ${options.body ?? ""}`, (key) => call(method, path, { ...options, key }));

/** @param {unknown} [body] */
const json = (body) => (body === undefined ? {} : { body: JSON.stringify(body), type: "application/json" });

/** @param {Blob} file */
const ofFile = (file) => ({ body: file, type: file.type, timeout: FILE_TIMEOUT_MS });

export const api = {
  /** @param {string} path */
  get: (path) => call("GET", path, {}),
  /** @param {string} path @param {unknown} [body] */
  post: (path, body) => act("POST", path, json(body)),
  /** What banks are asked for. @param {string} path */
  postSlowly: (path) => act("POST", path, { timeout: SLOW_TIMEOUT_MS }),
  /** What asks and changes nothing. @param {string} path @param {unknown} body */
  look: (path, body) => call("POST", path, json(body)),
  /** @param {string} path @param {unknown} [body] */
  patch: (path, body) => act("PATCH", path, json(body)),
  /** @param {string} path @param {unknown} [body] */
  delete: (path, body) => act("DELETE", path, json(body)),
  /** Have a file looked at. @param {string} path @param {Blob} file */
  lookAtFile: (path, file) => call("POST", path, ofFile(file)),
  /** Send a file. @param {string} path @param {Blob} file */
  upload: (path, file) => once(file, (key) => call("POST", path, { ...ofFile(file), key })),
  /** Fetch a file. @param {string} path @returns {Promise<{ blob: Blob, name: string }>} */
  async download(path) {
    const response = await ask("GET", path, { timeout: FILE_TIMEOUT_MS });
    if (!response.ok) await read(response);
    const disposition = response.headers.get("Content-Disposition") ?? "";
    const name = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1] ?? "";
    return { blob: await response.blob(), name: decodeURIComponent(name) || "file" };
  },
};

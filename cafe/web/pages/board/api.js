/** The board's HTTP interface, with a time limit and one of two errors. */

import { once } from "../shared/once.js";

/** @import { Board, ChangedOrder, Press, Ticket } from "./types" */

/** The server refused; `order` is where the order stands after all. */
export class RefusedError extends Error {
  /**
   * @param {number} status
   * @param {{ error?: string, order?: ChangedOrder } | null} body
   */
  constructor(status, body) {
    super(body?.error ?? `status ${status}`);
    this.status = status;
    this.code = body?.error ?? "";
    this.order = body?.order ?? null;
  }
}

/** No usable answer came: what was pressed may or may not have happened. */
export class OfflineError extends Error {}

const TIMEOUT_MS = 8000;

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {string} key makes a repeat the same act
 * @returns {Promise<any>} the shapes are those of `api`
 */
async function call(method, path, body, key = "") {
  let response;
  let answer;
  try {
    response = await fetch(`/api/board${path}`, {
      method,
      headers: { ...(body && { "Content-Type": "application/json" }), ...(key && { "Idempotency-Key": key }) },
      body: body ? JSON.stringify(body) : null,
      credentials: "same-origin",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answer = await response.json();
  } catch (error) {
    throw new OfflineError("no answer", { cause: error });
  }
  if (response.ok) return answer;
  if (response.status >= 500) throw new OfflineError(`status ${response.status}`);
  throw new RefusedError(response.status, answer);
}

/** @param {string} path @param {object} body @returns {Promise<any>} */
const act = (path, body) => once(`${path} ${JSON.stringify(body)}`, (key) => call("POST", path, body, key));

export const STREAM = "/api/board/stream";

export const api = {
  /** @type {() => Promise<Board>} */
  board: () => call("GET", ""),
  /** @type {(by: { code: string } | { token: string }) => Promise<{ ok: true }>} */
  pair: (by) => act("/pair", by),
  /** @type {(order: number, press: Press) => Promise<Board>} */
  press: (order, { path, body }) => act(`/orders/${order}/${path}`, body),
  /** @type {(wanted: { minutes: number, span?: number, mark: number }) => Promise<Board>} */
  busy: (wanted) => act("/busy", wanted),
  /** @type {(order: number) => Promise<Ticket>} */
  ticket: (order) => call("GET", `/orders/${order}/ticket`),
};

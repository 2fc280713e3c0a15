/** Requests to the server with a time limit, and the two ways in which they fail. */

/** @import { Refusal } from "./types" */

/** The server refused: its words for people are in `message`. */
export class RefusedError extends Error {
  /**
   * @param {number} status
   * @param {Refusal | null} body
   */
  constructor(status, body) {
    super(typeof body?.message === "string" ? body.message : "");
    this.status = status;
    this.code = body?.error ?? "";
    this.body = body ?? {};
    this.problems = body?.problems ?? [];
  }
}

/** No usable answer came: what was asked may or may not have happened. */
export class OfflineError extends Error {}

/**
 * @param {string} address
 * @param {RequestInit & { timeout: number }} options the time limit in milliseconds
 */
export async function send(address, { timeout, ...options }) {
  try {
    const signal = AbortSignal.timeout?.(timeout) ?? null;
    return await fetch(address, { ...options, credentials: "same-origin", signal });
  } catch (error) {
    throw new OfflineError("no answer", { cause: error });
  }
}

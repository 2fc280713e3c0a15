/** The service worker's own global object, and what the server says of the page beside it. */

/** @import { WorkerScope } from "./types" */

export const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (globalThis));
export const site = worker.SITE;

/** Files that the desk hands over. */

import { api } from "./api.js";

const KEPT_MS = 60_000; // some browsers begin to read it later

/**
 * Save a file under a name; the browser asks where, or puts it among its downloads.
 * @param {Blob} blob
 * @param {string} name
 */
export function saveBlob(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/**
 * Fetch a file and save it under the server's name.
 * @param {string} path below `/api/desk`
 */
export async function saveFile(path) {
  const { blob, name } = await api.download(path);
  saveBlob(blob, name);
}

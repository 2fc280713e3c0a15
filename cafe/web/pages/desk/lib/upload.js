/** Sending a file with the progress of it, which `fetch` does not tell. */

import { OfflineError, RefusedError } from "../../shared/request.js";
import { headers } from "./api.js";

const TIMEOUT_MS = 120_000;

/**
 * @param {string} path below `/api/desk`
 * @param {Blob} file
 * @param {object} options
 * @param {(share: number) => void} options.onProgress from 0 to 1
 * @param {AbortSignal} options.signal ends it
 * @returns {Promise<any>}
 */
export function upload(path, file, { onProgress, signal }) {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new OfflineError("no answer"));
    if (signal.aborted) {
      fail();
      return;
    }
    const request = new XMLHttpRequest();
    request.open("POST", `/api/desk${path}`);
    request.timeout = TIMEOUT_MS;
    request.responseType = "json";
    request.setRequestHeader("Content-Type", file.type);
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    for (const event of ["error", "timeout", "abort"]) request.addEventListener(event, fail);
    request.addEventListener("load", () => {
      const { status, response } = request;
      if (status >= 500 || (status < 300 && !response)) fail();
      else if (status >= 300) reject(new RefusedError(status, response));
      else resolve(response);
    });
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

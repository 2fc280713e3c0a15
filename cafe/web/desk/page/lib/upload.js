/** Sending a file with the progress of it, which `fetch` does not tell. */

import { headers, OfflineError, RefusedError } from "./api.js";

const TIMEOUT_MS = 120_000;

/**
 * @param {string} path below `/api/desk`
 * @param {Blob} file
 * @param {(share: number) => void} onProgress from 0 to 1
 * @returns {Promise<any>}
 */
export function upload(path, file, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/desk${path}`);
    request.timeout = TIMEOUT_MS;
    request.responseType = "json";
    request.setRequestHeader("Content-Type", file.type);
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total ? loaded / total : 0));
    const fail = () => reject(new OfflineError("no answer"));
    for (const event of ["error", "timeout", "abort"]) request.addEventListener(event, fail);
    request.addEventListener("load", () => {
      const { status, response } = request;
      if (status >= 500 || (status < 300 && !response)) fail();
      else if (status >= 300) reject(new RefusedError(status, response));
      else resolve(response);
    });
    request.send(file);
  });
}

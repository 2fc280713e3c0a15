/** Excise marks at the desk: the dialog that scans them, with the desk's interface. */

import { askMarks } from "../../shared/marks.js";
import { OfflineError, RefusedError } from "../../shared/request.js";
import { api } from "./api.js";
import { t } from "./texts.js";

/** @import { MissingMark } from "../../shared/types" */

/** @param {unknown} error */
function problemOf(error) {
  if (error instanceof RefusedError) return t(error.code === "mark_used" ? "marks.used" : "marks.invalid");
  if (error instanceof OfflineError) return t("marks.offline");
  throw error;
}

/**
 * @param {string} title
 * @param {MissingMark[]} missing
 * @param {(mark: string, missing: MissingMark) => Promise<MissingMark[]>} send takes a mark; gives what is missing still
 * @param {() => void} done once nothing is missing any more
 */
export function askDeskMarks(title, missing, send, done) {
  const read = async (/** @type {Blob} */ picture) => (await api.lookAtFile("/code", picture)).text;
  askMarks(title, missing, { send, read, problemOf, done });
}

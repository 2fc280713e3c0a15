/** Scanning the excise marks that an order needs before it is ready. */

import { askMarks } from "../shared/marks.js";
import { OfflineError, RefusedError } from "../shared/request.js";
import { api } from "./api.js";
import { t } from "./texts.js";

/** @import { MissingMark } from "../shared/types" */

/** @param {unknown} error */
function problemOf(error) {
  if (error instanceof RefusedError) return t(error.code === "mark_used" ? "marks.used" : "marks.invalid");
  if (error instanceof OfflineError) return t("marks.offline");
  throw error;
}

/**
 * @param {number} order
 * @param {string} number
 * @param {MissingMark[]} missing
 * @param {() => void} done once nothing is missing any more
 */
export function askOrderMarks(order, number, missing, done) {
  askMarks(t("marks.title", { number }), missing, {
    send: async (mark, { drink, ingredient }) =>
      (await api.scanMark(order, { mark, ...(drink ? { drink } : { ingredient: ingredient ?? "" }) })).missing,
    read: async (picture) => (await api.readCode(picture)).text,
    problemOf,
    done,
  });
}
